"""The table record: one game written down, read strictly, and replayed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any

from companion.rules import fairness
from companion.rules.actions import ACTIONS
from companion.rules.checks import (
    check_key,
    check_list,
    check_number,
    check_object,
    check_text,
    check_word,
)
from companion.rules.contract_setup import check_contracts
from companion.rules.editions import Edition, fits, load, read, slugs
from companion.rules.errors import RecordError, RuleError
from companion.rules.fairness import Fairness
from companion.rules.house import HOUSE_VALUES, NEWER_VALUES, check_house, house_edition
from companion.rules.house_tokens import check_tokens
from companion.rules.opening import Player, new_game
from companion.rules.reducer import act
from companion.rules.state import COLORS, State
from companion.rules.values import NAME, Key
from kernel.reading import ReadingError

FORMAT = "dragonbag-table"
VERSION = 2
NAME_LENGTH = NAME.most
REQUIRED = ("format", "version", "edition", "seats", "actions")
OPTIONAL = ("modules", "rules", "fairness")
NEWER = ("tokens", "contracts", "edition_data")
EDITION_KEY = Key("[a-z][a-z0-9-]{1,29}")
LEAST_SEATS = 2
LONGEST_NUMBER = 1000
DEEPEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game: how it was set up, and its actions as plain JSON, in order.

    `version` is the one of the file it was read from; `tokens`, `contracts` and `edition_data` are
    plain JSON, already checked.
    """

    edition: str
    players: tuple[Player, ...]
    modules: tuple[str, ...] = ()
    rules: Mapping[str, object]
    tokens: tuple[Mapping[str, Any], ...] = ()
    contracts: tuple[Mapping[str, Any], ...] = ()
    edition_data: Mapping[str, Any] | None = None
    fairness: Fairness | None = None
    actions: tuple[object, ...] = ()
    version: int = field(default=VERSION, compare=False)


def load_record(text: str | bytes) -> Record:
    """Read a record from JSON text; raises RecordError (bad_record) with the place."""
    try:
        raw = loads(text, parse_int=_whole, parse_constant=_refuse)
    except JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise RecordError("bad_record.not_json", **where) from None
    except UnicodeDecodeError:
        raise RecordError("bad_record.not_text") from None
    except (ValueError, RecursionError):
        raise RecordError("bad_record.too_much") from None
    if is_deep(raw):
        raise RecordError("bad_record.too_much")
    return parse_record(raw)


def _whole(digits: str) -> object:
    """A number too long for any field stays a text, which is refused later where it matters."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def is_deep(raw: object) -> bool:
    """Whether a remark is nested too deeply to be written as JSON everywhere."""
    level = [raw]
    for _ in range(DEEPEST):
        level = [part for whole in level for part in _parts(whole)]
        if not level:
            return False
    return True


def _parts(whole: object) -> Iterable[object]:
    if isinstance(whole, dict):
        return whole.values()
    return whole if isinstance(whole, list) else ()


def read_file(path: Path) -> Record:
    """Read a record from a file; raises RecordError, also if the file cannot be read."""
    try:
        content = path.read_bytes()
    except OSError:
        raise RecordError("bad_record.unreadable", name=path.name) from None
    return load_record(content)


def parse_record(raw: object) -> Record:
    """Read a record from plain JSON; raises RecordError (bad_record) with the place."""
    version = _version(raw)
    newer = () if version == 1 else NEWER
    fields = check_object(raw, "the record", required=REQUIRED, optional=(*OPTIONAL, *newer))
    check_word(fields["format"], "format", (FORMAT,))
    slug, data = _edition(fields)
    modules = _modules(fields.get("modules", []), slug)
    players = _players(fields["seats"], most=_base(slug, modules, None, data).most_players)
    edition = _base(slug, modules, len(players), data)
    if len(players) < edition.least_players:
        raise _seats(edition.least_players, edition.most_players)
    known = [name for name in HOUSE_VALUES if version > 1 or name not in NEWER_VALUES]
    house = check_object(fields.get("rules", {}), "rules", optional=known)
    return Record(
        edition=slug,
        modules=modules,
        rules=check_house(house, edition, len(players)),
        players=players,
        tokens=check_tokens(fields["tokens"], edition) if "tokens" in fields else (),
        contracts=check_contracts(fields["contracts"], edition, len(players))
        if "contracts" in fields
        else (),
        edition_data=data,
        fairness=_fairness(fields.get("fairness")),
        actions=tuple(check_list(fields["actions"], "actions")),
        version=version,
    )


def _version(raw: object) -> int:
    """The version, read first: everything else depends on it."""
    version = raw.get("version") if isinstance(raw, Mapping) else VERSION
    if isinstance(raw, Mapping) and "version" in raw:
        check_number(version, "version", 1, VERSION)
    return version if isinstance(version, int) else VERSION


def _edition(fields: Mapping[str, object]) -> tuple[str, Mapping[str, Any] | None]:
    """The edition's name, and its data if it is not one of ours."""
    if "edition_data" not in fields:
        return check_word(fields["edition"], "edition", slugs()), None
    slug = check_key(fields["edition"], "edition", EDITION_KEY, "bad_record.edition_key")
    if slug in slugs():
        raise RecordError("bad_record.unknown", field="edition_data")
    data = fields["edition_data"]
    if not isinstance(data, Mapping):
        raise RecordError("bad_record.not_object", field="edition_data")
    try:
        read(slug, data)
    except ReadingError as error:
        params = {"field": error.at, "reason": str(error.reason)}
        raise RecordError("bad_record.edition", **params) from None
    return slug, data


