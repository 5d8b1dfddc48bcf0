// The end of an evening: the places from the last to the first, then crown, luck and the dragon's tally.
import { sound } from "../theatre/sound.js";

const EACH = 1600;
const { body } = document;
const address = body.getAttribute("data-finale");
const box = () => document.getElementById("finale");

let timer = null;
let shown = false;

export const clear = () => {
  clearTimeout(timer);
  shown = false;
  body.removeAttribute("data-ended");
  box().hidden = true;
  box().textContent = "";
};

const reveal = (step, last) => {
  const parts = Array.from(box().querySelectorAll(`[data-step="${step}"]`));
  parts.forEach((part) => part.classList.add("landed"));
  sound(step >= last ? "crown" : "place");
  if (step < last) timer = setTimeout(() => reveal(step + 1, last), EACH);
};

export const show = async () => {
  if (shown) return;
  shown = true;
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok || !shown) return;
    box().innerHTML = await answer.text();
  } catch (error) { shown = false; return; }
  body.setAttribute("data-ended", "");
  box().hidden = false;
  timer = setTimeout(() => reveal(1, box().querySelectorAll("[data-step]").length), EACH / 2);
};
