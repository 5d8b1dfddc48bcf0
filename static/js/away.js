// Without a connection a form stays where it is and says so. What is typed in it is kept on the device until an answer
// has come, and given back where its page is opened again.
"use strict";
(() => {
  const SENT = "sent-form";
  const KEPT_MS = 24 * 3600 * 1000;
  const PATIENCE_MS = 8000;
  const NOT_TYPED = ["hidden", "password", "file", "submit", "button"];
  let asking = false;
  let passing = null;
  let stuck = null;

  const show = (id, shown) => {
    const notice = document.getElementById(id);
    if (notice) notice.hidden = !shown;
  };

  const isSent = (form) => form.method === "post" && form.enctype !== "multipart/form-data" && !form.matches("[data-tap], [hx-post]");
  const typedIn = (form) => [...form.elements].filter(({ name, type }) => name && type !== "fieldset" && !NOT_TYPED.includes(type));
  const keyOf = (form) => {
    const [first] = typedIn(form);
    return `typed:${location.pathname}:${form.getAttribute("action") ?? ""}:${first.id || first.name}`;
  };
  // What nobody else may read is gone with its tab.
  const storeOf = (form) => (form.matches("[data-private]") ? sessionStorage : localStorage);
  const isTicked = ({ type }) => type === "checkbox" || type === "radio";
  const stateOf = (field) => [field.name, isTicked(field) ? [field.value, field.checked] : field.value];

  const keep = (form) => {
    const fields = typedIn(form);
    if (!fields.length) return;
    const kept = { at: Date.now(), once: form.elements.key?.value, fields: fields.map(stateOf) };
    try {
      storeOf(form).setItem(keyOf(form), JSON.stringify(kept));
    } catch { /* what stands on the page is still there */ }
  };

  const forget = (key) => {
    localStorage.removeItem(key);
    sessionStorage.removeItem(key);
  };

  // The page that answers a form comes from the form's page, and not by going back.
  const settle = () => {
    const sent = JSON.parse(sessionStorage.getItem(SENT));
    sessionStorage.removeItem(SENT);
    if (!sent) return;
    const [{ type }] = performance.getEntriesByType("navigation");
    const isAnswer = type === "navigate" || (type === "reload" && location.pathname !== sent.page);
    if (isAnswer && document.referrer === sent.from) forget(sent.key);
  };

  const fill = (field, value) => {
    if (isTicked(field)) field.checked = value[1];
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  };

  const giveBack = (form) => {
    const fields = typedIn(form);
    if (!fields.length) return;
    const kept = JSON.parse(storeOf(form).getItem(keyOf(form)));
    if (!kept) return;
    const waiting = kept.fields.map((state) => [state, fields.find((field) => {
      const [name, value] = stateOf(field);
      return name === state[0] && (!isTicked(field) || value[0] === state[1][0]);
    })]);
    const lost = waiting.filter(([state, field]) => field && JSON.stringify(stateOf(field)) !== JSON.stringify(state));
    if (!lost.length || Date.now() - kept.at > KEPT_MS) {
      forget(keyOf(form));
      return;
    }
    for (const [[, value], field] of lost) fill(field, value);
    // Should it have been stored after all, it is not stored twice.
    if (kept.once) form.elements.key.value = kept.once;
    stuck = form;
    show("given-back", true);
  };

  const isThere = async () => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), PATIENCE_MS);
    try {
      const answer = await fetch("/readyz", { cache: "no-store", signal: late.signal });
      return answer.status < 500;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  };

  const note = (form) => {
    if (!typedIn(form).length) return;
    const sent = { key: keyOf(form), page: location.pathname, from: location.href.split("#")[0] };
    try { sessionStorage.setItem(SENT, JSON.stringify(sent)); } catch { /* it is compared with what is stored */ }
  };

  const send = async (form, button) => {
    asking = true;
    keep(form);
    const there = await isThere();
    asking = false;
    show("away", !there);
    stuck = there ? null : form;
    if (!there) return;
    passing = form;
    form.requestSubmit(button?.form === form ? button : null);
    passing = null;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !isSent(form)) return;
    if (form === passing) {
      note(form);
      return;
    }
    event.preventDefault();
    if (!asking) send(form, event.submitter);
  });
  document.addEventListener("input", ({ target }) => {
    if (stuck && target.form === stuck) keep(stuck);
  });

  // What htmx sends stays on its page anyway.
  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, ({ target }) => { if (target.closest("form")) show("away", true); });
  }
  document.addEventListener("htmx:beforeSwap", () => show("away", false));

  addEventListener("pageshow", ({ persisted }) => {
    asking = false;
    try {
      if (persisted) sessionStorage.removeItem(SENT);
      else settle();
      for (const form of document.forms) if (isSent(form)) giveBack(form);
    } catch { /* nothing can be kept here */ }
  });
})();
