"""A long evening with contracts on two phones, a laptop and a television; table, sheet and ledger agree throughout.

Every number that is expected is worked out by hand from the rulebook (docs/rules.md 6.21, 6.22, 7.10, 8.13, 8.14, 8.17).
"""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewDevice
from tests.browser.evening import (
    Evening,
    flip,
    lying,
    opened,
    says,
    sits,
    strip,
    take_over,
    ticked,
    turn_ends,
    write_now,
)
from tests.browser.server import SiteServer
from tests.browser.table import act_for, closed, step, tokens
from tests.browser.test_theatre import draw
from tests.browser.test_tonight import begin, campaign_of_four, press, write

ANN, BOB, CAT, DAN = range(4)
GAME_1 = (
    'contract 101 group name "The Goat" cubes 2:2,3:3,4:4',
    "contract 102 group name Lantern boxes 2",
    "contract 103 solo for ann boxes 1",
    "contract 104 group name Late boxes 2 by 1",
    "contract 105 group name Bell boxes 3 by 1",
    "contract 106 solo for dan boxes 1",
    "contract 107 group name Wolf boxes 1",
)


# Game 1 ------------------------------------------------------------------------------------


def three_begin(evening: Evening) -> None:
    begin(evening.alice, evening.home, "Dan")
    evening.alice.goto(evening.home)
    for line in GAME_1:
        write(evening.alice, line)
    opened(evening, 1)
    for page in (evening.alice, evening.bob, evening.laptop):
        expect(lying(page, "101")).to_contain_text("0/3")  # the number of three players
        expect(lying(page, "106")).to_have_count(0)  # Dan is absent, and his own contract with him
    expect(evening.tv.locator("#contracts li")).to_have_count(6)
    expect(lying(evening.bob, "103")).to_be_hidden()
    evening.agree()


def a_track_stays_open(evening: Evening) -> None:
    """Two of three cubes lie there; an open track's cubes go back after the game and are not written."""
    ticked(evening.alice, "101", "1 of 3")
    ticked(evening.bob, "101", "2 of 3")
    evening.on_table("101", "2 of 3")
    evening.in_ledger("101", "0 of 3 so far.", "2 cubes more: 2 of 3.")
    evening.agree()


def flipped_in_mid_game(evening: Evening) -> None:
    """Bob completes one that was new: 10 points and a bonus of 5 are 15. Its back brings a card and a contract."""
    alice, bob = evening.alice, evening.bob
    ticked(alice, "102", "1 of 2")
    turn_ends(alice, "Ann")
    ticked(bob, "102", "completed")
    expect(evening.tv.locator("#completed")).to_contain_text(
        "Contract 102 Lantern is completed: Bob"
    )
    expect(strip(alice)).to_contain_text("Contract 102 Lantern: flip it and read")
    expect(alice.locator("dialog[open]")).to_have_count(0)
    says(bob, 10, bonus=5)
    write_now(bob, "102")
    take_over(bob, 3)  # a box by Ann, a box by Bob, the points
    bob.goto(evening.home)
    for line in (
        "contract 102 back always Fetch 031 and 108",
        "contract 102 box 1",
        "fetch 031 blue",
        "contract 108 group name Owl boxes 1",
    ):
        write(bob, line)
    expect(lying(alice, "108")).to_contain_text("0/1")
    evening.on_table("102", "completed", "Bob", "15 points")
    evening.in_ledger("102", "done", "Points: 10", "Bonus in its first game: 5", "Bob scores 15")
    evening.on_sheet(
        BOB, 0, "Contract 102 Lantern", "10, and 5 because it was new in this game", "15"
    )
    evening.agree()


def a_phone_dies(evening: Evening, new_device: NewDevice) -> None:
    """Ann ticks for Bob meanwhile; his personal link brings another phone to his seat."""
    alice, bob = evening.alice, evening.bob
    bob.goto("/device/")
    bob.get_by_role("button", name="Create a personal link").click()
    link = urlsplit(str(bob.locator("[data-link]").get_attribute("href"))).path
    bob.context.close()
    act_for(alice, BOB)
    ticked(alice, "105", "1 of 3")
    act_for(alice, ANN)

    evening.bob = new_device("phone", at=evening.site)
    evening.bob.goto(link)
    evening.bob.get_by_role("button", name="Take over here").click()
    evening.bob.wait_for_load_state()
    sits(evening, evening.bob)
    evening.on_table("105", "1 of 3")
    evening.taken_over(evening.bob, 1)
    evening.in_ledger("105", "1 of 3 so far.")
    evening.agree()
    evening.at_table(evening.bob)


