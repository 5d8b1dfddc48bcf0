// What was typed on a page stands there again where a form's answer never came: the site was away, or an error took its place.
"use strict";
(() => {
  const KEPT = "typed";
  const TYPED = "textarea, select, input:not([type=hidden], [type=password], [type=file], [type=submit])";
  const KEY = "input[type=hidden][name=key]";
  const page = location.pathname + location.search;

  // Kept for this tab alone, since others may use the same device.
  const kept = () => {
    try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return null; }
  };
  const keep = (sent) => {
    try { sessionStorage.setItem(KEPT, JSON.stringify(sent)); } catch { /* without it nothing comes back */ }
  };

  const isTicked = (field) => field.matches("[type=checkbox], [type=radio]");
  const now = (field) => (isTicked(field) ? field.checked : field.value);
  // A form that shows what was typed before the page came has its values, but nobody has stored them.
  const was = (field) => {
    if (field.form?.matches("[data-typed]")) return null;
    if (isTicked(field)) return field.defaultChecked;
    const first = field.options?.[0]?.value;
    return field.options ? field.querySelector("[selected]")?.value ?? first : field.defaultValue;
  };

  const addressOf = (form) => form?.getAttribute("action") ?? "";
  const fields = () => {
    const found = new Map();
    for (const field of document.querySelectorAll(TYPED)) {
      if (!field.name || field.closest("[data-tap]")) continue;
      const name = `${addressOf(field.form)} ${field.name} ${isTicked(field) ? field.value : ""}`;
      let place = 1;
      while (found.has(`${name} ${place}`)) place += 1;
      found.set(`${name} ${place}`, field);
    }
    return found;
  };

  // What is sent, and the ledger line, whose words are sent from its preview.
  const read = (form) => {
    const ours = ([, field]) => addressOf(field.form) === addressOf(form) && now(field) !== was(field);
    const typed = [...fields()].filter(ours).map(([name, field]) => [name, was(field), now(field)]);
    return { page, typed, form: addressOf(form), key: form.querySelector(KEY)?.value };
  };

  const giveBack = ({ typed }) => {
    const here = fields();
    let isBack = false;
    for (const [name, before, value] of typed) {
      const field = here.get(name);
      if (!field || now(field) === value) continue;
      if (before !== null && was(field) !== before) {
        document.getElementById("typed-otherwise").hidden = false;
        continue;
      }
      if (isTicked(field)) field.checked = value;
      else field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.closest("details")?.setAttribute("open", "");
      isBack = true;
    }
    return isBack;
  };

  // With the key that it had, an entry that had come all the same is not written twice.
  const giveBackKey = ({ form, key }) => {
    const same = [...document.forms].filter((each) => addressOf(each) === form);
    const field = same.map((each) => each.querySelector(KEY)).find((each) => each);
    if (field && key) field.value = key;
  };

  const isAnswered = (sent) => {
    const [came] = performance.getEntriesByType("navigation");
    return came?.type !== "back_forward" && document.referrer === location.origin + sent.page;
  };

  const sent = kept();
  if (sent && isAnswered(sent)) keep(null);
  else if (sent?.page === page && giveBack(sent)) {
    giveBackKey(sent);
    document.addEventListener("htmx:afterSettle", () => giveBackKey(sent)); // the ledger line's preview has come
    document.getElementById("typed-again").hidden = false;
  }

  // On the window, after whatever sends a form itself.
  addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (addressOf(form).endsWith("/logout/")) keep(null); // whoever comes next may be somebody else
    const sending = read(form);
    if (sending.typed.length) keep(sending);
  });
})();
