// The attack as an event: its cubes fall one by one, and it stays on the screen until this device puts it aside.
import { holdBack } from "../theatre/hold.js";
import { play } from "../theatre/play.js";
import { lay, onBoard, show, through } from "./board.js";
import { prefers, shake, sound } from "./device.js";
import { read, write } from "./store.js";
import { onOpen } from "./stream.js";

const { body } = document;
const KEY = `seen:${body.dataset.table}`;
// The attack that was put aside here, until the server knows.
const UNTOLD = `unsaid:${body.dataset.table}`;
const AGAIN = 2000;
const SHORT = 90;
// A result that the next attack follows is seen for this long.
const BETWEEN = 1500;
// Put aside on one device, an attack leaves the others too, once they could read it; at the latest after this long.
const READ = 2500;
const LATEST = 6000;

let shown = 0;
let skip = null;
let between = null;
let landedAt = 0;
let telling = null;

const result = () => document.getElementById("attack-result");
const number = () => Number(result().dataset.number ?? 0);

export const seen = () => read(KEY, 0);

export const isPlaying = () => "show" in body.dataset;

const mine = (cube) => {
  const holds = body.dataset.holds?.split(" ") ?? [];
  return cube.dataset.hits.split(" ").some((seat) => seat && holds.includes(seat));
};

const stop = () => {
  clearTimeout(between);
  skip = null;
  delete body.dataset.show;
};

const focus = (name) => {
  if (!document.querySelector("dialog[open]")) result().querySelector(name)?.focus({ preventScroll: true });
};

const finished = () => {
  if (hold.waits()) { between = setTimeout(hold.next, BETWEEN); return; }
  stop();
  focus("[data-dismiss]");
};

const begin = (attack, queued) => {
  stop();
  lay(attack);
  shown = number();
  body.dataset.attack = shown;
  body.dataset.show = "";
  const quick = queued || prefers("quick");
  body.toggleAttribute("data-quick", quick);
  document.getElementById("live").textContent = result().querySelector("h2").textContent;
  focus("[data-skip]");
  skip = play(result(), {
    quick,
    sound,
    landed: (cube) => { if (mine(cube)) shake([SHORT]); },
    last: () => { landedAt = Date.now(); hold.release(); },
    end: finished,
  });
};

// Everything is shown at once, also what waits.
const end = () => {
  const ends = skip;
  stop();
  ends?.();
  stop();
};

const hold = holdBack({ show, begin, end, isSeen: (at) => at <= seen() });

const putAside = () => {
  if (hold.waits()) hold.skip();
  end();
  write(KEY, number());
  delete body.dataset.attack;
};

const isTold = async (at, late) => {
  const told = new FormData(document.getElementById("tap"));
  told.set("attack", at);
  if (late) told.set("late", "on");
  try {
    const { status } = await fetch(body.dataset.seen, { method: "POST", body: told });
    return status < 500 && status !== 429;
  } catch {
    return false;
  }
};

// A word to the other devices, again until the server has it; without a seat this one only watches.
const tell = async (late) => {
  clearTimeout(telling);
  const at = read(UNTOLD, 0);
  if (!at || !document.getElementById("tap")) return;
  const told = await isTold(at, late);
  if (read(UNTOLD, 0) !== at) return;
  if (told) write(UNTOLD, 0);
  else telling = setTimeout(tell, AGAIN, true);
};

const skipAll = () => {
  hold.skip();
  focus("[data-dismiss]");
};

// What has not landed yet is skipped first.
export const dismiss = () => {
  if (!("attack" in body.dataset)) return false;
  if (isPlaying() && hold.waits()) { skipAll(); return true; }
  putAside();
  write(UNTOLD, number());
  tell(false);
  return true;
};

// Never with a newer one, which waits until this one has been shown.
const leave = (at) => { if (number() === at && hold.isNewest(at) && seen() < at) putAside(); };

export const seenElsewhere = (at) => {
  const wait = isPlaying() ? LATEST : landedAt + READ - Date.now();
  setTimeout(leave, Math.min(LATEST, Math.max(0, wait)), at);
};

// An undone attack leaves the screen, and an older one does not reappear.
const look = () => {
  const now = number();
  if (now === shown) return;
  shown = now;
  delete body.dataset.attack;
  if (now <= seen()) return;
  body.dataset.attack = now;
  landedAt = Date.now();
};

// While it plays, nothing can be tapped but what belongs to it.
const deaf = (event) => {
  if (!isPlaying() || event.submitter?.closest("#attack-result, dialog")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

const clicked = ({ target }) => {
  if (target.closest("[data-skip]")) skipAll();
  else if (target.closest("[data-dismiss]")) dismiss();
};

export const start = () => {
  if (!("fresh" in result().dataset)) write(KEY, Math.max(seen(), number()));
  document.addEventListener("click", clicked);
  document.addEventListener("submit", deaf, { capture: true });
  document.addEventListener("visibilitychange", () => { if (document.hidden && isPlaying()) hold.skip(); });
  onOpen(hold.connected);
  through((pieces) => { hold.take(pieces); body.dataset.live = "on"; });
  onBoard(look);
  look();
  tell(true);
};
