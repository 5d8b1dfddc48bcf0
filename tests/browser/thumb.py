"""A thumb on the smallest phone, which touches what is in sight and counts its taps."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.screens import reach, sequence
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable

Plain = dict[str, Any]
SMALLEST = {"width": 360, "height": 640}


@dataclass
class Thumb:
    """Touches what is on the screen, or further down an open sheet, and counts."""

    page: Page
    taps: int = 0

    def tap(self, control: Locator) -> None:
        if not self.sheet.count():
            expect(control).to_be_in_viewport(ratio=1)
        control.tap()
        self.taps += 1

    def does(self, *controls: Locator) -> int:
        """Tap one control after the other; what they do stands in the log, once. Returns the taps."""
        before, begun = sequence(self.page), self.taps
        for control in controls:
            self.tap(control)
        reach(self.page, before + 1)
        expect(self.page.locator(".notice.error:visible")).to_have_count(0)
        assert sequence(self.page) == before + 1
        return self.taps - begun

    # Where things are ------------------------------------------------------------

    def dock(self, name: str) -> Locator:
        return self.page.locator("#dock").get_by_role("button", name=name)

    @property
    def tokens(self) -> Locator:
        return self.page.locator("#dock [data-sheet=tokens]")

    def more(self, sheet: str) -> tuple[Locator, Locator]:
        return (
            self.page.locator("#dock [data-sheet=more]"),
            self.page.locator(f"#pad [data-sheet={sheet}]"),
        )

    @property
    def sheet(self) -> Locator:
        return self.page.locator("dialog[open]")

    def field(self, field: Locator, number: int) -> None:
        """Key a number into a field: on the keypad, digit by digit."""
        field.tap()
        keypad = self.page.locator(".keypad")
        if number < 0:
            keypad.get_by_role("button", name="Minus sign").tap()
        for digit in str(abs(number)):
            keypad.locator(f"[data-digit='{digit}']").tap()
        keypad.get_by_role("button", name="Done").tap()
        expect(field).to_have_value(str(number))

    def chooses(self, seat: int) -> int:
        """Tap a seat's row: the dock acts for it. Returns the taps."""
        self.tap(self.page.locator(f"label[for=act-{seat}]"))
        expect(self.page.locator("body")).to_have_attribute("data-acting", str(seat))
        return 1

    def turn(self, name: str) -> int:
        """End a turn, with a dragon, and put its attack aside."""
        taps = self.does(
            self.page.locator("#next").get_by_role("button", name=f"End {name}’s turn")
        )
        begun, before = self.taps, sequence(self.page)
        self.tap(self.page.locator("#next").get_by_role("button", name="Dragon!"))
        self.tap(self.page.get_by_role("button", name="Seen"))
        reach(self.page, before + 1)
        expect(self.page.locator("#attack-result")).to_be_hidden()
        return taps + self.taps - begun


def thumb(new_device: NewDevice, site: SiteServer, edition: str, *actions: Plain) -> Thumb:
    table = LiveTable(site, edition=edition, holds=((0, 1),), actions=actions)
    return Thumb(table.sit(new_device("small", has_touch=True, viewport=SMALLEST)))
