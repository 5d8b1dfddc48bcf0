// The live stream: open while the page is visible, opened again after sleep. Where nothing comes
// through it, the page asks for the board instead. It is at one of these:
// "live": this connection has brought something; "polled": asked for every few seconds;
// "asleep": given up for newer pages of this device; "away": nothing of it; "gone": no longer ours.
const SOON = 1000;
const LATE = 10000;
const LOOK_EVERY = 5000;
const SLEPT = 20000;
// The server sends something at least every 10 seconds, and something at once.
const MUTE = 15000;
const FIRST = 6000;
const MUTES = 2;
const POLL_EVERY = 3000;
const TRY_EVERY = 60000;
// A stored tap is on the board within moments.
const DUE = 2000;

const opened = [];
const lines = [];
const newer = [];
const events = [];
const address = document.body.dataset.stream;
const own = document.body.dataset.version;

let at = "";
let source = null;
let timer = null;
let first = null;
let wait = SOON;
let mutes = 0;
let tried = 0;
let looked = Date.now();
let heard = looked;
let arrived = Number(document.getElementById("moment")?.dataset.sequence ?? document.body.dataset.sequence);

export const onOpen = (listener) => opened.push(listener);

// Calls back with what the stream is at, whenever that has changed.
export const onLine = (listener) => lines.push(listener);

// Calls back with the server's version if this page was made by another one.
export const onNewer = (listener) => newer.push(listener);

// The one kind of board that this page shows.
export const onEvent = (name, listener) => events.push([name, listener]);

const show = (now) => {
  if (now === at) return;
  at = now;
  for (const listener of lines) listener(now);
};

export const close = () => {
  clearTimeout(timer);
  clearTimeout(first);
  source?.close();
  source = null;
};

const check = (version) => {
  if (version && version !== own) for (const listener of newer) listener(version);
};

const deliver = (listener, html, sequence) => {
  arrived = Math.max(arrived, sequence);
  listener(html, sequence);
};

// Asked for -----------------------------------------------------------------------

const fetched = async (path, method = "GET") => {
  const giveUp = new AbortController();
  const late = setTimeout(() => giveUp.abort(), FIRST);
  try {
    const answer = await fetch(path, { method, cache: "no-store", signal: giveUp.signal });
    return { answer, html: await answer.text() };
  } finally {
    clearTimeout(late);
  }
};

// Whether the board was to be had; it is shown if it is new.
const ask = async () => {
  try {
    const { answer, html } = await fetched(`${address.replace("/stream/", "/board/")}&since=${arrived}`);
    if (!answer.ok) return false;
    check(answer.headers.get("X-Version"));
    if (html) deliver(events[0][1], html, Number(answer.headers.get("X-Sequence")));
    return true;
  } catch {
    return false;
  }
};

// If even asking fails, it is no matter of the stream.
const poll = async () => {
  const done = await ask();
  if (document.hidden || at === "live" || at === "asleep") return;
  if (!done) { mutes = 0; tried = 0; again(); return; }
  show("polled");
  timer = setTimeout(poll, POLL_EVERY);
  if (Date.now() - tried < TRY_EVERY) return;
  tried = Date.now();
  open();
};

// A board that a stored tap has led to: if it is not here in a moment, it is fetched.
export const due = (sequence) => setTimeout(async () => {
  if (arrived >= sequence || document.hidden) return;
  if (await ask() && at === "live") open();
}, DUE);

// Opened and lost -----------------------------------------------------------------

// Whether this page is nobody's any more: its code has ended, or the device was removed.
const ended = async () => {
  try {
    return (await fetched(location.href, "HEAD")).answer.status === 404;
  } catch {
    return false;
  }
};

// What the page still has to say about its taps would go with it.
const isRead = () => document.getElementById("queue")?.hidden !== false && !document.querySelector("#refused .notice");

// The page that comes instead says that it is over, and asks for nothing.
const leave = () => {
  if (isRead()) location.reload();
  else timer = setTimeout(leave, SOON);
};

const again = () => {
  show("away");
  timer = setTimeout(open, wait);
  wait = Math.min(wait * 2, LATE);
};

const lost = async () => {
  const refused = source.readyState === EventSource.CLOSED;
  const polled = at === "polled";
  close();
  if (!polled) show("away");
  if (refused && await ended()) { show("gone"); leave(); return; }
  if (source || document.hidden) return;
  if (polled) poll();
  else if (refused) mute();
  else timer = setTimeout(open, SOON);
};

// Nothing has come: held back on the way, refused, or the server is stuck.
const mute = () => {
  mutes += 1;
  close();
  if (mutes < MUTES) again();
  else poll();
};

const hear = () => {
  heard = Date.now();
  if (at === "live") return;
  clearTimeout(first);
  clearTimeout(timer);
  wait = SOON;
  mutes = 0;
  show("live");
  for (const listener of opened) listener();
};

const sleep = () => {
  close();
  show("asleep");
};

// The first event is the current board, so everything missed is made up for at once.
export const open = () => {
  const polled = at === "polled";
  clearTimeout(first);
  source?.close();
  if (!polled) { clearTimeout(timer); show("away"); }
  source = new EventSource(address);
  first = setTimeout(mute, FIRST);
  source.addEventListener("error", lost);
  source.addEventListener("message", hear);
  source.addEventListener("sleep", sleep);
  source.addEventListener("version", (event) => { hear(); check(event.data); });
  for (const [name, listener] of events) {
    source.addEventListener(name, (event) => { hear(); deliver(listener, event.data, Number(event.lastEventId)); });
  }
};

const anew = () => { if (!document.hidden && at !== "asleep" && at !== "gone") open(); };

// A phone that slept is noticed by its clock, a connection that broke silently by its silence.
const look = () => {
  const now = Date.now();
  const slept = now - looked > SLEPT;
  looked = now;
  if (slept || (at === "live" && now - heard > MUTE)) anew();
};

// What was still under way would call it live again, while nothing more is sent.
const cut = () => {
  if (document.hidden || at === "asleep" || at === "gone") return;
  close();
  again();
};

const wake = () => { if (at === "asleep") open(); };

export const start = () => {
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  document.addEventListener("pointerdown", wake, true);
  document.addEventListener("keydown", wake, true);
  window.addEventListener("online", anew);
  window.addEventListener("offline", cut);
  window.addEventListener("pageshow", (event) => { if (event.persisted) anew(); });
  window.addEventListener("pagehide", close);
  setInterval(look, LOOK_EVERY);
  anew();
};
