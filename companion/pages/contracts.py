"""What the contracts ask for before and after the scores: to settle, to flip, to read on."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from companion.fragments.actions import tap
from companion.fragments.readings import WAITS, Reminder
from companion.fragments.reminders import reading_lines, to_flip_lines
from companion.fragments.words import words_here
from companion.rules.contract_moments import due
from companion.rules.contracts import label
from companion.rules.state import Contract, State


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat that may have completed a contract; `sure` if nobody else can have."""

    index: int
    name: str
    sure: bool


@dataclass(frozen=True, slots=True)
class Due:
    """A contract whose deadline is before the scoring: it fails, or somebody has completed it."""

    key: str
    name: str
    chairs: tuple[Chair, ...]
    fails: SafeString
    completed: SafeString


@dataclass(frozen=True, slots=True)
class BeforeScores:
    """Once the game is over: what is `due` and what is to be read come before anything is counted."""

    due: tuple[Due, ...] = ()
    readings: tuple[Reminder, ...] = ()
    flips: tuple[Reminder, ...] = ()
    waits: tuple[tuple[str, str], ...] = tuple(WAITS.items())

    @property
    def bars(self) -> bool:
        """Whether nothing can be counted yet."""
        return bool(self.due or self.readings)

    @property
    def any(self) -> bool:
        return self.bars or bool(self.flips)


def before_scores(state: State) -> BeforeScores:
    """What the contracts ask for before the scores; nothing while the game goes on.

    docs/rules.md 8.13, 8.14.
    """
    if not state.over:
        return BeforeScores()
    return BeforeScores(
        due=tuple(_due(state, contract) for contract in due(state)),
        readings=reading_lines(state, words_here(), wait="turn"),
        flips=to_flip_lines(state, words_here()),
    )


def with_result(state: State) -> tuple[Reminder, ...]:
    """What the contracts ask for with the result.

    docs/rules.md 8.14.
    """
    return reading_lines(state, words_here(), wait="scoring")


def _due(state: State, contract: Contract) -> Due:
    key, owner = contract.key, contract.solo
    seats = range(len(state.seats)) if owner is None else (owner,)
    return Due(
        key=key,
        name=label(contract),
        chairs=tuple(Chair(seat, state.seats[seat].name, owner is not None) for seat in seats),
        fails=tap("contract_status", contract=key, status="failed"),
        completed=tap("contract_status", contract=key, status="completed", seats=None),
    )
