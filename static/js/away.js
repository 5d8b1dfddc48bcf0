// What htmx could not send stays on its page, and the page says so, as it says why something was turned away.
// What it said before is over with what is sent next.
"use strict";
(() => {
  const show = (id, shown) => {
    const notice = document.getElementById(id);
    if (notice) notice.hidden = !shown;
    return notice;
  };

  // Not what goes out by itself, while somebody types or the table moves on.
  const isSent = ({ requestConfig }) => requestConfig.triggeringEvent?.type === "submit";
  const forget = (detail) => {
    if (isSent(detail)) document.getElementById("messages").replaceChildren();
  };

  const sentenceOf = (page) => new DOMParser().parseFromString(page, "text/html").querySelector("#main p")?.textContent;

  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, ({ target, detail }) => {
      show("turned-away", false);
      if (target.closest("form")) show("away", true);
      forget(detail);
    });
  }
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    show("away", false);
    show("turned-away", false);
    forget(detail);
  });
  document.addEventListener("htmx:responseError", ({ detail }) => {
    const words = isSent(detail) && show("turned-away", true)?.querySelector("p");
    if (words) words.textContent = sentenceOf(detail.xhr.responseText) ?? words.dataset.silent;
  });
})();
