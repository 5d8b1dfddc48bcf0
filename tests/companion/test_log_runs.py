"""The log that reads: what is done again and again is one line, until anything else happens."""

import pytest

from companion.fragments.log_runs import runs
from companion.fragments.log_text import log_text
from companion.fragments.words import words_in
from companion.table.view import TAIL, LogLine
from tests.companion.game import Game

pytestmark = [pytest.mark.django_db, pytest.mark.prove_on_postgres]


def told(game: Game) -> list[str]:
    """The lines that are shown, oldest first."""
    shown = [line for line in runs(game.view.tail).values() if line is not None]
    return [" ".join(each.render(str) for each in line.story) for line in shown if line.story]


def ways(lines: list[LogLine | None]) -> int:
    return sum(line is not None for line in lines)


def test_the_same_thing_again_is_one_line_with_its_sum() -> None:
    game = Game()
    for _ in range(3):
        game.do("clank", seat=0, count=1)
    assert told(game)[-1] == "Alice makes 3 Clank!"
    assert ways(list(runs(game.view.tail).values())) == len(game.view.tail) - 2


def test_anything_in_between_begins_a_new_line() -> None:
    game = Game()
    for seat in (0, 1, 0):
        game.do("clank", seat=seat, count=1)
    assert told(game)[-3:] == [f"{name} makes 1 Clank!" for name in ("Alice", "Bob", "Alice")]


def test_no_line_reaches_over_the_end_of_a_turn() -> None:
    game = Game()
    game.do("clank", seat=0, count=1)
    game.do("end_turn")
    game.do("clank", seat=0, count=1)
    assert told(game)[-1] == "Alice makes 1 Clank!"


def test_a_run_that_begins_before_the_tail_states_no_smaller_sum() -> None:
    game = Game()
    for seat in (0, 0, 0):
        game.do("clank", seat=seat, count=1)
    seat = 0
    while game.view.tail[0].sequence == 1:
        assert "Alice makes 3 Clank!" in told(game)
        seat = 1 - seat
        game.do("clank", seat=seat, count=1)
    while len(game.view.tail) == TAIL and told(game)[0] != "Bob makes 1 Clank!":
        assert told(game)[0] == "Alice makes 3 Clank!", "its whole sum or nothing"
        seat = 1 - seat
        game.do("clank", seat=seat, count=1)
    assert "Alice makes 3 Clank!" not in told(game)


def test_what_was_undone_is_not_counted() -> None:
    game = Game()
    for _ in range(2):
        game.do("damage", seat=0, count=1)
    game.do("undo")
    assert "Alice takes 2 damage." not in told(game)


def words(game: Game) -> list[str]:
    """What is read beside the board, oldest first."""
    lines = [line for line in runs(game.view.tail).values() if line is not None]
    return [log_text(line, game.view.state, words_in("en")).text for line in lines]


def test_an_undo_and_a_redo_tell_what_they_are_about() -> None:
    game = Game()
    game.do("clank", seat=0, count=1)
    game.do("gold", seat=1, count=3)
    game.do("undo")
    assert words(game)[-1] == "Undone: Bob gains 3 gold."
    game.do("redo")
    assert words(game)[-1] == "Redone: Bob gains 3 gold."


def test_an_undo_of_what_is_out_of_sight_or_of_several_says_no_number() -> None:
    game = Game()
    first = game.do("clank", seat=0, count=1).sequence
    game.do("gold", seat=1, count=3)
    game.do("undo", to=first)
    assert words(game)[-1] == "Undone."
    for _ in range(TAIL):
        game.do("clank", seat=0, count=1)
    top = words(game)
    for _ in range(TAIL - 1):
        game.do("undo")
    assert len(game.view.tail) == TAIL
    assert "Undone: Alice makes 1 Clank!" in words(game)
    assert words(game)[-1] == "Undone."
    assert not any("line" in line for line in (*top, *words(game)))
