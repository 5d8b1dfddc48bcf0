"""How lucky each seat was: the cubes drawn for it, compared with the average of these attacks."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext

from companion.fragments.chances import percent_text
from companion.fragments.words import words_here
from companion.rules.luck import Luck
from companion.rules.odds import percent
from companion.rules.state import Seat

SELDOM = Fraction(1, 6)
TEN, HUNDRED = 10, 100
RAREST = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLuck:
    """A seat's cubes, and how often the same attacks draw that many or that few.

    `verdict` is good, bad or average; `width` and `average_at` are percent, as SVG reads them.
    """

    name: str
    color: str
    cubes: int
    average: str
    often: str
    percent: str
    verdict: str
    width: str
    average_at: str


def luck_of_seats(seats: Sequence[Seat], found: Sequence[Luck]) -> tuple[SeatLuck, ...]:
    """The luck of the seats in words; empty if there was no attack."""
    if not any(each.attacks for each in found):
        return ()
    numbers = [number for each in found for number in (Fraction(each.points), each.expected)]
    most = max(numbers) or Fraction(1)
    return tuple(_seat(seat, each, most) for seat, each in zip(seats, found, strict=True))


def _seat(seat: Seat, found: Luck, most: Fraction) -> SeatLuck:
    chance = found.as_many if found.points else found.as_few
    return SeatLuck(
        name=seat.name,
        color=seat.color,
        cubes=found.points,
        average=tenths(found.expected),
        often=odds_in_words(chance),
        percent=percent_text(chance, words_here()),
        verdict=_verdict(found),
        width=f"{float(100 * found.points / most):.2f}",
        average_at=f"{float(100 * found.expected / most):.2f}",
    )


def _verdict(found: Luck) -> str:
    if found.points > found.expected and found.as_many <= SELDOM:
        return "bad"
    if found.points < found.expected and found.as_few <= SELDOM:
        return "good"
    return "average"


def tenths(number: Fraction) -> str:
    """The number with one decimal, rounded half up from the fraction."""
    whole = (2 * TEN * number.numerator + number.denominator) // (2 * number.denominator)
    return str(number_format(whole / TEN, 1))


def odds_in_words(chance: Fraction) -> str:
    """How often, as people say it: 1 in 14, 9 in 10, always."""
    if chance >= 1:
        return gettext("always")
    if chance <= 0:
        return gettext("never")
    if chance > Fraction(1, 2):
        return _often(chance)
    times = (2 * chance.denominator + chance.numerator) // (2 * chance.numerator)
    if times > RAREST:
        return gettext("less than 1 in {times}").format(times=_grouped(RAREST))
    return gettext("1 in {times}").format(times=_grouped(times))


def _grouped(number: int) -> str:
    return str(number_format(number, 0, force_grouping=True))


def _often(chance: Fraction) -> str:
    """For chances above a half: out of 10, or out of 100 if that says more."""
    whole = TEN if percent(chance) <= 95 else HUNDRED
    times = (2 * whole * chance.numerator + chance.denominator) // (2 * chance.denominator)
    return gettext("{times} in {whole}").format(times=min(times, whole - 1), whole=whole)
