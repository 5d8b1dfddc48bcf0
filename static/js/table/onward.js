// Where a table goes on: every device follows to the result when somebody shows it, and to the rematch, if it may
// open it, after a moment to say no. Nothing jumps while somebody types.
import { read, write } from "./store.js";

const FOLLOWS = 10000;
const AGAIN = 2000;
const notice = document.getElementById("onward");

let going = null;
let asking = false;

const isTyping = () => document.querySelector("dialog[open], input:focus, textarea:focus, select:focus") !== null;

const go = (address) => {
  if (isTyping()) { going = setTimeout(go, AGAIN, address); return; }
  location.assign(address);
};

// A device that came back from the result is not sent there again, until something has been done.
export const toResult = (sequence) => {
  const { result } = notice.dataset;
  const key = `shown:${result}`;
  if (read(key, 0) === sequence) return;
  write(key, sequence);
  if (location.pathname !== result) go(result);
};

// Who has been at a table and goes back to the game before it, does so on purpose.
export const arrive = () => write(`stayed:${location.pathname}`, true);

// Who came to this table after the rematch was opened is not at that one. Asked again with every board.
const mayOpen = async (address) => {
  try {
    return (await fetch(address, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
};

export const toRematch = async (address) => {
  if (!address || going !== null || asking || read(`stayed:${address}`, false)) return;
  asking = true;
  const may = await mayOpen(address);
  asking = false;
  if (!may) return;
  notice.hidden = false;
  notice.querySelector("a").href = address;
  going = setTimeout(go, FOLLOWS, address);
  notice.querySelector("[data-stay]").addEventListener("click", () => {
    clearTimeout(going);
    write(`stayed:${address}`, true);
    notice.hidden = true;
  });
};
