// Puts the pieces of a board from the server into the page: each replaces the element with its id.
// As many as a board has: older lines would not learn that they were undone.
const LINES_KEPT = 20;
const listeners = [];

export const onBoard = (listener) => listeners.push(listener);

export const moment = () => document.getElementById("moment").dataset;

let newest = Number(moment().sequence);

const addLine = (line) => {
  const log = document.getElementById("log");
  const number = Number(line.dataset.line);
  const below = [...log.children].find((each) => Number(each.dataset.line) < number);
  log.insertBefore(line, below || null);
  while (log.children.length > LINES_KEPT) log.lastElementChild.remove();
};

export const lay = (piece) => {
  const old = document.getElementById(piece.id);
  // Morphing keeps the focus; fields that people type into are outside of all pieces.
  if (old) window.Idiomorph.morph(old, piece, { morphStyle: "outerHTML" });
  else if (piece.dataset.line) addLine(piece);
};

export const show = (pieces) => {
  for (const piece of pieces) lay(piece);
  for (const listener of listeners) listener();
};

// What becomes of new pieces; an attack lets them wait for its last cube.
let take = show;

export const through = (taker) => { take = taker; };

// A late event may have an older board than the one shown; it is dropped.
export const apply = (html, sequence) => {
  if (sequence < newest) return;
  newest = sequence;
  const box = document.createElement("template");
  box.innerHTML = html;
  take([...box.content.children]);
};
