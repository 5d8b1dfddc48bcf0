// Lists the taps that were still waiting when this device was removed and can no longer be sent.
"use strict";
(() => {
  const table = location.pathname.split("/")[2];
  let taps = [];
  try {
    taps = JSON.parse(localStorage.getItem(`taps:${table}`)) ?? [];
  } catch { /* nothing was stored */ }
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
