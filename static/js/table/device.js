// What one device likes: sound, vibration, a screen that stays on, cubes by hand, shortcuts.
import { read, write } from "./store.js";

const KEY = "prefs";
const USUAL = { keys: true };

export const prefers = (name) => Boolean({ ...USUAL, ...read(KEY, {}) }[name]);

const possible = {
  vibrate: () => "vibrate" in navigator,
  awake: () => "wakeLock" in navigator,
  sound: () => "AudioContext" in window,
};

let lock = null;

const stayAwake = async () => {
  if (!possible.awake()) return;
  if (!prefers("awake")) { await lock?.release(); lock = null; return; }
  try { lock = await navigator.wakeLock.request("screen"); } catch { /* nothing depends on it */ }
};

let sounds = null;

// A short knock of wood, made here: no file has to be loaded.
export const knock = (after, high) => {
  if (!prefers("sound") || !possible.sound()) return;
  sounds ??= new AudioContext();
  const at = sounds.currentTime + after;
  const tone = sounds.createOscillator();
  const volume = sounds.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(high ? 420 : 190, at);
  tone.frequency.exponentialRampToValueAtTime(high ? 160 : 70, at + 0.14);
  volume.gain.setValueAtTime(0.3, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.18);
  tone.connect(volume).connect(sounds.destination);
  tone.start(at);
  tone.stop(at + 0.2);
};

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
      if (name === "sound") knock(0, true);
    });
  }
  for (const note of document.querySelectorAll("[data-insecure]")) note.hidden = window.isSecureContext;
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
  stayAwake();
};
