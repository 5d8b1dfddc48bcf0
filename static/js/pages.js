// Conveniences for the pages around the table, which all work without this file.
"use strict";
(() => {
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  // This device's own part of the salt; without scripts the server makes it.
  const addSalt = (root) => {
    for (const field of root.querySelectorAll("[data-salt]")) {
      if (!field.value) field.value = hex(crypto.getRandomValues(new Uint8Array(16)));
    }
  };

  // Copying and sharing exist on https only; elsewhere the link can be copied by hand.
  const showWhatWorks = (root) => {
    for (const button of root.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
    for (const button of root.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  };

  const copy = async (button) => {
    await navigator.clipboard.writeText(button.dataset.copy);
    const text = button.querySelector("span");
    const before = text.textContent;
    text.textContent = button.dataset.done;
    document.getElementById("live").textContent = button.dataset.done;
    setTimeout(() => {
      text.textContent = before;
    }, 2500);
  };

  const share = async ({ dataset }) => {
    try {
      await navigator.share({ title: dataset.title, url: dataset.share });
    } catch { /* closed without sharing */ }
  };

  // Choosing another seat's colour swaps the two colours.
  const colors = new WeakMap();
  const remember = (root) => {
    for (const radio of root.querySelectorAll(".palette input:checked")) {
      colors.set(radio.closest(".palette"), radio.value);
    }
  };
  const swap = (picked) => {
    const palette = picked.closest(".palette");
    for (const other of picked.form.querySelectorAll(".palette input:checked")) {
      const theirs = other.closest(".palette");
      if (theirs === palette || other.value !== picked.value) continue;
      theirs.querySelector(`input[value="${colors.get(palette)}"]`).checked = true;
    }
    remember(picked.form);
  };

  // Show the seats' names in the choice of who uses this device.
  const nameSeats = (form) => {
    for (const label of form.querySelectorAll("[data-seat-name]")) {
      const name = form.querySelector(`[name="seat-${label.dataset.seatName}-name"]`)?.value.trim();
      label.dataset.plain ??= label.textContent;
      label.textContent = name ? `${label.dataset.plain}: ${name}` : label.dataset.plain;
    }
  };

  // Keep what is typed while the form is being fetched again.
  const typed = new Map();
  const keep = (form) => {
    for (const field of form.querySelectorAll("input[type=text]")) typed.set(field.name, field.value);
  };
  const restore = (form) => {
    for (const [name, value] of typed) {
      const field = form.querySelector(`[name="${name}"]`);
      if (field) field.value = value;
    }
    typed.clear();
  };

  const begin = (root) => {
    addSalt(root);
    showWhatWorks(root);
    remember(root);
    for (const form of document.querySelectorAll("#opening")) nameSeats(form);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-share]");
    if (button?.dataset.copy) copy(button);
    else if (button) share(button);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.matches(".palette input")) swap(target);
  });
  document.addEventListener("input", ({ target }) => {
    if (target.form?.id === "opening") nameSeats(target.form);
  });
  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    if (target.id === "opening") keep(target);
  });
  document.addEventListener("htmx:load", (event) => {
    if (event.target.id === "opening") restore(event.target);
    begin(event.target);
  });
  document.addEventListener("news", () => begin(document));
  begin(document);
})();
