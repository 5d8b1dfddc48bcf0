"""The last attack as a show: cube by cube in the order drawn, and what each of them does.

Nothing that stands for a step says more than what has landed by then: a pause comes before a cube
that could knock somebody out, whatever it then is.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from companion.fragments.words import Words
from companion.rules.state import BLACK, GHOST, Attack, Seat, State
from companion.table.naming import called
from companion.table.view import TableView

TOLD_BY_THE_TITLE = ("attack", "attack.by_hand", "attack.nothing", "refill", "turn", "turn.out")
MANY = 6

Sound = Literal["cube", "hit", "last", "fall", "ghost"]
Mood = Literal["relief", "hurt", "fall", "end"]


class Caption(NamedTuple):
    """What a cube does: the name in it, which may be shortened, and what stands around it."""

    before: str
    name: str
    after: str


class Cube(NamedTuple):
    """A cube drawn. `hits` are the seats that take a point; `brink`: it could knock somebody out."""

    color: str
    text: Caption
    hurt: bool
    hits: tuple[int, ...]
    brink: bool
    sound: Sound


class Meter(NamedTuple):
    """A seat's damage: for each space 0 if it was full before, the step that fills it, or None.

    A seat that was out already has no spaces; `out` says what it is.
    """

    name: str
    color: str
    wells: tuple[int | None, ...]
    out: str


class Fall(NamedTuple):
    """A seat is knocked out by the cube of that step."""

    step: int
    name: str
    color: str


class AttackResult(NamedTuple):
    """The last attack as an event: what came out of the bag, and what it did."""

    number: int
    fresh: bool
    title: str
    drawn: tuple[Cube, ...]
    meters: tuple[Meter, ...]
    falls: tuple[Fall, ...]
    mood: Mood
    result: tuple[str, ...]

    @property
    def many(self) -> bool:
        return len(self.drawn) > MANY


def result_shown(view: TableView) -> tuple[object, ...]:
    """What the last attack depends on; its sentences are its line's, while the board has that.

    Why a cube hit nobody is told by how its seat stands now.
    """
    has_line = view.attack_at is not None and view.tail[0].sequence <= view.attack_at
    standing = tuple(seat.status for seat in view.state.seats)
    return view.state.attack, view.attack_at, view.attack_is_newest, has_line, standing


def attack_result(view: TableView, say: Words) -> AttackResult | None:
    state, last = view.state, view.state.attack
    if last is None or view.attack_at is None:
        return None
    count = len(last.drawn)
    title = (
        say.gettext("The dragon draws {count} by hand")
        if last.by_hand
        else say.gettext("The dragon draws {count}")
    )
    told = Telling(state, last, say)
    cubes = tuple(told.cubes())
    return AttackResult(
        number=view.attack_at,
        fresh=view.attack_is_newest,
        title=title.format(count=count),
        drawn=cubes,
        meters=told.meters(),
        falls=tuple(told.falls),
        mood=told.mood,
        result=_result(view, last, say),
    )


@dataclass(slots=True)
class Telling:
    """Goes through an attack cube by cube; `points` are those each seat still takes of it."""

    state: State
    last: Attack
    say: Words
    points: list[int] = field(init=False)
    damage: list[int | None] = field(init=False)
    filled: list[list[int]] = field(init=False)
    falls: list[Fall] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        seats = len(self.state.seats)
        self.points = list(self.last.dealt)
        self.damage = list(self.last.before) or [None] * seats
        self.filled = [[] for _ in range(seats)]

    def cubes(self) -> Iterator[Cube]:
        seats = self.state.seats
        owners = {seat.color: index for index, seat in enumerate(seats)}
        to_come = Counter(self.last.left) + Counter(self.last.drawn)
        for step, color in enumerate(self.last.drawn, start=1):
            brink = self._is_brink(to_come)
            to_come[color] -= 1
            owner = owners.get(color)
            aimed = range(len(seats)) if color == GHOST else () if owner is None else (owner,)
            hits = self._hit(aimed, step)
            yield Cube(
                color=color,
                text=_cube_text(self.state, color, owner, hurts=bool(hits), say=self.say),
                hurt=bool(hits) or color == GHOST,
                hits=hits,
                brink=brink,
                sound=self._sound(color, hits, step),
            )

    def _is_brink(self, to_come: Counter[str]) -> bool:
        """Whether somebody has one space left, and a cube to come could take it."""
        brink = self.state.health_size - 1
        return any(
            before == brink and (to_come[seat.color] or to_come[GHOST])
            for seat, before in zip(self.state.seats, self.damage, strict=True)
        )

    def _hit(self, aimed: Sequence[int], step: int) -> tuple[int, ...]:
        hits = tuple(seat for seat in aimed if self.points[seat] > 0)
        for seat in hits:
            self.points[seat] -= 1
            self.filled[seat].append(step)
            damage = self.damage[seat]
            if damage is None:
                continue
            self.damage[seat] = damage + 1
            if damage + 1 == self.state.health_size:
                held = self.state.seats[seat]
                name = called(self.state.seats, seat)
                self.falls.append(Fall(step, name, held.color))
        return hits

    def _sound(self, color: str, hits: tuple[int, ...], step: int) -> Sound:
        if self.falls and self.falls[-1].step == step:
            return "fall"
        if color == GHOST:
            return "ghost"
        if any(self.damage[seat] == self.state.health_size - 1 for seat in hits):
            return "last"
        return "hit" if hits else "cube"

    def meters(self) -> tuple[Meter, ...]:
        """Every seat's meter as the cubes fill it; none if it is not known how they stood before."""
        if not self.last.before:
            return ()
        size = self.state.health_size
        found = []
        for seat, before, steps in zip(
            self.state.seats, self.last.before, self.filled, strict=True
        ):
            if before is None:
                found.append(Meter(seat.name, seat.color, (), _out(seat, self.say)))
                continue
            full: list[int | None] = [0] * before
            wells = [*full, *steps, *[None] * size][:size]
            found.append(Meter(seat.name, seat.color, tuple(wells), ""))
        return tuple(found)

    @property
    def mood(self) -> Mood:
        if (
            self.last.drawn
            and not self.last.left
            and self.state.edition.switches.bag_empty_ends.value
        ):
            return "end"
        if self.falls:
            return "fall"
        return "hurt" if any(self.last.dealt) else "relief"


