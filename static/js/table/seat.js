// Whom this device acts for. A phone with several seats follows the turn; one with a seat of its own may help
// another one, and is its owner's again soon after.
import { moment, onBoard } from "./board.js";
import { say } from "./words.js";

const HELPS_FOR = 6000;
// The words change first, and for this long nothing is taken for either seat.
const CHANGES_FOR = 600;
const held = document.body.dataset.holds;
const own = held && !held.includes(" ") ? held : null;

let active = moment().active;
let ending = null;

const radio = (seat) => document.getElementById(`act-${seat}`);
const acting = () => document.body.dataset.acting;
const holds = (seat) => held === "" || held.split(" ").includes(seat);
const nameOf = (seat) => document.querySelector(`#seat-${seat}[data-called]`)?.dataset.called
  ?? document.querySelector(`#seat-${seat} h2 span`)?.textContent ?? "";

// A seat that is out has fewer controls; the server says which seats are out.
const markOut = () => {
  const card = document.getElementById(`seat-${acting()}`);
  document.body.toggleAttribute("data-out", card.classList.contains("out"));
};

// Not whose this phone is, and not whose turn it is: then the buttons say for whom they are.
const isOther = (seat) => (own === null ? seat !== moment().active : seat !== own);

const tell = (seat) => {
  const name = isOther(seat) ? nameOf(seat) : "";
  const words = name && say("for_seat", { name });
  // A narrow button has no room for more than the name.
  for (const place of document.querySelectorAll("[data-whom]")) place.textContent = place.dataset.whom ? name : words;
  document.body.toggleAttribute("data-helping", words !== "");
};

const show = (seat) => {
  document.body.dataset.acting = seat;
  markOut();
  tell(seat);
  for (const select of document.querySelectorAll("[data-acting-seat]")) select.value = seat;
  const card = document.getElementById(`seat-${seat}`);
  document.getElementById("dock").dataset.color = card.dataset.color;
};

const stay = () => {
  clearTimeout(ending);
  document.body.removeAttribute("data-changing");
};

const change = () => {
  radio(own).checked = true;
  show(own);
  document.body.removeAttribute("data-changing");
};

// Back to the own seat: first in words, then in fact.
const goBack = () => {
  if (own === null || acting() === own || document.querySelector("dialog[open]")) return;
  stay();
  tell(own);
  document.body.dataset.changing = "";
  ending = setTimeout(change, CHANGES_FOR);
};

// Each tap for somebody else, and each that chooses them, gives the next one its time.
export const help = () => {
  if (own === null || acting() === own) return;
  stay();
  tell(acting());
  ending = setTimeout(goBack, HELPS_FOR);
};

export const actFor = (seat) => {
  const chosen = radio(seat);
  if (!chosen) return;
  stay();
  chosen.checked = true;
  show(seat);
  help();
};

// The sheet of what is needed less often leads to others, and chooses how often.
const closed = ({ target }) => { if (target.id !== "sheet-more") setTimeout(goBack); };

const whose = () => {
  if (held === "") return "table";
  return holds(moment().active) ? "mine" : "theirs";
};

const follow = () => {
  const now = moment().active;
  document.body.dataset.turn = whose();
  if (now !== active && holds(now)) {
    if (own === null) actFor(now);
    else goBack();
  }
  active = now;
  markOut();
  if (!("changing" in document.body.dataset)) tell(acting());
};

export const start = () => {
  document.getElementById("acting").addEventListener("change", (event) => actFor(event.target.value));
  // A sheet that was opened for somebody else is done with.
  document.addEventListener("close", closed, { capture: true });
  onBoard(follow);
  const chosen = document.querySelector("#acting :checked");
  if (chosen) actFor(chosen.value);
  document.body.dataset.turn = whose();
};
