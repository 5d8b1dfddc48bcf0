"""A group that plays a whole game by what its screens offer, without knowing rules."""

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.conftest import NewDevice
from tests.browser.screens import Screens, reach, sequence
from tests.browser.server import SiteServer
from tests.browser.table import act_for, often, pad

NAMES = ("Alice", "Bob", "Carol", "Dora", "Emil")
SIZES = ("small", "phone", "tablet")
ON_THE_PAD = ("By choice",)
MOST_STEPS = 120
SOON = 2000
# What Playwright says, among the rest, of a click that has reached the page.
DONE = "click action done"
MOST_TRIES = 60
REFUSED = ".notice.error:visible"


def gather(
    new_device: NewDevice,
    at: SiteServer,
    *,
    edition: str = "base",
    seats: int = 3,
    modules: tuple[str, ...] = (),
) -> Screens:
    """Open a table on a phone; a phone and a tablet join by code, a television by its link."""
    opener, *others = (new_device(size, at=at) for size in SIZES)
    open_table(opener, edition=edition, seats=seats, modules=modules)
    code = opener.locator(".shout .code").inner_text()
    tv = new_device("tv", at=at)
    tv.goto(str(opener.get_by_role("link", name="The table for a TV").get_attribute("href")))
    for number, page in enumerate(others, start=1):
        page.goto(f"/j/{code}/")
        # The last device plays for all who have none of their own: it follows the turn.
        several = number == len(others) and seats > len(SIZES)
        taken = "This device is for everybody" if several else NAMES[min(number, seats - 1)]
        page.get_by_role("button", name=taken).click()
    opener.get_by_role("link", name="To the table").click()
    for page in (opener, *others, tv):
        live(page)
    return Screens([opener, *others], tv)


def open_table(page: Page, *, edition: str, seats: int, modules: tuple[str, ...]) -> None:
    page.goto("/tables/open/")
    choose(page, f"#edition-{edition}")
    for module in modules:
        page.locator(f"input[name$=modules][value={module}]").check()
    choose(page, f"#seats-{seats}")
    for number, name in enumerate(NAMES[:seats], start=1):
        page.get_by_label(f"Name of seat {number}").fill(name)
    page.get_by_role("button", name="Open the table").last.click()
    expect(page).to_have_url(re.compile("/invite/$"))


def choose(page: Page, button: str) -> None:
    """Choose one of several; if it is already chosen, do nothing."""
    if page.locator(button).get_attribute("aria-pressed") == "false":
        page.locator(button).click()
    expect(page.locator(button)).to_have_attribute("aria-pressed", "true")


def live(page: Page) -> None:
    expect(page.locator("body[data-live]")).to_be_attached()
    expect(page.locator("#line:not(.off)")).to_be_attached()


def put_aside(page: Page) -> None:
    """Dismiss the last attack, if it still covers this screen; one that plays is skipped first.

    Where somebody else has seen it, it goes by itself, maybe just before this tap.
    """
    button = page.get_by_role("button", name="Skip").or_(page.get_by_role("button", name="Seen"))
    for _ in range(MOST_TRIES):
        if not page.locator("body[data-attack], body[data-show]").count():
            return
        with suppress(TimeoutError):
            button.first.click(timeout=SOON)
    raise AssertionError("the attack does not go")


