"""A campaign's table brings what the ledger has: contracts for tonight's players, and its own tokens."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.table import tokens
from tests.browser.test_tonight import begin, campaign_of_four, write

LEDGER = (
    'contract 031 group name "The Goat" cubes 2:2,3:3,5:4 by 1',
    "contract 032 solo for dan boxes 3",
    "contract 033 group boxes 4",
    "tick 033 ann",
    'house market "Fang of Doom" points 3 price 4',
)


def opened(page: Page, home: str) -> None:
    page.goto(f"{home}games/1/")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/**")
    expect(page.locator("body[data-live]")).to_be_attached()


@pytest.mark.prove
def test_the_ledger_lies_on_the_table_and_the_table_shows_in_the_ledger(
    new_device: NewDevice,
) -> None:
    alice, bob = new_device("phone"), new_device("small")
    home = campaign_of_four(alice, {"Bob": bob, "Cat": new_device("small")})
    begin(alice, home, "Dan")
    alice.goto(home)
    for line in LEDGER:
        write(alice, line)
    opened(alice, home)
    goat, letters = alice.locator("#lying-031"), alice.locator("#lying-033")
    expect(goat).to_contain_text("0/3")
    expect(goat).to_contain_text("due before the scoring")
    expect(letters).to_contain_text("1/4")
    expect(alice.locator("#lying-032")).to_have_count(0)

    bob.goto(home)
    write(bob, "players ann bob cat dan")
    expect(goat).to_contain_text("0/5")
    expect(alice.locator("#lying-032")).to_be_attached()

    letters.get_by_role("button").click()
    expect(letters).to_contain_text("2/4")
    write(bob, 'contract 131 group name "Late one" boxes 2')
    expect(alice.locator("#lying-131")).to_contain_text("0/2")
    expect(tokens(alice)).to_contain_text("Fang of Doom")

    bob.goto(home)
    lying = bob.locator("section", has=bob.get_by_role("heading", name="On the table"))
    expect(lying).to_contain_text("not yet written")
    expect(lying).to_contain_text("1 box more: 2 of 4.")
