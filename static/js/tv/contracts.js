// A contract that is completed while the room looks: for a moment in large letters, with a sound.
const SHOWN_FOR = 6000;

let active = [];
let ending = null;

const rows = () => Array.from(document.querySelectorAll("#contracts [data-status]"));

const remember = () => {
  active = rows().filter((each) => each.getAttribute("data-status") === "active").map((each) => each.id);
};

const banner = () => document.getElementById("completed");

const hide = () => { banner().hidden = true; };

export const look = (sound) => {
  const done = rows().filter((each) => active.includes(each.id) && each.hasAttribute("data-said"));
  remember();
  if (!done.length) return;
  clearTimeout(ending);
  banner().querySelector("span").textContent = done.map((each) => each.getAttribute("data-said")).join(" ");
  banner().hidden = false;
  sound("crown");
  ending = setTimeout(hide, SHOWN_FOR);
};

export const start = remember;