def killed_between_table_and_ledger(evening: Evening) -> None:
    """Cat completes one on the laptop; the power goes before it is taken over."""
    laptop = evening.at_table(evening.laptop)
    turn_ends(evening.bob, "Bob")
    ticked(laptop, "107", "completed")
    says(laptop, 4)
    evening.site.kill()
    evening.site.start()
    evening.live(laptop)
    write_now(laptop, "107")
    take_over(laptop, 2)  # the box and the points
    evening.on_table("107", "completed", "Cat", "4 points")
    evening.in_ledger("107", "Points: 4", "Cat scores 4")
    evening.agree()


def undone_past_a_completion(evening: Evening) -> None:
    """Bob takes back the points and the box; the ledger is offered both strikes, and both come again with redo."""
    bob, laptop = evening.at_table(evening.bob), evening.laptop
    for back in ("completed", "0 of 1"):
        bob.locator("#undo").get_by_role("button", name="Undo").click()
        expect(bob.locator("#contract-107")).to_contain_text(back)
        expect(bob.locator("#contract-107")).not_to_contain_text("4 points")
    laptop.goto(evening.result)
    expect(laptop.get_by_role("group", name="To strike")).to_contain_text("Points of Contract 107")
    take_over(laptop, 2)
    evening.in_ledger("107", "0 of 1 so far.")
    evening.on_sheet(CAT, 0)
    evening.agree()

    for again in ("completed", "4 points"):
        bob.locator("#undo").get_by_role("button", name="Redo").click()
        expect(bob.locator("#contract-107")).to_contain_text(again)
    evening.taken_over(laptop, 2)
    evening.in_ledger("107", "Points: 4", "Cat scores 4")
    evening.agree()


def struck_in_between(evening: Evening) -> None:
    """The owner strikes the points: they are listed as struck and stay away until somebody ticks them."""
    alice, laptop = evening.alice, evening.laptop
    alice.goto(f"{evening.home}ledger/")
    entry = alice.locator("li", has_text="Points of Contract 107").filter(
        has=alice.get_by_role("link", name="Strike")
    )
    entry.first.get_by_role("link", name="Strike").click()
    alice.get_by_role("button", name="Strike it").click()
    expect(alice.locator("#messages .success")).to_be_visible()
    laptop.goto(evening.result)
    box = laptop.get_by_role("checkbox", name="Points of Contract 107")
    expect(box).not_to_be_checked()
    expect(laptop.locator(".taken")).to_contain_text("struck by hand")
    laptop.get_by_role("button", name="Take it over").click()
    expect(laptop.locator("#messages")).to_contain_text("Nothing was chosen")
    box.check()
    take_over(laptop, 1)
    evening.in_ledger("107", "Points: 4", "Cat scores 4")
    evening.agree()
    evening.at_table(alice)


def escaped_with_a_contract(evening: Evening) -> None:
    """Ann leaves with an artifact of 9 and the mug of 20, and completes her own contract in that turn: 35."""
    alice, bob = evening.alice, evening.at_table(evening.bob)
    turn_ends(evening.at_table(evening.laptop), "Cat")
    evening.happens({"do": "take", "seat": ANN, "token": "artifact", "value": 9})
    held = tokens(alice).locator(f"#held-{ANN}")
    held.get_by_role("button", name="Leave").click()
    expect(alice.locator(f"#seat-{ANN}")).to_contain_text("leaving")
    closed(alice)
    ticked(alice, "103", "completed")
    says(alice, 6, wait="AFTER YOUR TURN")
    expect(strip(alice)).to_have_count(0)
    turn_ends(alice, "Ann")
    expect(alice.locator(f"#seat-{ANN}.out")).to_be_attached()
    for page in (alice, bob):
        expect(strip(page)).to_contain_text("AFTER YOUR TURN: contract 103")
        expect(page.locator(".reminder.urgent")).to_have_count(0)
    strip(bob).get_by_role("button", name="We have read it").click()
    expect(strip(alice)).to_have_count(0)
    evening.taken_over(evening.laptop, 2)
    evening.on_table("103", "completed", "Ann", "6 points")
    evening.in_ledger("103", "Points: 6", "Ann scores 6")
    evening.on_sheet(ANN, 35, "Contract 103")
    evening.agree()


