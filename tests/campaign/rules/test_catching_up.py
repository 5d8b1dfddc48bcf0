"""A plan for catching up: made once, kept, ticked by what is written."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.catch_up import CatchUp
from campaign.rules.entries import Draft
from campaign.rules.steps import joining
from campaign.rules.tasks import open_tasks
from campaign.rules.verbs.marks import total
from tests.campaign.rules.desk import Desk, group_of_four
from tests.campaign.rules.test_joining import three_games


def marked(desk: Desk, marks: dict[str, int]) -> None:
    """Give each character that many marks, each on a card of its own."""
    number = 100
    for key, count in marks.items():
        for _each in range(count):
            desk.write(f"fetch {number} blue", f"mark {number} {key}")
            number += 1


def planned(desk: Desk, key: str, game: int, players: tuple[str, ...]) -> CatchUp:
    plan = joining.plan(desk.state, key, game, players)
    assert plan is not None
    desk.store(joining.draft_of(plan))
    return desk.state.joining[key]


def write_marks(desk: Desk, plan: CatchUp, *, shuffle: random.Random | None = None) -> None:
    """Write every cover and every random mark of a plan, in any order."""
    lines = ["random"] * plan.random
    for key, count in plan.covers.items():
        lines += [key] * count
    if shuffle:
        shuffle.shuffle(lines)
    for line in lines:
        if line == "random":
            fresh = next(n for n in range(500, 900) if str(n) not in desk.state.cards)
            desk.write(f"mark {fresh} {plan.key}")
        else:
            cards = desk.state.cards.items()
            card = next(k for k, c in cards if any(m.character == line for m in c.marks))
            desk.write(f"mark {card} {plan.key} over {line}")


def test_the_plan_is_not_changed_by_what_is_written_meanwhile() -> None:
    """C2: cover Ann 1, Bob 1, Cat 1; each is ticked once, none is asked for twice or lost."""
    desk = three_games("ana ben cleo", "ana ben cleo")
    marked(desk, {"ana": 2, "ben": 2, "cleo": 2})
    desk.write("pack")
    plan = planned(desk, "dov", 3, ("ana", "ben", "cleo", "dov"))
    assert (plan.covers, plan.random) == ({"ana": 1, "ben": 1, "cleo": 1}, 0)

    desk.write("mark 100 dov over ana")
    assert desk.state.joining["dov"].left("covers/ana") == 0
    assert desk.state.joining["dov"].left("covers/ben") == 1
    desk.write("fetch 300 blue", "mark 300 ben", "mark 102 dov over ben", "mark 104 dov over cleo")

    kept = desk.state.joining["dov"]
    assert kept.finished
    assert (kept.covers, kept.game, kept.prologues) == (plan.covers, 3, (1, 2))


def test_an_open_plan_is_an_open_task_until_it_is_carried_out() -> None:
    desk = three_games("ana ben cleo", "ana ben cleo")
    desk.write("milestone M1 ana", "milestone M1 ben", "milestone M1 cleo", "pack")
    planned(desk, "dov", 3, ("ana", "ben", "cleo", "dov"))
    desk.write("start 3 ana ben cleo dov", "finish ana 4 ben 3 cleo 2 dov 1", "employee ana")
    assert [task.key for task in open_tasks(desk.state)] == ["joining:dov:3"]

    desk.write("milestone mark dov")

    assert not open_tasks(desk.state)


def test_who_joins_without_a_plan_is_an_open_task_too() -> None:
    desk = three_games("ana ben cleo", "ana ben cleo", "ana ben cleo dov")
    desk.write("employee dov")

    assert [task.key for task in open_tasks(desk.state)] == ["joining:dov:3"]


def test_a_plan_can_be_made_again_until_it_has_begun() -> None:
    desk = three_games("ana ben cleo", "ana ben cleo")
    desk.write("pack", "joining dov milestones 2", "joining dov milestones 1 scratches 1")
    assert desk.state.joining["dov"].milestones == 1

    desk.write("milestone mark dov")

    assert desk.refusal("joining dov milestones 5").code == "joining_begun"
    assert desk.refusal("joining ana covers ana 1").code == "own_mark"
    assert desk.refusal("joining ana covers ben 0").code == "joining_numbers"


def test_a_milestone_sticker_is_no_mark_and_ticks_nothing() -> None:
    desk = three_games("ana ben", "ana ben")
    desk.write("pack", "joining dov milestones 1 scratches 1", "milestone M1 dov")
    assert desk.state.joining["dov"].left("milestones") == 1

    desk.write('scratch "Burgle 1 of dov"', 'scratch "Burgle 1 of dov"')
    assert desk.state.joining["dov"].left("scratches") == 0


def test_two_join_one_after_the_other() -> None:
    """The second covers a mark of the first; the first's plan stays ticked."""
    desk = three_games("ana ben", "ana ben")
    marked(desk, {"ana": 6, "ben": 6})
    desk.write("pack")
    first = planned(desk, "cleo", 3, ("ana", "ben", "cleo", "dov"))
    write_marks(desk, first)
    second = planned(desk, "dov", 3, ("ana", "ben", "cleo", "dov"))
    write_marks(desk, second)

    assert desk.state.joining["cleo"].finished
    assert desk.state.joining["dov"].finished


