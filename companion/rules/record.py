"""The table record: one game written down, read strictly, and replayed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from json import JSONDecodeError, loads
from pathlib import Path

from companion.rules import fairness
from companion.rules.actions import LIMIT
from companion.rules.editions import fits, load, slugs
from companion.rules.editions.edition import DIFFICULTIES, Edition
from companion.rules.errors import RecordError, RuleError
from companion.rules.fairness import Fairness
from companion.rules.opening import HOUSE_VALUES, Player, house_edition, new_game
from companion.rules.reducer import act
from companion.rules.state import COLORS, State

FORMAT = "dragonbag-table"
VERSION = 1
NAME_LENGTH = 40
REQUIRED = ("format", "version", "edition", "seats", "actions")
OPTIONAL = ("modules", "rules", "fairness")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game: how it was set up, and its actions as plain JSON, in order."""

    edition: str
    players: tuple[Player, ...]
    modules: tuple[str, ...] = ()
    rules: Mapping[str, object]
    fairness: Fairness | None = None
    actions: tuple[object, ...] = ()


def load_record(text: str | bytes) -> Record:
    """Read a record from JSON text; raises RecordError (bad_record) with the place."""
    try:
        raw = loads(text)
    except (JSONDecodeError, UnicodeDecodeError) as error:
        raise RecordError("bad_record.not_json", reason=error) from None
    except (ValueError, RecursionError) as error:
        raise RecordError("bad_record.not_json", reason=type(error).__name__) from None
    return parse_record(raw)


def read_file(path: Path) -> Record:
    """Read a record from a file; raises RecordError also where it cannot be read."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RecordError("bad_record.unreadable", reason=error.strerror) from None
    return load_record(content)


def parse_record(raw: object) -> Record:
    """Read a record from plain JSON; raises RecordError (bad_record) with the place."""
    fields = _object(raw, "the record", required=REQUIRED, optional=OPTIONAL)
    _require(fields["format"] == FORMAT, "format", f'"{FORMAT}"')
    _require(type(fields["version"]) is int and fields["version"] == VERSION, "version", "1")
    slug = fields["edition"]
    if not isinstance(slug, str) or slug not in slugs():
        raise _wrong("edition", "one of " + ", ".join(slugs()))
    modules = _modules(fields.get("modules", []), slug)
    edition = load(slug, modules)
    players = _players(fields["seats"], edition)
    rules = _rules(fields.get("rules", {}), edition, len(players))
    if not isinstance(fields["actions"], list):
        raise _wrong("actions", "a list")
    return Record(
        edition=slug,
        modules=modules,
        rules=rules,
        players=players,
        fairness=_fairness(fields.get("fairness")),
        actions=tuple(fields["actions"]),
    )


def open_game(record: Record) -> State:
    """The state of a record before its first action."""
    edition = house_edition(record.edition, record.modules, record.rules)
    return new_game(edition, record.players, record.rules)


def replay(record: Record) -> State:
    """The state after all actions; a seed fills in cubes that were left out.

    Raises RecordError with the index of the first action that is refused.
    """
    return steps(record)[-1]


def steps(record: Record) -> list[State]:
    """The states before the first action and after each; raises as `replay` does."""
    states = [open_game(record)]
    for at, action in enumerate(record.actions):
        try:
            states.append(act(states[-1], fill_in(states[-1], action, record.fairness)))
        except RuleError as error:
            raise RecordError(error.kind, at, **error.params) from None
    return states


def fill_in(state: State, action: object, fair: Fairness | None) -> Mapping[str, object]:
    """The action with its cubes drawn by the seed, if there is one and they were left out."""
    if not isinstance(action, Mapping):
        raise RuleError("unknown_action", do=action)
    if fair is None or fair.seed is None or "drawn" in action:
        return action
    return fairness.fill_in(state, action, fair)


def to_json(record: Record) -> dict[str, object]:
    """The record as plain JSON, as `parse_record` reads it."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "edition": record.edition,
        "modules": list(record.modules),
        "rules": dict(record.rules),
        "seats": [{"name": player.name, "color": player.color} for player in record.players],
        "fairness": record.fairness.to_json() if record.fairness else None,
        "actions": list(record.actions),
    }


def _object(
    raw: object, where: str, *, required: Sequence[str] = (), optional: Sequence[str] = ()
) -> Mapping[str, object]:
    if not isinstance(raw, Mapping):
        raise RecordError("bad_record.not_object", field=where)
    for key in raw:
        if key not in required and key not in optional:
            raise RecordError("bad_record.unknown", field=key)
    for key in required:
        if key not in raw:
            raise RecordError("bad_record.missing", field=key)
    return raw


