"""Joining mid-way, and the standings."""

from fractions import Fraction

import pytest

from campaign.rules.standings import standings
from campaign.rules.steps import joining
from tests.campaign.rules.desk import Desk, after_game, group_of_four

# Joining mid-way


@pytest.mark.parametrize(
    ("totals", "own", "passes", "random"),
    [
        ({"a": 12, "b": 11, "c": 10}, 0, 2, 2),  # case C67
        ({"a": 5, "b": 4}, 3, 0, 1),  # case C69
        ({"a": 2, "b": 2, "c": 0}, 0, 0, 0),  # case C71
        ({}, 0, 0, 0),
    ],
)
def test_marks_are_evened_out(totals: dict[str, int], own: int, passes: int, random: int) -> None:
    found = joining.even_out(totals, own)

    assert (found.passes, found.random) == (passes, random)
    assert found.covered == dict.fromkeys(totals, passes)


def test_a_colour_that_is_used_up_is_passed_over() -> None:
    found = joining.even_out({"a": 12, "b": 11, "c": 10}, 0, {"a": 1, "b": 5, "c": 5})

    assert found.covered["a"] == 1
    assert joining.even_out({"a": 4}, 0, {"a": 0}).passes == 0


def three_games(*games: str) -> Desk:
    desk = group_of_four()
    for number, players in enumerate(games, start=1):
        scores = " ".join(f"{key} {place}" for place, key in enumerate(players.split(), start=1))
        desk.write(f"start {number} {players}", f"finish {scores}")
    return desk


def test_whoever_was_there_last_time_has_nothing_to_catch_up() -> None:
    desk = three_games("ana ben", "ana ben cleo")

    assert joining.plan(desk.state, "cleo", 3, ("ana", "ben", "cleo")) is None


def test_one_missed_game_means_steps_one_to_three_only() -> None:
    """Case C73."""
    desk = three_games("ana ben cleo", "ana ben")
    desk.write("milestone M1 ana", "milestone M1 ben", "milestone M2 ben")
    desk.write("fetch 017 A blue", "mark 017 ana")

    found = joining.plan(desk.state, "cleo", 3, ("ana", "ben", "cleo"))

    assert found == joining.Plan(
        character="cleo", prologues=(2,), milestones=1, scratches=0, marks=None
    )


def test_a_newcomer_catches_up_on_everything() -> None:
    desk = three_games("ana ben", "ana ben", "ana ben")
    desk.write(*[f"milestone M1 {key}" for key in ("ana", "ben", "ben")])
    desk.write(
        'scratch "Burgle 1 of ana"', 'scratch "Burgle 2 of ana"', 'scratch "Stumble 1 of ben"'
    )
    for number in range(10, 14):
        desk.write(f"fetch {number} A{number} blue")
    desk.write("mark 10 ana", "mark 11 ana", "mark 12 ben", "mark 13 ben")

    found = joining.plan(desk.state, "dov", 4, ("ana", "ben", "dov"))

    assert found is not None
    assert (found.prologues, found.milestones, found.scratches) == ((1, 2, 3), 1, 1)
    assert found.marks == joining.MarkPlan(passes=1, covered={"ana": 1, "ben": 1}, random=0)


# Standings


def test_standings_count_wins_then_points() -> None:
    desk = after_game()
    desk.write("start 2 ana ben", "finish ana 10 ben 90")

    rows = standings(desk.state)

    assert [(row.character, row.place, row.won) for row in rows] == [
        ("ben", 1, 1), ("ana", 2, 1), ("dov", 3, 0), ("cleo", 4, 0),
    ]  # fmt: skip
    ben = rows[0]
    assert (ben.played, ben.points, ben.best, ben.average) == (2, 160, 90, Fraction(80))
    assert rows[-1].fallen == 1


def test_equal_rows_share_a_place() -> None:
    rows = standings(group_of_four().state)

    assert [row.place for row in rows] == [1, 1, 1, 1]
    assert rows[0].average is None
