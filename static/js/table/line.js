// What the connection is at: the dot, and the notice that belongs to it. Without scripts neither is shown.
import { onLine, onNewer } from "./stream.js";
import { say } from "./words.js";

const LOOKS = { live: "dot", polled: "dot slow" };
// A line that is back by then was no matter.
const LASTS = 3000;
const { body } = document;
const dot = document.getElementById("line");
const newer = document.getElementById("new-version");

let lasting = null;

const announce = (words) => { document.getElementById("live").textContent = words; };

const isAway = () => {
  body.dataset.offline = "";
  announce(say("offline"));
};

// What lasts is told in words: read aloud, and over an attack, which covers what else would say it.
const tell = (at, words) => {
  clearTimeout(lasting);
  lasting = at === "away" && !("offline" in body.dataset) ? setTimeout(isAway, LASTS) : null;
  if (at === "away" || !("offline" in body.dataset)) return;
  delete body.dataset.offline;
  announce(words);
};

const show = (at) => {
  for (const notice of document.querySelectorAll("[data-line-at]")) notice.hidden = notice.dataset.lineAt !== at;
  if (!dot) return;
  dot.hidden = false;
  dot.className = LOOKS[at] ?? "dot off";
  const words = say(["live", "polled", "asleep"].includes(at) ? at : "away");
  document.getElementById("line-words").textContent = words;
  tell(at, words);
};

export const start = () => {
  onLine(show);
  onNewer(() => { if (newer) newer.hidden = false; });
  newer?.querySelector("button").addEventListener("click", () => location.reload());
};
