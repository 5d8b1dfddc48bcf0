"""An evening by thumb alone on the smallest phone: how many taps each thing takes, as docs/playing.md says."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.thumb import Plain, Thumb, thumb
from tests.proof import proven

RICH: tuple[Plain, ...] = ({"do": "gold", "seat": 0, "count": 30},)
LAID: Plain = {"do": "contract", "key": "131", "name": "Night shift", "need": 4}


def expect_usual_taps(hand: Thumb) -> None:
    for name in ("+ Clank!", "− Clank!", "Damage", "Heal"):
        assert hand.does(hand.dock(name).first) == 1, name
    assert hand.does(hand.page.locator("#danger button").last) == 1
    assert hand.does(hand.page.locator("#undo button").first) == 1
    assert hand.does(*hand.more("gold"), hand.sheet.get_by_role("button", name="+5")) == 3


def expect_tokens(hand: Thumb) -> None:
    take = hand.sheet.locator("li[id^=token-] button:enabled").first
    assert hand.does(hand.tokens, take) == 2
    artifact = hand.sheet.locator("#values button").filter(has_text="Artifact").first
    assert hand.does(hand.tokens, artifact) == 2
    ware = hand.sheet.locator("li[id^=ware-] button:enabled").first
    assert hand.does(hand.tokens, ware) == 2
    zone = hand.sheet.locator('#held-0 [value*="zone"]')
    assert hand.does(hand.tokens, zone) == 2
    assert hand.does(hand.tokens, zone) == 2


@pytest.mark.parametrize("edition", ["base", *proven("catacombs", "legacy2")])
def test_a_turn_takes_three_taps_and_a_token_two(
    new_device: NewDevice, site: SiteServer, edition: str
) -> None:
    hand = thumb(new_device, site, edition, *RICH)
    expect_usual_taps(hand)
    expect_tokens(hand)
    assert hand.turn("Alice") <= 3
    assert hand.turn("Bob") <= 3


def test_the_catacombs_own_things_take_three_taps(new_device: NewDevice, site: SiteServer) -> None:
    hand = thumb(new_device, site, "catacombs", *RICH)
    artifact = hand.sheet.locator("#values button").filter(has_text="Artifact").first
    assert hand.does(hand.tokens, artifact) == 2
    shrine = hand.sheet.locator("#shrines button:enabled").first
    assert hand.does(*hand.more("map"), shrine) == 3
    ghost = hand.sheet.get_by_role("button", name="A ghost joins")
    assert hand.does(*hand.more("map"), ghost) == 3
    assert hand.does(*hand.more("card"), hand.sheet.get_by_role("button", name="Rage +1")) == 3
    leave = hand.sheet.locator("#held-0").get_by_role("button", name="Leave")
    assert hand.does(hand.tokens, leave) == 2


def test_a_contract_on_the_table_takes_one_tap(new_device: NewDevice, site: SiteServer) -> None:
    hand = thumb(new_device, site, "legacy2", LAID)
    assert hand.does(hand.page.locator("#lying-131").get_by_role("button")) == 1
    expect(hand.page.locator("#lying-131")).to_contain_text("1/4")
