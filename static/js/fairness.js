// Draws every attack and lot again in this browser, from what the page shows. Browsers allow that on https and localhost only.
"use strict";
(() => {
  if (!globalThis.crypto?.subtle) return;

  const shown = (what) => document.querySelector(`[data-${what}]`)?.getAttribute(`data-${what}`);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const twoDigits = (byte) => byte.toString(16).padStart(2, "0");
  const hex = (buffer) => Array.from(new Uint8Array(buffer), twoDigits).join("");
  const text = new TextEncoder();

  // The stream of 32-bit numbers that docs/table-record.md describes.
  async function* numbers(key, message) {
    for (let block = 0; ; block += 1) {
      const digest = await crypto.subtle.sign("HMAC", key, text.encode(`${message}:${block}`));
      const words = new DataView(digest);
      for (let at = 0; at < digest.byteLength; at += 4) yield words.getUint32(at);
    }
  }

  const inBag = ({ bag }) => bag.split(" ").filter(Boolean).flatMap((pile) => {
    const [color, count] = pile.split(":");
    return Array(Number(count)).fill(color);
  });

  const inList = ({ places }) => [...Array(Number(places)).keys()];

  async function draw(key, message, row, asked) {
    const stream = numbers(key, message);
    const taken = [];
    for (let left = Math.min(asked, row.length); left > 0; left -= 1) {
      const limit = 2 ** 32 - (2 ** 32 % row.length);
      let number = limit;
      while (number >= limit) number = (await stream.next()).value;
      taken.push(...row.splice(number % row.length, 1));
    }
    return taken.join(" ");
  }

  const sha256 = async (digits) => hex(await crypto.subtle.digest("SHA-256", bytes(digits)));
  const keyOf = (seed) =>
    crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

  // A lot of a campaign has a seed of its own.
  async function ownMatches({ ownSeed, ownSalt, promised, places, drawn }) {
    if (promised && (await sha256(ownSeed)) !== promised) return false;
    const asked = drawn.split(" ").length;
    return (await draw(await keyOf(ownSeed), `${ownSalt}:l:1`, inList({ places }), asked)) === drawn;
  }

  async function allMatch() {
    for (const { dataset } of document.querySelectorAll("[data-own-seed]")) {
      if (!(await ownMatches(dataset))) return false;
    }
    if (!shown("seed")) return true;
    const [seed, salt, commitment] = ["seed", "salt", "commitment"].map(shown);
    if ((await sha256(seed)) !== commitment.toLowerCase()) return false;
    const key = await keyOf(seed);
    for (const { dataset } of document.querySelectorAll("[data-number]")) {
      const drawn = await draw(key, `${salt}:${dataset.number}`, inBag(dataset), Number(dataset.asked));
      if (drawn !== dataset.drawn) return false;
    }
    for (const { dataset } of document.querySelectorAll("[data-lot]")) {
      const asked = dataset.drawn.split(" ").length;
      const drawn = await draw(key, `${salt}:l:${dataset.lot}`, inList(dataset), asked);
      if (drawn !== dataset.drawn) return false;
    }
    return true;
  }

  const place = () => document.getElementById("own-check");

  document.addEventListener("click", async ({ target }) => {
    if (!target.closest("#check-here")) return;
    const { right, wrong } = place().dataset;
    place().querySelector("output").textContent = (await allMatch()) ? right : wrong;
  });

  // The seed may appear while the page is open, when somebody closes the game.
  const offer = () => {
    if (place()) place().hidden = !(shown("seed") || shown("own-seed"));
  };
  document.addEventListener("news", offer);
  offer();
})();
