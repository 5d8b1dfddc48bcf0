"""German on the smallest phone, on every address: it is German, longer words and letters fit."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import PATIENCE, NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable
from tests.browser.test_look import LENGTHEN, OVERFLOWING
from tests.browser.tour import Tour, undisturbed

CODE_KEY = re.compile(r"\b[a-z]+_[a-z_]+\b")
# What the demo's people typed stays in their language, and so do words of the ledger line.
DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "campaigns" / "lantern-company.txt"
NAMES = "|".join(map(re.escape, re.findall(r'name "([^"]+)"', DEMO.read_text())))
TYPED = re.compile(rf"{NAMES}|„[^“]*“|\w+ [<\[].*")
COMMANDS = {"table_verify"}  # the fairness page says how to run it
ENGLISH = re.compile(r"\b(?:the|and|you|your|with|this|not|is|are|has|from|of|to)\b")
OPEN_ALL = "document.querySelectorAll('main details').forEach((each) => { each.open = true; })"
LETTERS = "(size) => { document.documentElement.style.fontSize = size; }"
OVER = "document.documentElement.scrollWidth - innerWidth"
LABELS = """() => [...document.querySelectorAll(
  "h1, h2, label, legend, button, summary, th, dt, nav, .buttons, footer, .hint, .tabs"
)].filter((each) => each.checkVisibility()).map((each) => each.innerText)"""
SHOW = "(name) => { const it = document.getElementById(name); if (!it.open) it.showModal(); }"
HIDE = "(name) => document.getElementById(name).close()"


@dataclass
class Seen:
    """What was found wrong, by address."""

    pages: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    codes: dict[str, set[str]] = field(default_factory=dict)
    english: dict[str, list[str]] = field(default_factory=dict)
    wide: dict[str, int] = field(default_factory=dict)
    large: dict[str, int] = field(default_factory=dict)
    long: dict[str, list[str]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def seen(browser: Browser, tmp_path_factory: pytest.TempPathFactory, made: Path) -> Iterator[Seen]:
    """One walk for all questions: a page is opened once."""
    server = SiteServer.started(tmp_path_factory.mktemp("german"), made)
    tour, seen = Tour(server), Seen()
    context = browser.new_context(
        locale="de-DE",
        base_url=server.url,
        viewport={"width": 360, "height": 740},
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    context.add_cookies(tour.cookies)  # type: ignore[arg-type]
    page = context.new_page()
    undisturbed(page)
    for address in tour.addresses():
        if _opens(page, address):
            _judge(page, address, seen)
    context.close()
    yield seen
    server.stop()


def _opens(page: Page, address: str) -> bool:
    """Files and parts of pages are left out; that nothing is missing, the tour itself tests."""
    answer = page.request.get(address)
    kind = answer.headers.get("content-type", "")
    whole = kind.startswith("text/html") and answer.text().lstrip().startswith("<!doctype")
    if answer.ok and whole:
        page.goto(address)
    return answer.ok and whole


def _judge(page: Page, address: str, seen: Seen) -> None:
    page.evaluate(OPEN_ALL)
    seen.pages.append(address)
    if page.locator("html").get_attribute("lang") != "de":
        seen.foreign.append(address)
    if codes := set(CODE_KEY.findall(page.locator("body").inner_text())) - COMMANDS:
        seen.codes[address] = codes
    told = [TYPED.sub("", label) for label in page.evaluate(LABELS)]
    if english := [label for label in told if ENGLISH.search(label)]:
        seen.english[address] = english
    if (over := page.evaluate(OVER)) > 0:
        seen.wide[address] = over
    page.evaluate(LETTERS, "200%")
    if (over := page.evaluate(OVER)) > 0 and not address.startswith("/tv/"):
        seen.large[address] = over
    page.evaluate(LETTERS, "")
    if long := _overflowing(page):
        seen.long[address] = long


def _overflowing(page: Page) -> list[str]:
    """What is cut off when all words are even longer, on the page and in its dialogs."""
    page.evaluate(LENGTHEN)
    found: list[str] = page.evaluate(OVERFLOWING)
    for name in page.locator("dialog").evaluate_all("all => all.map((each) => each.id)"):
        page.evaluate(SHOW, name)
        found += page.evaluate(OVERFLOWING)
        page.evaluate(HIDE, name)
    return found


def test_every_page_speaks_german(seen: Seen) -> None:
    assert len(seen.pages) > 60
    assert seen.foreign == []


def test_no_page_shows_a_key_of_the_code(seen: Seen) -> None:
    assert seen.codes == {}


def test_no_label_is_left_in_english(seen: Seen) -> None:
    assert seen.english == {}


def test_no_german_page_is_wider_than_the_smallest_phone(seen: Seen) -> None:
    assert seen.wide == {}


def test_letters_twice_as_large_fit_on_every_page_but_the_televisions(seen: Seen) -> None:
    assert seen.large == {}


def test_words_longer_than_german_fit_on_every_page(seen: Seen) -> None:
    assert seen.long == {}


@pytest.mark.parametrize("edition", ["base", "catacombs", "legacy2"])
def test_a_game_and_its_sheets_have_room_for_longer_words(
    edition: str, new_device: NewDevice, site: SiteServer
) -> None:
    live = LiveTable(site, edition=edition, seats=4)
    page = live.sit(new_device("small", locale="de-DE", reduced_motion="reduce"))
    page.goto(live.url)

    assert not set(CODE_KEY.findall(page.locator("body").inner_text())) - COMMANDS
    assert page.evaluate(OVER) == 0
    assert _overflowing(page) == []


def test_a_television_has_room_for_longer_words(new_device: NewDevice, site: SiteServer) -> None:
    live = LiveTable(site, edition="catacombs", seats=4)
    page = new_device("tv", locale="de-DE", reduced_motion="reduce")
    page.goto(live.tv_url)
    page.evaluate(LENGTHEN)

    assert page.evaluate(OVERFLOWING) == []
