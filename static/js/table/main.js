// The live table: what the server draws is laid in, what people tap is sent. No rule of the game is here.
import * as announce from "./announce.js";
import * as attack from "./attack.js";
import * as device from "./device.js";
import * as hand from "./hand.js";
import * as keys from "./keys.js";
import * as line from "./line.js";
import * as salt from "./salt.js";
import * as seat from "./seat.js";
import * as sheets from "./sheets.js";
import * as stream from "./stream.js";
import * as taps from "./taps.js";
import { apply, moment, onBoard } from "./board.js";
import { send } from "./queue.js";

// Names, colours, the code or a switch changed: the page around the board was made for the old ones.
const look = moment().look;
const outdated = () => moment().look !== look && !document.querySelector("dialog[open]");

const mayTap = document.getElementById("tap") !== null;

for (const part of [line, device, attack, announce, sheets]) part.start();
if (mayTap) {
  for (const part of [seat, taps, hand, keys, salt]) part.start();
  // After a tap the next one counts once again.
  taps.onSent((form) => { if (form.id === "tap") document.getElementById("times-1").checked = true; });
  stream.onOpen(send);
}
onBoard(() => { if (outdated()) location.reload(); });
stream.onEvent("board", apply);
stream.start();
