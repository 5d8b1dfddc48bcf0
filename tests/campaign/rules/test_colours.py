"""Every character has one colour, the same everywhere, and keeps it."""

from campaign.rules.colours import DRAWN
from companion.rules.state import COLORS
from tests.campaign.rules.desk import Desk, new_desk


def drawn(desk: Desk) -> dict[str, str]:
    return {key: character.drawn for key, character in desk.state.characters.items()}


def three() -> Desk:
    desk = new_desk()
    desk.write("recruit ana", "recruit ben", "recruit cara")
    return desk


def test_a_table_can_show_every_colour_that_is_given() -> None:
    assert DRAWN == COLORS


def test_colours_are_given_in_the_order_of_recruiting_from_those_of_the_box() -> None:
    desk = three()
    assert drawn(desk) == {"ana": "red", "ben": "yellow", "cara": "green"}
    desk.write("recruit dov")
    assert drawn(desk)["dov"] == "blue"
    assert not any(character.colour for character in desk.state.characters.values())


def test_who_chooses_a_free_colour_moves_nobody_and_neither_does_a_strike() -> None:
    desk = three()
    desk.write("character ben colour blue", "note pizza")
    assert drawn(desk) == {"ana": "red", "ben": "blue", "cara": "green"}

    desk.strike(4)

    assert drawn(desk) == {"ana": "red", "ben": "yellow", "cara": "green"}


def test_who_comes_after_a_choice_does_not_depend_on_it() -> None:
    desk = new_desk()
    desk.write("recruit ana", "recruit ben", "character ben colour blue", "recruit cara")
    assert drawn(desk) == {"ana": "red", "ben": "blue", "cara": "green"}

    desk.strike(3)

    assert drawn(desk) == {"ana": "red", "ben": "yellow", "cara": "green"}


def test_who_chooses_a_given_colour_changes_with_whoever_has_it() -> None:
    desk = three()
    desk.write("character cara colour red")
    assert drawn(desk) == {"ana": "green", "ben": "yellow", "cara": "red"}
    assert desk.refusal("character ana colour red").code == "colour_taken"
    desk.write("recruit dov colour yellow")
    assert drawn(desk) == {"ana": "green", "ben": "blue", "cara": "red", "dov": "yellow"}


def test_a_colour_that_no_table_shows_leaves_the_one_that_is_shown() -> None:
    desk = new_desk("house")
    desk.write("recruit ana", "character ana colour black", "recruit ben colour white")
    assert drawn(desk) == {"ana": "red", "ben": "yellow"}


def test_more_characters_than_colours_have_none_left() -> None:
    desk = new_desk("house")
    desk.write(*(f"recruit {name}" for name in ("ana", "ben", "cleo", "dov", "eva", "fin", "gil")))
    assert [*drawn(desk).values()] == [*DRAWN, ""]
