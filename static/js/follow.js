// Keeps a page beside the table as new as the table, quietly: marked parts are laid in anew, typed words stay.
import { onEvent, start } from "./table/stream.js";

// A page is asked for anew at most this often, however fast people tap.
const REST = 1000;
const AGAIN = 3000;
const OWN = ["hidden", "open"];

let shown = Number(document.body.dataset.sequence);
let newest = shown;
let resting = false;

// What this device has shown, hidden, unfolded or typed is its own business.
const isOwn = (name, node) => OWN.includes(name) || (name === "value" && node.value !== node.defaultValue);

const lay = (part, fresh) => {
  window.Idiomorph.morph(part, fresh, {
    morphStyle: "outerHTML",
    callbacks: { beforeAttributeUpdated: (name, node) => !isOwn(name, node) },
  });
  window.htmx.process(document.getElementById(part.id));
};

// Only a number that nobody has touched here takes the one that somebody else has stored.
const renew = (field, page) => {
  const before = document.getElementsByName(`initial-${field.name}`)[0];
  const now = page.getElementsByName(before?.name)[0];
  if (!now || field.value !== before.value || field === document.activeElement) return;
  before.value = now.value;
  field.value = now.value;
};

const catchUp = async () => {
  const answer = await fetch(location.href);
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-follow]")) {
    const fresh = page.getElementById(part.id);
    if (fresh) lay(part, fresh);
  }
  for (const field of document.querySelectorAll("#sheet input[type=number]")) renew(field, page);
  document.title = page.title;
  shown = Number(page.body.dataset.sequence);
  document.dispatchEvent(new Event("news"));
};

// A request that is lost is made again: the stream may be whole, and has nothing new to say.
const follow = async () => {
  if (resting || newest <= shown) return;
  resting = true;
  const wait = await catchUp().then(() => REST, () => AGAIN);
  setTimeout(() => { resting = false; follow(); }, wait);
};

onEvent("pulse", (_, sequence) => {
  newest = sequence;
  follow();
});
start();
