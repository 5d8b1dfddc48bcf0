// Taps that still waited when this device was removed: no table takes them any more, so they are named.
"use strict";
(() => {
  const table = location.pathname.split("/")[2];
  let taps = [];
  try { taps = JSON.parse(localStorage.getItem(`taps:${table}`)) ?? []; } catch { /* nothing was kept */ }
  const box = document.getElementById("unsent");
  box.hidden = !taps.length;
  for (const { what } of taps) {
    const line = document.createElement("li");
    line.textContent = what;
    box.querySelector("ul").append(line);
  }
})();
