// Goes back to the page that could not be reached as soon as the site answers again.
"use strict";
(() => {
  const retry = async () => {
    try {
      const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
      if (answer.status < 500) location.reload();
    } catch { /* still unreachable */ }
  };
  addEventListener("online", retry);
  setInterval(retry, 4000);
})();
