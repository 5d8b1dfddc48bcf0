"""The pages around the table on real devices: accessibility, and what the opener changes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable
from tests.browser.test_look import LENGTHEN, OVERFLOWING, THEMES
from tests.proof import proven

ANYWHERE = ("/", "/help/", "/join/", "/device/", "/tables/open/", "/tables/import/", "/offline/")
OF_A_TABLE = ("invite/", "people/", "setup/")
OVER = (
    {"do": "status", "seat": 0, "status": "escaped"},
    {"do": "status", "seat": 1, "status": "knocked_out"},
)


@pytest.fixture
def table(site: SiteServer) -> LiveTable:
    return LiveTable(site, edition="catacombs")


def be(page: Page, table: LiveTable, device: int = 0) -> Page:
    """Make the page one of the table's devices."""
    page.context.add_cookies(
        [{"name": "dragonbag-device", "value": table.tokens[device], "url": table.site.url}]
    )
    return page


def code_of(page: Page, table: LiveTable) -> str:
    page.goto(f"{table.url}invite/")
    return page.locator(".shout .code").inner_text()


@pytest.mark.parametrize("theme", [THEMES[1], *proven(THEMES[0], *THEMES[2:])])
def test_no_page_around_the_table_has_a_barrier(
    theme: str, new_device: NewDevice, table: LiveTable, axe_faults: Callable[[Page], list[str]]
) -> None:
    over = LiveTable(table.site, actions=OVER)
    opener = be(new_device("small", reduced_motion="reduce"), table)
    code = code_of(opener, table)
    stranger = new_device("small", reduced_motion="reduce")
    for page in (opener, stranger):
        page.context.add_cookies([{"name": "theme", "value": theme, "url": table.site.url}])
    tours = {
        opener: (*ANYWHERE, f"/j/{code}/", *(table.url + part for part in OF_A_TABLE)),
        stranger: ("/", f"/j/{code}/", f"{table.url}people/", "/no-such-page/"),
    }
    for page, paths in tours.items():
        for path in paths:
            page.goto(path)
            assert axe_faults(page) == [], path
    for part in ("people/", "rematch/"):
        be(opener, over).goto(over.url + part)
        assert axe_faults(opener) == [], part


def test_longer_words_and_larger_letters_fit_the_smallest_phone(
    new_device: NewDevice, table: LiveTable
) -> None:
    page = be(new_device("small"), table)
    for path in (*ANYWHERE, *(table.url + part for part in OF_A_TABLE)):
        page.goto(path)
        page.evaluate(LENGTHEN)
        assert page.evaluate(OVERFLOWING) == [], path
        page.goto(path)
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert page.evaluate(OVERFLOWING) == [], path


def test_the_head_of_a_page_is_one_line_on_the_smallest_phone(new_device: NewDevice) -> None:
    for locale in ("en-GB", "de-DE"):
        page = new_device("small", locale=locale)
        page.goto("/")
        head = page.locator(".site-head").bounding_box()
        assert head is not None
        assert head["height"] < 2 * 44, locale


def test_the_invitation_shows_who_sits_down(new_device: NewDevice, table: LiveTable) -> None:
    opener = be(new_device("phone"), table)
    code = code_of(opener, table)
    guest = new_device("small")
    guest.goto("/join/")
    guest.get_by_label("Table code").fill(code.lower().replace("-", " "))
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("heading", name="Who are you?")).to_be_visible()
    guest.get_by_role("button", name="Just watch").click()
    expect(opener.get_by_text("1 device watches.")).to_be_visible()
    salt = opener.locator("[data-salt]")
    assert len(salt.input_value()) == 32, "what this device made for the draws stays"


def test_the_people_page_shows_who_comes_and_keeps_what_is_typed(
    new_device: NewDevice, table: LiveTable
) -> None:
    opener = be(new_device("small"), table)
    code = code_of(opener, table)
    opener.goto(f"{table.url}people/")
    opener.get_by_label("Name of seat 2").fill("Rob")
    opener.get_by_text("New code", exact=True).click()
    guest = new_device("phone")
    guest.goto(f"/j/{code}/")
    guest.get_by_role("button", name="Just watch").click()
    expect(opener.locator(".devices b", has_text="Device without a seat")).to_be_visible()
    expect(opener.get_by_label("Name of seat 2")).to_have_value("Rob")
    expect(opener.get_by_role("button", name="Yes, make a new code")).to_be_visible()
    opener.get_by_text("Remove Device without a seat").click()
    opener.get_by_role("button", name="Yes, remove it").click()
    expect(opener.get_by_text("1 device was removed.")).to_be_visible()
    expect(opener).to_have_url(re.compile("/people/$"))


