// A contract that has ended: the sheet to flip it and read opens by itself on the phone that did it and on those
// of its stars. Nothing opens over something else, and nothing on any other phone: there a line above the dock leads
// to it.
import { moment, onBoard } from "./board.js";
import { onSettled } from "./queue.js";
import { openSheet } from "./sheets.js";

const ENDS = ["contract_tick", "contract_status"];
const sheet = document.getElementById("sheet-flip");
const form = sheet?.querySelector("form[data-back]");
const several = sheet?.querySelector("[data-several]:not([data-flip])");
const stars = several?.querySelector("form");
const holds = (document.body.dataset.holds ?? "").split(" ").filter(Boolean);

const ended = () => [...document.querySelectorAll("#flips [data-flip]")];
const sequence = () => Number(moment().sequence);

// The contracts that ended while this page was open, and between which boards: { key, after, until }.
let fresh = [];
// Those that had ended on the board before: whether their backs were still to be entered, and a seat of ours scores.
let known = new Map();
let before = 0;
// What this phone itself has tapped about contracts: { key, sequence }.
const own = [];
// The contract whose sheet opens as soon as nothing else is open.
let next = null;

const scoredHere = (dataset) => holds.some((seat) => dataset.stars.split(" ").includes(seat));

const remembered = (all) => new Map(
  all.map(({ dataset }) => [dataset.moment, { open: "open" in dataset, ours: scoredHere(dataset) }]),
);

const isOurs = ({ key, after, until }) =>
  own.some((tap) => tap.key === key && tap.sequence > after && tap.sequence <= until);

const isOpenStill = (key) => ended().some((each) => each.dataset.flip === key && "open" in each.dataset);

const covered = () => "attack" in document.body.dataset || document.querySelector("dialog[open]") !== null;

// What is left empty stands for what is known already: two phones may have the sheet open.
const know = (dataset) => {
  const points = dataset?.points ?? 0;
  form.elements["usual.points"].value = points;
  form.elements.points.placeholder = points;
};

// Who has completed it, unless somebody here is just choosing others.
const mark = (dataset) => {
  if ("typed" in stars.dataset) return;
  const seats = dataset?.stars.split(" ") ?? [];
  for (const box of stars.querySelectorAll("[name=seats]")) box.checked = seats.includes(box.value);
};

// The fields say what is known of the back so far.
const fill = (dataset) => {
  for (const each of [form, stars]) {
    each.reset();
    delete each.dataset.typed;
    each.elements.contract.value = dataset?.flip ?? "";
  }
  several.open = false;
  if (!dataset || "open" in dataset) return;
  form.elements.points.value = dataset.points;
  form.elements.bonus.value = dataset.bonus === "0" ? "" : dataset.bonus;
  for (const box of form.querySelectorAll("[name=waits]")) box.checked = dataset.waits.split(" ").includes(box.value);
};

// Only the contract that the sheet is open for is seen in it.
const show = () => {
  const key = sheet.dataset.contract;
  for (const each of ended()) each.hidden = Boolean(key) && each.dataset.flip !== key;
  const one = ended().find((each) => each.dataset.flip === key);
  know(one?.dataset);
  mark(one?.dataset);
  several.hidden = one !== undefined && !("several" in one.dataset);
  form.querySelector("[data-points]").hidden = one?.dataset.stars === "";
  form.querySelector("[data-bonus]").hidden = one !== undefined && (one.dataset.stars === "" || !("new" in one.dataset));
};

const choose = (asked) => {
  const all = ended();
  const open = all.filter((each) => "open" in each.dataset);
  const only = all.length === 1 ? all[0] : open[0];
  const one = asked ? all.find((each) => each.dataset.flip === asked) : only;
  if (one) sheet.dataset.contract = one.dataset.flip;
  else delete sheet.dataset.contract;
  fill(one?.dataset);
  sheet.querySelector("[data-laid]").hidden = true;
  show();
};

const open = (key) => {
  next = null;
  fresh = fresh.filter((each) => each.key !== key);
  choose(key);
  openSheet("flip");
};

// What this phone did itself leads on from the sheet in which it was tapped; everything else waits for its turn.
const tryNext = () => {
  if (next === null) return;
  if (!isOpenStill(next)) next = null;
  else if (!covered()) open(next);
};

const lookAgain = () => {
  const mine = fresh.find(isOurs);
  if (mine) {
    if (!isOpenStill(mine.key)) fresh = fresh.filter((each) => each !== mine);
    else if ("attack" in document.body.dataset) next = mine.key;
    else open(mine.key);
  }
  tryNext();
};

// It is active again, or another phone has entered its back: what was typed here stays, nothing else does.
const leave = () => {
  const key = sheet.dataset.contract;
  if (!sheet.open || !key) return;
  const one = ended().find((each) => each.dataset.flip === key);
  const isEntered = known.get(one?.dataset.moment)?.open && !("open" in one.dataset);
  const isBusy = form.querySelector("[aria-busy]") !== null;
  if (!one || (isEntered && !isBusy && !("typed" in form.dataset))) sheet.close();
};

const look = () => {
  const all = ended();
  leave();
  for (const { dataset } of all) {
    const was = known.get(dataset.moment);
    if (!("open" in dataset)) continue;
    if (!was) fresh.push({ key: dataset.flip, after: before, until: sequence() });
    if (scoredHere(dataset) && !was?.ours) next ??= dataset.flip;
  }
  known = remembered(all);
  before = sequence();
  show();
  lookAgain();
};

// What the back brings was laid on the table from here.
const laid = (key) => {
  const told = sheet.querySelector("[data-laid]");
  told.textContent = told.dataset.laid.replace("{key}", key);
  told.hidden = false;
  sheet.querySelector("[data-brings]").open = false;
};

const settled = (tap, why, at) => {
  if (!why && sheet.open && tap.action.do === "contract") laid(tap.action.key);
  if (!why && tap.action.do === "contract_status") {
    delete stars.dataset.typed;
    several.open = false;
  }
  if (why || !ENDS.includes(tap.action.do)) return;
  own.push({ key: tap.action.contract, sequence: at });
  lookAgain();
};

const clicked = ({ target }) => {
  const link = target.closest("[data-sheet=flip]");
  if (link) choose(link.dataset.contract);
};

export const start = () => {
  if (!sheet) return;
  known = remembered(ended());
  before = sequence();
  document.addEventListener("click", clicked);
  for (const each of [form, stars]) each.addEventListener("input", () => { each.dataset.typed = ""; });
  document.addEventListener("close", () => setTimeout(tryNext), { capture: true });
  new MutationObserver(tryNext).observe(document.body, { attributes: true, attributeFilter: ["data-attack"] });
  onBoard(look);
  onSettled(settled);
};
