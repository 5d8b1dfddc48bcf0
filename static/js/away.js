// What htmx could not send stays on its page, and the page says so.
"use strict";
(() => {
  const show = (shown) => {
    const notice = document.getElementById("away");
    if (notice) notice.hidden = !shown;
  };

  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, ({ target }) => { if (target.closest("form")) show(true); });
  }
  document.addEventListener("htmx:beforeSwap", () => show(false));
})();