def _out(seat: Seat, say: Words) -> str:
    """What a seat is that no cube reached; one that was put right since then was out all the same."""
    if seat.status == "escaped":
        return say.pgettext("of a seat", "escaped")
    if seat.status == "knocked_out":
        return say.pgettext("of a seat", "knocked out")
    return say.pgettext("of a seat", "out")


def _cube_text(state: State, color: str, seat: int | None, *, hurts: bool, say: Words) -> Caption:
    if color == GHOST:
        return Caption("", "", say.gettext("everyone takes 1"))
    if seat is None or color == BLACK:
        return Caption("", "", say.gettext("nothing"))
    held = state.seats[seat]
    if hurts:
        words = say.gettext("{name} takes 1")
    elif held.status == "knocked_out":
        words = say.gettext("{name} is knocked out already")
    else:
        words = say.gettext("{name} is out of reach")
    before, _, after = words.partition("{name}")
    return Caption(before, held.name, after)


def _result(view: TableView, last: Attack, say: Words) -> tuple[str, ...]:
    """The sentences of its log line, if the view still has that line."""
    row = next((line for line in view.tail if line.sequence == view.attack_at), None)
    if row is None:
        return _dealt(view.state, last, say)
    told = [each for each in row.story if each.code not in TOLD_BY_THE_TITLE]
    return tuple(each.render(say.gettext) for each in told) or (say.gettext("Nobody is hurt."),)


def _dealt(state: State, last: Attack, say: Words) -> tuple[str, ...]:
    hurt = [
        say.ngettext("{name} takes {count} damage.", "{name} takes {count} damage.", points).format(
            name=seat.name, count=points
        )
        for seat, points in zip(state.seats, last.dealt, strict=True)
        if points
    ]
    return tuple(hurt) or (say.gettext("Nobody is hurt."),)
