"""Every address of the site, in every theme: accessible, nothing cut off, room for a thumb."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page

from tests.browser.conftest import HEARD, PATIENCE, watch
from tests.browser.server import SiteServer
from tests.browser.tour import Tour, undisturbed

# Structure is the same in every theme and checked once; colours are checked in each.
COLOURS = ["color-contrast", "link-in-text-block"]
THEMES = ("dark", "light", "contrast")
# Pages that only visitors without an account see.
OUTSIDE = ("/", "/campaigns/", "/accounts/login/", "/accounts/sign-up/", "/accounts/forgotten/")
NOBODYS = ("/no-such-page/", "/campaigns/00000000-0000-4000-8000-000000000000/")

# Without a selector for every node that is as it should be. Behind an open dialog everything is inert and axe looks
# past it, so the dialog alone has the same faults.
FAULTS = """async ([dialog, rules]) => {
  const options = { resultTypes: ["violations"], selectors: false, ...(rules && { runOnly: rules }) };
  const found = await axe.run(document.getElementById(dialog) ?? document, options);
  return found.violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)}`));
}"""
SMALL = """() => [...document.querySelectorAll(
  "button, .button, summary, select, input:not([type=hidden]), .tabs a, nav a")].filter((each) => {
    const ticked = each.matches("[type=checkbox], [type=radio]");
    const box = (ticked ? each.labels[0] ?? each : each).getBoundingClientRect();
    return each.checkVisibility({visibilityProperty: true}) && !each.closest(".vh, .first, .menu > div, [inert]")
      && box.width > 1 && (box.width < 43.5 || box.height < 43.5);
  }).map((each) => each.outerHTML.slice(0, 120))"""


UNFOLDED = "document.querySelectorAll('main details').forEach((each) => { each.open = true; })"
WEARING = "(theme) => { document.documentElement.dataset.theme = theme; }"


@dataclass
class Seen:
    """What was found wrong, by address; ``pages`` are those that are HTML pages."""

    judge: "Judge"
    pages: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    barriers: dict[str, list[str]] = field(default_factory=dict)
    wide: dict[str, int] = field(default_factory=dict)
    small: dict[str, list[str]] = field(default_factory=dict)
    scripts: list[str] = field(default_factory=list)


Judge = Callable[[Page, str, Seen], None]


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory, made: Path) -> Iterator[Tour]:
    server = SiteServer.started(tmp_path_factory.mktemp("tour"), made)
    yield Tour(server)
    server.stop()


@pytest.fixture(scope="module")
def seen(browser: Browser, furnished: Tour) -> Seen:
    """One walk for all questions: a page is opened once."""
    return walked(browser, furnished, _judge)


@pytest.fixture(scope="module")
def seen_in_colours(browser: Browser, furnished: Tour) -> Seen:
    """Another for the themes that are not the first: there the colours alone can be at fault."""
    return walked(browser, furnished, _judge_colours)


def walked(browser: Browser, tour: Tour, judge: Judge) -> Seen:
    server, seen = tour.site, Seen(judge)
    inside = _device(browser, server, seen)
    inside.context.add_cookies(tour.cookies)  # type: ignore[arg-type]
    for address in tour.addresses():
        _visit(inside, address, seen)
    outside = _device(browser, server, seen)
    for address in (*OUTSIDE, *NOBODYS):
        _visit(outside, address, seen, lost=address in NOBODYS)
    for page in (inside, outside):
        page.context.close()
    return seen


def _device(browser: Browser, server: SiteServer, seen: Seen) -> Page:
    context: BrowserContext = browser.new_context(
        locale="en-GB",
        base_url=server.url,
        viewport={"width": 360, "height": 740},
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(Axe().axe_script)
    page = context.new_page()
    undisturbed(page)
    watch(page, server.url, seen.scripts)
    return page


def _visit(page: Page, address: str, seen: Seen, *, lost: bool = False) -> None:
    answer = page.request.get(address)
    if answer.status >= 400 and answer.status != 405 and not lost:
        seen.missing.append(f"{answer.status} {address}")
        return
    if not _is_page(answer):
        return
    page.goto(address)
    seen.pages.append(address)
    page.evaluate(UNFOLDED)
    seen.judge(page, address, seen)


def _is_page(answer: APIResponse) -> bool:
    """Whether it is a page, not a file, a part of a page or a bare refusal."""
    kind = answer.headers.get("content-type", "")
    return kind.startswith("text/html") and answer.text().lstrip().startswith("<!doctype")


def _judge(page: Page, address: str, seen: Seen) -> None:
    page.evaluate(WEARING, THEMES[0])
    _note(seen.barriers, address, _faults(page))
    for name in page.locator("dialog:not([open])").evaluate_all(
        "all => all.map((each) => each.id)"
    ):
        _note(seen.barriers, f"{address} #{name}", _in_dialog(page, name))
    _note(seen.small, address, page.evaluate(SMALL))
    page.set_viewport_size({"width": 320, "height": 640})
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if over > 0:
        seen.wide[address] = over
    page.set_viewport_size({"width": 360, "height": 740})


def _judge_colours(page: Page, address: str, seen: Seen) -> None:
    for theme in THEMES[1:]:
        page.evaluate(WEARING, theme)
        _note(seen.barriers, f"{theme} {address}", _faults(page, rules=COLOURS))


def _faults(page: Page, *, dialog: str = "", rules: list[str] | None = None) -> list[str]:
    found: list[str] = page.evaluate(FAULTS, [dialog, rules])
    return found


def _in_dialog(page: Page, name: str) -> list[str]:
    page.evaluate("(name) => document.getElementById(name).showModal()", name)
    page.evaluate(HEARD)  # nothing is pale any more for having just come
    found = _faults(page, dialog=name)
    page.evaluate("(name) => document.getElementById(name).close()", name)
    return found


def _note(where: dict[str, list[str]], address: str, found: list[str]) -> None:
    if found:
        where[address] = found


def test_the_tour_knows_a_way_to_every_page(seen: Seen) -> None:
    assert seen.missing == []
    assert len(seen.pages) > 60


def test_no_page_has_a_barrier(seen: Seen) -> None:
    assert seen.barriers == {}


@pytest.mark.prove
def test_no_page_has_a_barrier_in_another_theme(seen_in_colours: Seen) -> None:
    assert len(seen_in_colours.pages) > 60
    assert seen_in_colours.barriers == {}


def test_no_page_is_wider_than_the_smallest_screen(seen: Seen) -> None:
    assert seen.wide == {}


def test_whatever_is_tapped_is_as_large_as_a_thumb(seen: Seen) -> None:
    assert seen.small == {}


def test_no_script_fails_and_nothing_leaves_the_site(seen: Seen) -> None:
    assert seen.scripts == []
