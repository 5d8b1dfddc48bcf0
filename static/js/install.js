// Registers the service worker where the browser allows one (https or localhost). When a new version of
// the site is waiting, the footer says so without interrupting anybody.
"use strict";
(() => {
  let asked = false;

  const take = (worker) => {
    asked = true;
    if (worker.state === "activated") location.reload();
    else worker.postMessage("take over");
  };

  const offer = (worker) => {
    const line = document.getElementById("update");
    if (!line || !navigator.serviceWorker.controller) return;
    line.hidden = false;
    line.querySelector("button").addEventListener("click", () => take(worker), { once: true });
  };

  const watch = (registration) => {
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed") offer(worker);
      });
    });
  };

  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  // Reload only the page on which somebody asked for it: a table in another tab goes on.
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (asked) location.reload();
  });
  addEventListener("load", () => {
    const registered = navigator.serviceWorker.register("/service-worker.js");
    registered.then(watch, () => { /* the site works without it */ });
  });
})();
