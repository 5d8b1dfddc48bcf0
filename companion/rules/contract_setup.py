"""The contracts on the table when a game is opened, read strictly."""

from collections.abc import Mapping
from typing import Any

from companion.rules.checks import (
    check_flag,
    check_key,
    check_list,
    check_number,
    check_object,
    check_text,
)
from companion.rules.contract_actions import KEY, NEED
from companion.rules.editions import Edition
from companion.rules.errors import RecordError
from companion.rules.state import Contract
from companion.rules.values import LONG_NAME

MOST = 40
OPTIONAL = ("name", "solo", "need", "have", "cubes", "due", "new")
FLAGS = ("cubes", "due", "new")


def check_contracts(raw: object, edition: Edition, seats: int) -> tuple[Mapping[str, Any], ...]:
    """A record's contracts; raises RecordError (bad_record) with the place.

    docs/rules.md 8.13, 8.17.
    """
    if not edition.switches.contracts.value:
        raise RecordError("bad_record.unknown", field="contracts")
    given = check_list(raw, "contracts")
    if len(given) > MOST:
        raise RecordError("bad_record.longest", field="contracts", most=MOST)
    found = tuple(_contract(each, f"contracts[{at}]", seats) for at, each in enumerate(given))
    keys = [each["key"] for each in found]
    for at, key in enumerate(keys):
        if key in keys[:at]:
            raise RecordError("bad_record.key_taken", field=f"contracts[{at}].key", key=key)
    return found


def _contract(raw: object, where: str, seats: int) -> Mapping[str, Any]:
    fields = check_object(raw, where, required=("key",), optional=OPTIONAL)
    check_key(fields["key"], f"{where}.key", KEY, "bad_record.contract_key")
    if "name" in fields:
        check_text(fields["name"], f"{where}.name", LONG_NAME)
    if "solo" in fields:
        check_number(fields["solo"], f"{where}.solo", 0, seats - 1)
    for name in FLAGS:
        if name in fields:
            check_flag(fields[name], f"{where}.{name}")
    _check_boxes(fields, where)
    return fields


def _check_boxes(fields: Mapping[str, Any], where: str) -> None:
    need, have = fields.get("need", 0), fields.get("have", 0)
    check_number(need, f"{where}.need", NEED.least, NEED.most)
    check_number(have, f"{where}.have", 0, most_have(need, bool(fields.get("cubes"))))


def most_have(need: int, cubes: bool) -> int:
    """How many boxes can be ticked before a game: cubes on tracks are cleared after each game.

    docs/rules.md 8.17.
    """
    return 0 if cubes else max(need - 1, 0)


def as_contract(given: Mapping[str, Any]) -> Contract:
    """A contract of the setup, already checked."""
    return Contract(**given)
