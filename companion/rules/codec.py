"""A state as a compact snapshot in plain JSON, and back. Only a cache of the log."""

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from json import JSONEncoder, loads
from operator import attrgetter
from typing import Any

from companion.rules.editions import Edition
from companion.rules.state import (
    Artifact,
    Attack,
    Contract,
    Countdown,
    Monsters,
    Seat,
    State,
    Stock,
    Turn,
)

KEPT_ELSEWHERE = "edition"
SEATS = ("solo",)
"""Where None is nobody and 0 the first seat, so that neither may be left out."""
# Goes up whenever a field of a state is new or means something else: then logs are replayed once.
FORM = 3


class SnapshotError(ValueError):
    """The text is not a snapshot of this version of the rules; the log has to be replayed."""


def dump(state: State) -> str:
    """The snapshot as one line of JSON, without the edition, which the table stores itself."""
    return ENCODER.encode({"form": FORM} | _plain(state))


def load(text: str, edition: Edition) -> State:
    """The state that `dump` wrote, with the edition of its table; raises SnapshotError."""
    try:
        plain = loads(text)
        if plain.pop("form", None) != FORM:
            raise SnapshotError("another form")
        return _state(plain, edition)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise SnapshotError(str(error)) from error


Shape = tuple[tuple[str, ...], Callable[[object], tuple[object, ...]], frozenset[str]]


def _shape(kind: type) -> Shape:
    """A class's fields, a getter for all of them, and those that are always written."""
    kept = [field for field in fields(kind) if field.name != KEPT_ELSEWHERE]
    names = tuple(field.name for field in kept)
    always = [field.name for field in kept if not _is_empty_by_default(field)]
    return names, attrgetter(*names), frozenset(always)


def _is_empty_by_default(field: Field[object]) -> bool:
    if field.name in SEATS:
        return False
    return field.default_factory is dict or field.default in (0, None, False, ())


SHAPES: dict[type, Shape] = {
    kind: _shape(kind)
    for kind in (State, Seat, Stock, Turn, Countdown, Monsters, Attack, Artifact, Contract)
}


def _plain(value: object) -> dict[str, object]:
    if isinstance(value, Mapping):
        return dict(value)
    names, get, always = SHAPES[type(value)]
    pairs = zip(names, get(value), strict=True)
    return {name: part for name, part in pairs if part or name in always}


ENCODER = JSONEncoder(default=_plain, separators=(",", ":"), check_circular=False)


def _state(plain: dict[str, Any], edition: Edition) -> State:
    """Rebuild what JSON does not have: tuples, and parts with a class of their own."""
    plain["seats"] = tuple(_seat(seat) for seat in plain["seats"])
    plain["stock"] = Stock(**_tuples(plain["stock"], "crowns", "artifacts", "silver"))
    plain["turn"] = Turn(**plain["turn"])
    for name, kind in (("countdown", Countdown), ("monsters", Monsters)):
        if name in plain:
            plain[name] = kind(**plain[name])
    if "attack" in plain:
        plain["attack"] = Attack(**_tuples(plain["attack"], "drawn", "dealt", "before"))
    if "contracts" in plain:
        plain["contracts"] = tuple(
            Contract(**_tuples(each, "ticks", "stars", "waits")) for each in plain["contracts"]
        )
    return State(edition=edition, **plain)


def _seat(plain: dict[str, Any]) -> Seat:
    plain["artifacts"] = tuple(Artifact(**artifact) for artifact in plain.get("artifacts", ()))
    return Seat(**_tuples(plain, "health", "places", "crowns"))


def _tuples(plain: dict[str, Any], *names: str) -> dict[str, Any]:
    for name in names:
        if plain.get(name) is not None:
            plain[name] = tuple(plain[name])
    return plain
