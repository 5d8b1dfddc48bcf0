// The live table: shows what the server renders, sends what people tap. Contains no rules.
import * as announce from "./announce.js";
import * as attack from "./attack.js";
import * as back from "./back.js";
import * as completed from "./completed.js";
import * as deaf from "./deaf.js";
import * as device from "./device.js";
import * as flip from "./flip.js";
import * as folds from "./folds.js";
import * as hand from "./hand.js";
import * as keys from "./keys.js";
import * as line from "./line.js";
import * as onward from "./onward.js";
import * as reminders from "./reminders.js";
import * as salt from "./salt.js";
import * as seat from "./seat.js";
import * as sheets from "./sheets.js";
import * as stream from "./stream.js";
import * as taps from "./taps.js";
import * as times from "./times.js";
import { apply, moment, onBoard } from "./board.js";
import { own } from "../hours.js";
import { onSettled, send } from "./queue.js";

// Names, colours, the code or a switch changed: the page around the board still has the old ones.
const look = moment().look;
const outdated = () => moment().look !== look && !document.querySelector("dialog[open]");

const mayTap = document.getElementById("tap") !== null;

for (const part of [folds, line, device, attack, announce, completed, reminders, sheets]) part.start();
if (mayTap) {
  for (const part of [seat, taps, times, hand, flip, keys, salt]) part.start();
  // After a tap, the next one counts once.
  taps.onSent((form) => { if (form.id === "tap") times.once(); });
  taps.onSent(seat.help);
  stream.onOpen(send);
  onSettled((tap, why, sequence) => { if (sequence) stream.due(sequence); });
}
back.start(attack.dismiss);
onBoard(() => own(document.getElementById("log")));
onBoard(() => { if (outdated()) location.reload(); });
deaf.start();
onward.arrive();
onBoard(() => onward.toRematch(moment().rematch));
onward.toRematch(moment().rematch);
stream.onEvent("board", apply);
// Words between the screens of a table, which are on no board.
stream.onEvent("word", (word) => {
  const [what, number] = word.split(" ");
  if (what === "seen") attack.seenElsewhere(Number(number));
  if (what === "result") onward.toResult(Number(moment().sequence));
});
stream.start();
