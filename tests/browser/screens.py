"""What the screens of one table show, piece by piece, so that they can be compared."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

from playwright.sync_api import Page, expect

TOLD = ["moment", "now", "upnext", "rage", "pools", "bite", "idle"]
HANDS = ["next", "undo", "ahead", "brink", "audit", "values", "monsters"]

# Attributes in one order: a piece that was changed in place says the same as one drawn anew.
READ = """
async (anew) => {
  const parse = async () => new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const root = anew ? await parse() : document;
  const own = new Set(["aria-busy"]);
  const told = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const names = node.getAttributeNames().filter((name) => !own.has(name)).sort();
    const attributes = names.map((name) => ` ${name}="${node.getAttribute(name)}"`).join("");
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
SEQUENCE = "Number(document.getElementById('moment').dataset.sequence)"


def pieces(page: Page, *, anew: bool = False) -> dict[str, str]:
    """The hash of each piece on a screen; `anew`: of what the server would draw on a reload."""
    told = cast("dict[str, str]", page.evaluate(READ, anew))
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in told.items()}


def sequence(page: Page) -> int:
    return int(page.evaluate(SEQUENCE))


def hide(page: Page, *, hidden: bool = True) -> None:
    """As a browser does when another tab or another app comes to the front."""
    page.evaluate(HIDE, hidden)


def reach(page: Page, number: int, *, within: float = 10_000) -> None:
    """Waits until a screen shows the state after a line of the log, or a later one."""
    page.wait_for_function(f"number => {SEQUENCE} >= number", arg=number, timeout=within)


@dataclass
class Screens:
    """Every screen at one table: phones and tablets, and the television."""

    hands: list[Page]
    tv: Page
    marks: list[str] = field(default_factory=list)

    @property
    def all(self) -> Iterable[Page]:
        return (*self.hands, self.tv)

    def expect_same(self, *, within: float = 10_000) -> int:
        """All screens show the same, and what the server draws anew; gives the sequence."""
        newest = max(sequence(page) for page in self.all)
        for page in self.all:
            reach(page, newest, within=within)
            expect(page.locator("#line:not(.off)")).to_be_attached(timeout=within)
        boards = [pieces(page) for page in self.all]
        first, tv = boards[0], boards[-1]
        assert all(board == first for board in boards[:-1])
        shared = first.keys() & tv.keys()
        assert shared >= {"moment", "now", "rage", "pools", "bite", "seat-0", "seat-1"}
        assert {name: tv[name] for name in shared} == {name: first[name] for name in shared}
        for page, board in zip(self.all, boards, strict=True):
            assert pieces(page, anew=True) == board
        return newest
