// The quiet dot: whether this page hears the table. Without scripts nothing is said of it.
import { onLine } from "./stream.js";
import { say } from "./words.js";

const GONE = 404;
const dot = document.getElementById("line");
const removed = document.getElementById("removed");

const show = (online) => {
  dot.hidden = false;
  dot.classList.toggle("off", !online);
  document.getElementById("line-words").textContent = say(online ? "online" : "offline");
};

// A device that was removed is not just without a connection: its table is not to be had any more.
const ask = async () => {
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    removed.hidden = answer.status !== GONE;
  } catch { /* no connection at all: the dot is quiet, and that is all there is to say */ }
};

export const start = () => {
  onLine(show);
  if (removed) onLine((online) => { if (online) removed.hidden = true; else ask(); });
};
