// A tap on a button of a form: the action in its value, with null filled in from the form's fields.
import { moment, onBoard } from "./board.js";
import { add, onQueue, onSettled, send } from "./queue.js";
import { onLine } from "./stream.js";
import { say } from "./words.js";

const AT_A_TURN = ["end_turn", "refill", "out_turn", "leave", "buy", "attack"];
const AT_A_LINE = ["undo", "redo"];
const YET = 1500;
const SETTLING = 500;
const busy = new Map();
const sent = [];
const stored = [];

export const onSent = (listener) => sent.push(listener);

// Once the server has kept the tap; a sheet stays open until then, with what was typed.
export const onStored = (listener) => stored.push(listener);

const typed = (form, name, text) => {
  const field = form.elements[name];
  const kind = field instanceof RadioNodeList ? field[0].type : field?.type;
  if (kind === "checkbox") return true;
  return kind !== "text" && /^-?\d+$/.test(text) ? Number(text) : text;
};

// Cubes counted by colour become a list of cubes, as an action carries them.
const cubes = (data) => {
  const counted = [...data].filter(([name]) => name.startsWith("drawn."));
  return counted.flatMap(([name, count]) => Array(Number(count) || 0).fill(name.slice("drawn.".length)));
};

const field = (form, data, name) => {
  if (name === "drawn") return cubes(data);
  const text = (data.get(name) ?? "").trim();
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

const expected = (action) => {
  const field = (name) => document.querySelector(`#moment [name="${name}"]`).value;
  if (AT_A_LINE.includes(action.do)) return Number(field("sequence"));
  if (!AT_A_TURN.includes(action.do)) return null;
  const [turn, phase] = field("turn").split(":");
  return { turn: Number(turn), phase };
};

const submitted = (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!form.matches("[data-tap]") || button?.name !== "action") return;
  event.preventDefault();
  if (button.closest("#next[aria-busy], dialog [aria-busy]")) return;
  const action = filled(form, button);
  const expects = expected(action);
  // The same finger once more: what it asks for is on its way.
  if (expects !== null && button.hasAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  age();
  for (const listener of sent) listener(form, button);
  busy.set(add(action, expects, words(action, button)), button);
};

// Who did what, as the page says it: "Alice: Damage ×2".
const words = (action, button) => {
  const name = document.querySelector(`#seat-${action.seat} h2 span`)?.textContent;
  const what = button.textContent.trim().replace(/\s+/g, " ");
  return `${name ? `${name}: ` : ""}${what}${action.count > 1 ? ` ×${action.count}` : ""}`;
};

const idle = () => {
  for (const button of busy.values()) button.removeAttribute("aria-busy");
  busy.clear();
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

// The same refusal once more is counted, not shown again: a board must stay in sight.
// Of taps that had to wait nobody knows which they were, so each is named.
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

// A refusal goes with the next tap that is stored, not with one that was made before it was read.
const age = () => { for (const notice of document.querySelectorAll("#refused .notice")) notice.dataset.old = ""; };
const clear = () => { for (const notice of document.querySelectorAll("#refused [data-old]")) notice.remove(); };

const settledTap = (tap, why) => {
  const button = busy.get(tap.id);
  const sheet = button?.closest("dialog[open]");
  button?.removeAttribute("aria-busy");
  busy.delete(tap.id);
  sheet?.querySelector(".refused").replaceChildren();
  const waited = button && document.getElementById("queue").hidden ? "" : tap.what;
  if (why) refused(why, sheet?.querySelector(".refused") ?? document.getElementById("refused"), waited);
  else clear();
  if (!why && button) for (const listener of stored) listener(button.form, button);
};

let counting = null;

const reveal = () => {
  counting = null;
  document.getElementById("queue").hidden = false;
  for (const button of busy.values()) button.closest("dialog")?.close();
};

let lost = false;
let queued = 0;

const tell = () => {
  const words = queued === 1 ? say("waiting_one") : say("waiting", { count: queued });
  document.querySelector("#queue span").textContent = lost ? `${words}. ${say("offline")}` : words;
};

const count = (taps, stuck) => {
  const line = document.getElementById("queue");
  if (stuck || !taps.length || !line.hidden) {
    clearTimeout(counting);
    counting = null;
  }
  if (!taps.length) { line.hidden = true; idle(); return; }
  queued = taps.length;
  tell();
  // A tap that is answered at once is not worth a word.
  counting ??= setTimeout(reveal, stuck || !line.hidden ? 0 : YET);
};

let turn = "";
let settling = null;

// The button for the next step comes to lie under the finger that made the last one: a second tap
// of the same finger, or of somebody who meant the old button, must not do the next thing.
const settle = () => {
  const { active, phase } = moment();
  const now = `${active} ${phase}`;
  const next = document.getElementById("next");
  if (now !== turn) {
    clearTimeout(settling);
    settling = setTimeout(() => { settling = null; document.getElementById("next").removeAttribute("aria-busy"); }, SETTLING);
  }
  turn = now;
  if (settling !== null) next.setAttribute("aria-busy", "true");
};

export const start = () => {
  settle();
  onBoard(settle);
  document.addEventListener("submit", submitted);
  onQueue(count);
  onLine((online) => { lost = !online; tell(); });
  onSettled(settledTap);
  window.addEventListener("online", send);
  send();
};
