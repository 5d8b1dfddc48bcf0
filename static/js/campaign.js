// Conveniences for a campaign's pages, which all work without this file.
"use strict";
(() => {
  const ledgerLine = () => document.getElementById("line");

  // A suggestion replaces the word being typed, and typing continues after it.
  const complete = (button) => {
    const line = ledgerLine();
    if (!line) return false;
    line.value = button.value;
    line.focus();
    line.setSelectionRange(line.value.length, line.value.length);
    line.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-way]");
    if (button && complete(button)) event.preventDefault();
  });

  // Enter in the line shows what it would write; Enter again, on the button, writes it.
  // The preview of what was typed just before may still be settling then.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.requestConfig?.elt.matches("[data-line]")) document.querySelector("#preview [data-confirm]")?.focus();
  });

  // This device's random bytes for a lot; without scripts the server makes them, and says so.
  for (const field of document.querySelectorAll("[data-salt]")) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // What has just been written can be undone beside it for half a minute; the ledger strikes it later.
  const UNDO_MS = 30000;
  for (const form of document.querySelectorAll("[data-undo]")) {
    setTimeout(() => { if (!form.contains(document.activeElement)) form.remove(); }, UNDO_MS);
  }

  // Show the current tab where not all fit. Sideways alone: a page that opened at one of its steps stays there.
  const tab = document.querySelector(".tabs [aria-current]");
  if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft;

  // "/" focuses the line, except while typing in a field.
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select");
    if (event.key !== "/" || typing || !ledgerLine()) return;
    event.preventDefault();
    ledgerLine().focus();
  });

  // The slider shows the number while it moves, and loads the page once it is released.
  for (const form of document.querySelectorAll("[data-as-of]")) {
    const slider = form.querySelector("input[type=range]");
    slider.addEventListener("input", () => {
      form.querySelector("output").value = slider.value;
    });
    slider.addEventListener("change", () => form.requestSubmit());
  }

  // A tap on the drawing sets the position of a space, in thousandths of the width and height inside its margin.
  const MARGIN = 40;
  const thousandths = (value, whole) => {
    const share = (value - MARGIN) / (whole - 2 * MARGIN);
    return Math.round(Math.min(1, Math.max(0, share)) * 1000);
  };

  for (const place of document.querySelectorAll("[data-arrange]")) {
    document.querySelector("[data-arrange-help]").hidden = false;
    const drawing = place.querySelector("svg");
    const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    const spot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    spot.setAttribute("r", "18");
    spot.setAttribute("class", "spot");
    drawing.addEventListener("click", (event) => {
      event.preventDefault();
      const onScreen = new DOMPoint(event.clientX, event.clientY);
      const at = onScreen.matrixTransform(drawing.getScreenCTM().inverse());
      document.getElementById("place-x").value = thousandths(at.x, width);
      document.getElementById("place-y").value = thousandths(at.y, height);
      spot.setAttribute("cx", at.x);
      spot.setAttribute("cy", at.y);
      drawing.append(spot);
    });
  }

  // Shrink photos on the phone, so that a slow network has a tenth to carry.
  const smaller = async (file, side) => {
    // Safari 16 knows no options here, and turns a picture by itself.
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => createImageBitmap(file));
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.85); });
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], "photo.jpg", { type: "image/jpeg" });
  };

  for (const form of document.querySelectorAll("[data-photo]")) {
    form.addEventListener("submit", () => {
      const status = form.querySelector("[data-busy-text]");
      status.textContent = status.dataset.busyText;
    });
    const field = form.querySelector("input[type=file]");
    field.addEventListener("change", async () => {
      try {
        const files = new DataTransfer();
        files.items.add(await smaller(field.files[0], Number(field.dataset.scale)));
        field.files = files.files;
      } catch { /* send the photo as it is; the server shrinks it */ }
    });
  }
})();
