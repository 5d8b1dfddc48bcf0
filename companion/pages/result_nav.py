"""The tabs of the pages after the game."""

from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

TABS = {
    "scores": gettext_noop("Score sheet"),
    "winner": gettext_noop("Result"),
    "log": gettext_noop("Log"),
    "fairness": gettext_noop("Fair draws"),
}
ICONS = {"scores": "edit", "winner": "crown", "log": "log", "fairness": "check"}


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab, as the component draws it."""

    text: str
    href: str
    icon: str
    current: bool


def tabs(table: UUID, here: str) -> tuple[Tab, ...]:
    return tuple(
        Tab(gettext(word), reverse(f"companion:{name}", args=[table]), ICONS[name], name == here)
        for name, word in TABS.items()
    )
