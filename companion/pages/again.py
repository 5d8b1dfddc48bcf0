"""A tap that was refused, laid out again with everything that was typed, to be put right."""

from collections.abc import Iterator
from dataclasses import dataclass
from secrets import token_hex
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from companion import digits
from companion.board import Board
from companion.pages.dragon import hand_colors
from companion.refusals import Refusal
from companion.rules.actions import ACTIONS
from companion.rules.errors import RuleError
from companion.rules.parsing import Shape, shapes
from companion.rules.words import COLORS

DRAWN = "drawn"
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
class Again:
    table: UUID
    reason: str
    do: str
    fields: tuple[Field, ...]
    turn: str
    sequence: int
    nonce: str
    seat: str

    @property
    def act(self) -> str:
        return reverse("companion:act", args=[self.table])

    @property
    def back(self) -> str:
        query = "" if digits.whole(self.seat) is None else f"?seat={self.seat}"
        return reverse("companion:table", args=[self.table]) + query


def again(
    board: Board, refused: RuleError | Refusal, action: dict[str, object], posted: QueryDict
) -> Again:
    turn, do = board.state.turn, str(action.get("do", ""))
    return Again(
        table=board.table,
        reason=refused.say(gettext),
        do=do,
        fields=tuple(_fields(board, do, action)),
        turn=f"{turn.number}:{turn.phase}",
        sequence=board.sequence,
        nonce=token_hex(16),
        seat=posted.get("seat", ""),
    )


def _fields(board: Board, do: str, action: dict[str, object]) -> Iterator[Field]:
    drawn = action.get(DRAWN)
    for shape in _shapes(do, drawn):
        if shape.wire == DRAWN and isinstance(drawn, list):
            yield from _cubes(board, drawn)
        else:
            yield _field(shape, action)


def _shapes(do: str, drawn: object) -> tuple[Shape, ...]:
    kind = ACTIONS.get(do)
    # What has no value to put right is done again on the table itself.
    known = shapes(kind) if kind else ()
    return known if drawn or any(shape.wire in LABELS for shape in known) else ()


def _cubes(board: Board, drawn: list[object]) -> Iterator[Field]:
    """Cubes that were drawn by hand, counted by colour as the table's form asks for them."""
    for color in hand_colors(board.state):
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
