"""The table record: one game written down, read strictly, and replayed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from json import JSONDecodeError, loads
from pathlib import Path

from companion.rules import fairness
from companion.rules.actions import NAME
from companion.rules.checks import check_list, check_number, check_object, check_text, check_word
from companion.rules.editions import fits, load, slugs
from companion.rules.editions.edition import Edition
from companion.rules.errors import RecordError, RuleError
from companion.rules.fairness import Fairness
from companion.rules.house import check_house
from companion.rules.opening import HOUSE_VALUES, Player, house_edition, new_game
from companion.rules.reducer import act
from companion.rules.state import COLORS, State

FORMAT = "dragonbag-table"
VERSION = 1
NAME_LENGTH = NAME.most
REQUIRED = ("format", "version", "edition", "seats", "actions")
OPTIONAL = ("modules", "rules", "fairness")
LONGEST_NUMBER = 1000
DEEPEST = 200


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
        raw = loads(text, parse_int=_whole, parse_constant=_refuse)
    except JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise RecordError("bad_record.not_json", **where) from None
    except UnicodeDecodeError:
        raise RecordError("bad_record.not_text") from None
    except (ValueError, RecursionError):
        raise RecordError("bad_record.too_much") from None
    if _is_deep(raw):
        raise RecordError("bad_record.too_much")
    return parse_record(raw)


def _whole(digits: str) -> object:
    """A number too long for any place of a record stays a text, which is refused where it counts."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _is_deep(raw: object) -> bool:
    """Whether a remark is nested so deeply that it could not be written again everywhere."""
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
    """Read a record from a file; raises RecordError also where it cannot be read."""
    try:
        content = path.read_bytes()
    except OSError:
        raise RecordError("bad_record.unreadable", name=path.name) from None
    return load_record(content)


def parse_record(raw: object) -> Record:
    """Read a record from plain JSON; raises RecordError (bad_record) with the place."""
    fields = check_object(raw, "the record", required=REQUIRED, optional=OPTIONAL)
    check_word(fields["format"], "format", (FORMAT,))
    check_number(fields["version"], "version", VERSION, VERSION)
    slug = check_word(fields["edition"], "edition", slugs())
    modules = _modules(fields.get("modules", []), slug)
    edition = load(slug, modules)
    players = _players(fields["seats"], edition)
    house = check_object(fields.get("rules", {}), "rules", optional=HOUSE_VALUES)
    return Record(
        edition=slug,
        modules=modules,
        rules=check_house(house, edition, len(players)),
        players=players,
        fairness=_fairness(fields.get("fairness")),
        actions=tuple(check_list(fields["actions"], "actions")),
    )


def open_game(record: Record) -> State:
    """The state of a record before its first action."""
    edition = house_edition(record.edition, record.modules, record.rules)
    return new_game(edition, record.players, record.rules)


def replay(record: Record) -> State:
    """The state after all actions; a seed fills in cubes that were left out.

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
            state = act(state, fill_in(state, action, record.fairness))
        except RuleError as error:
            raise RecordError(error.kind, at, **error.params) from None
        yield state


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


def _modules(raw: object, slug: str) -> tuple[str, ...]:
    modules = []
    for module in check_list(raw, "modules"):
        if not isinstance(module, str) or not fits(module, slug):
            raise RecordError("bad_record.module", module=module)
        if module in modules:
            raise RecordError("bad_record.once", field="modules")
        modules.append(module)
    return tuple(modules)


def _players(raw: object, edition: Edition) -> tuple[Player, ...]:
    seats = check_list(raw, "seats")
    least, most = edition.least_players, edition.most_players
    if not least <= len(seats) <= most:
        raise RecordError("bad_record.seats", least=least, most=most)
    players = tuple(_player(seat, f"seats[{index}]") for index, seat in enumerate(seats))
    colors = [player.color for player in players]
    for color in colors:
        if colors.count(color) > 1:
            raise RecordError("bad_record.color", color=color)
    return players


def _player(raw: object, where: str) -> Player:
    fields = check_object(raw, where, required=("name", "color"))
    name = check_text(fields["name"], f"{where}.name", NAME)
    return Player(name, check_word(fields["color"], f"{where}.color", COLORS))


def _fairness(raw: object) -> Fairness | None:
    if raw is None:
        return None
    fields = check_object(raw, "fairness", required=("commitment", "salt", "seed"))
    return fairness.read(fields)
