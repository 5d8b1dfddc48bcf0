// The whole game by keyboard. Keys do nothing while somebody types or a dialog is open.
import { dismiss, isPlaying } from "./attack.js";
import { prefers } from "./device.js";
import { actFor } from "./seat.js";
import { openSheet } from "./sheets.js";

const SHEETS = { "?": "keys", t: "tokens", g: "gold", o: "odds" };

const typing = (target) => target.closest("input:not([type=radio], [type=checkbox]), select, textarea, dialog[open]");

// While an attack plays, all else is deaf.
const pressPlaying = (key) => {
  if (key === "u") document.querySelector("#attack-result [data-undo]")?.click();
};

const press = (key) => {
  const control = document.querySelector(`[data-key="${key}"]:not(:disabled)`);
  // What cannot be done now is hidden, and its key does nothing.
  if (!control?.getClientRects().length) return false;
  control.click();
  return true;
};

const pressed = (event) => {
  // A key held down acts once, also the one that presses a focused button.
  if (event.repeat && event.target.closest("button, a, summary")) event.preventDefault();
  if (event.repeat) return;
  if (event.key === "Escape" && dismiss()) return;
  if (event.ctrlKey || event.metaKey || event.altKey || !prefers("keys")) return;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if (isPlaying()) { pressPlaying(key); return; }
  if (/^[1-6]$/.test(key)) actFor(`${Number(key) - 1}`);
  else if (Object.hasOwn(SHEETS, key) ? openSheet(SHEETS[key]) : key.length === 1 && press(key)) event.preventDefault();
};

export const start = () => document.addEventListener("keydown", pressed);
