// The pad for cubes from the cloth bag: a tap on a colour is a cube, and the bag's count follows.
import { moment, onBoard } from "./board.js";
import { prefers } from "./device.js";
import { openSheet } from "./sheets.js";
import { onStored } from "./taps.js";

const pad = document.querySelector("form[data-hand]");
const drawers = pad ? [...pad.querySelectorAll(".drawer")] : [];
const input = (drawer) => drawer.querySelector("input");
const number = (name) => Number(pad.elements[name].value);
const held = (color) => Number(document.querySelector(`#audit [data-color="${color}"]`)?.dataset.count ?? 0);
const entered = () => drawers.reduce((sum, drawer) => sum + Number(input(drawer).value || 0), 0);

const all = () => drawers.reduce((sum, drawer) => sum + held(drawer.dataset.color), 0);

// How many cubes a button draws: those of the moment, or those on its card.
const asked = (button) => {
  const own = JSON.parse(button.value).do === "attack";
  const size = Number(moment().size) + (own ? number("extra") : 0);
  return Math.min(own && pad.elements.size.value !== "" ? number("size") : size, all());
};

// The last button is for a card; its number is that of the moment unless the card gives another.
const count = () => {
  let size = 0;
  for (const button of pad.querySelectorAll("[data-at]")) {
    button.hidden = !button.dataset.at.split(" ").includes(moment().phase);
    // It can be tapped anyway, and the answer says what is missing.
    button.toggleAttribute("data-amiss", entered() !== asked(button));
    if (!button.hidden) size = asked(button);
  }
  pad.querySelector("[data-entered]").textContent = `${entered()} / ${size}`;
};

const show = () => {
  if (!pad) return;
  for (const drawer of drawers) {
    const most = held(drawer.dataset.color);
    input(drawer).max = most;
    drawer.querySelector("[data-more]").disabled = Number(input(drawer).value) >= most;
  }
  count();
};

const step = (event) => {
  const button = event.target.closest("[data-more], [data-fewer]");
  if (!button) return;
  const field = input(button.closest(".drawer"));
  field.value = Math.max(0, Number(field.value || 0) + ("more" in button.dataset ? 1 : -1));
  show();
};

// With the cloth bag, the device asks for the cubes wherever the server would draw.
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
