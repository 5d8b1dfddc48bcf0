"""A live table for browser tests: opened in the site's own files, then used by real devices."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.server import SiteServer

OPEN = """
import json
from accounts import services as accounts
from companion import services
from accounts.models import Device
from companion.tap import Tap, TurnPhase
people = json.loads({people!r})
record = services.read_setup(edition={edition!r}, seats=people, modules={modules!r})
tokens = []
def device():
    made, token = accounts.make_device()
    tokens.append(token)
    return made
first = device()
table = services.open_table(record, opener=services.Opener(device=first), title="Friday", holds=tuple({holds!r}[0]))
for seats in {holds!r}[1:]:
    other = device()
    services.join(table, other)
    for seat in seats:
        services.hold_seat(table, other, seat=seat)
for number, action in enumerate(json.loads({actions!r})):
    from companion.table import selectors
    turn = selectors.view_of(table.pk).state.turn
    services.take_tap(table.pk, Tap(id=f"t{{number}}", action=action, expects=TurnPhase(turn.number, turn.phase)), first)
print(json.dumps({{"id": str(table.pk), "tv": table.tv_code, "tokens": tokens}}))
"""
NAMES = (
    ("Alice", "red"),
    ("Bob", "blue"),
    ("Carol", "green"),
    ("Dora", "yellow"),
    ("Emil", "purple"),
    ("Fritz", "orange"),
)


class LiveTable:
    """One table; `holds` are the seats of each device, the opener's first; modules follow the edition after a +."""

    def __init__(
        self,
        site: SiteServer,
        *,
        edition: str = "base",
        seats: int = 2,
        holds: tuple[tuple[int, ...], ...] = ((0,), (1,)),
        actions: tuple[dict[str, Any], ...] = (),
    ) -> None:
        self.site = site
        people = [{"name": name, "color": color} for name, color in NAMES[:seats]]
        slug, *modules = edition.split("+") + ["adventuring-party"] * (seats > 4)
        code = OPEN.format(
            people=json.dumps(people),
            edition=slug,
            modules=modules,
            holds=holds,
            actions=json.dumps(actions),
        )
        told = json.loads(site.script(code).splitlines()[-1])
        self.url, self.tv_url = f"/tables/{told['id']}/", f"/tv/{told['tv']}/"
        self.tokens: list[str] = told["tokens"]

    def sit(self, page: Page, device: int = 0, query: str = "") -> Page:
        """Open the table on a page as one of its devices; returns once it is live."""
        self.open(page, device, query)
        return self.live(page)

    def open(self, page: Page, device: int = 0, query: str = "") -> None:
        page.context.add_cookies(
            [{"name": "dragonbag-device", "value": self.tokens[device], "url": self.site.url}]
        )
        page.goto(self.url + query)

    def live(self, page: Page) -> Page:
        """Wait until the page has received its first board from the stream, and shows it."""
        expect(page.locator("body[data-live]")).to_be_attached()
        expect(page.locator("#line:not(.off)")).to_be_attached()
        return page

    def join_code(self) -> str:
        """The code that its invite shows."""
        code = (
            "from companion.models import Table;"
            f"print(Table.objects.get(pk='{self.url.split('/')[2]}').join_code)"
        )
        return self.site.script(code).strip()

    def rotate_code(self) -> None:
        """The opener asks for a new code."""
        code = (
            "from companion import services; from companion.models import Table;"
            f"table = Table.objects.get(pk='{self.url.split('/')[2]}');"
            "services.rotate_code(table, table.opener_device)"
        )
        self.site.script(code)

    def hide_odds(self) -> None:
        """The opener hides the odds from everybody."""
        code = (
            "from companion import services; from companion.models import Table;"
            f"table = Table.objects.get(pk='{self.url.split('/')[2]}');"
            "services.set_odds(table, table.opener_device, on=False)"
        )
        self.site.script(code)

    def remove_other(self) -> None:
        """The opener removes the only other device from the table."""
        code = (
            "from companion import services; from companion.models import Table;"
            f"table = Table.objects.get(pk='{self.url.split('/')[2]}');"
            "other = table.presences.exclude(device=table.opener_device).get().device;"
            "services.remove_device(table, table.opener_device, device=other)"
        )
        self.site.script(code)

    def watch(self, page: Page) -> Page:
        page.goto(self.tv_url)
        return self.live(page)


def calm(page: Page) -> Page:
    """Wait until nothing is deaf, and pale, for having come where something else was."""
    expect(page.locator("[data-deaf]")).to_have_count(0)
    return page


def closed(page: Page) -> Page:
    """Close the sheet that is open, if any."""
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    return page


def act_for(page: Page, seat: int) -> None:
    """Tap the row of a seat: the buttons act for it."""
    closed(page)
    page.locator(f"label[for=act-{seat}]").click()
    expect(page.locator("body")).to_have_attribute("data-acting", str(seat))


def pad(page: Page) -> Locator:
    """What is needed less often: on the board, or behind More where there is no room."""
    more = page.locator("#dock [data-sheet=more]")
    if more.is_visible() and not page.locator("#sheet-more[open]").count():
        more.click()
    return page.locator("#pad")


def unfolded(page: Page, part: str) -> Locator:
    """A part of the board, out of its sheet where it is folded into one."""
    strip = page.locator(f"#{part}-strip")
    if strip.is_visible() and not page.locator(f"#sheet-{part}[open]").count():
        strip.click()
    return page.locator(f"#{part}")


def tokens(page: Page) -> Locator:
    """The sheet of tokens and the market."""
    page.locator("#dock [data-sheet=tokens]").click()
    return page.get_by_role("dialog", name="Tokens and market")


def often(page: Page, count: int) -> None:
    """The next tap counts that often."""
    pad(page).locator(f"label[for=times-{count}]").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def settled(page: Page) -> Page:
    """Wait until the next step can be tapped."""
    expect(page.locator("#next:not([aria-busy])")).to_be_visible()
    return page


def step(page: Page, name: str) -> None:
    """Tap the button of the next step once it is there and active."""
    button = page.locator("#next").get_by_role("button", name=name)
    expect(button).to_be_visible()
    settled(page)
    button.click()
