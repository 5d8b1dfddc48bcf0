// Whom this device acts for: one tap switches, and the active seat is chosen where it is ours.
import { moment, onBoard } from "./board.js";

let active = moment().active;

const radio = (seat) => document.getElementById(`act-${seat}`);

// A seat that is out has fewer controls; the server says which seats are.
const markOut = () => {
  const card = document.getElementById(`seat-${document.body.dataset.acting}`);
  document.body.toggleAttribute("data-out", card.classList.contains("out"));
};

const show = (seat) => {
  document.body.dataset.acting = seat;
  markOut();
  for (const select of document.querySelectorAll("[data-acting-seat]")) select.value = seat;
  const color = radio(seat)?.nextElementSibling.dataset.color;
  if (color) document.getElementById("dock").dataset.color = color;
};

export const actFor = (seat) => {
  const chosen = radio(seat);
  if (!chosen) return;
  chosen.checked = true;
  show(seat);
};

const ours = (seat) => {
  const holds = document.body.dataset.holds;
  return holds === "" || (holds.includes(" ") && holds.split(" ").includes(seat));
};

const follow = () => {
  const now = moment().active;
  if (now !== active && ours(now)) actFor(now);
  active = now;
  markOut();
};

export const start = () => {
  document.getElementById("acting")?.addEventListener("change", (event) => show(event.target.value));
  onBoard(follow);
  const chosen = document.querySelector("#acting :checked");
  if (chosen) show(chosen.value);
};
