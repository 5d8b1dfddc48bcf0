"""Names of any length on a small phone: nothing runs over the edge, and no short name is broken."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, settled
from tests.browser.test_dock import BROKEN

BELOW = ("", "people/", "scores/0/", "result/", "log/", "fairness/", "odds/", "rematch/")
OVER = "document.documentElement.scrollWidth - innerWidth"


def opened(page: Page) -> str:
    page.goto("/tables/open/")
    fields = page.get_by_label("Name of seat")
    expect(fields).to_have_count(4)
    for number, field in enumerate(fields.all()):
        field.fill("W" * 35 + str(number))
    page.locator(".primary").click()
    page.wait_for_url("**/invite/")
    return page.url.removesuffix("invite/")


def test_no_page_of_a_table_is_wider_than_the_phone(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = new_device("small")
    table = opened(page)
    over = {}
    for address in (site.url, f"{table}invite/", *(table + each for each in BELOW)):
        page.goto(address)
        over[address.removeprefix(table)] = page.evaluate(OVER)
    assert {address: found for address, found in over.items() if found > 0} == {}
    page.goto(f"{table}odds/")
    for chances in page.locator(".scroll").all():
        assert chances.evaluate("it => it.scrollWidth - it.clientWidth") <= 0


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_a_record_that_is_looked_at_shows_every_column_and_breaks_no_short_name(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    table = LiveTable(site)
    page = table.sit(new_device("small", locale=language))
    record = page.request.get(f"{table.url}record/").text()
    page.goto("/tables/import/")
    page.locator("textarea").fill(record)
    page.locator("#record [type=submit]").click()
    name = page.locator("#record tbody").get_by_text("Alice")
    expect(name).to_be_visible()
    frame = page.locator("#record .scroll")
    assert frame.evaluate("frame => frame.scrollWidth - frame.clientWidth") <= 0
    line = "node => { const all = document.createRange(); all.selectNode(node.firstChild); return all.getClientRects().length; }"
    assert name.evaluate(line) == 1


LONGEST = ("Donaudampfschifffahrtsgesellschaftskapi", "Ana Wolkenburg-Hinterzartener von der Au")
RENAME = """
from companion import services
from companion.models import Table
from companion.tap import Tap
table = Table.objects.get(pk="{table}")
for seat, name in enumerate({names!r}):
    services.rename_seat(table, table.opener_device, seat=seat, name=name)
for number, action in enumerate({actions!r}):
    services.take_tap(table.pk, Tap(id=f"r{{number}}", action=action, expects=None), table.opener_device)
"""


def renamed(table: LiveTable, *actions: Mapping[str, object]) -> LiveTable:
    """The table, whose seats have names of the greatest length; then these actions are taken."""
    code = RENAME.format(table=table.url.split("/")[2], names=LONGEST, actions=actions)
    table.site.script(code)
    return table


def test_a_name_is_cut_by_no_edge_of_the_television_and_is_there_as_a_whole(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = renamed(
        LiveTable(site), *({"do": "damage", "seat": seat, "count": 1} for seat in (0, 1))
    )
    tv = table.watch(new_device("tv"))
    lines = tv.locator("#log li > span")
    expect(lines).to_have_count(2)
    for line in lines.all():
        assert line.evaluate("node => node.scrollWidth <= node.clientWidth")
    for seat, name in enumerate(LONGEST):
        expect(tv.locator(f"#seat-{seat} .name")).to_have_attribute("title", name)


def test_a_long_name_breaks_no_number_of_the_plays(new_device: NewDevice, site: SiteServer) -> None:
    found = {"do": "take", "seat": 0, "token": "artifact", "value": 20}
    ends = ({"do": "status", "seat": seat, "status": "escaped"} for seat in (0, 1))
    page = renamed(LiveTable(site), found, *ends).sit(new_device("small"))
    page.goto("/plays/")
    points = page.locator(".plays .chip b")
    expect(points).to_have_text(["40", "0"])
    for number in points.all():
        assert number.evaluate("node => node.getClientRects().length") == 1
        assert number.evaluate(
            "node => node.clientHeight < 1.9 * parseFloat(getComputedStyle(node).fontSize)"
        )
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_no_name_is_broken_in_the_heading_or_on_a_button_of_the_smallest_phone(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    brink = ({"do": "damage", "seat": seat, "count": 9} for seat in (0, 1))
    noise = ({"do": "clank", "seat": seat, "count": 9} for seat in (0, 1))
    table = renamed(LiveTable(site), *brink, *noise)
    page = table.sit(new_device("small", locale=language))
    other = table.sit(new_device("small", locale=language), 1)
    for each in (page, other):
        assert each.locator(".topbar .brief:visible").evaluate(BROKEN) == []
        assert each.locator("#next").evaluate(BROKEN) == []
    tokens = page.locator("#sheet-tokens")
    page.locator("#dock [data-sheet=tokens]").click()
    expect(tokens.locator("#held-0 h3")).to_contain_text(LONGEST[0])
    assert tokens.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
    page.keyboard.press("Escape")
    settled(page).locator("#next [data-key=e]").click()
    expect(page.locator("#at-risk button")).to_have_count(2)
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("seats", [2, 6])
def test_the_tables_of_the_result_break_no_name_and_no_word(
    new_device: NewDevice, site: SiteServer, seats: int, language: str
) -> None:
    found = {"do": "take", "seat": 0, "token": "artifact", "value": 20}
    ends = ({"do": "status", "seat": seat, "status": "knocked_out"} for seat in range(1, seats))
    out = {"do": "status", "seat": 0, "status": "escaped"}
    table = renamed(LiveTable(site, seats=seats, actions=(found, out, *ends)))
    page = new_device("small", locale=language)
    table.open(page, 0, "result/")
    page.evaluate("document.querySelectorAll('main details').forEach((each) => each.open = true)")
    names = page.locator(".scores thead b, .numbers tbody b")
    expect(names).to_have_count(2 * seats)
    lines = "name => name.clientHeight / parseFloat(getComputedStyle(name).fontSize)"
    for at, name in enumerate(names.all()):
        assert name.evaluate(lines) < 2, at
        expect(name).to_have_attribute("title", name.inner_text())
    for words in page.locator(".scores tbody th, .numbers thead th, .numbers small").all():
        assert words.evaluate(BROKEN) == []
    assert page.evaluate(OVER) <= 0
