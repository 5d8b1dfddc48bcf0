// Nobody knows before the last cube: while an attack plays, the pieces of every newer board wait, the newest of each.

const ATTACK = "attack-result";

export const numberOf = (piece) => Number(piece.getAttribute("data-number") || 0);

// `show(pieces)` puts pieces into the page; `begin(attack, queued)` plays an attack; `end()` breaks it off;
// `isSeen(number)` says whether this device has put that one aside already.
export const holdBack = ({ show, begin, end, isSeen }) => {
  // What came since an attack began to play: for each attack in turn, the other pieces.
  let held = [];
  let newest = numberOf(document.getElementById(ATTACK));
  // The first board of a connection shows what has happened, and plays nothing.
  let first = true;

  const merge = (pieces) => {
    const all = new Map();
    for (const each of held) {
      if (!each.laid) all.set(ATTACK, each.attack);
      for (const piece of each.pieces.values()) all.set(piece.id, piece);
    }
    for (const piece of pieces) all.set(piece.id, piece);
    held = [];
    return Array.from(all.values());
  };

  const start = (queued) => {
    held[0].laid = true;
    begin(held[0].attack, queued);
  };

  // The show is over for good: everything that waited is shown, with these pieces.
  const breakOff = (pieces) => {
    const all = merge(pieces);
    end();
    show(all);
  };

  const take = (pieces) => {
    const attack = pieces.find((piece) => piece.id === ATTACK);
    const number = attack ? numberOf(attack) : newest;
    const begins = number > newest && !isSeen(number) && !first;
    const undone = number < newest;
    const wasFirst = first;
    newest = number;
    first = false;
    if (wasFirst || undone) { breakOff(pieces); return; }
    if (begins) held.push({ attack, laid: false, pieces: new Map() });
    if (!held.length) { show(pieces); return; }
    const waiting = held[held.length - 1].pieces;
    for (const piece of pieces) if (!begins || piece !== attack) waiting.set(piece.id, piece);
    if (begins && held.length === 1) start(false);
  };

  // The last cube of the attack that plays has landed.
  const release = () => {
    const done = held.shift();
    if (done) show(Array.from(done.pieces.values()));
  };

  return {
    take,
    release,
    connected: () => { first = true; },
    isNewest: (number) => number === newest,
    waits: () => held.length > 0,
    next: () => { if (held.length) start(true); },
    skip: () => breakOff([]),
  };
};
