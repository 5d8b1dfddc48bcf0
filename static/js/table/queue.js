// Taps on their way: kept until the server has answered, sent in order, each with an id of its own.
import { read, write } from "./store.js";

const AGAIN = 2000;
const GIVE_UP = 15000;
const table = document.body.dataset.table;
const KEY = `taps:${table}`;
const listeners = [];
const settled = [];

let sending = false;
// The last try failed: what is queued now waits for more than an answer.
let stuck = false;
// A form takes this page along: what waits is sent from the next one.
let leaving = false;
let timer = null;

export const onQueue = (listener) => listeners.push(listener);
// Tells of each tap that was answered: stored, or refused with a reason.
export const onSettled = (listener) => settled.push(listener);

// Taps of another table are never sent here, whatever the storage holds.
const waiting = () => read(KEY, []).filter((tap) => tap.table === table);

const keep = (taps) => {
  write(KEY, taps);
  for (const listener of listeners) listener(taps, stuck);
};

const take = (id) => keep(waiting().filter((tap) => tap.id !== id));

// 16 random bytes; randomUUID is missing on plain http.
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// `what` are the words of the tap, for whoever has to hear that it was not done.
export const add = (action, expects, what) => {
  const id = newId();
  keep([...waiting(), { id, table, action, expects, what }]);
  send();
  return id;
};

const post = (tap) =>
  fetch(document.body.dataset.tap, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Table-Tap": "1" },
    body: JSON.stringify({ id: tap.id, expects: tap.expects, action: tap.action }),
    signal: AbortSignal.timeout ? AbortSignal.timeout(GIVE_UP) : undefined,
  });

const reason = async (answer) => {
  try { return await answer.json(); } catch { return { message: `${answer.status}` }; }
};

// A browser that never tapped is not known yet: the form's own way makes it known.
const byForm = (tap) => {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "action", value: JSON.stringify(tap.action) });
  const form = document.getElementById("tap");
  form.append(field);
  leaving = true;
  form.submit();
};

window.addEventListener("pageshow", () => { leaving = false; });

// Two people end one turn together: the second tap's wish has come true, and is no news to anybody.
const isDone = (tap, refusal) => refusal?.code === "stale" && tap.action.do === "end_turn";

// True where the tap is settled, stored or refused; false where it has to be sent again later.
const settle = async (tap) => {
  const answer = await post(tap);
  const refusal = answer.ok ? null : await reason(answer);
  // What broke the server would break it again, and hold up all that waits behind it.
  if (refusal?.code !== "fault" && (answer.status >= 500 || answer.status === 429)) return false;
  if (refusal?.code === "no_device") { take(tap.id); byForm(tap); return false; }
  for (const listener of settled) listener(tap, isDone(tap, refusal) ? null : refusal?.message);
  take(tap.id);
  return true;
};

export const send = async () => {
  if (sending || leaving) return;
  sending = true;
  clearTimeout(timer);
  let gone = true;
  try {
    for (let taps = waiting(); gone && taps.length; taps = waiting()) gone = await settle(taps[0]);
  } catch {
    gone = false;
  }
  sending = false;
  stuck = !gone;
  if (!gone) timer = setTimeout(send, AGAIN);
  keep(waiting());
};
