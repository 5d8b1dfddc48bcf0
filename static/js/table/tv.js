// The television: it only looks. An attack holds the stage until the next action.
import { apply, onBoard } from "./board.js";
import * as line from "./line.js";
import * as stream from "./stream.js";

const stage = () => {
  const fresh = "fresh" in document.getElementById("bite").dataset;
  document.body.toggleAttribute("data-attack", fresh);
};

document.body.dataset.live = "on";
onBoard(stage);
stage();
line.start();
stream.onEvent("tv", apply);
stream.start();
