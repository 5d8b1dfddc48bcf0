// Comforts of a campaign's pages. Every one of them works without this file.
"use strict";
(() => {
  const input = () => document.getElementById("line");

  // A way to go on replaces the word being typed, and typing goes on behind it.
  const take = (button) => {
    const line = input();
    if (!line) return false;
    line.value = button.value;
    line.focus();
    line.setSelectionRange(line.value.length, line.value.length);
    line.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  };

  // Enter in the line shows what it would write; Enter again, on the button, writes it.
  let asked = false;
  document.addEventListener("submit", ({ target }) => { if (target.matches("[data-line]")) asked = true; });
  document.addEventListener("htmx:afterSettle", () => {
    if (!asked) return;
    asked = false;
    document.querySelector("#preview [data-confirm]")?.focus();
  });

  document.addEventListener("click", (event) => {
    const way = event.target.closest("[data-way]");
    if (way && take(way)) event.preventDefault();
  });

  // The tab one is on is in sight, however far to the right it stands.
  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

  // "/" leads to the line from anywhere but a field.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, textarea, select") || !input()) return;
    event.preventDefault();
    input().focus();
  });

  // The slider shows the number while it moves, and asks once it is let go.
  for (const form of document.querySelectorAll("[data-as-of]")) {
    const slider = form.querySelector("input[type=range]");
    slider.addEventListener("input", () => { form.querySelector("output").value = slider.value; });
    slider.addEventListener("change", () => form.requestSubmit());
  }

  // Ticks of a walk-through stay on this device; what the ledger knows is not asked.
  for (const steps of document.querySelectorAll("[data-steps]")) {
    const name = `steps-${steps.dataset.steps}`;
    let ticked = [];
    try { ticked = JSON.parse(localStorage.getItem(name)) ?? []; } catch { /* no storage here */ }
    for (const box of steps.querySelectorAll("input[type=checkbox]:not([data-known])")) box.checked = ticked.includes(box.name);
    steps.addEventListener("change", () => {
      const now = [...steps.querySelectorAll("input:checked:not([data-known])")].map((box) => box.name);
      try { localStorage.setItem(name, JSON.stringify(now)); } catch { /* no storage here */ }
    });
  }

  // Where a space lies is tapped on the drawing.
  for (const place of document.querySelectorAll("[data-arrange]")) {
    document.querySelector("[data-arrange-help]").hidden = false;
    const drawing = place.querySelector("svg");
    const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    const spot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    spot.setAttribute("r", "18");
    spot.setAttribute("class", "spot");
    drawing.addEventListener("click", (event) => {
      event.preventDefault();
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
      const thousandths = (value, whole) => Math.round(Math.min(1, Math.max(0, (value - 40) / (whole - 80))) * 1000);
      document.getElementById("place-x").value = thousandths(at.x, width);
      document.getElementById("place-y").value = thousandths(at.y, height);
      spot.setAttribute("cx", at.x);
      spot.setAttribute("cy", at.y);
      drawing.append(spot);
    });
  }

  // A photo is made smaller on the phone, so that a slow network carries a tenth of it.
  const smaller = async (file, side) => {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.85); });
    return blob && blob.size < file.size ? new File([blob], "photo.jpg", { type: "image/jpeg" }) : file;
  };

  for (const form of document.querySelectorAll("[data-photo]")) {
    form.addEventListener("submit", () => {
      const words = form.querySelector("[data-busy-text]");
      words.textContent = words.dataset.busyText;
    });
    const field = form.querySelector("input[type=file]");
    field.addEventListener("change", async () => {
      try {
        const files = new DataTransfer();
        files.items.add(await smaller(field.files[0], Number(field.dataset.scale)));
        field.files = files.files;
      } catch { /* the photo goes as it is, and the server makes it smaller */ }
    });
  }
})();
