// The whole game by keyboard. No key means anything while somebody types or a sheet is open.
import { dismiss } from "./attack.js";
import { prefers } from "./device.js";
import { actFor } from "./seat.js";
import { openSheet } from "./sheets.js";

const SHEETS = { "?": "keys", t: "tokens", g: "gold", o: "odds" };

const typing = (target) => target.closest("input:not([type=radio], [type=checkbox]), select, textarea, dialog[open]");

const press = (key) => {
  const control = document.querySelector(`[data-key="${key}"]:not(:disabled)`);
  // What cannot be done now is not shown, and a key does not do it either.
  if (!control?.getClientRects().length) return false;
  control.click();
  return true;
};

const pressed = (event) => {
  if (event.key === "Escape" && dismiss()) return;
  if (event.ctrlKey || event.metaKey || event.altKey || !prefers("keys")) return;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if (/^[1-6]$/.test(key)) actFor(`${Number(key) - 1}`);
  else if (Object.hasOwn(SHEETS, key) ? openSheet(SHEETS[key]) : key.length === 1 && press(key)) event.preventDefault();
};

export const start = () => document.addEventListener("keydown", pressed);
