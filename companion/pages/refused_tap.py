"""A tap that was refused, shown again with everything that was typed, to be corrected."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from secrets import token_hex
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from companion.fragments.dragon import hand_colors
from companion.pages.unusual_value import usual
from companion.rules.actions import ACTIONS
from companion.rules.parsing import Shape, shapes
from companion.rules.words import COLORS
from companion.table.view import TableView
from kernel.errors import Refusal

DRAWN = "drawn"
QUESTION = gettext_noop(
    "The known artifacts of this game are worth {least} to {most}. Is it really {value}?"
)
CHANGES_RESULT = gettext_noop(
    "The result of this game is final. This changes it, on every screen and in Plays, or opens the "
    "game again."
)
SURE = "yes"
CORRECTIONS = ("move", "status", "drop")
"""What may be put right by hand after the end, besides the scores."""
LABELS = {
    "count": gettext_noop("How many"),
    "value": gettext_noop("Worth"),
    "place": gettext_noop("Wayshrine"),
    "extra": gettext_noop("Extra cubes"),
    "size": gettext_noop("or exactly"),
    "cards": gettext_noop("Cards"),
    "contracts": gettext_noop("Contracts"),
    "other": gettext_noop("Other"),
    "secret_tomes": gettext_noop("Secret Tomes"),
}


@dataclass(frozen=True, slots=True)
class Field:
    """One value of the action; only numbers and texts that people type are shown."""

    name: str
    label: str
    values: tuple[str, ...]
    hidden: bool

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedTap:
    table: UUID
    reason: str
    do: str
    fields: tuple[Field, ...]
    turn: str
    nonce: str
    seat: str
    sure: str
    action: str = ""

    @property
    def act(self) -> str:
        return reverse("companion:act", args=[self.table])


def refused_tap(
    view: TableView, refused: Refusal, action: dict[str, object], posted: QueryDict
) -> RefusedTap:
    return _again(view, refused.render(gettext), action, posted)


def doubted_tap(view: TableView, action: dict[str, object], posted: QueryDict) -> RefusedTap:
    """A tap that is carried out once somebody says that they mean it."""
    bounds = usual(view.state)
    least, most = bounds or (0, 0)
    reason = gettext(QUESTION).format(least=least, most=most, value=action["value"])
    return _again(view, reason, action, posted, sure=str(action["value"]))


def asked_tap(view: TableView, action: dict[str, object], posted: QueryDict) -> RefusedTap:
    """A tap that changes a final result, carried out as it is once somebody says that they mean it."""
    page = _again(view, gettext(CHANGES_RESULT), {}, posted, sure=SURE)
    return replace(page, action=json.dumps(action))


def _again(
    view: TableView, reason: str, action: dict[str, object], posted: QueryDict, sure: str = ""
) -> RefusedTap:
    turn, do = view.state.turn, str(action.get("do", ""))
    return RefusedTap(
        table=view.table,
        reason=reason,
        do=do,
        fields=tuple(_fields(view, do, action)),
        turn=f"{turn.number}:{turn.phase}",
        nonce=token_hex(16),
        seat=posted.get("seat", ""),
        sure=sure,
    )


def _fields(view: TableView, do: str, action: dict[str, object]) -> Iterator[Field]:
    drawn = action.get(DRAWN)
    for shape in _shapes(do, drawn):
        if shape.of_cubes and isinstance(drawn, list):
            yield from _cubes(view, drawn)
        else:
            yield _field(shape, action)


def _shapes(do: str, drawn: object) -> tuple[Shape, ...]:
    kind = ACTIONS.get(do)
    # A tap without values to correct is done again on the table itself.
    known = shapes(kind) if kind else ()
    return known if drawn or any(shape.wire in LABELS for shape in known) else ()


def _cubes(view: TableView, drawn: list[object]) -> Iterator[Field]:
    """Cubes drawn by hand, counted by colour as in the table's form."""
    for color in hand_colors(view.state):
        count = str(drawn.count(color))
        yield Field(f"{DRAWN}.{color}", gettext(COLORS[color]), (count,), hidden=False)


def _field(shape: Shape, action: dict[str, object]) -> Field:
    value = action.get(shape.wire)
    values = value if isinstance(value, list) else [] if value is None else [value]
    texts = tuple(_text(each) for each in values)
    label = LABELS.get(shape.wire)
    return Field(shape.wire, gettext(label) if label else "", texts, hidden=label is None)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
