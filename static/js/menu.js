// A menu closes like a dialog: with Escape, which restores the focus, and with a tap outside.
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
