// Sheets: links to a part of the page become dialogs; the odds are fetched anew while they are seen.
import { onBoard } from "./board.js";
import { onStored } from "./taps.js";

const sheet = (name) => document.getElementById(`sheet-${name}`);

const fetchOdds = async () => {
  const box = document.getElementById("odds-live");
  const seat = document.body.dataset.acting ?? "";
  try {
    const answer = await fetch(`${box.dataset.src}?seat=${seat}`, { headers: { "X-Part": "1" } });
    if (answer.ok) window.Idiomorph.morph(box, await answer.text(), { morphStyle: "outerHTML" });
  } catch { /* without a connection the numbers stay as they were */ }
};

// A sheet is for one seat, however many forms it has.
const forSeat = (dialog, seat) => {
  for (const select of dialog.querySelectorAll("[data-acting-seat]")) select.value = seat;
};

const chosen = ({ target }) => {
  if (target.matches("dialog [data-acting-seat]")) forSeat(target.closest("dialog"), target.value);
};

export const openSheet = (name) => {
  const dialog = sheet(name);
  if (!dialog || dialog.open) return Boolean(dialog);
  const menu = document.querySelector("details.menu[open]");
  menu?.removeAttribute("open");
  // What a closed menu holds cannot take the focus back when the sheet closes.
  menu?.querySelector("summary").focus();
  for (const other of document.querySelectorAll("dialog[open]")) other.close();
  dialog.querySelector(".refused").replaceChildren();
  forSeat(dialog, document.body.dataset.acting);
  dialog.showModal();
  if (name === "odds") fetchOdds();
  dialog.dispatchEvent(new CustomEvent("sheet:open"));
  return true;
};

const clicked = (event) => {
  const link = event.target.closest("[data-sheet]");
  if (link && openSheet(link.dataset.sheet)) event.preventDefault();
  const close = event.target.closest("[data-close]");
  if (close) { event.preventDefault(); close.closest("dialog").close(); }
  // A tap beside the sheet, on its backdrop, hits the dialog itself.
  if (event.target instanceof HTMLDialogElement) event.target.close();
};

const filter = () => {
  const field = document.querySelector("[data-filter]");
  if (!field) return;
  const wanted = field.value.trim().toLocaleLowerCase();
  const items = [...document.querySelectorAll("[data-filtered] > li")];
  for (const item of items) item.hidden = !item.textContent.toLocaleLowerCase().includes(wanted);
  document.getElementById("none-found").hidden = items.some((item) => !item.hidden);
};

// What was asked for is done: the sheet closes, and is empty when it is opened again.
const done = (form, button) => {
  const dialog = button.closest("dialog");
  if (!dialog) return;
  dialog.close();
  if (form.id !== "tap") form.reset();
};

export const start = () => {
  document.addEventListener("click", clicked);
  document.addEventListener("change", chosen);
  document.addEventListener("input", filter);
  onBoard(() => { if (sheet("odds")?.open) fetchOdds(); filter(); });
  onStored(done);
};
