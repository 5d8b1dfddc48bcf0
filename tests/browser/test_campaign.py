"""A campaign's pages in a real browser: the line, the slider, the map, photos, joining."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.test_dock import BROKEN
from tests.proof import proven

DEMO = """
import json
from django.contrib.auth.models import User
from django.test import Client
from campaign import demo
from campaign.models import Campaign
account, password = next(iter(demo.load().items()))
client = Client()
client.force_login(User.objects.get(username=account))
campaign = Campaign.objects.get(name=demo.NAME, kind=demo.KIND)
session = client.cookies["sessionid"].value
told = {"account": account, "password": password, "session": session, "home": f"/campaigns/{campaign.pk}/"}
print(json.dumps(told))
"""
# What its owner has: an account, a password, a session, and the campaign's address.
Owner = dict[str, str]


@pytest.fixture(scope="session")
def alice(site: SiteServer) -> Owner:
    """The owner of the demo campaign."""
    owner: Owner = json.loads(site.script(DEMO).splitlines()[-1])
    return owner


@pytest.fixture
def enter(new_device: NewDevice, alice: Owner, site: SiteServer) -> Callable[..., Page]:
    """A device of Alice's, on which she has opened the demo campaign."""

    def entered(size: str = "phone", **options: object) -> Page:
        page = new_device(size, **options)
        page.context.add_cookies(
            [{"name": "sessionid", "value": alice["session"], "url": site.url}]
        )
        page.goto(alice["home"])
        return page

    return entered


def test_a_member_logs_in_and_finds_the_campaign(phone: Page, alice: Owner) -> None:
    phone.goto("/accounts/login/?next=/campaigns/")
    phone.get_by_label("Username").fill(alice["account"])
    phone.get_by_label("Password").fill(alice["password"])
    phone.get_by_role("main").get_by_role("button", name="Log in").click()
    phone.get_by_role("link", name="The Lantern Company").click()
    phone.wait_for_url(f"**{alice['home']}")


@pytest.mark.parametrize("address", ["characters/", "characters/pella/", "characters/tally/"])
def test_twice_as_large_letters_fit_a_phone(enter: Callable[..., Page], address: str) -> None:
    page = enter()
    page.goto(page.url + address)
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")


def test_the_way_to_the_help_is_as_large_as_a_thumb(enter: Callable[..., Page]) -> None:
    box = enter().locator(".site-foot").get_by_role("link", name="Help").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44


def test_at_360_pixels_heads_forms_and_links_are_for_fingers(enter: Callable[..., Page]) -> None:
    page = enter("small")
    home = page.url
    kind = page.locator(".campaign-name small").bounding_box()
    assert kind is not None
    assert kind["height"] < 30, "the kind of campaign stands on one line"
    page.goto(f"{home}reports/")
    game = page.locator(".report tbody th a").first.bounding_box()
    assert game is not None
    assert min(game["width"], game["height"]) >= 44
    page.goto(f"{home}write/correct/")
    boxes = [field.bounding_box() for field in page.locator(".numbers input").all()]
    assert len({round(box["width"]) for box in boxes if box}) == 1, "even columns"


def test_at_360_pixels_standings_fit_and_the_map_says_that_there_is_more(
    enter: Callable[..., Page],
) -> None:
    page = enter("small")
    home = page.url
    for where in (home, "/plays/people/", "/plays/editions/", "/plays/person/?name=Alice"):
        page.goto(where)
        expect(page.locator(".standings").first).to_be_visible()
        beyond = "frame => frame.scrollWidth - frame.clientWidth"
        for frame in page.locator(".scroll:has(> .standings)").all():
            assert frame.evaluate(beyond) <= 0, where
    page.goto(f"{home}map/")
    expect(page.get_by_text("Swipe the map sideways")).to_be_visible()
    page.set_viewport_size({"width": 768, "height": 1024})
    expect(page.get_by_text("Swipe the map sideways")).to_be_hidden()


@pytest.mark.parametrize("language", [*proven("en-GB"), "de-DE"])
def test_every_tab_is_seen_as_a_whole_without_scrolling(
    enter: Callable[..., Page], language: str
) -> None:
    page = enter("small", locale=language)
    home = page.url
    for width in (360, 700, 768, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 740})
        for where, tabs in ((home, 10), (f"{home}members/", 10), ("/plays/", 4)):
            page.goto(where)
            expect(page.locator(".tabs a")).to_have_count(tabs)
            beyond = "tabs => tabs.scrollWidth - tabs.clientWidth"
            assert page.locator(".tabs").evaluate(beyond) <= 0, (where, width)
            assert page.locator(".tabs").evaluate(BROKEN) == []


def test_a_refused_line_is_mended_with_one_tap(enter: Callable[..., Page]) -> None:
    page = enter()
    line = page.get_by_role("textbox", name="Ledger line")
    line.press_sequentially("point 999")
    expect(page.locator("#preview .notice.error")).to_contain_text("No card called 999")
    expect(page.locator("[data-confirm]")).to_have_count(0)
    page.locator("[data-way]", has_text="fetch 999").click()
    expect(line).to_have_value("fetch 999 ")
    expect(page.locator("[data-confirm]")).to_be_visible()


