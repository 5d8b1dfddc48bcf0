"""Whole games on two phones, a tablet and a television: played, compared screen by screen, scored."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.moves import (
    Plan,
    buy,
    fall,
    find_token,
    go_down,
    leave_with_artifact,
    mark_shrine,
    meet_monster,
    use_token,
    wake_ghost,
)
from tests.browser.players import Group, gather, put_aside
from tests.browser.screens import Screens, hide, pieces, reach, sequence
from tests.browser.server import SiteServer

# Alice gets out, Bob is knocked out in the deep, and Carol plays on for a while.
USUAL = {
    (0, 1): (leave_with_artifact,),
    (1, 1): (go_down, buy),
    (1, 2): (fall,),
    (2, 1): (find_token, use_token),
    (2, 3): (leave_with_artifact,),
}
CATACOMBS = {**USUAL, (2, 1): (mark_shrine, wake_ghost)}
MONSTERS = {**CATACOMBS, (1, 1): (go_down, buy, meet_monster)}
SIX_PLAY = {
    (0, 1): (leave_with_artifact,),
    (1, 1): (buy, fall),
    (2, 1): (fall,),
    (3, 1): (go_down, fall),
    (4, 2): (fall,),
}
# Nobody follows Alice: the pawn has to reach its last space.
TO_THE_LAST_SPACE = {(0, 1): (leave_with_artifact,), (1, 1): (go_down, buy)}
ALWAYS = {"attack", "+ Clank!", "zone", "take", "Leave"}
OWN = {
    "base": {"buy", "off the clock"},
    "party": {"buy", "off the clock", "Damage"},
    "catacombs": {"buy", "wayshrine", "ghost"},
    "monsters": {"wayshrine", "ghost", "Appear", "Hit", "Defeated"},
    "legacy1": {"Damage"},
    "legacy2": {"buy", "Damage"},
}
GAMES = {
    "base": ("base", (), 2, Plan(large=TO_THE_LAST_SPACE)),
    "party": ("base", ("adventuring-party",), 5, Plan(large=SIX_PLAY)),
    "catacombs": ("catacombs", (), 3, Plan(large=CATACOMBS)),
    "monsters": ("catacombs", ("monsters",), 3, Plan(large=MONSTERS)),
    "legacy1": ("legacy1", (), 3, Plan(large=USUAL)),
    "legacy2": ("legacy2", (), 3, Plan(large=USUAL)),
}


@pytest.mark.prove
@pytest.mark.service_worker
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_the_same_on_every_screen(
    new_device: NewDevice, site: SiteServer, name: str
) -> None:
    edition, modules, seats, plan = GAMES[name]
    screens = gather(new_device, site, edition=edition, seats=seats, modules=modules)
    group = Group(screens, seed=5, seats=seats)
    group.play(plan)
    screens.expect_same()
    assert group.done >= ALWAYS | OWN[name]
    count_scores(screens.hands[0], seats)
    see_the_result(screens)


def count_scores(page: Page, seats: int) -> None:
    """Fills in every seat's sheet, one after the other, up to the winner."""
    put_aside(page)
    page.get_by_role("link", name="Count the scores").click()
    for seat in range(seats):
        expect(page).to_have_url(re.compile(f"/scores/{seat}/$"))
        page.get_by_label("Cards").fill(str(10 + seat))
        page.locator("#sheet button.primary").click()
    expect(page).to_have_url(re.compile("/result/$"))


def see_the_result(screens: Screens) -> None:
    """The devices that were still at the table follow to the same result."""
    counted, *others = screens.hands
    result = counted.url
    expect(counted.locator("#headline")).to_contain_text("win")
    for page in others:
        page.goto(result)
    shown = {page.locator("#result .places").inner_text() for page in screens.hands}
    assert len(shown) == 1
    expect(screens.tv.locator("#now")).to_contain_text("the game is over")


@pytest.mark.prove
def test_the_comparison_sees_a_cube_too_few_and_a_screen_that_missed_a_tap(
    new_device: NewDevice, site: SiteServer
) -> None:
    screens = gather(new_device, site, seats=2)
    alice, bob, _ = screens.hands
    screens.expect_same()
    bob.evaluate("document.querySelector('#pools use').remove()")
    with pytest.raises(AssertionError):
        screens.expect_same()
    assert pieces(bob, anew=True) == pieces(alice)
    bob.reload()
    screens.expect_same()

    hide(bob)
    missed = sequence(bob)
    alice.get_by_role("button", name="+ Clank!").click()
    for page in (alice, screens.tv):
        reach(page, missed + 1)
    with pytest.raises(AssertionError, match=f"Actual value: {missed} \n"):
        screens.expect_same(within=500)
