// A form that has just been sent is not sent again by the second tap of a double tap, nor does that tap send
// what the next page has at the same place.
"use strict";
(() => {
  // Long enough for the answer's page to take this one's place; after a download it stays, and is of use again.
  const SENT_MS = 3000;
  const HURRIED_MS = 700;
  const NEAR = 40;
  const KEPT = "last-tap";
  let sent = new WeakMap();
  let tap = null;
  let typed = false;

  const kept = () => {
    try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return null; }
  };
  const keep = () => {
    try { sessionStorage.setItem(KEPT, JSON.stringify(tap)); } catch { /* without it the same page is still covered */ }
  };

  const hurried = () => {
    const last = kept();
    if (!tap || !last || typed) return false;
    return tap.at - last.at < HURRIED_MS && Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR;
  };

  addEventListener("pointerdown", (event) => {
    tap = event.pointerType === "touch" ? { at: Date.now(), x: event.clientX, y: event.clientY } : null;
  }, { capture: true });

  // Who has typed on this page has looked at it, however fast.
  addEventListener("input", () => { typed = true; });

  // On the window, after the scripts that send a form themselves. A table's taps may be fast: they are left alone.
  addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.matches("[data-tap]")) return;
    const now = performance.now();
    if (now - sent.get(form) < SENT_MS || hurried()) event.preventDefault();
    else { sent.set(form, now); keep(); }
  });

  // Whoever comes back to the page may send it again at once.
  addEventListener("pageshow", () => { sent = new WeakMap(); });
})();
