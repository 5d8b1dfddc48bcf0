"""Table and ledger of one evening on several devices: taken over once, whoever presses."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.test_contracts import press, row
from tests.browser.test_tonight import begin, campaign_of_four, write


def take_over(page: Page) -> None:
    page.get_by_role("button", name="Take it over").click()


def at_table(alice: Page, home: str) -> str:
    """Alice opens the table of game 1, on which a contract lies."""
    begin(alice, home)
    write(alice, "contract 140 group boxes 3 name Lanterns")
    alice.goto(f"{home}games/1/")
    alice.get_by_role("button", name="Open the table").click()
    alice.wait_for_url("**/tables/*-*-*/**")
    expect(alice.locator("body[data-live]")).to_be_attached()  # until then nothing is folded
    return alice.url


@pytest.mark.prove
@pytest.mark.service_worker
def test_two_members_take_over_at_once_and_a_power_cut_lies_between(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    alice, bob = (new_device(size, at=own_site) for size in ("small", "tablet"))
    home = campaign_of_four(alice, {"Bob": bob, "Cat": new_device("phone", at=own_site)})
    table, result = at_table(alice, home), f"{home}games/1/result/"
    for done in ("1 of 3", "2 of 3"):
        press(alice, "140", "Tick a box")
        expect(row(alice, "140")).to_contain_text(done)

    for page in (alice, bob):
        page.goto(result)
        expect(page.locator("#difference ~ form")).to_contain_text("ticks a box of Contract 140")
        expect(page.get_by_role("checkbox")).to_be_checked()
    take_over(alice)
    expect(alice.locator("#messages .success")).to_have_text(re.compile("2 entries taken over"))
    own_site.kill()
    own_site.start()
    take_over(bob)
    expect(bob.locator("#messages")).to_contain_text("Table and ledger agree already.")
    bob.goto(f"{home}contracts/140/")
    expect(bob.get_by_text("2 of 3")).to_be_visible()

    bob.get_by_text("Here all the same").click()
    expect(bob.get_by_role("link", name="Completed", exact=False)).to_be_visible()
    bob.get_by_role("button", name="To the table").click()
    bob.wait_for_url(table)

    alice.goto(result)
    alice.get_by_role("button", name="Undo it as a whole").click()
    expect(alice.locator("#messages .success")).to_have_text(re.compile("undone"))
    expect(alice.get_by_role("checkbox")).to_be_checked()
