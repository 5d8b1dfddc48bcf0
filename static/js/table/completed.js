// A contract that is completed while the page is open: every screen says so for a moment, and covers nothing for it.
// Screen readers hear it from the log.
import { onBoard } from "./board.js";

const SHOWN_FOR = 5000;
const banner = document.getElementById("completed");
const lying = () => [...document.querySelectorAll("#lying > li")];

let active = new Set();
let ending = null;

const remember = () => {
  active = new Set(lying().filter((each) => each.dataset.status === "active").map((each) => each.id));
};

const hide = () => { banner.hidden = true; };

const look = () => {
  const done = lying().filter((each) => active.has(each.id) && each.dataset.said);
  remember();
  if (!done.length) return;
  clearTimeout(ending);
  banner.querySelector("span").textContent = done.map((each) => each.dataset.said).join(" ");
  banner.hidden = false;
  ending = setTimeout(hide, SHOWN_FOR);
};

export const start = () => {
  if (!document.getElementById("lying")) return;
  remember();
  onBoard(look);
};
