// The theme a reader chose on this device; loaded in the head, so that the page never flashes in the wrong one.
"use strict";
(() => {
  const root = document.documentElement;
  // The colour of each theme's floor, for the browser's own bars.
  const FLOORS = { dark: "#14100d", light: "#efe3c8", contrast: "#000000" };
  const bars = [...document.querySelectorAll('meta[name="theme-color"]')];
  const ofSystem = bars.map((bar) => bar.content);

  const stored = () => {
    try { return localStorage.getItem("theme"); } catch { return null; }
  };

  const show = (theme) => {
    if (theme in FLOORS) root.dataset.theme = theme;
    else delete root.dataset.theme;
    bars.forEach((bar, at) => { bar.content = FLOORS[theme] ?? ofSystem[at]; });
  };

  // The cookie lets the server write the choice into the next page, also where storage is shut.
  const keep = (theme) => {
    try { localStorage.setItem("theme", theme); } catch { /* the cookie is enough */ }
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  };

  show(stored() ?? root.dataset.theme);

  document.addEventListener("DOMContentLoaded", () => {
    for (const select of document.querySelectorAll("select[data-theme-choice]")) {
      select.value = root.dataset.theme || "system";
      select.closest("[hidden]")?.removeAttribute("hidden");
      select.addEventListener("change", () => { show(select.value); keep(select.value); });
    }
  });
})();
