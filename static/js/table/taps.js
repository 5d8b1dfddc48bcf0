// A tap on a button of a form: the action in its value, with null filled in from the form's fields.
import { moment, onBoard } from "./board.js";
import { add, onQueue, onSettled, send } from "./queue.js";
import { onLine } from "./stream.js";
import { lasts } from "./store.js";
import { say } from "./words.js";

const AT_A_TURN = ["end_turn", "refill", "out_turn", "leave", "buy", "attack"];
const AT_AN_ACTION = { undo: "standing", redo: "undone" };
const CORRECTIONS = ["move", "status", "drop"];
const YET = 1500;
const busy = new Map();
// The sheet that each tap came from.
const within = new Map();
const sent = [];
const stored = [];

export const onSent = (listener) => sent.push(listener);

// Once the server has stored the tap; until then a sheet stays open, with what was typed.
export const onStored = (listener) => stored.push(listener);

const typed = (form, name, text) => {
  const field = form.elements[name];
  const kind = field instanceof RadioNodeList ? field[0].type : field?.type;
  if (kind === "checkbox") return true;
  return kind !== "text" && /^-?\d+$/.test(text) ? Number(text) : text;
};

// Cubes counted by colour become a list of cubes, as in an action.
const cubes = (data) => {
  const counted = [...data].filter(([name]) => name.startsWith("drawn."));
  return counted.flatMap(([name, count]) => Array(Number(count) || 0).fill(name.slice("drawn.".length)));
};

// Several fields of one name, or the lines of a text: a list.
const list = (data, name) => {
  const texts = data.getAll(name).flatMap((text) => text.split("\n")).map((text) => text.trim()).filter(Boolean);
  return texts.length ? texts : null;
};

const field = (form, data, name) => {
  if (name === "drawn") return cubes(data);
  if (name === "except") return field(form, data, "seat");
  if (name === "seats" && !form.querySelector("[name=seats]")) return [field(form, data, "seat")];
  if (form.querySelector(`[data-list][name="${name}"]`)) {
    const texts = list(data, name);
    return texts && name === "seats" ? texts.map(Number) : texts;
  }
  // An empty number field stands for what its placeholder says.
  const text = (data.get(name) ?? "").trim() || (data.get(`usual.${name}`) ?? "");
  return text === "" ? null : typed(form, name, text);
};

const filled = (form, button) => {
  const action = JSON.parse(button.value);
  const data = new FormData(form);
  for (const name of Object.keys(action)) {
    if (action[name] === null) action[name] = field(form, data, name);
    if (action[name] === null) delete action[name];
  }
  if (typeof action.count === "number") action.count *= Number(data.get("times") || 1);
  return action;
};

const expected = (action, button) => {
  // An attack on its way: the page has not come to it yet.
  if (button.dataset.undo) return Number(button.dataset.undo);
  const field = (name) => document.querySelector(`#moment [name="${name}"]`).value;
  if (action.do in AT_AN_ACTION) return Number(field(AT_AN_ACTION[action.do]));
  if (!AT_A_TURN.includes(action.do)) return null;
  const [turn, phase] = field("turn").split(":");
  return { turn: Number(turn), phase };
};

const ask = (button, text) => {
  const question = document.createElement("p");
  question.className = "notice";
  question.textContent = text;
  (button.closest("dialog")?.querySelector(".refused") ?? document.getElementById("refused")).replaceChildren(question);
  return question;
};

// A value that nothing known has is asked about once more; the same value again means it.
const isDoubtful = (button, value) => {
  const { dataset } = button;
  const { least, most, sure } = dataset;
  delete dataset.sure;
  const isUsual = !least || (value >= Number(least) && value <= Number(most));
  if (isUsual || sure === String(value)) return false;
  dataset.sure = value;
  ask(button, say("doubtful", { least, most, value }));
  return true;
};

let asked = { text: "", question: null };

// What changes a final result is asked about, too: an undo on a page of its own, a correction where it was made.
const asksFirst = (button, action) => {
  if (!("asks" in moment())) return false;
  if (action.do === "undo") document.querySelector("#undo a").click();
  else if (!CORRECTIONS.includes(action.do)) return false;
  else {
    const text = JSON.stringify(action);
    const isMeant = asked.text === text && asked.question.isConnected;
    asked.question?.remove();
    if (isMeant) return false;
    asked = { text, question: ask(button, say("changes_result")) };
  }
  return true;
};

const submitted = (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!form.matches("[data-tap]") || button?.name !== "action") return;
  event.preventDefault();
  if (button.closest("dialog:not([data-stays]) [aria-busy]") || "changing" in document.body.dataset) return;
  const action = filled(form, button);
  if (isDoubtful(button, action.value) || asksFirst(button, action)) return;
  counted(action, button);
  const expects = expected(action, button);
  // A second tap on the same button: the first is still on its way.
  if (expects !== null && button.hasAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  age();
  for (const listener of sent) listener(form, button);
  const sheet = button.closest("dialog");
  const id = add(action, expects, words(action, button));
  busy.set(id, button);
  if (sheet) within.set(id, sheet);
};