def test_a_name_typed_while_another_device_names_the_seat_is_asked_about(
    new_device: NewDevice, table: LiveTable
) -> None:
    hers, his = be(new_device("small"), table), be(new_device("small"), table)
    for page in (hers, his):
        page.goto(f"{table.url}people/")
    hers.get_by_label("Name of seat 2").fill("Rob")
    his.get_by_label("Name of seat 2").fill("Roberta")
    his.get_by_role("button", name="Rename Bob").click()
    hers.get_by_role("button", name="Rename Roberta").click()
    expect(hers.get_by_text("This seat was named Roberta meanwhile.")).to_be_visible()
    expect(hers.get_by_label("Name of seat 2")).to_have_value("Rob")
    hers.get_by_role("button", name="Rename Roberta").click()
    expect(hers.get_by_role("button", name="Rename Rob", exact=True)).to_be_visible()


def test_why_house_values_were_not_saved_comes_into_view(
    new_device: NewDevice, table: LiveTable
) -> None:
    hers, his = be(new_device("small"), table), be(new_device("small"), table)
    for page, health in ((hers, "9"), (his, "8")):
        page.goto(f"{table.url}setup/")
        page.locator("[name=house-health]").fill(health)
    his.get_by_role("button", name="Save").click()
    his.wait_for_url("**/people/")
    hers.get_by_role("button", name="Save").click()
    expect(hers.get_by_text("This was changed elsewhere")).to_be_in_viewport()
    expect(hers.get_by_text("Saved meanwhile: 8")).to_be_visible()
    hers.get_by_role("button", name="Save").click()
    hers.wait_for_url("**/people/")


@pytest.mark.chromium("Firefox's driver sends no form anew to hold its answer back")
def test_a_slow_answer_is_told_although_the_table_has_told_the_page_first(
    new_device: NewDevice, table: LiveTable
) -> None:
    opener = be(new_device("small"), table)
    opener.goto(f"{table.url}people/")
    answers: list[tuple[Route, APIResponse]] = []
    opener.route("**/remove/", lambda route: answers.append((route, route.fetch())))
    opener.locator(".devices .ask summary").click()
    opener.get_by_role("button", name="Yes, remove it").click()
    for _ in range(2):  # it asks again for what it has left alone
        opener.wait_for_event("response", lambda answer: answer.url.endswith("/people/"))
    (route, response) = answers.pop()
    route.fulfill(response=response)
    expect(opener.locator("#messages").get_by_text("no longer at this table")).to_be_visible()
    expect(opener.get_by_text("1 device was removed.")).to_be_visible()


def test_the_opener_renames_recolours_and_changes_the_way_in(
    new_device: NewDevice, table: LiveTable
) -> None:
    page = be(new_device("small"), table)
    code = code_of(page, table)
    page.get_by_role("link", name="People and settings").click()
    page.get_by_label("Name of seat 2").fill("Roberta")
    page.get_by_role("button", name="Rename Bob").click()
    expect(page.get_by_role("button", name="Rename Roberta")).to_be_visible()
    colours = page.get_by_role("form", name="Colour of Roberta")
    colours.get_by_role("button", name="green").click()
    expect(colours.get_by_role("button", name="green")).to_have_attribute("aria-pressed", "true")
    page.get_by_text("New code", exact=True).click()
    page.get_by_role("button", name="Yes, make a new code").click()
    expect(page.locator(".code")).not_to_have_text(code)
    page.get_by_role("button", name="Close joining").click()
    expect(page.get_by_text("Nobody new can join.")).to_be_visible()
    stranger = new_device("phone")
    stranger.goto(f"/j/{code}/")
    expect(stranger.get_by_role("heading", name="Join a table")).to_be_visible()
    expect(stranger.get_by_text("This code no longer works.")).to_be_visible()


def test_a_seat_is_handed_over_and_a_device_removed(
    new_device: NewDevice, table: LiveTable
) -> None:
    page = be(new_device("small"), table)
    bobs = table.sit(new_device("small"), device=1)
    page.goto(f"{table.url}people/")
    page.get_by_text("Hand over Bob").click()
    page.get_by_label("Who plays Bob from now on?").select_option(index=0)
    page.get_by_role("button", name="Hand over", exact=True).click()
    expect(page.get_by_text("No device holds this seat.")).to_have_count(0)
    expect(page.get_by_text("plays every seat")).to_be_visible()
    page.get_by_text("Remove Device without a seat").click()
    page.get_by_role("button", name="Yes, remove it").click()
    expect(page.get_by_text("1 device was removed.")).to_be_visible()
    bobs.reload()
    expect(bobs.locator("h1")).not_to_have_text("Friday")
