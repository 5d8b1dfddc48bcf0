// What was typed into a form stands in it again where the answer never came: the site was away, or an error took its place.
"use strict";
(() => {
  const KEPT = "typed";
  const TYPED = "textarea, select, input:not([type=hidden], [type=password], [type=file], [type=submit])";
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
  const was = (field) => {
    if (isTicked(field)) return field.defaultChecked;
    const first = field.options?.[0]?.value;
    return field.options ? field.querySelector("[selected]")?.value ?? first : field.defaultValue;
  };
  const nameOf = (field) => (isTicked(field) ? `${field.name} ${field.value}` : field.name);
  const fieldsOf = (form) => [...form.elements].filter((field) => field.name && field.matches(TYPED));
  const alike = (action) => [...document.forms].filter((form) => form.getAttribute("action") === action);

  const read = (form) => {
    const action = form.getAttribute("action");
    const changed = fieldsOf(form).filter((field) => now(field) !== was(field));
    const typed = changed.map((field) => [nameOf(field), was(field), now(field)]);
    return { page, action, which: alike(action).indexOf(form), typed };
  };

  // Only where nobody has stored anything else meanwhile.
  const giveBack = (form, typed) => {
    const fields = fieldsOf(form);
    let isBack = false;
    for (const [name, before, value] of typed) {
      const field = fields.find((each) => nameOf(each) === name && was(each) === before);
      if (!field) continue;
      if (isTicked(field)) field.checked = value;
      else field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      isBack = true;
    }
    if (!isBack) return;
    form.closest("details")?.setAttribute("open", "");
    document.getElementById("typed-again").hidden = false;
  };

  const isAnswered = (sent) => {
    const [came] = performance.getEntriesByType("navigation");
    return came?.type !== "back_forward" && document.referrer === location.origin + sent.page;
  };

  const sent = kept();
  if (sent && isAnswered(sent)) keep(null);
  else if (sent?.page === page) {
    const form = alike(sent.action)[sent.which];
    if (form) giveBack(form, sent.typed);
    keep(null);
  }

  // On the window, after whatever sends a form itself.
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!event.defaultPrevented && form.method === "post") keep(read(form));
  });
})();
