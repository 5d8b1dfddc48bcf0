// The live stream: open while the page is seen, opened anew after sleep, silent about being lost.

const SOON = 1000;
const LATE = 10000;
const LOOK_EVERY = 5000;
const SLEPT = 20000;
// The server says something at least every 15 seconds.
const MUTE = 40000;
const opened = [];
const lines = [];
const events = [];

let source = null;
let timer = null;
let wait = SOON;
let looked = Date.now();
let heard = looked;

export const onOpen = (listener) => opened.push(listener);

// Whether the stream is there, each time that may have changed.
export const onLine = (listener) => lines.push(listener);

export const onEvent = (name, listener) => events.push([name, listener]);

const show = (online) => { for (const listener of lines) listener(online); };

export const close = () => {
  clearTimeout(timer);
  source?.close();
  source = null;
};

const lost = () => {
  show(false);
  // The browser tries again by itself unless the server answered with an error.
  if (source?.readyState !== EventSource.CLOSED) return;
  close();
  timer = setTimeout(open, wait);
  wait = Math.min(wait * 2, LATE);
};

const hear = () => { heard = Date.now(); };

const ready = () => {
  wait = SOON;
  hear();
  show(true);
  for (const listener of opened) listener();
};

// The first event is the board as it is, so whatever was missed is made up for at once.
export const open = () => {
  close();
  source = new EventSource(document.body.dataset.stream);
  source.addEventListener("open", ready);
  source.addEventListener("error", lost);
  source.addEventListener("message", hear);
  for (const [name, listener] of events) {
    source.addEventListener(name, (event) => { hear(); listener(event.data, Number(event.lastEventId)); });
  }
};

const anew = () => { if (!document.hidden) open(); };

// A phone that slept does not tell: its clock jumped. A line that broke unseen is mute.
const look = () => {
  const now = Date.now();
  const slept = now - looked > SLEPT;
  looked = now;
  if (!slept && now - heard < MUTE) return;
  heard = now;
  anew();
};

export const start = () => {
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  window.addEventListener("online", anew);
  window.addEventListener("offline", () => show(false));
  window.addEventListener("pageshow", (event) => { if (event.persisted) anew(); });
  window.addEventListener("pagehide", close);
  setInterval(look, LOOK_EVERY);
  anew();
};
