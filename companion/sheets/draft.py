"""A table about to be opened: its forms, checked, or shown again as its buttons ask."""

from typing import Any
from uuid import uuid4

from django.utils.translation import gettext_lazy as _

from companion import digits
from companion.rules import editions
from companion.rules.errors import RecordError
from companion.rules.state import COLORS
from companion.sheets.house import HouseForm
from companion.sheets.opening import (
    EVERYBODY,
    SeatForm,
    TableForm,
    Typed,
    free_color,
    most_seats,
    needed_modules,
)

FIRST_EDITION = "base"
FIRST_SEATS = 4
OPEN = "open"
SHEET_ID = 32


class Draft:
    """The parts of the page. A button asks to open the table, or for another edition or number
    of seats; then nothing is checked, and everything typed so far stays."""

    def __init__(self, typed: Typed) -> None:
        self.typed = typed
        self.wish, _colon, self.value = typed.get("do", "").partition(":")
        self.edition = editions.load(self._edition())
        self.most = most_seats(self.edition)
        self.count = min(max(self._count(), self.edition.least_players), self.most)
        sizes: dict[str, Any] = {"edition": self.edition, "seats": self.count}
        self.table = TableForm(**self._of("", self._modules_and_device()), **sizes)
        self.house = HouseForm(**self._of("house", {}), **sizes)
        self.seats = self._seats()
        # Sent back with the sheet, so that a second tap on its button can be told from a second table.
        self.sheet_id = typed.get("sheet", "")[:SHEET_ID] or uuid4().hex

    @property
    def opens(self) -> bool:
        return self.wish == OPEN

    def _edition(self) -> str:
        slug = self.value if self.wish == "edition" else self.typed.get("edition", FIRST_EDITION)
        return slug if slug in editions.slugs() else FIRST_EDITION

    def _count(self) -> int:
        if self.wish == "seats" and self.value in ("2", "3", "4", "5", "6"):
            return int(self.value)
        shown = sum(f"seat-{at}-name" in self.typed for at in range(len(COLORS)))
        return shown or FIRST_SEATS

    def _seats(self) -> list[SeatForm]:
        keys = {at: f"seat-{at}-color" for at in range(self.count)}
        taken = {at: str(self.typed[key]) for at, key in keys.items() if key in self.typed}
        for at in keys:
            if at not in taken:
                taken[at] = free_color(taken, at)
        return [SeatForm(**self._of(f"seat-{at}", {"color": taken[at]})) for at in keys]

    def _of(self, prefix: str, first: dict[str, object]) -> dict[str, Any]:
        """A form's arguments: what was typed to be checked, or to be shown again."""
        if self.opens:
            return {"data": self.typed, "prefix": prefix or None}
        start = f"{prefix}-" if prefix else ""
        kept = {name.removeprefix(start): self.typed[name] for name in self.typed}
        return {"initial": {**kept, **first}, "prefix": prefix or None}

    def _modules_and_device(self) -> dict[str, object]:
        modules = [*self.typed.getlist("modules"), *needed_modules(self.edition, self.count)]
        holds = self.typed.get("holds", EVERYBODY)
        gone = (digits.whole(holds) or 0) >= self.count
        return {"modules": modules, "holds": EVERYBODY if gone else holds}

    @property
    def faults(self) -> bool:
        """Whether any seat has something wrong."""
        return any(seat.errors for seat in self.seats)

    # Checked ------------------------------------------------------------------

    def is_valid(self) -> bool:
        parts = [self.table, self.house, *self.seats]
        return all(part.is_valid() for part in parts) and self._colors_differ()

    def _colors_differ(self) -> bool:
        seen: set[str] = set()
        for seat in self.seats:
            color = seat.cleaned_data["color"]
            if color in seen:
                seat.add_error("color", _("Somebody else has this colour; choose another one."))
            seen.add(color)
        return len(seen) == len(self.seats)

    def setup(self) -> dict[str, Any]:
        """What the table's record begins with."""
        modules = self.table.chosen()
        return {
            "edition": self.edition.slug,
            "seats": [seat.player() for seat in self.seats],
            "modules": modules,
            "rules": self.house.rules(modules),
        }

    def refuse(self, error: RecordError) -> None:
        self.house.refuse(error)
