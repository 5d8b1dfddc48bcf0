"""Cards: fetched, named, moved, scratched, destroyed; and the marks on them."""

import pytest

from campaign.rules.state import Place
from campaign.rules.verbs import marks
from tests.campaign.rules.desk import after_game, group_of_four, in_game, new_desk


def test_a_fetched_card_goes_where_its_kind_belongs() -> None:
    state = group_of_four().write(
        "fetch 17 Frost Giant blue",
        "fetch 018 Wolf monster",
        "fetch 019",
        "fetch 020 Rush solo for ana",
        "fetch 021 solo",
        "fetch 022 to tuckbox for dov",
    )

    places = {key: card.place for key, card in state.cards.items() if key.isdecimal()}
    assert places == {
        "017": Place(where="adventure"),
        "018": Place(where="adventure"),
        "019": Place(where="cabinet"),
        "020": Place(where="supply", character="ana"),
        "021": Place(where="cabinet"),
        "022": Place(where="tuckbox", character="dov"),
    }
    assert state.cards["017"].name == "Frost Giant"


def test_a_card_stays_a_bare_number_until_it_is_named() -> None:
    desk = group_of_four()

    assert desk.says("cabinet 031") == "Put Card 031 into the Filing Cabinet."
    assert desk.says("tuckbox 040 dov") == "Put Card 040 into the tuckbox of Dov."
    desk.write("cabinet 031", "card 031 name Old Friend")
    assert desk.says("point 031").startswith("A point sticker on Card 031 “Old Friend”")


def test_a_card_without_a_number_is_known_by_its_name() -> None:
    desk = group_of_four()
    desk.write('fetch "Lucky Coin" blue', "mark Lucky Coin ana")

    assert marks.total(desk.state, "ana") == 1
    assert desk.refusal('fetch "lucky coin"').code == "already_fetched"


def test_every_character_begins_with_ten_starting_cards() -> None:
    state = group_of_four().state

    own = [c for c in state.cards.values() if c.place == Place(where="starting", character="ben")]
    assert len(own) == 10
    assert sum(card.name.startswith("Burgle") for card in own) == 6


def test_moving_a_card_keeps_what_is_on_it() -> None:
    desk = group_of_four()
    before = desk.write("fetch 017 Giant blue", "mark 017 ana", "point 017 2").cards["017"]

    after = desk.write("put 017 starting ben").cards["017"]

    assert after.place == Place(where="starting", character="ben")
    assert (after.marks, after.points) == (before.marks, 2)


def test_destroying_a_card_takes_its_contract_along() -> None:
    desk = group_of_four()

    state = desk.write("contract 031 group", "destroy 031")

    assert state.cards["031"].destroyed
    assert state.contracts["031"].fate == "destroyed"


def test_marking_a_card_with_boxes_scratches_one_if_one_is_left() -> None:
    desk = group_of_four()
    desk.write("fetch 017 Giant blue", "card 017 boxes 1")

    assert desk.says("mark 017 ana").endswith(
        "One scratch-off box on Card 017 “Giant” is scratched."
    )
    state = desk.write("mark 017 ana", "mark 017 ben told")
    assert state.cards["017"].scratched == 1
    assert [mark.character for mark in state.cards["017"].marks] == ["ana", "ben"]


def test_told_by_the_text_marks_go_on_marked_cards_and_cards_elsewhere() -> None:
    desk = group_of_four()
    desk.write("fetch 017 Giant blue", "cabinet 017", "fetch 018 Wolf monster")

    desk.write("mark 017 ana told", "mark 017 ana told")

    assert marks.total(desk.state, "ana") == 2
    assert desk.refusal("mark 018 ana told").code == "not_markable"


@pytest.mark.parametrize("kind", ["monster", "reserve", "starting for ana"])
def test_only_blue_cards_can_be_marked(kind: str) -> None:
    desk = group_of_four()
    desk.write(f"fetch 017 Thing {kind}")

    refused = desk.refusal("mark 017 ben")

    assert refused.code == "not_markable"
    # Case C83: with no legal card the next milestone space is marked; the player does that.
    assert "mark a milestone" in refused.message
    assert len(desk.write("milestone mark ben").characters["ben"].milestones) == 1


def test_a_covered_mark_counts_for_the_one_on_top() -> None:
    desk = group_of_four()
    desk.write(
        "fetch 017 Giant blue", "mark 017 ana", "mark 017 ben told", "mark 017 cleo over ana"
    )

    totals = {key: marks.total(desk.state, key) for key in desk.state.characters}

    assert totals == {"ana": 0, "ben": 1, "cleo": 1, "dov": 0}
    assert desk.state.cards["017"].marks[0].covers == "ana"


def test_marks_on_destroyed_cards_are_gone() -> None:
    desk = group_of_four()
    desk.write("fetch 017 Giant blue", "mark 017 ana", "destroy 017")

    assert marks.total(desk.state, "ana") == 0
    assert marks.eligible(desk.state) == ()


def test_eligible_cards_are_listed_by_number() -> None:
    desk = group_of_four()
    desk.write("fetch 019 A blue", "fetch 017 B blue", "fetch 018 C blue", "mark 018 ana")

    assert marks.eligible(desk.state) == ("017", "019")


def test_employee_of_the_month_is_one_card_that_follows_the_winner() -> None:
    desk = after_game()
    desk.write("fetch 050 employee")

    state = desk.write("employee ana")
    assert state.employee == "ana"
    assert state.cards["050"].place == Place(where="starting", character="ana")

    # Case C87: the winner already has it, and there is still exactly one copy.
    again = desk.write("employee ana")
    assert again == state
    assert desk.write("employee nobody").cards["050"].place == Place(where="cabinet")


def test_scratching_needs_no_known_number_of_boxes() -> None:
    state = in_game().write("fetch 003", "scratch 003 ana", "scratch 003")

    assert state.cards["003"].scratched == 2


def test_a_house_campaign_has_no_marks_or_contracts() -> None:
    desk = new_desk("house")
    desk.write("recruit ana", "fetch 001 Coin blue", "point 001", "counter Gold to 5")

    assert desk.refusal("mark 001 ana").key == "verb_not_here"
    assert desk.refusal("contract 031").key == "verb_not_here"


def test_a_card_of_a_starting_deck_is_told_from_its_likes_in_the_other_decks() -> None:
    desk = group_of_four()
    desk.write("character ben name Benno")

    refusal = desk.refusal("scratch Burgle 1")
    assert refusal.params["typed"] == (
        '"Burgle 1 of ana"', '"Burgle 1 of ben"', '"Burgle 1 of cleo"', '"Burgle 1 of dov"',
    )  # fmt: skip
    assert [each.params["character"] for each in refusal.params["candidates"]] == [
        "Ana", "Benno", "Cleo", "Dov",
    ]  # fmt: skip
    assert desk.says("scratch Burgle 1 of ben") == (
        "A box is scratched on Card “Burgle 1” of Benno."
    )


def test_a_card_that_waited_for_its_kind_goes_where_it_belongs() -> None:
    desk = in_game()
    desk.write("fetch 017", "fetch 031", "fetch 018 to box")
    assert desk.state.cards["017"].place.where == "cabinet"

    assert desk.says("card 017 name Wren blue").endswith("Card 017 “Wren”: adventure deck.")
    state = desk.write("card 017 name Wren blue", "mark 017 ana", "card 031 group", "card 018 blue")

    assert state.cards["017"].marks
    assert (state.cards["031"].place.where, state.cards["018"].place.where) == ("cabinet", "box")
