// This device's own part of the salt, if a rematch seated it without one.
import { newId } from "./queue.js";

export const start = () => {
  const form = document.getElementById("salt");
  if (!form) return;
  const salt = new FormData(form);
  salt.set("salt", newId());
  fetch(form.action, { method: "POST", body: salt }).catch(() => { /* the page asks again */ });
};
