// A line about a contract can be put off on this device. It comes back for a new reason, and is gone for all once
// somebody has done what it asks for.
import { onBoard } from "./board.js";
import { read, write } from "./store.js";

const KEY = `later:${document.body.dataset.table}`;
const lines = () => [...document.querySelectorAll("#reminders [data-reminder]")];

const show = () => {
  const box = document.getElementById("reminders");
  if (!box) return;
  const there = lines();
  const later = read(KEY, []).filter((moment) => there.some((each) => each.dataset.reminder === moment));
  if (later.length !== read(KEY, []).length) write(KEY, later);
  for (const each of there) each.hidden = later.includes(each.dataset.reminder);
  const left = there.filter((each) => !each.hidden);
  box.hidden = !left.length;
  // Where there is room for one line only, it says how many wait behind it.
  for (const why of box.querySelectorAll("small")) delete why.dataset.more;
  if (left.length > 1) left[0].querySelector("small").dataset.more = left.length - 1;
};

const clicked = ({ target, detail }) => {
  const button = target.closest("[data-later]");
  if (!button) return;
  write(KEY, [...read(KEY, []), button.dataset.later]);
  show();
  // The keyboard goes on with what is next.
  const next = lines().find((each) => !each.hidden) ?? document.getElementById("next");
  if (!detail) next?.querySelector("a, button")?.focus();
};

export const start = () => {
  document.addEventListener("click", clicked);
  onBoard(show);
  show();
};
