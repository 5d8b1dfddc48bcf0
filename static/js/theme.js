// The theme a reader chose on this device; loaded in the head, so that the page never flashes in the wrong one.
"use strict";
(() => {
  const root = document.documentElement;
  const THEMES = ["dark", "light", "contrast"];

  const stored = () => {
    try { return localStorage.getItem("theme"); } catch { return null; }
  };

  const show = (theme) => {
    if (THEMES.includes(theme)) root.dataset.theme = theme;
    else delete root.dataset.theme;
  };

  // The cookie lets the server write the choice into the next page, also where storage is shut.
  const keep = (theme) => {
    try { localStorage.setItem("theme", theme); } catch { /* the cookie is enough */ }
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  };

  const choice = stored();
  if (choice !== null) show(choice);

  document.addEventListener("DOMContentLoaded", () => {
    for (const select of document.querySelectorAll("select[data-theme-choice]")) {
      select.value = root.dataset.theme || "system";
      select.closest("[hidden]")?.removeAttribute("hidden");
      select.addEventListener("change", () => { show(select.value); keep(select.value); });
    }
  });
})();
