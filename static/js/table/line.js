// What the connection is at: the dot, and the notice that belongs to it. Without scripts neither is shown.
import { onLine, onNewer } from "./stream.js";
import { say } from "./words.js";

const LOOKS = { live: "dot", polled: "dot slow" };
const dot = document.getElementById("line");
const newer = document.getElementById("new-version");

const show = (at) => {
  for (const notice of document.querySelectorAll("[data-line-at]")) notice.hidden = notice.dataset.lineAt !== at;
  if (!dot) return;
  dot.hidden = false;
  dot.className = LOOKS[at] ?? "dot off";
  document.getElementById("line-words").textContent = say(["live", "polled", "asleep"].includes(at) ? at : "offline");
};

export const start = () => {
  onLine(show);
  onNewer(() => { if (newer) newer.hidden = false; });
  newer?.querySelector("button").addEventListener("click", () => location.reload());
};