def test_somebody_who_returns_has_their_own_marks_counted() -> None:
    desk = three_games("ana ben cleo", "ana ben", "ana ben")
    marked(desk, {"ana": 4, "ben": 4, "cleo": 3})
    desk.write("pack")

    plan = planned(desk, "cleo", 4, ("ana", "ben", "cleo"))

    assert (plan.prologues, plan.covers, plan.random) == ((2, 3), {}, 1)


def test_a_strike_takes_its_tick_back() -> None:
    desk = three_games("ana ben", "ana ben")
    desk.write("pack", "joining dov milestones 1", "milestone mark dov")

    desk.strike(len(desk.entries))

    assert desk.state.joining["dov"].left("milestones") == 1


MIXES = st.lists(st.integers(0, 12), min_size=2, max_size=4), st.randoms(use_true_random=False)


@given(*MIXES)
@settings(max_examples=80, deadline=None)
def test_the_sums_for_any_mix_of_marks(totals: list[int], shuffle: random.Random) -> None:
    the_sums_are_right(totals, shuffle)


@pytest.mark.prove
@given(*MIXES)
@settings(max_examples=500, deadline=None)
def test_the_sums_for_many_more_mixes(totals: list[int], shuffle: random.Random) -> None:
    the_sums_are_right(totals, shuffle)


def the_sums_are_right(totals: list[int], shuffle: random.Random) -> None:
    """2 to 4 players with up to 12 marks each, the last of whom joins (rules 8.24)."""
    keys = ("ana", "ben", "cleo", "dov")[: len(totals)]
    marks = dict(zip(keys, totals, strict=True))
    newcomer, others = keys[-1], keys[:-1]
    desk = group_of_four()
    together = " ".join(keys[:-1]) if len(others) > 1 else "ana cleo"
    for number in (1, 2):
        scores = " ".join(f"{key} 1" for key in together.split())
        winner = together.split()[0]
        desk.write(f"start {number} {together}", f"finish {scores} winner {winner}", "pack")
    marked(desk, marks)
    plan = planned(desk, newcomer, 3, keys)

    write_marks(desk, plan, shuffle=shuffle)

    after = {key: total(desk.state, key) for key in keys}
    covered = sum(plan.covers.values())
    assert desk.state.joining[newcomer].finished
    assert after == {
        **{key: marks[key] - plan.covers.get(key, 0) for key in others},
        newcomer: marks[newcomer] + covered + plan.random,
    }
    assert after[newcomer] >= min(after[key] for key in others)
    assert not (
        all(after[key] > after[newcomer] for key in others)
        and any(after[key] >= 2 * after[newcomer] for key in others)
    )
    assert len(set(plan.covers.values())) <= 1  # a round covers one mark of each


def test_every_mix_of_marks_is_evened_out() -> None:
    """All 2 to 4 players up to 12 marks, without a ledger."""
    for others in (1, 2, 3):
        for totals in _sorted_totals(others):
            for own in range(13):
                found = joining.even_out(dict(zip("abc", totals, strict=False)), own)
                mine = own + others * found.passes + found.random
                left = [count - found.passes for count in totals]
                assert mine >= min(left)
                assert found.random == max(0, min(left) - own - others * found.passes)
                assert min(left) >= 0


def _sorted_totals(others: int, most: int = 12) -> list[tuple[int, ...]]:
    if others == 0:
        return [()]
    return [(n, *rest) for n in range(most + 1) for rest in _sorted_totals(others - 1, n)]


def test_the_draft_of_a_plan_leaves_out_what_is_nothing() -> None:
    plan = joining.Plan(character="dov", prologues=(1,), milestones=0, scratches=2, marks=None)

    assert joining.draft_of(plan) == Draft(
        verb="joining", arguments={"character": "dov", "scratches": 2}
    )
