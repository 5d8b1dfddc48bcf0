// Registers the service worker where the browser allows one (https or localhost). When a new version of
// the site is waiting, the footer says so without interrupting anybody.
"use strict";
(() => {
  const TAKEN = "version-taken";
  let asked = false;

  // What was asked for on the page before this one; without storage it is offered once more.
  const taken = () => {
    try { return sessionStorage.getItem(TAKEN) !== null; } catch { return false; }
  };
  const remember = () => {
    try { sessionStorage.setItem(TAKEN, "yes"); } catch { /* as above */ }
  };
  const forget = () => {
    try { sessionStorage.removeItem(TAKEN); } catch { /* as above */ }
  };

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

  // Whoever took the new version where a table offered it has its page already: its worker takes over in silence.
  const ready = (worker) => {
    if (!taken()) return offer(worker);
    forget();
    return worker.postMessage("take over");
  };

  const watch = async (registration) => {
    if (registration.waiting) ready(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed") ready(worker);
      });
    });
    if (!taken()) return;
    await registration.update();
    if (!registration.installing) forget();
  };

  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  // Reload only the page on which somebody asked for it: a table in another tab goes on.
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (asked) location.reload();
  });
  document.querySelector("#new-version button")?.addEventListener("click", remember);
  addEventListener("load", () => {
    const registered = navigator.serviceWorker.register("/service-worker.js");
    registered.then(watch).catch(() => { /* the site works without it */ });
  });
})();
