// Keeps a page beside the table up to date: marked parts are replaced, typed words stay.
import * as line from "./table/line.js";
import * as onward from "./table/onward.js";
import { read } from "./table/store.js";
import { onEvent, onOpen, start } from "./table/stream.js";
import { longest } from "./theatre/play.js";

// A page is fetched again at most this often, however fast people tap; less often after a failure.
const PAUSE = 1000;
const RETRY = 3000;
const OWN = ["hidden", "open"];

const isQuick = () => Boolean(read("prefs", {}).quick);

let shown = Number(document.body.dataset.sequence);
let newest = shown;
let waiting = false;

// What a form says that it showed belongs to the field that is typed into.
const fieldOf = (node) => (node.matches("[name^=initial-]") && node.form.elements[node.name.slice(8)]) || node;

// Keep what this device has shown, hidden, unfolded, typed or ticked.
const isOwn = (name, node) => {
  const field = fieldOf(node);
  const isTyped = name === "value" && field.value !== field.defaultValue;
  const isTicked = name === "checked" && node.checked !== node.defaultChecked;
  return isTyped || isTicked || OWN.includes(name);
};

const morph = (part, fresh) => {
  window.Idiomorph.morph(part, fresh, {
    morphStyle: "outerHTML",
    callbacks: { beforeAttributeUpdated: (name, node) => !isOwn(name, node) },
  });
  window.htmx.process(document.getElementById(part.id));
};

// Only a number not changed here takes the one that somebody else has stored.
const update = (field, page) => {
  const before = document.getElementsByName(`initial-${field.name}`)[0];
  const now = page.getElementsByName(before?.name)[0];
  if (!now || field.value !== before.value || field === document.activeElement) return;
  before.value = now.value;
  field.value = now.value;
};

// What has just been sent stays until its answer: htmx sets out from there, and a message would find no way from
// a part that is gone.
const isSending = () => document.querySelector(".htmx-request") !== null;

const catchUp = async () => {
  const answer = await fetch(location.href);
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (isSending()) return;
  for (const part of document.querySelectorAll("[data-follow]")) {
    const fresh = page.getElementById(part.id);
    if (fresh) morph(part, fresh);
  }
  for (const field of document.querySelectorAll("#sheet input[type=number]")) update(field, page);
  document.title = page.title;
  shown = Number(page.body.dataset.sequence);
  document.dispatchEvent(new Event("news"));
};

// Repeat a lost request: the stream may be fine and have nothing new to send.
const follow = async () => {
  if (waiting || playing !== null || newest <= shown) return;
  waiting = true;
  const pause = await catchUp().then(() => PAUSE, () => RETRY);
  setTimeout(() => {
    waiting = false;
    follow();
  }, pause);
};

// While an attack plays on the table's screens, this page waits for its end: nobody knows before the last cube.
let attack = null;
let playing = null;

const wait = ({ attack: number, cubes }) => {
  const begins = attack !== null && number > attack;
  const undone = attack !== null && number < attack;
  attack = number;
  if (!begins && !undone) return;
  clearTimeout(playing);
  playing = begins ? setTimeout(() => { playing = null; follow(); }, longest(cubes, isQuick())) : null;
};

// The first pulse of a connection: what happened before it is no secret any more.
onOpen(() => { attack = null; });
onEvent("pulse", (told, sequence) => {
  newest = sequence;
  const news = JSON.parse(told);
  wait(news);
  onward.toRematch(news.rematch);
  document.body.dataset.live = "on";
  follow();
});
onEvent("word", (word) => { if (word === "result") onward.toResult(newest); });
line.start();
start();
