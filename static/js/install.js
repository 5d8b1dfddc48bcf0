// Registers the service worker where the browser allows one (https or localhost), and says in the footer,
// without interrupting anybody, when a new version of the site waits.
"use strict";
(() => {
  const notice = () => document.getElementById("update");

  const offer = (worker) => {
    const line = notice();
    if (!line || !navigator.serviceWorker.controller) return;
    line.hidden = false;
    line.querySelector("button").addEventListener("click", () => worker.postMessage("take over"), { once: true });
  };

  const watch = (registration) => {
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => { if (worker.state === "installed") offer(worker); });
    });
  };

  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  // Only after a tap on the notice does a new worker take over an open page.
  const controlled = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (controlled) location.reload(); });
  addEventListener("load", () => {
    navigator.serviceWorker.register("/service-worker.js").then(watch, () => { /* the site works without it */ });
  });
})();
