// The sounds of a draw. They are made here, note by note, by the browser's own synthesiser: no recording, no file,
// nothing by others. Browsers let a page be heard only after somebody has touched it.

// A tone: wave, pitch at its beginning and end (hertz), when it begins, how long it lasts (seconds), how loud.
const SOUNDS = {
  bag: [["triangle", 90, 60, 0, 0.25, 0.2], ["triangle", 110, 70, 0.18, 0.25, 0.2]],
  cube: [["triangle", 190, 70, 0, 0.18, 0.3]],
  hit: [["triangle", 420, 160, 0, 0.2, 0.32], ["square", 120, 60, 0, 0.16, 0.08]],
  last: [["triangle", 420, 160, 0, 0.2, 0.32], ["sine", 660, 655, 0.16, 0.22, 0.2], ["sine", 660, 655, 0.44, 0.3, 0.2]],
  ghost: [["sine", 320, 760, 0, 0.55, 0.2], ["sine", 326, 700, 0.05, 0.6, 0.18], ["sine", 760, 300, 0.5, 0.5, 0.14]],
  fall: [["sawtooth", 220, 40, 0, 1.1, 0.26], ["triangle", 110, 36, 0.06, 1.3, 0.34], ["square", 72, 34, 0, 0.5, 0.12]],
  relief: [["sine", 392, 392, 0, 0.3, 0.16], ["sine", 494, 494, 0.16, 0.3, 0.16], ["sine", 587, 587, 0.32, 0.6, 0.16]],
  end: [["sawtooth", 98, 49, 0, 1.6, 0.2], ["sine", 147, 73, 0.2, 1.6, 0.24], ["sine", 73, 36, 0.5, 1.8, 0.3]],
  place: [["triangle", 262, 262, 0, 0.22, 0.2], ["triangle", 330, 330, 0.1, 0.3, 0.16]],
  crown: [
    ["triangle", 392, 392, 0, 0.2, 0.2], ["triangle", 523, 523, 0.16, 0.2, 0.2],
    ["triangle", 659, 659, 0.32, 0.2, 0.2], ["triangle", 784, 784, 0.48, 0.8, 0.24],
  ],
};
const QUIET = 0.001;
const Context = window.AudioContext || window.webkitAudioContext;

let context = null;

export const canSound = () => Boolean(Context);

// Call it while somebody touches the page: a context made otherwise stays suspended.
export const wake = () => {
  if (!Context) return;
  if (!context) context = new Context();
  if (context.state !== "running") context.resume();
};

const tone = ([wave, from, to, after, length, loud]) => {
  const at = context.currentTime + after;
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = wave;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  volume.gain.setValueAtTime(QUIET, at);
  volume.gain.exponentialRampToValueAtTime(loud, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(QUIET, at + length);
  source.connect(volume);
  volume.connect(context.destination);
  source.start(at);
  source.stop(at + length + 0.05);
};

export const sound = (kind) => {
  if (!context || context.state !== "running" || !(kind in SOUNDS)) return;
  for (const each of SOUNDS[kind]) tone(each);
};
