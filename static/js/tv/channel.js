// The television's stream: open for as long as the page is, opened again after it broke. A stream that is held back
// on the way is replaced by asking, and so is one that the server ends because too many follow the table by its code.

const AGAIN = 3000;
const FIRST = 12000;
const POLL_EVERY = 3000;
// The server sends something at least every 15 seconds.
const MUTE = 40000;
const LOOK_EVERY = 5000;

const address = document.body.getAttribute("data-stream");
const dot = document.getElementById("line");

let source = null;
let heard = 0;
let timer = null;
let polled = 0;
let listeners = {};

const show = (on) => {
  dot.classList.toggle("off", !on);
  dot.setAttribute("aria-label", dot.getAttribute(on ? "data-on" : "data-off"));
};

const hear = () => {
  heard = Date.now();
  clearTimeout(timer);
  show(true);
};

const close = () => {
  clearTimeout(timer);
  if (source) source.close();
  source = null;
};

// Its code has ended: the page that comes instead says so, and asks for nothing.
const lookWhetherEnded = async () => {
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    if (answer.status === 404) location.reload();
  } catch (error) { /* no connection at all, which the dot already shows */ }
};

const lost = () => {
  show(false);
  if (source && source.readyState !== EventSource.CLOSED) return;
  close();
  lookWhetherEnded();
  timer = setTimeout(open, AGAIN);
};

const told = (name) => (event) => {
  hear();
  if (listeners[name]) listeners[name](event.data, Number(event.lastEventId));
};

const poll = async () => {
  try {
    const answer = await fetch(`${address.replace("/stream/", "/board/")}&since=${polled}`, { cache: "no-store" });
    if (answer.ok) {
      const html = answer.status === 204 ? "" : await answer.text();
      polled = Number(answer.headers.get("X-Sequence")) || polled;
      show(true);
      if (html) listeners.tv(html, polled);
    }
  } catch (error) { show(false); }
  timer = setTimeout(poll, POLL_EVERY);
};

const mute = () => {
  close();
  poll();
};

export const open = () => {
  close();
  source = new EventSource(address);
  timer = setTimeout(mute, FIRST);
  source.addEventListener("open", () => listeners.open());
  source.addEventListener("error", lost);
  source.addEventListener("message", hear);
  source.addEventListener("sleep", mute);
  for (const name of ["tv", "version", "word"]) source.addEventListener(name, told(name));
};

// `heardOf` are functions by what is heard: "open", "tv" (a board), "version", "word".
export const start = (heardOf) => {
  listeners = heardOf;
  open();
  window.addEventListener("online", open);
  window.addEventListener("pagehide", close);
  setInterval(() => { if (source && Date.now() - heard > MUTE && heard) { heard = Date.now(); open(); } }, LOOK_EVERY);
};
