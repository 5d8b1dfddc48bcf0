// Keeps the site's shell (styles, scripts, pictures) on the device, and one page for when there is no
// network. Pages, streams and taps go to the network untouched: no data of a table is stored here.
// The server writes SHELL in front of this: {version, offline, files}.
"use strict";

const STORE = `shell-${SHELL.version}`;

const fill = async () => {
  const store = await caches.open(STORE);
  await store.addAll(SHELL.files);
  // Without cookies, so that nobody's name or theme is cached.
  const page = await fetch(SHELL.offline, { credentials: "omit" });
  if (page.ok) await store.put(SHELL.offline, page);
};

const tidy = async () => {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("shell-") && name !== STORE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
};

const fromShell = async (request) => (await caches.match(request)) || fetch(request);

const fromNetwork = async (request) => {
  try {
    return await fetch(request);
  } catch (lost) {
    const page = await caches.match(SHELL.offline);
    if (page) return page;
    throw lost;
  }
};

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));

// A new version waits until somebody asks for it or every page of the old one is closed.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (SHELL.files.includes(url.pathname)) event.respondWith(fromShell(request));
  else if (request.mode === "navigate") event.respondWith(fromNetwork(request));
});
