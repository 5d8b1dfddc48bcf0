"""Evenings played by machine: after taking over, table and ledger agree, whatever happened."""

from collections.abc import Callable
from random import Random

import pytest

from campaign.rules import contracts, ledger
from campaign.rules.entries import standing
from campaign.rules.errors import FoldError, LedgerError
from companion.rules.errors import RuleError
from tests.campaign.rules.evening import Evening, evening, finish

PLAYERS = ("ana ben", "cleo ana ben", "ana ben cleo dov")
LINES = (
    "contract 031 group boxes 3",
    "contract 032 group cubes 2:2,3:3,5:4",
    "contract 033 solo for ben boxes 2 by 1",
    "contract 034 group by 1",
    "contract 035 group cubes 3",
    "contract 036 solo for ana",
    "tick 031 ana",
)
KEYS = ("031", "032", "033", "034", "035", "036", "40", "41")


class Machine:
    """Plays one evening: taps at the table, taking over in between."""

    def __init__(self, seed: int, *, hands: bool) -> None:
        self.random, self.hands = Random(seed), hands  # noqa: S311 (a game, no secret)
        self.made: Evening = evening(*LINES, players=self.random.choice(PLAYERS))
        self.seats = len(self.made.game.players)

    def play(self) -> Evening:
        taps: list[Callable[[], None]] = [
            *(self.tick,) * 6, self.untick, self.end, self.end, self.back, self.back, self.lay,
            self.undo, self.take_over, self.take_over,
        ]  # fmt: skip
        if self.hands:
            taps += [self.strike, self.strike, self.write, self.undo_take_over]
        for _ in range(self.random.randint(10, 40)):
            try:
                self.random.choice(taps)()
            except (RuleError, LedgerError):
                continue
        if self.random.random() < 0.7:
            self.over()
        return self.made

    def tick(self) -> None:
        count = self.random.choice((1, 1, 2))
        self.made.tap("contract_tick", contract=self.key, seat=self.seat, count=count)

    def untick(self) -> None:
        self.made.tap("contract_untick", contract=self.key, seat=self.seat)

    def end(self) -> None:
        status = self.random.choice(("active", "completed", "completed", "failed"))
        stars = self.random.sample(range(self.seats), self.random.choice((1, 1, 2)))
        seats = {"seats": stars} if status == "completed" else {}
        self.made.tap("contract_status", contract=self.key, status=status, **seats)

    def back(self) -> None:
        points, bonus = self.random.choice((0, 4, 10, -3)), self.random.choice((0, 0, 5))
        self.made.tap("contract_back", contract=self.key, points=points, bonus=bonus)

    def lay(self) -> None:
        need, cubes = self.random.choice((0, 2, 4)), self.random.random() < 0.5
        self.made.tap("contract", key=self.random.choice(("40", "41")), need=need, cubes=cubes)

    def undo(self) -> None:
        for _ in range(self.random.randint(1, 4)):
            self.made.undo_tap()

    def take_over(self) -> None:
        self.made.take_over()

    def strike(self) -> None:
        entries = [entry for entry in standing(self.made.desk.entries) if entry.number > 12]
        if entries:
            self.made.desk.strike(self.random.choice(entries).number)

    def write(self) -> None:
        who = self.random.choice(self.made.game.players)
        texts = ("tick 031 {}", "cube 035 {}", "done 034 {}", "done 036 ana", "contract 034 fail")
        self.made.type(self.random.choice(texts).format(who))

    def undo_take_over(self) -> None:
        self.made.undo_take_over()

    def over(self) -> None:
        """The table is over, all that was due is settled there."""
        for each in self.made.board.contracts:
            if each.due and each.status == "active":
                self.made.tap("contract_status", contract=each.key, status="failed")
        finish(self.made, fallen=self.random.choice((None, 0)))

    @property
    def key(self) -> str:
        return self.random.choice(KEYS)

    @property
    def seat(self) -> int:
        return self.random.randrange(self.seats)


def expect_agreement(made: Evening) -> None:
    for told in made.table.contracts:
        known = made.contract(told.key)
        assert (known.status, known.stars) == (told.status, told.stars)
        if told.completed and (told.points or told.bonus):
            assert (known.points, known.bonus) == (told.points, told.bonus)
        if not told.cubes:
            full = told.need and told.have + len(told.ticks) == told.need
            failed = told.status == "failed" and full
            assert contracts.reached(known) == told.have + len(told.ticks) - bool(failed)
        elif told.completed and not made.table.over:
            assert known.cubes == told.ticks
        elif told.status == "active":
            assert known.cubes == ()
    assert made.game.finished == made.table.over
    if made.table.over:
        assert dict(made.game.scores) == dict(made.table.scores)
        assert made.game.winner == made.table.winner


@pytest.mark.parametrize("seed", range(200))
def test_after_taking_over_table_and_ledger_agree_and_once_is_enough(seed: int) -> None:
    made = Machine(seed, hands=False).play()
    made.take_over()
    expect_agreement(made)
    assert made.desk.state == ledger.fold(made.desk.campaign, made.desk.entries)
    state = made.desk.state
    assert made.take_over() == 0
    assert made.desk.state is state
    assert not made.difference().ready
    assert made.difference().doubts == ()


@pytest.mark.parametrize("seed", range(200, 260))
def test_with_strikes_and_entries_by_hand_once_is_enough_too(seed: int) -> None:
    made = Machine(seed, hands=True).play()
    for _ in range(2):
        try:
            made.take_over()
        except FoldError:
            continue
        assert not made.difference().ready
        assert made.take_over() == 0
