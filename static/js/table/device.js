// Preferences of one device: sound, vibration, quick draws, a screen that stays on, cubes by hand, shortcuts.
import { canSound, sound as make, wake } from "../theatre/sound.js";
import { read, write } from "./store.js";

const KEY = "prefs";
const AGAIN = 1000;
const USUAL = { keys: true };

export const prefers = (name) => Boolean({ ...USUAL, ...read(KEY, {}) }[name]);

const possible = {
  vibrate: () => "vibrate" in navigator,
  awake: () => "wakeLock" in navigator,
  sound: canSound,
};

let lock = null;

const stayAwake = async () => {
  if (!possible.awake()) return;
  if (!prefers("awake")) { await lock?.release(); lock = null; return; }
  if (lock && !lock.released) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    // The system takes it back when it likes, also while the page is in sight.
    lock.addEventListener("release", () => { if (!document.hidden && prefers("awake")) setTimeout(stayAwake, AGAIN); });
  } catch { /* nothing depends on it */ }
};

// Heard only where it was chosen; the browser wants a touch before it.
export const sound = (kind) => { if (prefers("sound")) make(kind); };

const touched = () => { if (prefers("sound")) wake(); };

export const shake = (pattern) => {
  if (prefers("vibrate") && possible.vibrate() && pattern.length) navigator.vibrate(pattern);
};

export const start = () => {
  for (const box of document.querySelectorAll("[data-pref]")) {
    const name = box.dataset.pref;
    box.closest("label").hidden = possible[name] ? !possible[name]() : false;
    box.checked = prefers(name);
    box.addEventListener("change", () => {
      write(KEY, { ...read(KEY, {}), [name]: box.checked });
      if (name === "awake") stayAwake();
      if (name === "sound") { touched(); sound("hit"); }
    });
  }
  for (const note of document.querySelectorAll("[data-insecure]")) note.hidden = window.isSecureContext;
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, touched, { capture: true });
  stayAwake();
};
