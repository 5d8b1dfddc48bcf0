// Back closes what lies open over the board; it does not leave the table.
const WATCHED = ["open", "data-attack"];

// A page of the history that is there to be gone back from.
let ours = false;
// How often this script has gone back itself and not yet arrived: something may have been opened meanwhile.
let underway = 0;

const open = () => [...document.querySelectorAll("dialog[open], details.menu[open]")];
const covered = () => open().length > 0 || "attack" in document.body.dataset;

const looked = () => {
  if (covered() === ours) return;
  ours = !ours;
  if (ours) history.pushState({ covered: true }, "");
  else if (history.state?.covered) { underway += 1; history.back(); }
};

export const start = (dismiss) => {
  // A reload keeps the page's state, but nothing of what was open.
  if (history.state?.covered) history.replaceState(null, "");
  window.addEventListener("popstate", () => {
    if (underway) {
      underway -= 1;
      if (ours && !history.state?.covered) history.pushState({ covered: true }, "");
      return;
    }
    if (!ours) return;
    ours = false;
    for (const each of open()) each.localName === "dialog" ? each.close() : each.removeAttribute("open");
    dismiss();
  });
  new MutationObserver(looked).observe(document.body, { subtree: true, attributes: true, attributeFilter: WATCHED });
  looked();
};
