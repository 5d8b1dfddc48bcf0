// The end of an evening: the places from the last to the first, then crown, luck and the dragon's tally.
import { sound } from "../theatre/sound.js";

const EACH = 1600;
const { body } = document;
const address = body.getAttribute("data-finale");
const box = () => document.getElementById("finale");

let timer = null;
let shown = false;
// Whether it begins with its end, how far it has come, what it says, and how often that was asked for.
let atOnce = false;
let reached = 0;
let told = "";
let asked = 0;

const steps = () => box().querySelectorAll("[data-step]").length;

const land = (step) => {
  const parts = Array.from(box().querySelectorAll(`[data-step="${step}"]`));
  parts.forEach((part) => part.classList.add("landed"));
};

const reveal = (step) => {
  reached = step;
  land(step);
  sound(step >= steps() ? "crown" : "place");
  if (step < steps()) timer = setTimeout(() => reveal(step + 1), EACH);
};

const begin = () => {
  body.setAttribute("data-ended", "");
  box().hidden = false;
  if (atOnce) reached = steps();
  else timer = setTimeout(() => reveal(1), EACH / 2);
};

// What it says now; what has been seen of it stays.
const bring = async () => {
  asked += 1;
  const mine = asked;
  let html = "";
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (answer.ok) html = await answer.text();
  } catch (error) { /* asked again with the next board */ }
  if (mine !== asked || !shown || html === told) return;
  if (!html) { shown = Boolean(told); return; }
  const first = !told;
  told = html;
  box().innerHTML = html;
  if (first) begin();
  for (let step = 1; step <= reached; step += 1) land(step);
};

export const clear = () => {
  clearTimeout(timer);
  shown = false;
  reached = 0;
  told = "";
  body.removeAttribute("data-ended");
  box().hidden = true;
  box().textContent = "";
};

export const show = () => {
  if (shown) return;
  shown = true;
  atOnce = false;
  bring();
};

// At a closed game nothing else is shown any more: from the beginning, or `now` as it ends.
export const keep = (now) => {
  if (!shown) { shown = true; atOnce = now; }
  bring();
};
