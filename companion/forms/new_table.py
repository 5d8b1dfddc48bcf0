"""A table about to be opened: its forms, checked or shown again."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from companion import offered_editions
from companion.forms.house import HouseForm
from companion.forms.house_tokens import HouseTokenForm, tokens_of
from companion.forms.opening import (
    EVERYBODY,
    SeatForm,
    TableForm,
    Typed,
    free_color,
    most_seats,
    needed_modules,
    with_modules,
)
from companion.rules.errors import RecordError
from companion.rules.house_tokens import MOST as MOST_TOKENS
from companion.rules.state import COLORS
from web import numbers

FIRST_EDITION = "base"
FIRST_SEATS = 4
OPEN = "open"
FORM_ID = 32


class NewTableForm:
    """The parts of the page. A button asks to open the table, or for another edition or number
    of seats; then nothing is checked, and everything typed so far stays."""

    def __init__(self, typed: Typed) -> None:
        self.typed = typed
        self.requested, _colon, self.value = typed.get("do", "").partition(":")
        self.edition = offered_editions.find(self._edition())
        self.most = most_seats(self.edition)
        self.count = min(max(self._count(), self.edition.least_players), self.most)
        sizes: dict[str, Any] = {"edition": self.edition, "seats": self.count}
        self.table = TableForm(**self._of("", self._modules_and_device()), **sizes)
        self.tonight = with_modules(self.edition, self._chosen(), self.count)
        self.house = HouseForm(**self._of("house", {}), edition=self.tonight, seats=self.count)
        self.seats = self._seats()
        self.tokens = [
            HouseTokenForm(**self._of(f"token-{at}", {})) for at in range(self._token_count())
        ]
        # Sent back with the form, to tell a second tap on its button from a second table.
        self.form_id = typed.get("form_id", "")[:FORM_ID] or uuid4().hex

    @property
    def opens(self) -> bool:
        return self.requested == OPEN

    def _edition(self) -> str:
        slug = (
            self.value if self.requested == "edition" else self.typed.get("edition", FIRST_EDITION)
        )
        return slug if slug in offered_editions.slugs() else FIRST_EDITION

    def _count(self) -> int:
        if self.requested == "seats" and self.value in ("2", "3", "4", "5", "6"):
            return int(self.value)
        typed = sum(f"seat-{at}-name" in self.typed for at in range(len(COLORS)))
        return typed or FIRST_SEATS

    def _token_count(self) -> int:
        """As many as were typed, and one more where that is asked for; one to begin with."""
        typed = sum(f"token-{at}-name" in self.typed for at in range(MOST_TOKENS))
        return (
            typed if self.opens else min(max(typed, 1) + (self.requested == "tokens"), MOST_TOKENS)
        )

    @property
    def shows_tokens(self) -> bool:
        named = any(self.typed.get(f"token-{at}-name") for at in range(MOST_TOKENS))
        return named or self.requested == "tokens"

    def _seats(self) -> list[SeatForm]:
        keys = {at: f"seat-{at}-color" for at in range(self.count)}
        taken = {at: str(self.typed[key]) for at, key in keys.items() if key in self.typed}
        for at in keys:
            if at not in taken:
                taken[at] = free_color(taken, at)
        return [SeatForm(**self._of(f"seat-{at}", {"color": taken[at]})) for at in keys]

    def _of(self, prefix: str, first: dict[str, object]) -> dict[str, Any]:
        """A form's arguments: what was typed, to be checked or to be shown again."""
        if self.opens:
            return {"data": self.typed, "prefix": prefix or None}
        start = f"{prefix}-" if prefix else ""
        kept = {name.removeprefix(start): self.typed[name] for name in self.typed}
        return {"initial": {**kept, **first}, "prefix": prefix or None}

    def _chosen(self) -> list[str]:
        """The modules somebody chose; not those that only more seats had needed."""
        came = self.typed.getlist("came_along")
        return [module for module in self.typed.getlist("modules") if module not in came]

    @property
    def came_along(self) -> list[str]:
        """The modules that nobody chose, but which this many seats need."""
        chosen = self._chosen()
        return [each for each in needed_modules(self.edition, self.count) if each not in chosen]

    def _modules_and_device(self) -> dict[str, object]:
        modules = [*self._chosen(), *needed_modules(self.edition, self.count)]
        holds = self.typed.get("holds", EVERYBODY)
        gone = (numbers.whole(holds) or 0) >= self.count
        return {"modules": modules, "holds": EVERYBODY if gone else holds}

    @property
    def _parts(self) -> list[forms.Form]:
        return [self.table, self.house, *self.seats, *self.tokens]

    @property
    def has_errors(self) -> bool:
        return any(part.errors for part in self._parts)

    def is_valid(self) -> bool:
        return all(part.is_valid() for part in self._parts) and self._colors_differ()

    def _colors_differ(self) -> bool:
        seen: set[str] = set()
        for seat in self.seats:
            color = seat.cleaned_data["color"]
            if color in seen:
                seat.add_error("color", _("Somebody else has this colour; choose another one."))
            seen.add(color)
        return len(seen) == len(self.seats)

    def setup(self) -> dict[str, Any]:
        """The setup, as a table record has it."""
        modules = self.table.chosen()
        return {
            "edition": self.edition.slug,
            "seats": [seat.player() for seat in self.seats],
            "modules": modules,
            "rules": self.house.rules(modules),
            "tokens": tokens_of(self.tokens, self.tonight),
            "edition_data": offered_editions.data_of(self.edition.slug),
        }

    def refuse(self, error: RecordError) -> None:
        self.house.refuse(error)
