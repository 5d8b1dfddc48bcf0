"""The television: what stands on it can be read, and nothing of the table is missing."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable

CUT = "node => node.scrollWidth > node.clientWidth"


def test_six_seats_are_named_beside_their_chances_of_being_hit(
    new_device: NewDevice, site: SiteServer
) -> None:
    tv = LiveTable(site, seats=6, holds=(tuple(range(6)),)).watch(new_device("tv"))
    rows = tv.locator("#idle .odds > li")
    expect(rows).to_have_count(6)
    for row in rows.all():
        said = row.locator("> span")
        expect(said).to_have_text(re.compile(r"\w+\s*hit \d+.%"))
        expect(said.get_by_text("hit")).to_be_in_viewport(ratio=1)
        assert not said.evaluate(CUT)
        assert not said.locator("span").evaluate(CUT)


def test_the_monsters_are_told_without_a_button(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(
        site,
        edition="catacombs+monsters",
        actions=({"do": "monster_cards", "count": 3}, {"do": "monster_spawn", "count": 1}),
    )
    tv = table.watch(new_device("tv"))
    monsters = tv.get_by_role("region", name="Monsters")
    expect(monsters).to_contain_text("of 3 cards")
    expect(monsters.locator(".sum b")).to_have_text("1")
    expect(tv.get_by_role("button")).to_have_count(0)
