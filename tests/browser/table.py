"""A live table for browser tests: opened in the site's own files, then used by real devices."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.server import SiteServer

OPEN = """
import json
from companion import services
from companion.models import Device
from companion.tap import Tap, TurnPhase
people = json.loads({people!r})
record = services.read_setup(edition={edition!r}, seats=people, modules={modules!r})
tokens = []
def device():
    made, token = services.make_device()
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
    from companion import selectors
    turn = selectors.board_of(table.pk).state.turn
    services.play(table.pk, Tap(id=f"t{{number}}", action=action, expects=TurnPhase(turn.number, turn.phase)), first)
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
        told = json.loads(site.manage("shell", "--no-imports", "-c", code).splitlines()[-1])
        self.url, self.tv_url = f"/tables/{told['id']}/", f"/tv/{told['tv']}/"
        self.tokens: list[str] = told["tokens"]

    def sit(self, page: Page, device: int = 0, query: str = "") -> Page:
        """Opens the table on a page that is one of its devices."""
        page.context.add_cookies(
            [{"name": "dragonbag-device", "value": self.tokens[device], "url": self.site.url}]
        )
        page.goto(self.url + query)
        return self.live(page)

    def live(self, page: Page) -> Page:
        """Waits until the page has heard from the stream."""
        expect(page.locator("body[data-live]")).to_be_attached()
        expect(page.locator("#line:not(.off)")).to_be_attached()
        return page

    def remove_other(self) -> None:
        """The opener takes the table from the one other device."""
        code = (
            "from companion import services; from companion.models import Table;"
            f"table = Table.objects.get(pk='{self.url.split('/')[2]}');"
            "other = table.presences.exclude(device=table.opener_device).get().device;"
            "services.remove_device(table, table.opener_device, device=other)"
        )
        self.site.manage("shell", "--no-imports", "-c", code)

    def watch(self, page: Page) -> Page:
        page.goto(self.tv_url)
        return self.live(page)


def settled(page: Page) -> Page:
    """Waits until the next step may be tapped."""
    expect(page.locator("#next:not([aria-busy])")).to_be_visible()
    return page


def step(page: Page, name: str) -> None:
    """Taps the button of the next step once it is there and means what it says."""
    button = page.locator("#next").get_by_role("button", name=name)
    expect(button).to_be_visible()
    settled(page)
    button.click()
