// Taps that still waited when this device was removed: no table takes them any more, so they are named.
"use strict";
(() => {
  const table = location.pathname.split("/")[2];
  let taps = [];
  try { taps = JSON.parse(localStorage.getItem(`taps:${table}`)) ?? []; } catch { /* nothing was kept */ }
  const box = document.getElementById("unsent");
  const list = document.createElement("ul");
  for (const { what } of taps) {
    const line = document.createElement("li");
    line.textContent = what;
    list.append(line);
  }
  box.append(list);
  box.hidden = !taps.length;
})();
