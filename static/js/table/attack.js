// The attack as an event: it stays on the screen until this device puts it aside.
import { onBoard } from "./board.js";
import { knock, shake } from "./device.js";
import { read, write } from "./store.js";

const KEY = `seen:${document.body.dataset.table}`;
const EACH = 0.45;
const SHORT = 90;
const bite = () => document.getElementById("bite");
const number = () => Number(bite().dataset.number ?? 0);

let shown = 0;

export const seen = () => read(KEY, 0);

export const dismiss = () => {
  if (!("attack" in document.body.dataset)) return false;
  write(KEY, number());
  delete document.body.dataset.attack;
  return true;
};

const own = () => {
  const holds = document.body.dataset.holds?.split(" ") ?? [];
  return new Set(holds.map((seat) => document.getElementById(`act-${seat}`)?.nextElementSibling.dataset.color));
};

const play = () => {
  const mine = own();
  const drawn = [...bite().querySelectorAll(".drawn li")];
  drawn.forEach((cube, at) => knock((at + 1) * EACH, cube.querySelector(".hurt") !== null));
  const color = (cube) => cube.querySelector("use").getAttribute("href").split("#c-")[1];
  const hits = drawn.filter((cube) => mine.has(color(cube))).length;
  shake(Array(hits * 2).fill(SHORT));
};

// An attack that was taken back leaves the screen, and an older one does not come again.
const look = () => {
  const now = number();
  if (now === shown) return;
  shown = now;
  delete document.body.dataset.attack;
  if (now <= seen()) return;
  document.body.dataset.attack = now;
  play();
};

export const start = () => {
  document.body.dataset.live = "on";
  if (!("fresh" in bite().dataset)) write(KEY, Math.max(seen(), number()));
  document.addEventListener("click", (event) => { if (event.target.closest("[data-dismiss]")) dismiss(); });
  onBoard(look);
  look();
};