class Group:
    """Plays turn by turn. The group agrees which device plays which seat."""

    def __init__(self, screens: Screens, *, seed: int, seats: int = 3) -> None:
        self.screens, self.seats = screens, seats
        self.chance = Random(seed)  # noqa: S311 - a player, not a secret
        self.turns = dict.fromkeys(range(seats), 0)
        self.newest = self.acting = 0
        self.done: set[str] = set()

    # What the screens say --------------------------------------------------------

    def moment(self, page: Page) -> dict[str, str]:
        told: dict[str, str] = page.evaluate("({...document.getElementById('moment').dataset})")
        return told

    @property
    def board(self) -> Page:
        """The first screen, up to date with the table."""
        reach(self.screens.hands[0], self.newest)
        return self.screens.hands[0]

    def over(self) -> bool:
        return "over" in self.moment(self.board)

    def in_play(self, seat: int) -> bool:
        return bool(self.board.locator(f"#seat-{seat}:not(.out)").count())

    def room(self, seat: int) -> int:
        """How many cubes still fit on a seat's meter."""
        return self.board.locator(f"#seat-{seat} .meter i:empty").count()

    def ready(self, seat: int) -> Page:
        """The device of a seat, up to date, the last attack dismissed, acting for the seat."""
        page = self.screens.hands[min(seat, len(self.screens.hands) - 1)]
        reach(page, self.newest)
        self.acting = seat
        self._act(page)
        expect(page.locator("#next:not([aria-busy])")).to_be_visible()
        return page

    def _act(self, page: Page) -> None:
        """Act for the seat, also where helping it has ended by itself, with no attack in the way."""
        put_aside(page)
        if page.locator("body").get_attribute("data-acting") != str(self.acting):
            act_for(page, self.acting)

    # Taps ------------------------------------------------------------------------

    def tap(self, button: Locator) -> None:
        """Tap a control; the next line of the log is its effect."""
        page = button.page
        before = sequence(page)
        self._click(button)
        try:
            reach(page, before + 1)
        except AssertionError:
            said = page.locator(REFUSED).all_inner_texts()
            raise AssertionError(f"{button} did nothing; the page says {said}") from None
        self.newest = sequence(page)

    def _click(self, button: Locator) -> None:
        """Click; on a slow machine helping may end, or an attack may come, before that."""
        for _ in range(MOST_TRIES):
            try:
                button.click(timeout=SOON)
                return
            except TimeoutError as late:
                if DONE in str(late):
                    return  # only what came after the click was late
            if not button.page.locator("dialog[open]").count():
                self._act(button.page)
        button.click()

    def button(self, seat: int, name: str) -> None:
        page = self.ready(seat)
        called = re.compile(rf"^{re.escape(name)}( ×\d)?$")  # which says how often it counts
        if name in ON_THE_PAD:
            self.tap(pad(page).get_by_role("button", name=called))
            self.close(page.locator("dialog[open]"))
        else:
            self.tap(page.locator("#board, #dock").get_by_role("button", name=called))
        self.done.add(name)

    def times(self, seat: int, count: int, name: str) -> None:
        often(self.ready(seat), count)
        self.button(seat, name)

    def sheet(self, seat: int, name: str) -> Locator:
        page = self.ready(seat)
        place = page.locator("#dock") if name == "Tokens" else pad(page)
        place.get_by_role("link", name=name, exact=True).click()
        return page.locator("dialog[open]")

    def close(self, sheet: Locator) -> None:
        if sheet.count():
            sheet.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)

    # The game --------------------------------------------------------------------

    def play(self, goals: Callable[["Group", int, int], None], marks: int = 8) -> None:
        """Play until the board says that the game is over, comparing the screens on the way."""
        for step in range(MOST_STEPS):
            if self.over():
                return
            if step % marks == 0:
                self.newest = self.screens.expect_same()
            self.step(goals)
        raise AssertionError("the game does not end")

    def step(self, goals: Callable[["Group", int, int], None]) -> None:
        told = self.moment(self.board)
        seat, phase = int(told["active"]), told["phase"]
        if phase == "play":
            self.turns[seat] += 1
            goals(self, seat, self.turns[seat])
            told = self.moment(self.ready(seat))
            if "over" not in told and told["phase"] == "play":
                self.tap(self.ready(seat).locator("#next [data-key=e]"))
        elif phase == "refill":
            key = self.chance.choice("aae")
            self.done.add({"a": "attack", "e": "no dragon"}[key])
            self.tap(self.ready(seat).locator(f"#next button[data-key={key}]"))
        else:
            self.done.add("off the clock")
            self.tap(self.ready(seat).locator("#next button[data-key=e]"))
