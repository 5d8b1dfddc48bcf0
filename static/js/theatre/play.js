// The dragon's draw as a show: what of it is seen when. Phones and the television play it by this script, and the
// pages beside the table wait for as long. Times depend on what has landed, never on what is still to come.
// They run on old television sets, so nothing in this folder is newer than tests/site/test_television_files.py allows.

// From the first cube to the last, in milliseconds: at most six seconds after the tap, eight for a whole bagful.
const LONGEST = 5500;
const LONGEST_OF_MANY = 7500;
const QUICK = 1800;
const MANY = 12;
const OPENING = 600;
const OPENING_QUICK = 250;
// A cube that falls shows no colour until it has landed.
const FALLS_FOR = 260;
const PLAIN = 620;
const BRINK = 1150;
const SPLASH = 1100;
const PAUSE = 500;

// How long a draw of so many cubes may take until its last one has landed.
export const longest = (cubes, quick) => {
  if (quick) return QUICK;
  return cubes < MANY ? LONGEST : LONGEST_OF_MANY;
};

// How long until the next cube lands, if so many are to come in so much time.
const wait = (cubes, time, brink, quick) => {
  const most = Math.max(0, time) / cubes;
  if (quick) return Math.min(350, most);
  return brink ? Math.min(BRINK, most) : Math.min(PLAIN, most * 0.62);
};

// Plays the show in `root`, where each part that appears has its step: `data-step`, a number or "end".
// `sound` is called with what is to be heard, `landed` with each cube, `last` when nothing more is to come.
// Returns a function that ends it at once.
export const play = (root, { quick, sound, landed, last, end }) => {
  const cubes = Array.from(root.querySelectorAll(".drawn > li"));
  const over = Date.now() + longest(cubes.length, quick);
  let timer = null;
  let at = 0;

  const after = (time, what) => { timer = setTimeout(what, time); };

  const reveal = (step) => {
    for (const part of root.querySelectorAll(`[data-step="${step}"]`)) {
      part.classList.remove("falling");
      part.classList.add("landed");
    }
  };

  const finish = () => {
    reveal("end");
    root.classList.remove("playing");
    end();
  };

  const splashes = (step) => Array.from(root.querySelectorAll(`.splash[data-step="${step}"]`));

  const splash = (fallen, time, then) => {
    for (const each of fallen) each.classList.add("now");
    after(time, () => {
      for (const each of fallen) each.classList.remove("now");
      then();
    });
  };

  const land = () => {
    const cube = cubes[at];
    at += 1;
    reveal(at);
    landed(cube);
    sound(cube.getAttribute("data-sound"));
    const left = cubes.length - at;
    if (!left) last();
    const fallen = splashes(at);
    const then = left ? next : () => after(quick ? 0 : PAUSE, finish);
    const time = left ? Math.min(SPLASH, (over - Date.now()) * 0.4) : SPLASH;
    if (fallen.length) splash(fallen, quick ? Math.min(time, 700) : time, then);
    else then();
  };

  const next = () => {
    const cube = cubes[at];
    const brink = cube.hasAttribute("data-brink");
    const time = wait(cubes.length - at, over - Date.now(), brink, quick);
    const falls = Math.min(FALLS_FOR, time / 2);
    if (brink && !quick) cube.classList.add("awaited");
    after(time - falls, () => {
      cube.classList.remove("awaited");
      cube.classList.add("falling");
      after(falls, land);
    });
  };

  root.classList.add("playing");
  sound("bag");
  if (cubes.length) after(quick ? OPENING_QUICK : OPENING, next);
  else after(0, () => { last(); finish(); });

  return () => {
    clearTimeout(timer);
    for (const part of root.querySelectorAll("[data-step]")) {
      part.classList.remove("falling", "awaited", "now");
      part.classList.add("landed");
    }
    if (at < cubes.length) last();
    at = cubes.length;
    if (root.classList.contains("playing")) finish();
  };
};
