// Sheets: links to a part of the page become dialogs; the odds are fetched anew while they are seen.
import { onBoard } from "./board.js";
import { onSent } from "./taps.js";

const sheet = (name) => document.getElementById(`sheet-${name}`);

const fetchOdds = async () => {
  const box = document.getElementById("odds-live");
  const seat = document.body.dataset.acting ?? "";
  try {
    const answer = await fetch(`${box.dataset.src}?seat=${seat}`, { headers: { "X-Part": "1" } });
    if (answer.ok) window.Idiomorph.morph(box, await answer.text(), { morphStyle: "outerHTML" });
  } catch { /* without a connection the numbers stay as they were */ }
};

export const openSheet = (name) => {
  const dialog = sheet(name);
  if (!dialog || dialog.open) return Boolean(dialog);
  document.querySelector("details.menu[open]")?.removeAttribute("open");
  for (const other of document.querySelectorAll("dialog[open]")) other.close();
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

const filter = (event) => {
  if (!event.target.matches("[data-filter]")) return;
  const wanted = event.target.value.trim().toLocaleLowerCase();
  for (const item of document.querySelectorAll("[data-filtered] > li")) {
    item.hidden = !item.textContent.toLocaleLowerCase().includes(wanted);
  }
};

export const start = () => {
  document.addEventListener("click", clicked);
  document.addEventListener("input", filter);
  onBoard(() => { if (sheet("odds")?.open) fetchOdds(); });
  onSent((form, button) => button.closest("dialog")?.close());
};