def edition_of(record: Record) -> Edition:
    """The edition of a record with its modules, without house values."""
    return _base(record.edition, record.modules, len(record.players), record.edition_data)


def _base(
    slug: str, modules: tuple[str, ...], seats: int | None, data: Mapping[str, Any] | None
) -> Edition:
    return load(slug, modules, seats) if data is None else read(slug, data)


def open_game(record: Record) -> State:
    """The state of a record before its first action."""
    edition = house_edition(edition_of(record), record.rules, record.tokens)
    return new_game(edition, record.players, record.rules, record.contracts)


def replay(record: Record) -> State:
    """The state after all actions; cubes that were left out are drawn from the seed.

    Raises RecordError with the index of the first action that is refused.
    """
    state = open_game(record)
    for after in _fold(record, state):
        state = after
    return state


def steps(record: Record) -> list[State]:
    """The states before the first action and after each; raises as `replay` does."""
    state = open_game(record)
    return [state, *_fold(record, state)]


def _fold(record: Record, state: State) -> Iterator[State]:
    for at, action in enumerate(record.actions):
        try:
            if record.version == 1:
                _refuse_newer(action)
            state = act(state, fill_in(state, action, record.fairness))
        except RuleError as error:
            raise RecordError(error.key, at, **error.params) from None
        yield state


def _refuse_newer(action: object) -> None:
    if is_newer(action):
        raise RuleError("unknown_action", do=action["do"])  # type: ignore[index]


def is_newer(action: object) -> bool:
    """Whether an action is one that version 1 does not have."""
    do = action.get("do") if isinstance(action, Mapping) else None
    kind = ACTIONS.get(do) if isinstance(do, str) else None
    return kind is not None and kind.newer


def fill_in(state: State, action: object, fair: Fairness | None) -> Mapping[str, object]:
    """The action with its cubes drawn from the seed, if there is one and they were left out."""
    if not isinstance(action, Mapping):
        raise RuleError("unknown_action", do=action)
    if fair is None or fair.seed is None or "drawn" in action:
        return action
    return fairness.fill_in(state, action, fair)


def to_json(record: Record) -> dict[str, object]:
    """The record as plain JSON, as `parse_record` reads it; version 1 if nothing newer is used."""
    newer = {
        "tokens": list(record.tokens),
        "contracts": list(record.contracts),
        "edition_data": record.edition_data,
    }
    return {
        "format": FORMAT,
        "version": _needed(record),
        "edition": record.edition,
        "modules": list(record.modules),
        "rules": dict(record.rules),
        "seats": [{"name": player.name, "color": player.color} for player in record.players],
        **{name: value for name, value in newer.items() if value},
        "fairness": record.fairness.to_json() if record.fairness else None,
        "actions": list(record.actions),
    }


def _needed(record: Record) -> int:
    """The version to write; a file of version 1 stays one, whatever its actions are."""
    newer = record.tokens or record.contracts or record.edition_data
    if record.version == 1 or not (
        newer
        or any(name in NEWER_VALUES for name in record.rules)
        or any(map(is_newer, record.actions))
    ):
        return 1
    return VERSION


def _modules(raw: object, slug: str) -> tuple[str, ...]:
    modules = []
    for module in check_list(raw, "modules"):
        if not isinstance(module, str) or not fits(module, slug):
            raise RecordError("bad_record.module", module=module)
        if module in modules:
            raise RecordError("bad_record.once", field="modules")
        modules.append(module)
    return tuple(modules)


def _players(raw: object, most: int) -> tuple[Player, ...]:
    seats = check_list(raw, "seats")
    if not LEAST_SEATS <= len(seats) <= most:
        raise _seats(LEAST_SEATS, most)
    players = tuple(_player(seat, f"seats[{index}]") for index, seat in enumerate(seats))
    colors = [player.color for player in players]
    for color in colors:
        if colors.count(color) > 1:
            raise RecordError("bad_record.color", color=color)
    return players


def _seats(least: int, most: int) -> RecordError:
    return RecordError("bad_record.seats", least=least, most=most)


def _player(raw: object, where: str) -> Player:
    fields = check_object(raw, where, required=("name", "color"))
    name = check_text(fields["name"], f"{where}.name", NAME)
    return Player(name, check_word(fields["color"], f"{where}.color", COLORS))


def _fairness(raw: object) -> Fairness | None:
    if raw is None:
        return None
    fields = check_object(raw, "fairness", required=("commitment", "salt", "seed"))
    return fairness.read(fields)