// What a button is called, without its price, its note and for whom it is.
const called = (button) => {
  if (button.dataset.what) return button.dataset.what;
  const shown = [...button.children].find((each) => each.localName === "span" && each.getClientRects().length);
  return (shown ?? button).textContent.trim().replace(/\s+/g, " ");
};

// Who did what, in the words of the page: "Alice: Damage ×2".
const words = (action, button) => {
  const name = document.querySelector(`#seat-${action.seat} h2 span`)?.textContent;
  const times = action.count / (JSON.parse(button.value).count ?? action.count);
  return `${name ? `${name}: ` : ""}${called(button)}${times > 1 ? ` ×${times}` : ""}`;
};

const idle = () => {
  for (const button of busy.values()) button.removeAttribute("aria-busy");
  busy.clear();
  within.clear();
};

const noticeOf = (why) => {
  const notice = document.createElement("div");
  Object.assign(notice.dataset, { why, times: 0 });
  notice.className = "notice error";
  const text = document.createElement("p");
  text.append(document.createElement("span"), document.createElement("small"));
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = say("close");
  button.addEventListener("click", () => notice.remove());
  notice.append(text, button);
  return notice;
};

// A repeated refusal is counted, not shown again: the board must stay visible.
// Taps that had to wait are named, because nobody remembers which they were.
const refused = (why, box, waited) => {
  const notice = [...box.children].find((each) => each.dataset.why === why) ?? noticeOf(why);
  const times = Number(notice.dataset.times) + 1;
  notice.dataset.times = times;
  delete notice.dataset.old;
  const [text, named] = notice.firstChild.children;
  text.textContent = say("refused", { reason: why }) + (times > 1 ? ` (×${times})` : "");
  if (waited) named.append(document.createElement("br"), waited);
  if (!notice.isConnected) box.append(notice);
};

// A refusal disappears with the next stored tap made after it was shown, not before.
const age = () => { for (const notice of document.querySelectorAll("#refused .notice")) notice.dataset.old = ""; };
const clear = () => { for (const notice of document.querySelectorAll("#refused [data-old]")) notice.remove(); };

const settledTap = (tap, why) => {
  const button = busy.get(tap.id);
  // The board that the tap brought may have taken its button away.
  const open = within.get(tap.id);
  const sheet = open?.open ? open : null;
  within.delete(tap.id);
  button?.removeAttribute("aria-busy");
  busy.delete(tap.id);
  if (sheet && !(why && "stays" in sheet.dataset)) sheet.querySelector(".refused").replaceChildren();
  const waited = button && document.getElementById("queue").hidden ? "" : tap.what;
  if (why) ahead.delete(tap.action.do);
  if (why) refused(why, sheet?.querySelector(".refused") ?? document.getElementById("refused"), waited);
  else clear();
  if (!why && button) for (const listener of stored) listener(button.form, button, sheet);
};

let counting = null;

const reveal = () => {
  counting = null;
  document.getElementById("queue").hidden = false;
  // Once: with every new attempt to send, it would shut a sheet that was opened again meanwhile.
  for (const sheet of within.values()) sheet.close();
  within.clear();
};

let lost = false;
let queued = 0;

const tell = () => {
  const words = [queued === 1 ? say("waiting_one") : say("waiting", { count: queued })];
  if (!lasts()) words.push(say("volatile"));
  else if (lost) words.push(say("offline"));
  document.querySelector("#queue span").textContent = words.join(". ");
};

const count = (taps, stuck) => {
  const line = document.getElementById("queue");
  if (stuck || !taps.length || !line.hidden) {
    clearTimeout(counting);
    counting = null;
  }
  if (!taps.length) { queued = 0; line.hidden = true; idle(); return; }
  queued = taps.length;
  tell();
  // A tap that is answered at once needs no message.
  counting ??= setTimeout(reveal, stuck || !lasts() || !line.hidden ? 0 : YET);
};

// Danger and monster cards are set to a number: two quick taps count on from what this device has sent.
const ahead = new Map();

const counted = (action, { dataset }) => {
  if (!dataset.by) return;
  action.count = Math.max(0, (ahead.get(action.do) ?? Number(dataset.from)) + Number(dataset.by));
  ahead.set(action.do, action.count);
};

const caughtUp = () => {
  const underway = new Set([...busy.values()].map((button) => button.dataset.by && JSON.parse(button.value).do));
  for (const what of ahead.keys()) if (!underway.has(what)) ahead.delete(what);
};

// Taps that nothing keeps are lost with the page: the browser asks first.
const warn = (event) => {
  if (lasts() || !queued) return;
  event.preventDefault();
  event.returnValue = "";
};

export const start = () => {
  window.addEventListener("beforeunload", warn);
  onBoard(caughtUp);
  document.addEventListener("submit", submitted);
  onQueue(count);
  onLine((at) => { lost = at === "away"; tell(); });
  onSettled(settledTap);
  window.addEventListener("online", send);
  send();
};
