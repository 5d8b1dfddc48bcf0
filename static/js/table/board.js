// Lays the pieces of a board that the server drew into the page: each replaces what has its id.
// As many as a board carries: older lines would not hear that they were taken back.
const LINES_KEPT = 20;
const listeners = [];

export const onBoard = (listener) => listeners.push(listener);

export const moment = () => document.getElementById("moment").dataset;

const addLine = (line) => {
  const log = document.getElementById("log");
  const number = Number(line.dataset.line);
  const below = [...log.children].find((each) => Number(each.dataset.line) < number);
  log.insertBefore(line, below || null);
  while (log.children.length > LINES_KEPT) log.lastElementChild.remove();
};

const lay = (piece) => {
  const old = document.getElementById(piece.id);
  // Morphing keeps the focus; what people type into lies outside of all pieces.
  if (old) window.Idiomorph.morph(old, piece, { morphStyle: "outerHTML" });
  else if (piece.dataset.line) addLine(piece);
};

// A board has dozens of cubes, so the stream says <c-red/>; companion/pages/sprite.py says how.
const KINDS = { c: "cube", i: "icon", v: "picture" };
const full = (html) =>
  html
    .replace(/<w-(\w+)\/>/g, "<i><c-$1/></i>")
    .replace(/<(([civ])-[\w-]+)( [\w-]+)?(?: ([^ />]+))?\/>/g, (_brief, name, kind, size = "", letter = "") => {
      const [box, face] = letter ? [' viewBox="0 0 24 26"', `<text>${letter}</text>`] : ["", ""];
      return `<svg class="${KINDS[kind]}${size}"${box} aria-hidden="true"><use href="#${name}"/>${face}</svg>`;
    });

// A device that comes late may get an older board than it shows already; that one is dropped.
export const apply = (html, sequence) => {
  if (sequence < Number(moment().sequence)) return;
  const box = document.createElement("template");
  box.innerHTML = full(html);
  for (const piece of [...box.content.children]) lay(piece);
  for (const listener of listeners) listener();
};
