/* Draws every attack again in this browser, from what the page shows. Only where it may: on https or localhost. */
(() => {
  if (!globalThis.crypto?.subtle) return;

  const promised = (what) => document.querySelector(`[data-${what}]`)?.dataset[what];
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const text = new TextEncoder();

  async function* numbers(key, message) {
    for (let block = 0; ; block += 1) {
      const digest = await crypto.subtle.sign("HMAC", key, text.encode(`${message}:${block}`));
      const words = new DataView(digest);
      for (let at = 0; at < digest.byteLength; at += 4) yield words.getUint32(at);
    }
  }

  async function drawn(key, salt, attack) {
    const row = attack.bag.split(" ").filter(Boolean).flatMap((pile) => {
      const [color, count] = pile.split(":");
      return Array(Number(count)).fill(color);
    });
    const stream = numbers(key, `${salt}:${attack.number}`);
    const taken = [];
    for (let left = Math.min(Number(attack.asked), row.length); left > 0; left -= 1) {
      const limit = 2 ** 32 - (2 ** 32 % row.length);
      let number = limit;
      while (number >= limit) number = (await stream.next()).value;
      taken.push(...row.splice(number % row.length, 1));
    }
    return taken.join(" ");
  }

  async function fits() {
    const [seed, salt, commitment] = ["seed", "salt", "commitment"].map(promised);
    if (hex(await crypto.subtle.digest("SHA-256", bytes(seed))) !== commitment.toLowerCase()) return false;
    const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    for (const attack of document.querySelectorAll("[data-number]")) {
      if ((await drawn(key, salt, attack.dataset)) !== attack.dataset.drawn) return false;
    }
    return true;
  }

  const place = () => document.getElementById("own-check");

  document.addEventListener("click", async ({ target }) => {
    if (!target.closest("#check-here")) return;
    const right = await fits();
    place().querySelector("output").textContent = right ? place().dataset.right : place().dataset.wrong;
  });

  // The seed comes while the page is open, when somebody closes the game.
  const offer = () => { place().hidden = !promised("seed"); };
  document.addEventListener("news", offer);
  offer();
})();
