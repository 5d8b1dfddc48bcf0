// The pad for cubes from the cloth bag: a tap on a colour is a cube, and the bag is counted along.
import { moment, onBoard } from "./board.js";
import { prefers } from "./device.js";
import { openSheet } from "./sheets.js";
import { onStored } from "./taps.js";

const pad = document.querySelector("form[data-hand]");
const drawers = pad ? [...pad.querySelectorAll(".drawer")] : [];
const input = (drawer) => drawer.querySelector("input");
const held = (color) => Number(document.querySelector(`#audit [data-color="${color}"]`)?.dataset.count ?? 0);
const entered = () => drawers.reduce((sum, drawer) => sum + Number(input(drawer).value || 0), 0);

const show = () => {
  if (!pad) return;
  for (const drawer of drawers) {
    const most = held(drawer.dataset.color);
    input(drawer).max = most;
    drawer.querySelector("[data-more]").disabled = Number(input(drawer).value) >= most;
  }
  pad.querySelector("[data-entered]").textContent = `${entered()} / ${moment().size}`;
  for (const button of pad.querySelectorAll("[data-at]")) {
    button.hidden = !button.dataset.at.split(" ").includes(moment().phase);
  }
};

const step = (event) => {
  const button = event.target.closest("[data-more], [data-fewer]");
  if (!button) return;
  const field = input(button.closest(".drawer"));
  field.value = Math.max(0, Number(field.value || 0) + ("more" in button.dataset ? 1 : -1));
  show();
};

// Who draws from the cloth bag is asked for the cubes wherever the server would draw.
const instead = (event) => {
  const button = event.target.closest("button[data-draws]");
  if (!button || !prefers("hand")) return;
  event.preventDefault();
  openSheet("hand");
};

export const start = () => {
  document.addEventListener("click", instead, { capture: true });
  if (!pad) return;
  for (const button of pad.querySelectorAll("[data-more], [data-fewer]")) button.hidden = false;
  pad.addEventListener("click", step);
  pad.addEventListener("input", show);
  onBoard(show);
  onStored((form) => { if (form === pad) show(); });
  show();
};
