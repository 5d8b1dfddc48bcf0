"""When a table has to look at its contracts: which to flip, what their backs left for later, which are due.

The record knows no moments; these are for the pages (docs/rules.md 7.5, 7.10, 8.13, 8.14).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.rules.scoring import scores_nothing
from companion.rules.standings import all_counted
from companion.rules.state import Contract, State

Why = Literal["turn_over", "turn_ended", "next_turn", "failed", "game_over", "result", "nothing"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A part of a contract's back that is to be read now, and why now.

    `stars` are those whom the reason is about: whose next turn has begun, or all of them.
    """

    contract: Contract
    wait: str
    why: Why
    stars: tuple[int, ...]

    @property
    def urgent(self) -> bool:
        """Whether its deadline has come: the star's next turn, or the scores."""
        return self.why in ("next_turn", "game_over")


def to_flip(state: State) -> tuple[Contract, ...]:
    """Contracts that have ended, and nobody has said yet what their backs say.

    docs/rules.md 8.14.
    """
    return tuple(each for each in state.contracts if each.status != "active" and not each.flipped)


def readings(state: State) -> tuple[Reading, ...]:
    """What is to be read now.

    What waits for the turn's end: once the turn after it has begun (in Legacy 1, once the turn is
    ended), urgent from the star's own next turn on; at once if the contract failed or the game is
    over, before the scores. What waits for the scoring: with the result.
    docs/rules.md 7.5, 7.10 and 8.14.
    """
    return tuple(_readings(state))


def _readings(state: State) -> Iterator[Reading]:
    for contract in state.contracts:
        if "turn" in contract.waits and (why := _after_the_turn(state, contract)):
            is_urgent = why == "next_turn"
            stars = _had_a_turn(state, contract) if is_urgent else contract.stars
            yield Reading(contract, "turn", why, stars)
        if "scoring" in contract.waits and all_counted(state):
            yield Reading(contract, "scoring", _with_the_result(state), contract.stars)


def _with_the_result(state: State) -> Why:
    """Whether scores were counted, or nobody has any to count."""
    return "nothing" if all(map(scores_nothing, state.seats)) else "result"


def _after_the_turn(state: State, contract: Contract) -> Why | None:
    """Why what waits for the end of a turn is to be read now; None while it is too early."""
    if state.over:
        return "game_over"
    if contract.status == "failed" or contract.turn is None:
        return "failed"
    if state.turn.number > contract.turn:
        return "next_turn" if _had_a_turn(state, contract) else "turn_over"
    is_ended = state.turn.phase == "refill"
    return "turn_ended" if is_ended and state.edition.contracts_read == "end_turn" else None


def _had_a_turn(state: State, contract: Contract) -> tuple[int, ...]:
    """The stars whose next turn has begun since, their turns off the clock included."""
    since = state.turn.number - (contract.turn or 0)
    seats = len(state.seats)
    return tuple(star for star in contract.stars if (state.turn.seat - star) % seats < since)


def due(state: State) -> tuple[Contract, ...]:
    """Active contracts whose deadline is before the scoring: they fail, or somebody completed them.

    docs/rules.md 8.13.
    """
    return tuple(each for each in state.contracts if each.due and each.status == "active")
