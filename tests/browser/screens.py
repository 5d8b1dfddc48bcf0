"""What the screens of one table show, piece by piece, so that they can be compared."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

from playwright.sync_api import Page, expect

TOLD = ["moment", "now", "next-step", "rage", "pools", "attack-result", "idle", "tracks", "log"]
HANDS = ["next", "undo", "odds-preview", "at-risk", "audit", "values", "monsters"]

# Attributes in one order, so that a piece changed in place equals one rendered again.
READ = """
async (anew) => {
  const parse = async () => new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const root = anew ? await parse() : document;
  const own = new Set(["aria-busy", "data-deaf"]);
  // What the show of an attack adds while it plays.
  const shown = new Set(["playing", "awaited", "falling", "landed", "crowd", "heap"]);
  const value = (node, name) => name !== "class" ? node.getAttribute(name)
    : [...node.classList].filter((each) => !shown.has(each)).join(" ");
  const told = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const names = node.getAttributeNames().filter((name) => !own.has(name) && (name !== "class" || value(node, name))).sort();
    const attributes = names.map((name) => ` ${name}="${value(node, name)}"`).join("");
    return `<${node.localName}${attributes}>${[...node.childNodes].map(told).join("")}</>`;
  };
  const whole = /^(PIECES|(seat|token|ware|held|line)-[a-z0-9_]+)$/;
  const pieces = [...root.querySelectorAll("[id]")].filter((piece) => whole.test(piece.id) && piece.id !== "line-words");
  return Object.fromEntries(pieces.map((piece) => [piece.id, told(piece)]));
}
""".replace("PIECES", "|".join((*TOLD, *HANDS)))
HIDE = """
(hidden) => {
  Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}
"""
# No test's table goes on by so many lines while a screen is waited for.
FURTHER = 1000
SEQUENCE = "Number(document.getElementById('moment').dataset.sequence)"


def pieces(page: Page, *, anew: bool = False) -> dict[str, str]:
    """The hash of each piece on a screen; `anew`: of what the server renders for a reload."""
    told = cast("dict[str, str]", page.evaluate(READ, anew))
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in told.items()}


# What every screen says of the table, however it is laid out: damage, status and gold of each seat, the cubes of
# area and bag, the next attack, and the last one's cubes.
FACTS = """
() => {
  const all = (where, what, root = document) => [...root.querySelectorAll(where)].map(what);
  const cube = (node) => node.querySelector("use").getAttribute("href");
  const text = (node) => node.textContent.trim();
  return {
    seats: all("[id^=seat-].seat", (seat) => [
      seat.classList.contains("out"), all(".meter .cube", cube, seat), text(seat.querySelector(".coin b")),
    ]),
    pools: all("#pools li:not(.ash)", (pile) => [cube(pile), text(pile.querySelector("b"))]),
    lit: all("#rage .lit b", text),
    drawn: all("#attack-result .drawn li", (each) => [cube(each), text(each.lastElementChild)]),
    told: all("#attack-result .result p", text),
  };
}
"""


def facts(page: Page) -> object:
    return page.evaluate(FACTS)


def sequence(page: Page) -> int:
    return int(page.evaluate(SEQUENCE))


def hide(page: Page, *, hidden: bool = True) -> None:
    """Hide a page, as when another tab or app comes to the front."""
    page.evaluate(HIDE, hidden)


def reach(page: Page, number: int, *, within: float = 60_000) -> None:
    """Waits until a screen shows the state after a line of the log, or a later one.

    It is asked from outside: a page whose clock is held has no frame in which to look again.
    """
    later = "|".join(map(str, range(number, number + FURTHER)))
    moment = page.locator("#moment")
    expect(moment).to_have_attribute("data-sequence", re.compile(f"^({later})$"), timeout=within)


@dataclass
class Screens:
    """Every screen at one table: phones and tablets, and the television."""

    hands: list[Page]
    tv: Page
    marks: list[str] = field(default_factory=list)

    @property
    def all(self) -> Iterable[Page]:
        return (*self.hands, self.tv)

    def expect_same(self, *, within: float = 60_000) -> int:
        """All screens show the same as a new page from the server; returns the sequence."""
        newest = max(sequence(page) for page in self.all)
        for page in self.all:
            reach(page, newest, within=within)
            expect(page.locator("#line:not(.off)")).to_be_attached(timeout=within)
        boards = [pieces(page) for page in self.all]
        first, tv = boards[0], boards[-1]
        assert all(board == first for board in boards[:-1])
        shared = ("moment", "now")
        assert {name: tv[name] for name in shared} == {name: first[name] for name in shared}
        assert tv.keys() >= {"rage", "pools", "attack-result", "idle", "seat-0", "seat-1"}
        told = [facts(page) for page in self.all]
        assert all(each == told[0] for each in told)
        for page, board in zip(self.all, boards, strict=True):
            again = pieces(page, anew=True)
            other = [name for name in board | again if board.get(name) != again.get(name)]
            assert other == [], f"{other} differ from a new page at {page.url}"
        return newest
