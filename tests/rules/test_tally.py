"""A game in numbers, counted over its states."""

from companion.rules.reducer import act
from companion.rules.state import State
from companion.rules.tally import tally
from tests.rules.play import Plain, do, drawn, opened


def played(*actions: Plain, edition: str = "legacy2") -> list[State]:
    states = [opened(edition)]
    for action in actions:
        states.append(act(states[-1], action))
    return states


TURN = (do("end_turn"), do("refill", attack=False))


def test_turns_are_counted_for_each_seat_and_in_all() -> None:
    found = tally(played(*TURN, *TURN, *TURN))
    assert [seat.turns for seat in found.seats] == [2, 2]
    assert found.turns == 4


def test_clank_counts_what_was_made_not_what_was_asked_for() -> None:
    found = tally(
        played(
            do("clank", seat=0, count=2),
            do("clank", seat=0, count=30),
            *TURN,
            do("clank", seat=0, count=1),
            do("clank", seat=1, count=3),
        )
    )
    assert [seat.clank for seat in found.seats] == [27, 3]


def test_attacks_count_their_cubes_and_damage_counts_wherever_it_came_from() -> None:
    found = tally(
        played(
            drawn("black", "red", "red", by_hand=True),
            do("damage", seat=1, count=4),
            do("heal", seat=1, count=3),
            drawn("yellow"),
        )
    )
    assert (found.attacks, found.cubes, found.largest) == (2, 4, 3)
    assert [seat.damage for seat in found.seats] == [2, 5]


def test_going_out_is_told_by_its_turn_and_a_correction_takes_it_back() -> None:
    knocked_out = played(*TURN, do("damage", seat=0, count=10), *TURN)
    assert [seat.out_in for seat in tally(knocked_out).seats] == [2, None]
    healed = act(
        knocked_out[-1], do("move", color="red", count=1, **{"from": "health", "to": "supply"})
    )
    back = act(healed, do("status", seat=0, status="in_play"))
    assert [seat.out_in for seat in tally([*knocked_out, healed, back]).seats] == [None, None]


def test_turns_off_the_clock_are_no_turns_of_the_seat() -> None:
    found = tally(
        played(do("damage", seat=1, count=10), *TURN, do("out_turn", drawn=["black"] * 6))
    )
    assert [seat.turns for seat in found.seats] == [2, 0]
    assert (found.turns, found.while_out) == (3, 1)


def test_a_game_not_begun_comes_to_one_turn_and_no_attack() -> None:
    found = tally([opened()])
    assert (found.turns, found.attacks, found.cubes, found.largest) == (1, 0, 0, 0)