def both_fall_in_one_attack(evening: Evening) -> None:
    """Bob completes one in his turn; it waits for the turn's end, and the attack leaves nobody."""
    bob, laptop = evening.bob, evening.at_table(evening.laptop)
    evening.happens(
        {"do": "move", "color": "black", "count": 24, "from": "bag", "to": "bank"},
        *(
            {"do": "take", "seat": seat, "token": "artifact", "value": value}
            for seat, value in ((BOB, 5), (CAT, 7))
        ),
        *({"do": "damage", "seat": seat, "count": 9} for seat in (BOB, CAT)),
        {"do": "zone", "seat": CAT, "zone": "deep"},
        *(
            {"do": "move", "color": color, "count": 1, "from": "supply", "to": "bag"}
            for color in ("blue", "green", "red", "red", "red", "red")
        ),
    )
    ticked(bob, "108", "completed")
    says(bob, 3, bonus=2, wait="AFTER YOUR TURN")
    step(bob, "End Bob’s turn")
    expect(bob.locator("#next")).to_contain_text("Did a new dragon appear?")
    expect(strip(bob)).to_have_count(0)
    size = int(bob.locator("#moment").get_attribute("data-size") or 0)
    draw(bob, ("blue", "green", *("red",) * (size - 2)))
    for page in (evening.alice, bob, laptop):
        expect(strip(page)).to_contain_text("AFTER YOUR TURN: contract 108 Owl")
        expect(strip(page)).to_contain_text("The game is over: it comes now, before the scores.")
        expect(page.locator(".reminder.urgent")).to_have_count(1)


def before_the_scores(evening: Evening) -> None:
    """One fails by its deadline, Cat saves the other: no score field opens before that and what had to wait."""
    alice, bob, laptop = evening.alice, evening.bob, evening.laptop
    for page, seat in ((alice, ANN), (bob, BOB), (laptop, CAT)):
        page.goto(f"{evening.table}scores/{seat}/")
        expect(page.locator("#sheet")).to_have_count(0)
    bob.locator("#before").get_by_role("button", name="We have read it").click()
    asked = alice.locator("#before form", has_text="104 Late")
    asked.get_by_role("button", name="Fails").click()
    for page in (alice, laptop):
        expect(page.locator("#before")).to_contain_text("Contract 104 Late: flip it and read")
    asked = laptop.locator("#before form", has_text="105 Bell")
    asked.get_by_label("Cat").check()
    asked.get_by_role("button", name="Completed by those ticked").click()
    expect(alice.locator("#sheet")).to_be_visible()

    back = alice.locator("#before form", has_text="104 Late")
    expect(back.get_by_label("Points")).to_have_count(0)
    back.get_by_role("button", name="That is what it says").click()
    expect(laptop.locator("#before form", has_text="104 Late")).to_have_count(0)
    back = laptop.locator("#before form", has_text="105 Bell")
    back.get_by_label("Points").fill("7")
    back.get_by_label("AFTER SCORING").check()
    back.get_by_role("button", name="That is what it says").click()
    for page in (alice, bob, laptop):
        expect(page.locator("#before")).to_be_empty()


def counted(evening: Evening) -> None:
    """Ann: artifact 9, mug 20, contract 6, cards 4: 39. Bob: artifact 5, contracts 15 and 5, cards 3: 28.

    Cat fell in the deep part: 0, with two completed contracts of 4 and 7.
    """
    evening.on_sheet(ANN, 35, "Contract 103")
    evening.on_sheet(BOB, 25, "Contract 102 Lantern", "Contract 108 Owl")
    evening.on_sheet(CAT, 0, "Contract 105 Bell", "Contract 107 Wolf")
    for page, cards in ((evening.alice, 4), (evening.bob, 3), (evening.laptop, 9)):
        page.get_by_label("Cards", exact=True).fill(str(cards))
        expect(page.get_by_label("Other contracts")).to_be_visible()  # those there are counted
        sheet = page.url
        page.locator("#sheet").get_by_role("button", name="Save").click()
        expect(page).not_to_have_url(sheet)
    evening.on_sheet(ANN, 39)
    evening.on_sheet(BOB, 28)
    evening.on_sheet(CAT, 0)
    evening.alice.goto(f"{evening.table}result/")
    expect(evening.alice.locator("#headline")).to_contain_text("Ann")
    expect(evening.alice.locator("#read-on")).to_contain_text("AFTER SCORING: contract 105 Bell")
    evening.alice.locator("#read-on").get_by_role("button", name="We have read it").click()
    expect(evening.alice.locator("#read-on")).to_have_count(0)


