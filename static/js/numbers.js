// Number fields: what is typed replaces what stood there, and thumbs get a keypad of ours with large keys.
// Without this file they are plain fields.
"use strict";
(() => {
  const FIELDS = "input[type=number]";
  const MOST_DIGITS = 6;
  const coarse = matchMedia("(pointer: coarse)");

  let thumb = coarse.matches;
  let pad = null;
  let field = null;
  // Nothing was typed since the field was tapped: the next digit begins a new number.
  let fresh = false;
  let minus = false;
  // A finger is down: what moves before it leaves the glass would get its tap.
  let down = false;
  // The field was left by a tap that is still under way: without the keypad, what it meant would move away.
  let closing = false;
  let taps = 0;
  const TAP = 350;

  const emit = (name) => field.dispatchEvent(new Event(name, { bubbles: true }));

  const take = (input) => {
    field = input;
    fresh = true;
    minus = false;
    input.select();
  };

  const standing = () => (field.value === "" ? Number(field.placeholder) || 0 : Number(field.value));
  const within = (value) => {
    const least = field.min === "" ? -Infinity : Number(field.min);
    const most = field.max === "" ? Infinity : Number(field.max);
    return Math.min(most, Math.max(least, value));
  };

  const put = (text) => {
    field.value = text;
    fresh = false;
    emit("input");
  };

  const showMinus = () => pad.querySelector("[data-minus]").setAttribute("aria-pressed", minus || field.value.startsWith("-"));

  const digit = (key) => {
    const before = fresh ? "" : field.value;
    if (before.replace("-", "").length >= MOST_DIGITS) return;
    const sign = minus && before === "" ? "-" : "";
    minus = false;
    put(before === "0" ? key : `${sign}${before}${key}`);
  };

  const sign = () => {
    if (field.value === "" || Number(field.value) === 0) minus = !minus;
    else put(`${-Number(field.value)}`);
  };

  const step = (by) => put(`${within(standing() + by)}`);

  const press = ({ dataset }) => {
    if (dataset.digit) digit(dataset.digit);
    else if (dataset.by) step(Number(dataset.by));
    else if ("minus" in dataset) sign();
    else if ("rub" in dataset) put(fresh ? "" : field.value.slice(0, -1));
    else { field.blur(); return; }
    showMinus();
  };

  const close = () => {
    closing = false;
    if (!pad) return;
    document.body.classList.remove("keyed");
    pad.remove();
    pad = null;
  };

  // In the sheet that is open, because everything around a sheet is out of reach.
  const open = () => {
    close();
    const kept = document.getElementById("keypad");
    if (!kept) return;
    pad = kept.content.firstElementChild.cloneNode(true);
    pad.querySelector("[data-minus]").disabled = field.min !== "" && Number(field.min) >= 0;
    // The field keeps the focus while its keys are tapped.
    pad.addEventListener("mousedown", (event) => event.preventDefault());
    pad.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (key && field) press(key);
    });
    (field.closest("dialog") ?? document.body).append(pad);
    document.body.classList.add("keyed");
    showMinus();
    field.scrollIntoView({ block: "center" });
  };

  const isField = (target) => target instanceof Element && target.matches(FIELDS) && !target.readOnly;

  document.addEventListener("pointerdown", (event) => {
    thumb = event.pointerType === "touch";
    down = true;
    taps += 1;
    const input = event.target.closest(FIELDS) ?? event.target.closest("label")?.control;
    // Asked before the field has the focus, so that the phone's own keyboard stays away.
    if (isField(input)) input.inputMode = thumb ? "none" : "numeric";
  }, true);

  document.addEventListener("focusin", ({ target }) => {
    if (!isField(target)) return;
    if (thumb) target.inputMode = "none";
    take(target);
    if (thumb && !down) open();
  });

  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (target !== field || (pad && relatedTarget && pad.contains(relatedTarget))) return;
    if (down) closing = true;
    else close();
    field = null;
  });

  const finish = () => { if (closing) close(); };
  document.addEventListener("pointercancel", () => { down = false; finish(); });
  // A finger that has moved away brings no click.
  document.addEventListener("pointerup", () => {
    const tap = taps;
    setTimeout(() => {
      if (tap !== taps) return;
      down = false;
      finish();
    }, TAP);
  });

  // The tap that brought the focus takes the selection away again.
  document.addEventListener("click", ({ target }) => {
    down = false;
    finish();
    if (target !== field || field === null) return;
    take(field);
    if (thumb && !pad) open();
  });

  document.addEventListener("beforeinput", (event) => {
    if (event.target !== field || !fresh || !event.inputType.startsWith("insert")) return;
    fresh = false;
    field.value = "";
  });
  document.addEventListener("change", ({ target }) => { if (target === field) fresh = true; });
})();