def test_the_line_completes_previews_and_writes(enter: Callable[..., Page]) -> None:
    page = enter()
    line = page.get_by_role("textbox", name="Ledger line")
    line.press_sequentially("cond")
    way = page.locator("[data-way]", has_text="condition")
    way.click()
    expect(line).to_have_value("condition ")
    expect(line).to_be_focused()
    line.press_sequentially("bri")
    page.locator("[data-way]", has_text="brim").first.click()
    line.press_sequentially("Hiccups")
    expect(page.locator("#preview")).to_contain_text("has a condition: Hiccups")
    line.press("Enter")
    expect(page.locator("[data-confirm]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Hiccups")
    expect(page).to_have_url(re.compile(r"/campaigns/[^/]+/$"))


def test_a_slash_leads_to_the_line_but_not_out_of_a_field(enter: Callable[..., Page]) -> None:
    page = enter("tablet")
    page.keyboard.press("/")
    line = page.get_by_role("textbox", name="Ledger line")
    expect(line).to_be_focused()
    expect(line).to_have_value("")
    page.keyboard.type("note 1/2")
    expect(line).to_have_value("note 1/2")


def test_the_slider_asks_for_an_earlier_game_by_keyboard(enter: Callable[..., Page]) -> None:
    page = enter()
    page.goto(f"{page.url}cards/")
    expect(page.get_by_role("heading", name="Polite Avalanche")).to_be_visible()
    page.locator("summary", has_text="Filter").press("Enter")
    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("ArrowLeft")
    page.wait_for_url(re.compile(r"/cards/\?.*as-of=4"))
    expect(page.locator(".past").get_by_text("As it stood after game 4")).to_be_visible()
    expect(page.get_by_role("heading", name="Polite Avalanche")).to_have_count(0)
    page.get_by_role("link", name="Back to today").click()
    expect(page.get_by_role("heading", name="Polite Avalanche")).to_be_visible()


@pytest.mark.parametrize(
    "scripts", [pytest.param(False, marks=pytest.mark.chromium("scripts off")), True]
)
def test_cards_are_in_sight_at_once_and_one_filter_finds_them(
    enter: Callable[..., Page], scripts: bool
) -> None:
    page = enter("small", java_script_enabled=scripts)
    page.goto(f"{page.url}cards/")
    cards = page.locator(".registry .card")
    whole = page.viewport_size
    first = cards.first.bounding_box()
    assert whole
    assert first
    assert first["y"] + first["height"] < whole["height"], "a whole card, before any scrolling"
    told = cards.locator("footer").first
    told.evaluate("footer => { footer.lastChild.textContent = 'W'.repeat(40); }")
    assert told.evaluate("footer => footer.scrollWidth <= footer.clientWidth"), "a long name"

    page.locator("summary", has_text="Filter").click()
    page.get_by_label("Number or name").fill("021")
    expect(page.get_by_role("button", name="Show")).to_have_count(1)
    page.get_by_role("button", name="Show").click()
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("021")
    expect(page.get_by_label("Number or name")).to_be_hidden()
    page.get_by_role("link", name="All cards").click()
    expect(cards.nth(1)).to_be_visible()


@pytest.mark.chromium("scripts off")
def test_everything_is_written_without_scripts(enter: Callable[..., Page]) -> None:
    page = enter(java_script_enabled=False)
    page.get_by_role("textbox", name="Ledger line").fill("counter Lamps to 3")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    page.get_by_role("button", name="Write it").click()
    expect(page.locator("#messages")).to_contain_text("Lamps")
    page.get_by_role("link", name="Forms").click()
    page.get_by_role("link", name=re.compile("^Note")).click()
    page.get_by_label("Text").fill("By hand")
    page.get_by_role("button", name="Preview").last.click()
    page.get_by_role("button", name="Write it").click()
    expect(page.locator("#messages")).to_contain_text("By hand")


def test_a_space_is_arranged_by_a_tap_on_the_drawing(enter: Callable[..., Page]) -> None:
    page = enter("tablet")
    page.goto(f"{page.url}map/7/")
    page.locator("[data-arrange] svg").click(position={"x": 200, "y": 150})
    page.get_by_role("button", name="It is here").click()
    expect(page.locator("#messages")).to_contain_text("in another place")


def test_the_map_is_walked_by_keyboard(enter: Callable[..., Page]) -> None:
    page = enter("tablet")
    page.goto(f"{page.url}map/")
    spaces = page.locator(".map a")
    assert spaces.count() == 12
    spaces.nth(3).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/map/*/")


def test_a_photo_is_made_smaller_on_the_phone(enter: Callable[..., Page], tmp_path: Path) -> None:
    large = tmp_path / "large.jpg"
    Image.effect_noise((3200, 2400), 90).convert("RGB").save(large, quality=95)
    page = enter()
    page.goto(f"{page.url}photos/?about=game:5")
    field = page.locator("input[type=file]")
    field.set_input_files(large)
    expect(field).to_have_value(re.compile("photo.jpg$"))
    size = field.evaluate("field => field.files[0].size")
    assert size < large.stat().st_size / 2
    page.get_by_label("Caption").fill("A noisy evening")
    page.get_by_role("button", name="Add it").click()
    shown = page.get_by_role("img", name="A noisy evening")
    expect(shown).to_be_visible()
    assert shown.evaluate("async img => { await img.decode(); return img.naturalWidth }") == 480


def test_a_new_member_comes_by_the_link_without_an_account(
    enter: Callable[..., Page], new_device: NewDevice
) -> None:
    alice = enter()
    alice.goto(f"{alice.url}members/")
    alice.get_by_role("button", name="Create the link").click()
    alice.wait_for_url("**/invites/**")
    link = re.search(r"/campaigns/invitation/[\w-]+/", alice.content())
    assert link
    dora = new_device("phone")
    dora.goto(link.group())
    dora.get_by_role("main").get_by_role("textbox").fill("Emil")
    dora.get_by_role("button", name="Join").click()
    expect(dora.get_by_role("main")).to_contain_text("The Lantern Company")
    dora.wait_for_url(re.compile(r"/campaigns/[\w-]{36}/"))
