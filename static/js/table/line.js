// The quiet dot: whether this page hears the table.
import { onLine } from "./stream.js";
import { say } from "./words.js";

const show = (online) => {
  document.getElementById("line").classList.toggle("off", !online);
  document.getElementById("line-words").textContent = say(online ? "online" : "offline");
};

export const start = () => onLine(show);
