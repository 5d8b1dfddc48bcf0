// What htmx could not send stays on its page, and the page says so. What it said before is over with what is sent next.
"use strict";
(() => {
  const show = (shown) => {
    const notice = document.getElementById("away");
    if (notice) notice.hidden = !shown;
  };

  // Not what goes out by itself, while somebody types or the table moves on.
  const forget = ({ requestConfig }) => {
    if (requestConfig.triggeringEvent?.type === "submit") document.getElementById("messages").replaceChildren();
  };

  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, ({ target, detail }) => {
      if (target.closest("form")) show(true);
      forget(detail);
    });
  }
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    show(false);
    forget(detail);
  });
})();
