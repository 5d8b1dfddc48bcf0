// Taps on their way: stored until the server has answered, sent in order, each with its own id.
import { read, write } from "./store.js";

const AGAIN = 2000;
const GIVE_UP = 15000;
const table = document.body.dataset.table;
const KEY = `taps:${table}`;
const listeners = [];
const settled = [];

let sending = false;
// The last attempt failed: the queue waits for the connection, not only for an answer.
let stuck = false;
// A form replaces this page: waiting taps are sent from the next one.
let leaving = false;
let timer = null;

export const onQueue = (listener) => listeners.push(listener);
// Calls back for each tap that was answered: stored, with its sequence, or refused, with a reason.
export const onSettled = (listener) => settled.push(listener);

// Taps of another table are never sent here, whatever the storage contains.
const waiting = () => read(KEY, []).filter((tap) => tap.table === table);

const keep = (taps) => {
  write(KEY, taps);
  for (const listener of listeners) listener(taps, stuck);
};

const take = (id) => keep(waiting().filter((tap) => tap.id !== id));

// 16 random bytes; randomUUID is missing on plain http.
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// `what` describes the tap, for the message if it was not done.
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

const put = (form, name, value) => {
  const field = form.querySelector(`[data-put="${name}"]`) ?? document.createElement("input");
  Object.assign(field, { type: "hidden", name, value });
  field.dataset.put = name;
  form.append(field);
};

// A browser that never tapped has no cookie yet; posting the form gives it one. The tap stays in the
// queue, and the next page sends it once more under the same id: a form may be lost on its way.
const byForm = (tap) => {
  const form = document.getElementById("tap");
  put(form, "action", JSON.stringify(tap.action));
  put(form, "id", tap.id);
  leaving = true;
  form.submit();
};

window.addEventListener("pageshow", (event) => { if (event.persisted) leaving = false; });

// Two people end the same turn: what the second tap wanted has happened, so say nothing.
const isDone = (tap, refusal) => refusal?.code === "stale" && tap.action.do === "end_turn";

// True if the tap is settled (stored or refused), false if it has to be sent again later.
const settle = async (tap) => {
  const answer = await post(tap);
  const said = await reason(answer);
  const refusal = answer.ok ? null : said;
  // A tap that broke the server would break it again and block all those behind it.
  if (refusal?.code !== "fault" && (answer.status >= 500 || answer.status === 429)) return false;
  if (refusal?.code === "no_device") { byForm(tap); return false; }
  for (const listener of settled) listener(tap, isDone(tap, refusal) ? null : refusal?.message, said.sequence);
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
