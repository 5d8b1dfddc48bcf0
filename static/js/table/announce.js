// Announces what happened to screen readers, each line of the log once.
import { moment, onBoard } from "./board.js";

let told = Number(moment().sequence);

const tell = () => {
  const lines = [...document.querySelectorAll("#log [data-line]")].filter((line) => Number(line.dataset.line) > told && !line.hidden);
  told = Math.max(told, Number(moment().sequence));
  if (!lines.length) return;
  const words = lines.reverse().map((line) => line.querySelector("span").textContent);
  document.getElementById("live").textContent = words.join(" ");
};

export const start = () => onBoard(tell);
