// The theme a reader chose on this device. Loaded in the head, so that no page flashes in the wrong theme.
"use strict";
(() => {
  const root = document.documentElement;
  // The background colour of each theme, for the browser's own bars.
  const FLOORS = { dark: "#14100d", light: "#efe3c8", contrast: "#000000" };
  const bars = [...document.querySelectorAll('meta[name="theme-color"]')];
  const ofSystem = bars.map((bar) => bar.content);

  const stored = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };

  const show = (theme) => {
    if (theme in FLOORS) root.dataset.theme = theme;
    else delete root.dataset.theme;
    bars.forEach((bar, at) => {
      bar.content = FLOORS[theme] ?? ofSystem[at];
    });
  };

  // With the cookie the server writes the choice into the next page, even without local storage.
  const keep = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch { /* the cookie is enough */ }
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  };

  show(stored() ?? root.dataset.theme);

  document.addEventListener("DOMContentLoaded", () => {
    for (const select of document.querySelectorAll("select[data-theme-choice]")) {
      select.value = root.dataset.theme || "system";
      select.closest("[hidden]")?.removeAttribute("hidden");
      select.addEventListener("change", () => {
        show(select.value);
        keep(select.value);
      });
    }
  });
})();
