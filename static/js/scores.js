// A tap on somebody's total saves first what was typed for this seat, so that nothing typed is lost.
"use strict";
(() => {
  let typed = false;

  document.addEventListener("input", ({ target }) => { typed ||= target.form?.id === "sheet"; });
  document.getElementById("totals").addEventListener("click", (event) => {
    const total = event.target.closest("a[data-seat]");
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!total || !typed || elsewhere) return;
    event.preventDefault();
    const sheet = document.getElementById("sheet");
    sheet.elements.on.value = total.dataset.seat;
    sheet.requestSubmit();
  });
})();
