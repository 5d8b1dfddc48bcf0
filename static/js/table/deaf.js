// A control that comes to lie where another one was is deaf to fingers for a moment: a tap that was meant for
// the old one must not do the new one's thing. Keys and assistive technology are always heard.
import { moment } from "./board.js";

const MOMENT = 600;
// What ends a turn, answers the dragon's question or puts an attack aside, and what lies there afterwards.
const GRAVE = 1000;
const STEADY = 2;
const CONTROLS = "button, a[href], summary, label, select, textarea, input:not([type=hidden], [type=radio], [type=checkbox])";
const WATCHED = ["class", "hidden", "open", "value", "disabled", "data-attack", "data-acting", "data-turn", "data-out"];
const TURNS = ["end_turn", "refill", "out_turn", "leave"];

let shown = new Map();
let gone = [];
let dirty = true;
let waking = null;
let pressed = null;
const deaf = new Map();

// What a control does, whichever element it is; how many does not matter.
const meaning = (control) => {
  if (control.name !== "action") {
    return `${control.localName} ${control.id || control.htmlFor || control.getAttribute("href") || control.textContent}`;
  }
  const told = control.value.replace(/"count":(-?)\d+/, '"count":$1');
  const { turn } = moment();
  return TURNS.some((each) => told.includes(`"${each}"`)) ? `${told} ${turn}` : told;
};

const isGrave = (control) => control.closest("#next, [data-dismiss]") !== null;
const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
const steady = (one, other) =>
  Math.abs(one.left - other.left) <= STEADY && Math.abs(one.top - other.top) <= STEADY
  && Math.abs(one.right - other.right) <= STEADY && Math.abs(one.bottom - other.bottom) <= STEADY;

// On the screen, and nothing lies over its middle.
const inSight = (control, box) => {
  if (!box.width || box.bottom <= 0 || box.top >= innerHeight) return false;
  const x = (box.left + box.right) / 2;
  const y = Math.min(innerHeight - 1, Math.max(0, (box.top + box.bottom) / 2));
  const top = document.elementFromPoint(x, y);
  return top !== null && (control.contains(top) || deaf.has(control));
};

const survey = () => {
  const now = new Map();
  for (const control of document.querySelectorAll(CONTROLS)) {
    const box = control.getBoundingClientRect();
    if (inSight(control, box)) now.set(control, { box, does: meaning(control), grave: isGrave(control) });
  }
  return now;
};

// How much longer a control is deaf, in milliseconds.
const left = ({ box, does, grave }, time) => {
  const before = gone.filter((each) => each.does !== does && overlap(each.box, box));
  const waits = before.map((each) => (grave || each.grave ? GRAVE : MOMENT) - (time - each.at));
  return Math.max(0, ...waits);
};

const mark = () => {
  clearTimeout(waking);
  const time = performance.now();
  let next = Infinity;
  for (const control of deaf.keys()) control.removeAttribute("data-deaf");
  deaf.clear();
  for (const [control, told] of shown) {
    const wait = left(told, time);
    if (!wait) continue;
    deaf.set(control, time + wait);
    control.setAttribute("data-deaf", "");
    next = Math.min(next, wait);
  }
  if (deaf.size) waking = setTimeout(mark, next + 1);
};

const look = () => {
  dirty = false;
  const time = performance.now();
  const before = shown;
  shown = survey();
  gone = gone.filter((each) => time - each.at < GRAVE);
  const there = new Map([...shown].map(([, told]) => [told.does, told.box]));
  for (const [, told] of before) {
    const box = there.get(told.does);
    if (!box || !steady(box, told.box)) gone.push({ ...told, at: time });
  }
  mark();
};

// Scrolling moves everything, and whoever scrolls sees it. What was gone before that stays so: a page scrolls
// by itself, too, when something on it appears or goes, and then what went has to be noticed first.
const scrolled = () => {
  if (dirty) {
    look();
    return;
  }
  shown = survey();
  mark();
};

const later = () => {
  if (dirty) return;
  dirty = true;
  requestAnimationFrame(() => { if (dirty) look(); });
};

const control = (event) => event.target instanceof Element && event.target.closest(CONTROLS);

const down = (event) => {
  if (dirty) look();
  const target = control(event);
  pressed = target && { target, does: meaning(target) };
  // It may have glided since the last look, and what comes where it is now must not hear the next tap.
  if (target) shown.set(target, { box: target.getBoundingClientRect(), does: pressed.does, grave: isGrave(target) });
};

const clicked = (event) => {
  // Keys and assistive technology make clicks without a pointer.
  if (!event.isTrusted || event.detail === 0) return;
  if (dirty) look();
  const target = control(event);
  if (!target) return;
  const does = meaning(target);
  const became = pressed?.target === target && pressed.does !== does;
  // Where it was seen last: what only came by scrolling moved with the finger.
  const lies = shown.get(target);
  if (!became && !(lies && left(lies, performance.now()))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

export const start = () => {
  window.addEventListener("pointerdown", down, { capture: true });
  window.addEventListener("click", clicked, { capture: true });
  window.addEventListener("scroll", scrolled, { capture: true, passive: true });
  window.addEventListener("resize", scrolled);
  new MutationObserver(later).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: WATCHED,
  });
  const dock = document.getElementById("dock");
  if (dock) new ResizeObserver(later).observe(dock);
  shown = survey();
  dirty = false;
};
