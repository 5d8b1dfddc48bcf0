// A screen that stays on. Browsers offer a wake lock over https only; over plain http a silent film keeps it on, which
// may play after a touch, and until then the page says so.
import { canSound, sound, wake } from "../theatre/sound.js";

const hands = document.getElementById("hands");
const button = document.getElementById("sound-on");
const back = document.getElementById("back");
const words = document.getElementById("awake");
const film = document.getElementById("film");
const STAYS = 12000;

const lock = () => {
  if (!("wakeLock" in navigator) || document.hidden) return;
  // The system may take it back at any time: then it is asked for again.
  navigator.wakeLock.request("screen").then(
    (held) => held.addEventListener("release", () => setTimeout(lock, 1000)),
    () => { /* nothing depends on it */ },
  );
};

// Only now: a browser that can show neither would note a fault on every television page.
const load = (type) => {
  const source = document.createElement("source");
  source.src = film.getAttribute(`data-${type}`);
  source.type = `video/${type}`;
  film.appendChild(source);
};

const play = () => {
  if ("wakeLock" in navigator) return;
  ["mp4", "webm"].forEach(load);
  // The oldest browsers return nothing here, and say by an event that it plays.
  const begun = film.play();
  if (begun) begun.catch(() => { /* the sentence stays */ });
};

const turnOn = () => {
  wake();
  play();
  setTimeout(() => sound("hit"), 50);
  button.hidden = true;
  hands.hidden = !back;
};

let hiding = null;

const appear = () => {
  if (button.hidden && !back) return;
  hands.classList.remove("faded");
  clearTimeout(hiding);
  hiding = setTimeout(() => hands.classList.add("faded"), STAYS);
};

export const start = () => {
  lock();
  document.addEventListener("visibilitychange", lock);
  words.hidden = "wakeLock" in navigator;
  button.hidden = !canSound();
  film.addEventListener("playing", () => { words.hidden = true; });
  button.addEventListener("click", turnOn);
  for (const what of ["mousemove", "keydown", "touchstart"]) document.addEventListener(what, appear);
  appear();
};
