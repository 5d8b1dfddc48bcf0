// Shares the picture through the device; hidden if it cannot share files, as on plain http.
"use strict";
(() => {
  const blank = new File([], "result.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [blank] })) return;

  async function share(button) {
    const picture = await (await fetch(button.dataset.share)).blob();
    const file = new File([picture], "result.png", { type: "image/png" });
    await navigator.share({ files: [file], title: button.dataset.title });
  }

  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = false;
    // Closed without sharing.
    button.addEventListener("click", () => share(button).catch(() => {}));
  }
})();
