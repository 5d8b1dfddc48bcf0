// Sheets: links to a part of the page become dialogs; the odds are fetched again while visible.
import { onBoard } from "./board.js";
import { onStored } from "./taps.js";

const sheet = (name) => document.getElementById(`sheet-${name}`);

const fetchOdds = async () => {
  const box = document.getElementById("odds-live");
  const seat = document.body.dataset.acting ?? "";
  try {
    const answer = await fetch(`${box.dataset.src}?seat=${seat}`, { headers: { "X-Part": "1" } });
    if (answer.ok) window.Idiomorph.morph(box, await answer.text(), { morphStyle: "outerHTML" });
  } catch { /* without a connection the old numbers stay */ }
};

// A sheet is for one seat, however many forms it has.
const forSeat = (dialog, seat) => {
  for (const select of dialog.querySelectorAll("[data-acting-seat]")) select.value = seat;
  for (const radio of dialog.querySelectorAll("[data-whom-for]")) radio.checked = radio.value === seat;
  dialog.dataset.acting = seat;
};

const chosen = ({ target }) => {
  if (target.matches("dialog [data-acting-seat], [data-whom-for]")) forSeat(target.closest("dialog"), target.value);
};

export const openSheet = (name) => {
  const dialog = sheet(name);
  if (!dialog || dialog.open) return Boolean(dialog);
  const seat = document.body.dataset.acting;
  const menu = document.querySelector("details.menu[open]");
  menu?.removeAttribute("open");
  // An element inside a closed menu cannot get the focus back when the sheet closes.
  menu?.querySelector("summary").focus();
  for (const other of document.querySelectorAll("dialog[open]")) other.close();
  dialog.querySelector(".refused").replaceChildren();
  forSeat(dialog, seat);
  dialog.showModal();
  dialog.scrollTop = 0;  // not where the last one who looked had scrolled to
  if (name === "odds") fetchOdds();
  dialog.dispatchEvent(new CustomEvent("sheet:open"));
  return true;
};

const clicked = (event) => {
  const link = event.target.closest("[data-sheet]");
  if (link && openSheet(link.dataset.sheet)) event.preventDefault();
  const often = event.target.closest(".times label");
  if (often?.closest("dialog")) often.closest("dialog").close();
  const close = event.target.closest("[data-close]");
  if (close) { event.preventDefault(); close.closest("dialog").close(); }
  // A tap outside the sheet, on its backdrop, hits the dialog element itself.
  if (event.target instanceof HTMLDialogElement) event.target.close();
};

const filter = () => {
  const field = document.querySelector("[data-filter]");
  if (!field) return;
  const wanted = field.value.trim().toLocaleLowerCase();
  const items = [...document.querySelectorAll("[data-filtered] > li")];
  // What is looked for is found in what is folded away, too.
  for (const fold of document.querySelectorAll("#sheet-tokens details")) if (wanted) fold.open = true;
  for (const item of items) item.hidden = !item.textContent.replaceAll("\u00ad", "").toLocaleLowerCase().includes(wanted);
  document.getElementById("none-found").hidden = items.some((item) => !item.hidden);
};

const then = (group, seat) => {
  openSheet("tokens");
  forSeat(sheet("tokens"), seat);
  document.getElementById(group)?.scrollIntoView();
};

// The tap is done: the sheet closes, and is empty when it is opened again.
const done = (form, button, dialog) => {
  if (!dialog) return;
  if (!("stays" in dialog.dataset) || "closes" in button.dataset) dialog.close();
  if (form && form.id !== "tap") form.reset();
  // A lock was opened: what lies behind it is taken next, for the same seat.
  if (button.dataset.then) then(button.dataset.then, dialog.dataset.acting);
};

export const start = () => {
  document.addEventListener("click", clicked);
  document.addEventListener("change", chosen);
  document.addEventListener("input", filter);
  onBoard(() => { if (sheet("odds")?.open) fetchOdds(); filter(); });
  onStored(done);
};
