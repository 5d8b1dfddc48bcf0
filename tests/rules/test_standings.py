"""Everybody's place, and what is said about ties."""

from companion.rules.standings import Standings, standings
from companion.rules.state import State
from tests.rules.play import after, do, opened, take


def table(*hauls: tuple[int, int], edition: str = "legacy2") -> State:
    """Seats with one artifact each, and other points."""
    state = opened(edition, seats=len(hauls))
    for seat, (artifact, other) in enumerate(hauls):
        state = after(state, take(seat, "artifact", value=artifact))
        state = after(state, do("score", seat=seat, other=other))
    return state


def order(found: Standings) -> list[tuple[int, int, bool]]:
    return [(place.seat, place.rank, place.won) for place in found.places]


def test_the_highest_total_comes_first() -> None:
    found = standings(table((10, 0), (20, 0), (15, 0)))
    assert order(found) == [(1, 1, True), (2, 2, False), (0, 3, False)]
    assert found.notes == ()


def test_the_more_valuable_artifact_settles_a_tie_and_is_named() -> None:
    found = standings(table((10, 20), (25, 5)))
    assert order(found) == [(1, 1, True), (0, 2, False)]
    (note,) = found.notes
    assert note.message == (
        "Ben, Ana are tied at 30. The most valuable artifact decides: Ben, worth 25."
    )


def test_equal_artifacts_share_the_place_and_the_next_one_is_left_out() -> None:
    found = standings(table((10, 5), (10, 5), (5, 0)))
    assert order(found) == [(0, 1, True), (1, 1, True), (2, 3, False)]
    assert "share the place" in found.notes[0].message


def test_gold_goes_before_silver_of_the_same_value() -> None:
    state = after(
        opened("base", "adventuring-party", seats=5),
        take(0, "artifact", value=20, silver=True),
        take(1, "artifact", value=20),
        take(2, "artifact", value=15),
        do("score", seat=2, other=5),
    )
    found = standings(state)
    assert order(found)[:3] == [(1, 1, True), (0, 2, False), (2, 3, False)]
    assert found.notes[0].message.endswith(
        "among those worth 20 a golden one beats a silver one: Ben."
    )


def test_a_tie_below_the_winner_is_explained_as_well() -> None:
    found = standings(table((5, 1), (30, 0), (4, 2)))
    assert order(found) == [(1, 1, True), (0, 2, False), (2, 3, False)]
    assert [note.code for note in found.notes] == ["artifact"]


def test_nobody_above_nought_means_no_winner() -> None:
    found = standings(opened())
    assert order(found) == [(0, 1, False), (1, 1, False)]
    assert [note.message for note in found.notes] == [
        "Nobody has more than 0 points, so nobody wins."
    ]
