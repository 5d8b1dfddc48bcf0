// What was typed on a page stands there again where a form's answer never came: the site was away, or an error took its place.
// So does what was typed beside a form that was sent: the choice of a language, or another name on the same page.
"use strict";
(() => {
  const SENT = "typed";
  const BESIDE = "typed-beside";
  const TYPED = "textarea, select, input:not([type=hidden], [type=password], [type=file], [type=submit])";
  const KEY = "input[type=hidden][name=key]";
  const page = location.pathname + location.search;
  const [came] = performance.getEntriesByType("navigation");
  // The addresses that have refused a form: it stands here again with what was typed, which nobody has stored.
  const refused = new Set(came?.responseStatus >= 400 ? [location.pathname] : []);

  // Kept for this tab alone, since others may use the same device.
  const kept = (what) => {
    try { return JSON.parse(sessionStorage.getItem(what)); } catch { return null; }
  };
  const keep = (what, typed) => {
    try { sessionStorage.setItem(what, JSON.stringify(typed)); } catch { /* without it nothing comes back */ }
  };

  const isTicked = (field) => field.matches("[type=checkbox], [type=radio]");
  const now = (field) => (isTicked(field) ? field.checked : field.value);
  const addressOf = (form) => (form ? new URL(form.getAttribute("action") ?? "", location.href).pathname : "");
  const isRefused = (form) => form.matches("[data-typed]") || refused.has(addressOf(form))
    || form.querySelector("[aria-invalid=true]") !== null; // Safari 16 tells no status of a page
  // What a refused form says was stored when it was opened; null where it says nothing.
  const stored = ({ name, options, form: { elements } }) => {
    const own = elements[`initial-${name}`]?.value ?? null;
    if (own !== null || !elements.seen) return own;
    const all = JSON.parse(elements.seen.value);
    return all[name.replace("house-", "")]?.[0] ?? options?.[0].value ?? "";
  };
  const was = (field) => {
    if (field.form && isRefused(field.form)) return isTicked(field) ? null : stored(field);
    if (isTicked(field)) return field.defaultChecked;
    const first = field.options?.[0]?.value;
    return field.options ? field.querySelector("[selected]")?.value ?? first : field.defaultValue;
  };

  const fields = () => {
    const found = new Map();
    for (const field of document.querySelectorAll(TYPED)) {
      if (!field.name || field.closest("[data-tap]")) continue;
      const name = `${addressOf(field.form)} ${field.id || field.name} ${isTicked(field) ? field.value : ""}`;
      let place = 1;
      while (found.has(`${name} ${place}`)) place += 1;
      found.set(`${name} ${place}`, field);
    }
    return found;
  };

  const changed = (among) => [...fields()]
    .filter(([, field]) => among(field) && now(field) !== was(field))
    .map(([name, field]) => [name, was(field), now(field)]);

  // What is sent, and the ledger line, whose words are sent from its preview.
  const read = (form) => {
    const typed = changed((field) => addressOf(field.form) === addressOf(form));
    return { page, typed, form: addressOf(form), key: form.querySelector(KEY)?.value };
  };

  // Only what has a name of its own: among like fields, another one may be at the same place afterwards.
  const beside = (isSent) => changed((field) => field.id && !isSent(field.form));

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

  const isAnswered = (sent) => came?.type !== "back_forward" && document.referrer === location.origin + sent.page;

  const sent = kept(SENT);
  if (sent && isAnswered(sent)) keep(SENT, null);
  else if (sent?.page === page && giveBack(sent)) {
    giveBackKey(sent);
    document.addEventListener("htmx:afterSettle", () => giveBackKey(sent)); // the ledger line's preview has come
    document.getElementById("typed-again").hidden = false;
  }
  giveBack({ typed: kept(BESIDE) ?? [] });
  keep(BESIDE, null);

  // On the window, after whatever sends a form itself.
  addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    const isLast = addressOf(form).endsWith("/logout/"); // whoever comes next may be somebody else
    const sending = read(form);
    if (isLast || sending.typed.length) keep(SENT, isLast ? null : sending);
    keep(BESIDE, isLast ? null : beside((each) => addressOf(each) === addressOf(form)));
  });

  // Where an answer takes the place of several forms.
  let left = [];
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { verb, elt } } }) => {
    left = verb === "post" ? beside((form) => form === elt) : [];
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { xhr, requestConfig } }) => {
    const { pathname } = new URL(requestConfig.path, location.href);
    if (requestConfig.verb === "post" && xhr.status >= 400) refused.add(pathname);
    else refused.delete(pathname);
    giveBack({ typed: left });
    left = [];
  });
})();
