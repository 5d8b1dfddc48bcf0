"""Double taps on ordinary forms: each is sent once, whatever the second tap comes upon."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.conftest import NewDevice
from tests.browser.held import stop_clock
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable
from tests.browser.test_fingers import middle
from tests.browser.test_tonight import campaign_of_four
from tests.proof import proven

APART = (120, *proven(60, 200, 350))  # milliseconds
LOOKED = 1000  # milliseconds after which a tap is no second one
NAMES = {60: "mia", 120: "nora", 200: "olga", 350: "pia"}


def tap_unheard(page: Page, x: float, y: float) -> None:
    """Tap, and wait for no answer: Chromium owes one for ever where the page was just being left."""
    tapping = page._loop.create_task(page._impl_obj.touchscreen.tap(x, y))
    tapping.add_done_callback(lambda done: done.cancelled() or done.exception())


def double_tap(page: Page, button: Locator, apart: int) -> list[str]:
    """Tap a place twice, and wait for the answer; returns where forms were sent.

    The page's clock is held, so that to the page the second tap is a hurried one however slow
    the machine: how far apart they really are decides only what it comes upon.
    """
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.url)

    page.on("request", note)
    button.scroll_into_view_if_needed()
    x, y = middle(button)
    before = page.url
    page.clock.run_for(LOOKED)
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(apart)
    tap_unheard(page, x, y)
    page.wait_for_url(lambda url: url != before)
    page.wait_for_load_state("load")
    page.remove_listener("request", note)
    return sent


@pytest.mark.parametrize("apart", APART)
def test_an_account_a_campaign_and_an_invitation_are_made_once(
    new_device: NewDevice, apart: int
) -> None:
    page = new_device("small", has_touch=True)
    page.clock.install()
    page.goto("/accounts/sign-up/?next=/campaigns/new/")
    stop_clock(page)
    page.get_by_label("Username").fill(NAMES[apart])
    for field in page.locator("input[type=password]").all():
        field.fill("a long enough password")
    button = page.get_by_role("main").get_by_role("button", name="Create an account")
    assert len(double_tap(page, button, apart)) == 1
    expect(page.get_by_role("heading", name="New campaign")).to_be_visible()

    page.get_by_label("Name of the campaign").fill("Once")
    page.get_by_label("Your name in it").fill("Mia")
    assert len(double_tap(page, page.get_by_role("button", name="Create it"), apart)) == 1
    page.goto("/campaigns/")
    expect(page.get_by_role("link", name="Once")).to_have_count(1)

    page.get_by_role("link", name="Once").click()
    page.wait_for_url("**/campaigns/*-*-*/")
    home = re.match(r".*/campaigns/[0-9a-f-]+/", page.url)
    assert home
    page.goto(f"{home[0]}members/")
    assert len(double_tap(page, page.get_by_role("button", name="Create the link"), apart)) == 1
    page.goto(f"{home[0]}members/")
    expect(page.get_by_role("link", name="Show")).to_have_count(1)


def test_the_second_tap_sends_nothing_of_the_next_page_either(new_device: NewDevice) -> None:
    """The step's tick lies where it lay, and a hurried second tap would take it away again."""
    page = new_device("small", has_touch=True)
    page.goto(f"{campaign_of_four(page, {})}steps/setup/#step-prologue_setup")
    page.reload()  # without what the last page had to say, the step lies where it will lie
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=60))
    step = page.locator("#step-prologue_setup")
    with page.expect_navigation():
        step.locator(".tick").tap()
    expect(step).to_have_class(re.compile("done"))
    x, y = middle(step.locator(".tick"))
    page.touchscreen.tap(x, y)
    page.clock.fast_forward(1000)
    expect(step).to_have_class(re.compile("done"))
    with page.expect_navigation():
        step.locator(".tick").tap()
    expect(step).not_to_have_class(re.compile("done"))


def test_a_form_that_was_refused_can_be_sent_again_at_once(new_device: NewDevice) -> None:
    page = new_device("small", has_touch=True)
    page.goto("/accounts/login/?next=/join/")
    login = page.get_by_role("main").get_by_role("button", name="Log in")
    for _ in range(2):
        page.get_by_label("Username").fill("nobody")
        page.get_by_label("Password").fill("a wrong password")
        with page.expect_response(lambda answer: answer.request.method == "POST") as told:
            login.click()
        assert told.value.status == 422
        page.wait_for_load_state("load")


def test_what_was_typed_on_the_next_page_is_sent_however_fast(
    new_device: NewDevice, site: SiteServer
) -> None:
    """The next seat's sheet has its button where the last one had it."""
    out = ({"do": "status", "seat": seat, "status": "escaped"} for seat in range(2))
    table = LiveTable(site, actions=tuple(out))
    page = table.sit(new_device("small", has_touch=True))
    page.clock.install()
    page.goto(f"{table.url}scores/0/")
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=60))
    for there in ("/scores/1/", "/result/"):
        page.get_by_label("Cards").fill("9")
        page.locator("#sheet button.primary").tap()
        page.wait_for_url(f"**{there}")
