// This device's own part of the draws' salt, where a rematch sat it down without one.
import { newId } from "./queue.js";

export const start = () => {
  const form = document.getElementById("salt");
  if (!form) return;
  const salt = new FormData(form);
  salt.set("salt", newId());
  fetch(form.action, { method: "POST", body: salt }).catch(() => { /* the page asks for it again */ });
};
