// A menu closes as a sheet does: by Escape, which gives the focus back, and by a tap beside it.
"use strict";
(() => {
  document.addEventListener("keydown", ({ key }) => {
    const menu = key === "Escape" && document.querySelector(".menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll(".menu[open]")) {
      if (!menu.contains(target)) menu.open = false;
    }
  });
})();