def _wrong(field: str, expected: str) -> RecordError:
    return RecordError("bad_record.wrong", field=field, expected=expected)


def _require(good: bool, field: str, expected: str) -> None:
    if not good:
        raise _wrong(field, expected)


def _modules(raw: object, slug: str) -> tuple[str, ...]:
    if not isinstance(raw, list):
        raise _wrong("modules", "a list")
    for module in raw:
        if not isinstance(module, str) or not fits(module, slug):
            raise RecordError("bad_record.module", module=module)
    _require(len(set(raw)) == len(raw), "modules", "a list with each module at most once")
    return tuple(raw)


def _players(raw: object, edition: Edition) -> tuple[Player, ...]:
    if not isinstance(raw, list):
        raise _wrong("seats", "a list")
    least, most = edition.least_players, edition.most_players
    if not least <= len(raw) <= most:
        raise RecordError("bad_record.seats", least=least, most=most)
    players = tuple(_player(seat, f"seats[{index}]") for index, seat in enumerate(raw))
    colors = [player.color for player in players]
    for color in colors:
        if colors.count(color) > 1:
            raise RecordError("bad_record.color", color=color)
    return players


def _player(raw: object, where: str) -> Player:
    fields = _object(raw, where, required=("name", "color"))
    name, color = fields["name"], fields["color"]
    if not isinstance(name, str) or not 1 <= len(name) <= NAME_LENGTH or not _is_text(name):
        raise _wrong(f"{where}.name", f"a text of 1 to {NAME_LENGTH} characters")
    if not isinstance(color, str) or color not in COLORS:
        raise _wrong(f"{where}.color", "one of " + ", ".join(COLORS))
    return Player(name, color)


def _is_text(name: str) -> bool:
    """Half a character (a lone surrogate) is no text: it can be neither stored nor shown."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


def _rules(raw: object, edition: Edition, seats: int) -> Mapping[str, object]:
    rules = _object(raw, "rules", optional=HOUSE_VALUES)
    for name, value in rules.items():
        CHECKS[name](value, f"rules.{name}", edition, rules, seats)
    return rules


Check = Callable[[object, str, Edition, Mapping[str, object], int], None]


def _is_whole(value: object, least: int, most: int = LIMIT) -> bool:
    return type(value) is int and least <= value <= most


def _at_least(least: int) -> Check:
    def check(value: object, where: str, *_: object) -> None:
        _require(_is_whole(value, least), where, f"a whole number of at least {least}")

    return check


def _check_list(value: object, where: str, least: int, most: int = LIMIT) -> None:
    good = (
        isinstance(value, list)
        and len(value) >= least
        and all(_is_whole(item, 0, most) for item in value)
    )
    _require(good, where, f"a list of at least {least} whole numbers from 0 to {most}")


def _check_track(value: object, where: str, *_: object) -> None:
    _check_list(value, where, 1)


def _check_start(
    value: object, where: str, edition: Edition, rules: Mapping[str, object], _seats: int
) -> None:
    track = rules.get("rage_track", edition.numbers.rage_track.value)
    last = len(track) if isinstance(track, list | tuple) else 0
    _require(_is_whole(value, 1, last), where, f"a space of the track, 1 to {last}")


def _check_clank(
    value: object, where: str, edition: Edition, rules: Mapping[str, object], seats: int
) -> None:
    cubes = rules.get("player_cubes", edition.numbers.player_cubes.value)
    _check_list(value, where, seats, cubes if type(cubes) is int else 0)


def _check_gold(
    value: object, where: str, _edition: Edition, _rules: Mapping[str, object], seats: int
) -> None:
    _check_list(value, where, seats)


def _check_difficulty(value: object, where: str, edition: Edition, *_: object) -> None:
    if not edition.monsters:
        raise RecordError("bad_record.unknown", field=where)
    known = isinstance(value, str) and value in DIFFICULTIES
    _require(known, where, "one of " + ", ".join(DIFFICULTIES))


CHECKS: Mapping[str, Check] = {
    "rage_track": _check_track,
    "start_space": _check_start,
    "health": _at_least(1),
    "black_cubes": _at_least(0),
    "player_cubes": _at_least(1),
    "starting_clank": _check_clank,
    "starting_gold": _check_gold,
    "off_clock_cubes": _at_least(0),
    "difficulty": _check_difficulty,
}


def _fairness(raw: object) -> Fairness | None:
    if raw is None:
        return None
    fields = _object(raw, "fairness", required=("commitment", "salt", "seed"))
    return fairness.read(fields)
