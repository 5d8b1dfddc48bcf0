// Where there is no room, parts of the board fold into sheets; where there is, they stand on it.
const ROOM = matchMedia("(min-width: 48rem) and (min-height: 31rem)");
const folds = [...document.querySelectorAll("[data-folds]")].map((part) => {
  const home = document.createComment("");
  part.before(home);
  return { part, home, sheet: document.getElementById(`sheet-${part.dataset.folds}`) };
});

const place = () => {
  for (const { part, home, sheet } of folds) {
    if (ROOM.matches && sheet.open) sheet.close();
    if (ROOM.matches) home.after(part);
    else sheet.querySelector(".sheet-body").append(part);
  }
};

// How tall the dock is, so that an attack stands above it.
const measure = () => {
  const dock = document.getElementById("dock");
  document.documentElement.style.setProperty("--dock", dock ? `${dock.offsetHeight}px` : "0px");
};

export const start = () => {
  ROOM.addEventListener("change", place);
  place();
  measure();
  const dock = document.getElementById("dock");
  if (dock) new ResizeObserver(measure).observe(dock);
};
