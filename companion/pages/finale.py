"""The end of an evening on the television: the places from the last to the first, luck, the dragon's tally."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from companion.rules.luck import luck
from companion.rules.standings import in_seat_order, standings
from companion.rules.state import State
from companion.rules.tally import Tally, tally
from companion.rules.words import STATUSES
from companion.table import results, states
from companion.table.view import TableView

FULL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPlace:
    """A seat's place, None if there are none yet; `width` is its bar in percent of the best one's."""

    step: int
    rank: int | None
    name: str
    color: str
    total: int
    won: bool
    status: str
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalePage:
    """`places` from the last to the first, those of the seats in turn if they are not `final`; `last`
    is the step after them."""

    title: str
    final: bool
    places: tuple[FinalPlace, ...]
    winners: str
    luckiest: str
    unluckiest: str
    tally: Tally

    @property
    def last(self) -> int:
        return len(self.places) + 1


def finale_page(view: TableView) -> FinalePage:
    state, table = view.state, standings(view.state)
    found, final = states.states_of(view), results.is_final(view)
    ranked = table.places if final else in_seat_order(table)
    most = max((place.score.total for place in table.places), default=0)
    places = tuple(
        FinalPlace(
            step=step,
            rank=place.rank if final else None,
            name=state.seats[place.seat].name,
            color=state.seats[place.seat].color,
            total=place.score.total,
            won=place.won and final,
            status=gettext(STATUSES[state.seats[place.seat].status]),
            width=max(0, FULL * place.score.total // most) if most > 0 else 0,
        )
        for step, place in enumerate(reversed(ranked), start=1)
    )
    luckiest, unluckiest = _luck(state, found)
    return FinalePage(
        title=view.settings.title,
        final=final,
        places=places,
        winners=", ".join(place.name for place in reversed(places) if place.won),
        luckiest=luckiest,
        unluckiest=unluckiest,
        tally=tally(found),
    )


def _luck(state: State, found: Sequence[State]) -> tuple[str, str]:
    """The names of the luckiest and the unluckiest seat; empty if there was no attack."""
    seats = [luck(found, index) for index in range(len(state.seats))]
    if not any(each.attacks for each in seats):
        return "", ""
    gaps = [each.points - each.expected for each in seats]
    best, worst = gaps.index(min(gaps)), gaps.index(max(gaps))
    return state.seats[best].name, state.seats[worst].name
