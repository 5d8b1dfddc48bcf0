// How often the next tap counts: chosen for one tap, and said meanwhile on every button that counts so often.
import { onBoard } from "./board.js";

const radios = [...document.querySelectorAll("[name=times][form=tap]")];

const show = () => {
  const often = radios.find((radio) => radio.checked)?.value ?? "1";
  for (const place of document.querySelectorAll("[data-often]")) place.textContent = often === "1" ? "" : `×${often}`;
  for (const place of document.querySelectorAll("[data-many]")) place.textContent = often;
};

export const once = () => {
  document.getElementById("times-1").checked = true;
  show();
};

export const start = () => {
  for (const radio of radios) radio.addEventListener("change", show);
  onBoard(show);
  show();
};
