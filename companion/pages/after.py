"""What the pages after the game have in common: their tabs, and how chances are put in words."""

from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop

from companion.rules.odds import percent

TABS = {
    "scores": gettext_noop("Score sheet"),
    "winner": gettext_noop("Result"),
    "log": gettext_noop("Log"),
    "fairness": gettext_noop("Fair draws"),
}
ICONS = {"scores": "edit", "winner": "crown", "log": "log", "fairness": "check"}
TEN, HUNDRED = 10, 100
RAREST = 1_000_000


@dataclass(frozen=True, slots=True)
class Tab:
    """A link of the row of tabs, as the component draws it."""

    text: str
    href: str
    icon: str
    current: bool


def tabs(table: UUID, here: str) -> tuple[Tab, ...]:
    return tuple(
        Tab(gettext(word), reverse(f"companion:{name}", args=[table]), ICONS[name], name == here)
        for name, word in TABS.items()
    )


def tenths(number: Fraction) -> str:
    """The number with one decimal, rounded half up from the fraction."""
    whole = (2 * TEN * number.numerator + number.denominator) // (2 * number.denominator)
    return str(number_format(whole / TEN, 1))


def odds_in_words(chance: Fraction) -> str:
    """How often, as people say it: 1 in 14; 9 in 10; always."""
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
    """More often than every second time: out of 10, or out of 100 where that says more."""
    whole = TEN if percent(chance) <= 95 else HUNDRED
    times = (2 * whole * chance.numerator + chance.denominator) // (2 * chance.denominator)
    return gettext("{times} in {whole}").format(times=min(times, whole - 1), whole=whole)
