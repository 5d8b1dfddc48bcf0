"""Forms that were sent and never answered: what was typed stands in them again."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable
from tests.browser.test_around import OVER, be
from tests.browser.test_tonight import new_campaign

AGAIN = "What you typed here got no answer"
pytestmark = pytest.mark.chromium(
    "the browser's own page for what did not arrive has no address elsewhere"
)


def lose(route: Route) -> None:
    if route.request.method == "POST":
        route.abort("connectionrefused")
    else:
        route.fallback()


def lose_one(page: Page, button: str) -> None:
    """Send a form while the site is away, and open its page again once it is back."""
    address = page.url
    page.route("**", lose)
    page.locator("#main form:not([role=search])").get_by_role("button", name=button).click()
    page.wait_for_url("chrome-error://**")
    page.unroute("**", lose)
    page.goto(address)


def expect_again(page: Page, *, shown: bool = True) -> None:
    notice = page.locator("#typed-again")
    expect(notice).to_contain_text(AGAIN)
    expect(notice).to_be_visible(visible=shown)


def at_sheet(new_device: NewDevice, site: SiteServer) -> tuple[Page, str]:
    table = LiveTable(site, actions=OVER)
    page = be(new_device("small"), table)
    page.goto(f"{table.url}scores/0/")
    return page, f"{table.url}scores/0/"


def test_counted_points_that_were_not_stored_stand_in_the_sheet_again(
    new_device: NewDevice, site: SiteServer
) -> None:
    page, _ = at_sheet(new_device, site)
    expect_again(page, shown=False)
    page.get_by_label("Cards").fill("17")
    lose_one(page, "Save, on to Bob")
    expect_again(page)
    expect(page.get_by_label("Cards")).to_have_value("17")
    lose_one(page, "Save, on to Bob")
    expect(page.get_by_label("Cards")).to_have_value("17")
    page.get_by_role("button", name="Save, on to Bob").click()
    page.wait_for_url("**/scores/1/")
    expect_again(page, shown=False)
    page.go_back()
    expect(page.get_by_label("Cards")).to_have_value("17")
    expect_again(page, shown=False)


def test_a_number_that_somebody_else_has_stored_meanwhile_stays(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, actions=OVER)
    alice, bob = be(new_device("small"), table), be(new_device("small"), table, device=1)
    for page, points in ((alice, "17"), (bob, "18")):
        page.goto(f"{table.url}scores/0/")
        page.get_by_label("Cards").fill(points)
    alice.get_by_label("Anything else").fill("-2")
    bob.get_by_role("button", name="Save, on to Bob").click()
    bob.wait_for_url("**/scores/1/")
    lose_one(alice, "Save, on to Bob")
    expect(alice.get_by_label("Cards")).to_have_value("18")
    expect(alice.get_by_label("Anything else")).to_have_value("-2")
    expect_again(alice)
    expect(alice.locator("#typed-otherwise")).to_be_visible()
    alice.reload()
    expect(alice.get_by_label("Anything else")).to_have_value("-2")


def test_what_an_error_of_the_site_took_away_stands_there_again(
    new_device: NewDevice, site: SiteServer
) -> None:
    page, sheet = at_sheet(new_device, site)
    page.get_by_label("Cards").fill("17")

    def fail(route: Route) -> None:
        body = page.context.request.get("/no-such-page/").text()
        route.fulfill(status=500, content_type="text/html", body=body)

    page.route(f"**{sheet}", fail)
    page.get_by_role("button", name="Save, on to Bob").click()
    expect(page.locator(".alone")).to_be_visible()
    page.unroute(f"**{sheet}", fail)
    page.go_back()
    expect_again(page)
    expect(page.get_by_label("Cards")).to_have_value("17")


def told(page: Page, home: str) -> Locator:
    page.goto(f"{home}ledger/")
    return page.get_by_role("main").get_by_text("The map is under the stairs")


def lose_the_answer(page: Page, button: Locator) -> None:
    """What is sent arrives, but no word of it comes back."""
    page.route("**", arrive)
    button.click()
    page.wait_for_url("chrome-error://**")
    page.unroute("**", arrive)


def arrive(route: Route) -> None:
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort("connectionreset")
    else:
        route.fallback()


def test_an_entry_comes_back_before_and_after_its_preview_and_is_written_once(
    new_device: NewDevice,
) -> None:
    page = new_device("phone")
    home = new_campaign(page)
    page.goto(f"{home}write/note/")
    words, form = page.get_by_label("Text", exact=True), page.locator("form.fields")
    words.fill("The map is under the stairs")
    lose_one(page, "Preview")
    expect_again(page)
    expect(words).to_have_value("The map is under the stairs")
    form.get_by_role("button", name="Preview").click()
    expect_again(page, shown=False)
    lose_the_answer(page, form.get_by_role("button", name="Write it"))
    expect(told(page, home)).to_have_count(1)

    page.goto(f"{home}write/note/")
    expect_again(page)
    expect(words).to_have_value("The map is under the stairs")
    form.get_by_role("button", name="Preview").click()
    form.get_by_role("button", name="Write it").click()
    page.wait_for_url(home)
    expect(told(page, home)).to_have_count(1)
    page.goto(f"{home}write/note/")
    expect(words).to_have_value("")
    expect_again(page, shown=False)


def test_the_ledger_line_comes_back_and_is_written_once(new_device: NewDevice) -> None:
    page = new_device("phone")
    home = new_campaign(page)
    line, confirm = page.get_by_role("textbox", name="Ledger line"), page.locator("[data-confirm]")
    line.fill("note The map is under the stairs")
    line.press("Enter")
    lose_one(page, "Write it")
    expect_again(page)
    expect(line).to_have_value("note The map is under the stairs")
    line.press("Enter")
    lose_the_answer(page, confirm)
    page.goto(home)
    expect_again(page)
    line.press("Enter")
    confirm.click()
    expect(page.locator("#messages .success")).to_be_visible()
    expect(line).to_have_value("")
    expect(told(page, home)).to_have_count(1)


def test_a_private_note_comes_back_and_is_stored_once(new_device: NewDevice) -> None:
    page = new_device("phone")
    notes = f"{new_campaign(page)}notes/"
    page.goto(notes)
    words, save = page.locator("#main textarea"), page.locator(".primary", has_text="Save")
    words.fill("Nobody knows")
    lose_the_answer(page, save)
    page.goto(notes)
    expect_again(page)
    expect(words).to_have_value("Nobody knows")
    with page.expect_navigation():
        save.click()
    page.goto(notes)
    expect(words).to_have_value("")
    expect(page.get_by_role("main").get_by_text("Nobody knows")).to_have_count(1)


def test_who_logs_out_leaves_nothing_typed_for_whoever_comes_next(new_device: NewDevice) -> None:
    page = new_device("phone")
    notes = f"{new_campaign(page)}notes/"
    page.goto(notes)
    page.locator("#main textarea").fill("Nobody knows")
    lose_the_answer(page, page.locator(".primary", has_text="Save"))
    page.goto("/plays/")
    page.locator(".menu summary").click()
    name = page.locator(".menu b").inner_text()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")
    page.goto(f"/accounts/login/?next={urlsplit(notes).path}")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("a long enough password")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.wait_for_url(notes)
    expect(page.locator("#main textarea")).to_have_value("")
    expect_again(page, shown=False)


def test_what_is_typed_stays_when_the_language_is_chosen(
    new_device: NewDevice, site: SiteServer
) -> None:
    page, _ = at_sheet(new_device, site)
    page.get_by_label("Cards").fill("17")
    page.locator("header .menu summary").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_label("Karten")).to_have_value("17")
    expect(page.locator("#typed-again")).to_be_hidden()
    page.reload()
    expect(page.get_by_label("Karten")).to_have_value("")


def in_german(page: Page) -> None:
    page.locator("header .menu summary").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_what_was_refused_stays_when_the_language_is_chosen_then(new_device: NewDevice) -> None:
    page = new_device("phone")
    page.goto("/tables/open/")
    page.locator("#id_seat-0-name").fill("Ann")
    page.locator("#id_seat-0-color_4").check(force=True)
    page.evaluate(
        "document.querySelectorAll('#opening details').forEach((each) => { each.open = true; })"
    )
    page.locator("#id_title").fill("Game night")
    page.locator("#id_house-rage_track").fill("2, 3, x")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#id_house-rage_track[aria-invalid=true]")).to_be_visible()
    in_german(page)
    expect(page.locator("#id_seat-0-name")).to_have_value("Ann")
    expect(page.locator("#id_seat-0-color_4")).to_be_checked()
    expect(page.locator("#id_title")).to_have_value("Game night")
    expect(page.locator("#id_house-rage_track")).to_have_value("2, 3, x")


def test_so_it_does_where_only_a_form_leads(new_device: NewDevice) -> None:
    page = new_device("phone")
    home = new_campaign(page)
    page.goto(f"{home}members/")
    name = page.locator("#add + p + form input[type=text]")
    own = page.get_by_label("Your name here").input_value()
    name.fill(own)
    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_url("**/members/add/")
    in_german(page)
    page.wait_for_url("**/members/")
    expect(name).to_have_value(own)


def test_what_is_typed_beside_another_form_of_the_page_stays(new_device: NewDevice) -> None:
    page = new_device("phone")
    home = new_campaign(page)
    page.goto(f"{home}members/")
    page.get_by_label("Your name here").fill("Alicia")
    line = page.get_by_role("textbox", name="Ledger line")
    line.fill("note pizza")
    name = page.locator("#add + p + form").get_by_label("Name")
    name.fill("Bob")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".people b", has_text="Bob")).to_be_visible()
    expect(page.get_by_label("Your name here")).to_have_value("Alicia")
    expect(line).to_have_value("note pizza")
    expect(name).to_have_value("")
    expect(page.locator("#typed-again")).to_be_hidden()


def test_what_was_refused_does_not_take_the_place_of_what_is_newer(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    page, other = (be(new_device("small"), table) for _ in range(2))
    for each in (page, other):
        each.goto(f"{table.url}setup/")
        each.evaluate(
            "document.querySelectorAll('#main details').forEach((each) => { each.open = true; })"
        )
    page.locator("#id_house-health").fill("9")
    page.locator("#id_house-rage_track").fill("2, 3, x")
    page.locator("#main form").get_by_role("button", name="Save").click()
    expect(page.locator("#id_house-rage_track[aria-invalid=true]")).to_be_visible()
    other.locator("#id_house-health").fill("8")
    other.locator("#id_house-escape_points").fill("25")
    other.locator("#main form").get_by_role("button", name="Save").click()
    other.wait_for_url("**/people/")
    in_german(page)
    expect(page.locator("#id_house-escape_points")).to_have_value("25")
    expect(page.locator("#id_house-rage_track")).to_have_value("2, 3, x")
    expect(page.locator("#id_house-health")).to_have_value("8")
    expect(page.locator("#typed-otherwise")).to_be_visible()
    expect(page.locator("#typed-again")).to_be_hidden()


def test_names_typed_for_several_seats_stay_until_each_is_sent(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    page = be(new_device("small"), table)
    page.goto(f"{table.url}people/")
    page.get_by_label("Name of seat 1").fill("Ali")
    page.get_by_label("Name of seat 2").fill("Rob")
    page.get_by_role("button", name="Rename Bob").click()
    expect(page.get_by_role("button", name="Rename Rob")).to_be_visible()
    expect(page.get_by_label("Name of seat 1")).to_have_value("Ali")
    page.get_by_role("button", name="Rename Alice").click()
    expect(page.get_by_role("button", name="Rename Ali", exact=True)).to_be_visible()