def both_take_over_at_once(evening: Evening) -> None:
    """Six entries, once: 108's box and points, 104 failed, 105 completed and its points, the scores.

    Where Cat fell is still asked for.
    """
    pages = (evening.alice, evening.bob)
    for page in pages:
        page.goto(evening.result)
    for page in pages:
        page.get_by_role("button", name="Take it over").click(no_wait_after=True)
    for page in pages:
        expect(page.locator("#messages > *")).not_to_have_count(0)
    said = " ".join(page.locator("#messages").inner_text() for page in pages)
    assert said.count("6 entries taken over.") == 1, said
    assert said.count("That is written already.") == 1, said
    evening.in_ledger("104", "failed")
    evening.in_ledger("105", "Points: 7", "Cat scores 7")
    evening.in_ledger("108", "Points: 3", "Bonus in its first game: 2", "Bob scores 5")
    evening.laptop.goto(f"{evening.home}games/1/")
    for who, points in (("Ann", 39), ("Bob", 28), ("Cat", 0)):
        expect(evening.laptop.locator("main li", has_text=who).first).to_contain_text(str(points))


def a_mark_for_who_fell(evening: Evening) -> None:
    """Cat's 0 waited for the space where she fell; then nothing is left to write."""
    bob = evening.bob
    bob.goto(evening.result)
    bob.get_by_label("Space").fill("7")
    take_over(bob, 1)
    evening.agree()
    evening.laptop.goto(f"{evening.home}map/7/")
    expect(evening.laptop.locator("main")).to_contain_text("Cat")
    evening.alice.goto(f"{evening.home}steps/cleanup/")
    press(evening.alice, "pack", "Pack away")


# Game 2 ------------------------------------------------------------------------------------


def four_complete_the_track(evening: Evening) -> None:
    """Its cubes went back after game 1; four players need four. It is not new any more: 12 points, no bonus."""
    alice, bob, laptop = evening.alice, evening.bob, evening.laptop
    begin(alice, evening.home)
    opened(evening, 2)
    expect(lying(alice, "101")).to_contain_text("0/4")
    expect(lying(alice, "106")).to_be_hidden()
    expect(alice.locator("#lying > li")).to_have_count(2)
    evening.agree()
    evening.at_table(laptop)
    ticked(alice, "101", "1 of 4")
    ticked(bob, "101", "2 of 4")
    ticked(laptop, "101", "3 of 4")
    by_the_last_cube(evening)


def by_the_last_cube(evening: Evening) -> None:
    """Dan has no phone of his own, so the laptop acts for him, and its sheet opens."""
    laptop = evening.laptop
    act_for(laptop, DAN)
    expect(lying(laptop, "106")).to_be_visible()
    ticked(laptop, "101", "completed")
    for page in (evening.alice, evening.bob):
        expect(strip(page)).to_contain_text("Contract 101 The Goat: flip it and read")
    expect(flip(laptop)).to_be_visible()
    expect(flip(laptop).get_by_label("Bonus, because it was new")).to_be_hidden()
    says(laptop, 12)
    evening.happens({"do": "take", "seat": DAN, "token": "artifact", "value": 5})
    write_now(laptop, "101")
    take_over(laptop, 5)  # four cubes and the points
    evening.on_table("101", "completed", "Dan", "12 points")
    evening.in_ledger("101", "Points: 12", "Dan scores 12")
    evening.on_sheet(DAN, 17, "Contract 101 The Goat", "12")
    evening.agree()


@pytest.mark.prove
@pytest.mark.service_worker
def test_a_long_evening_of_contracts(new_device: NewDevice, own_site: SiteServer) -> None:
    alice, bob = new_device("small", at=own_site), new_device("phone", at=own_site)
    laptop = new_device("tablet", at=own_site, viewport={"width": 1280, "height": 800})
    home = campaign_of_four(alice, {"Bob": bob, "Cat": laptop})
    evening = Evening(own_site, alice, bob, laptop, new_device("tv", at=own_site), home)

    three_begin(evening)
    a_track_stays_open(evening)
    flipped_in_mid_game(evening)
    a_phone_dies(evening, new_device)
    killed_between_table_and_ledger(evening)
    undone_past_a_completion(evening)
    struck_in_between(evening)
    escaped_with_a_contract(evening)
    both_fall_in_one_attack(evening)
    before_the_scores(evening)
    counted(evening)
    both_take_over_at_once(evening)
    a_mark_for_who_fell(evening)

    four_complete_the_track(evening)
