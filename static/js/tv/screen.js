// The television, which only shows. A draw takes the whole screen, and its result stays until the next action.
// Nothing here or in what it loads is newer than tests/site/test_television_files.py allows.
import * as awake from "./awake.js";
import * as channel from "./channel.js";
import * as contracts from "./contracts.js";
import * as finale from "./finale.js";
import { holdBack } from "../theatre/hold.js";
import { play } from "../theatre/play.js";
import { sound } from "../theatre/sound.js";

// A result that the next attack follows is seen for this long.
const BETWEEN = 2000;
const LOADED = "loaded";
const FOLLOWS = 10000;
const { body } = document;

let skip = null;
let between = null;
let newest = 0;
let version = "";
let leaving = null;

const result = () => document.getElementById("attack-result");
const isPlaying = () => body.hasAttribute("data-show");

// However many there are, they have to fit.
const size = () => {
  const list = result().querySelector(".drawn");
  if (!list) return;
  const count = list.children.length;
  list.classList.toggle("crowd", count > 12);
  list.classList.toggle("heap", count > 16);
};

const stage = () => {
  const fresh = result().hasAttribute("data-fresh");
  if (fresh) body.setAttribute("data-attack", "");
  else body.removeAttribute("data-attack");
  size();
};

// A newer version of the site is loaded between two actions; only once, whatever comes back.
const renew = () => {
  if (!version || isPlaying() || body.hasAttribute("data-attack")) return;
  try {
    if (sessionStorage.getItem(LOADED) === version) return;
    sessionStorage.setItem(LOADED, version);
  } catch (error) { return; }
  location.reload();
};

const lay = (piece) => {
  const old = document.getElementById(piece.id);
  if (old) old.replaceWith(piece);
};

// To the rematch's screen, after a moment to look at the result.
const follow = () => {
  if (!document.getElementById("moment").hasAttribute("data-rematch") || leaving) return;
  leaving = setTimeout(() => location.assign(body.getAttribute("data-rematch-tv")), FOLLOWS);
};

const isClosed = (moment) => moment.hasAttribute("data-closed");

const show = (pieces) => {
  pieces.forEach(lay);
  contracts.look(sound);
  follow();
  if (isClosed(document.getElementById("moment"))) finale.keep(false);
  if (!isPlaying()) { stage(); renew(); }
};

const stop = () => {
  clearTimeout(between);
  skip = null;
  body.removeAttribute("data-show");
};

const finished = () => {
  const mood = result().getAttribute("data-mood");
  sound(mood === "relief" || mood === "end" ? mood : "");
  if (hold.waits()) { between = setTimeout(hold.next, BETWEEN); return; }
  stop();
  stage();
};

const begin = (attack, queued) => {
  stop();
  lay(attack);
  size();
  body.setAttribute("data-attack", "");
  body.setAttribute("data-show", "");
  document.getElementById("live").textContent = result().querySelector("h2").textContent;
  skip = play(result(), { quick: queued, sound, landed: () => {}, last: () => hold.release(), end: finished });
};

const end = () => {
  const ends = skip;
  stop();
  if (ends) ends();
  stop();
};

const hold = holdBack({ show, begin, end, isSeen: () => false });

const take = (html, sequence) => {
  if (sequence < newest) return;
  const box = document.createElement("template");
  box.innerHTML = html;
  const moment = box.content.querySelector("#moment") || document.getElementById("moment");
  if (sequence > newest && newest && !isClosed(moment)) finale.clear();
  newest = sequence;
  hold.take(Array.from(box.content.children));
  body.setAttribute("data-live", "on");
};

stage();
if (isClosed(document.getElementById("moment"))) finale.keep(true);
contracts.start();
awake.start();
channel.start({
  open: () => hold.connected(),
  tv: take,
  word: (word) => { if (word === "result") finale.show(); },
  version: (now) => {
    if (now === body.getAttribute("data-version")) return;
    version = now;
    renew();
  },
});
