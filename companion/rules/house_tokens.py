"""House tokens: a table's own tokens, read strictly and made into tokens like the printed ones."""

from collections.abc import Mapping
from typing import Any

from companion.rules.checks import (
    check_key,
    check_list,
    check_number,
    check_object,
    check_text,
    check_word,
)
from companion.rules.editions import Edition, Token
from companion.rules.editions.edition import ESCAPE_TOKENS, Take, Use
from companion.rules.errors import RecordError
from companion.rules.values import LONG_NAME, Key

MOST = 60
KEY = Key("[a-z][a-z0-9_]{0,29}")
KINDS = ("market", "major", "minor", "other")
BOXED_BY_USE = ("major", "minor")
TAKEN_KEYS = (
    "potion_of_stealth", "invisibility_cloak", *ESCAPE_TOKENS, "artifact", "crown", "gold", "cards",
    "contracts", "other",
)  # fmt: skip
NUMBERS = {"points": (-20, 30), "count": (1, 99), "heal": (0, 10), "gold": (0, 20), "rage": (-2, 2)}
PRICE = (0, 20)
REQUIRED = ("key", "name", "kind", "points")
OPTIONAL = ("count", "price", "heal", "gold", "rage")
HOUSE = "a house token of this table"


def check_tokens(raw: object, edition: Edition) -> tuple[Mapping[str, Any], ...]:
    """A record's house tokens for an edition; raises RecordError (bad_record) with the place.

    docs/rules.md 6.29.
    """
    given = check_list(raw, "tokens")
    if len(given) > MOST:
        raise RecordError("bad_record.longest", field="tokens", most=MOST)
    tokens = tuple(_token(each, f"tokens[{index}]") for index, each in enumerate(given))
    keys = [str(token["key"]) for token in tokens]
    for index, key in enumerate(keys):
        if key in edition.tokens or key in TAKEN_KEYS or key in keys[:index]:
            raise RecordError("bad_record.key_taken", field=f"tokens[{index}].key", key=key)
    return tokens


def _token(raw: object, where: str) -> Mapping[str, Any]:
    fields = check_object(raw, where, required=REQUIRED, optional=OPTIONAL)
    check_key(fields["key"], f"{where}.key", KEY, "bad_record.token_key")
    check_text(fields["name"], f"{where}.name", LONG_NAME)
    kind = check_word(fields["kind"], f"{where}.kind", KINDS)
    for name, (least, most) in NUMBERS.items():
        if name in fields:
            check_number(fields[name], f"{where}.{name}", least, most)
    if "price" in fields:
        if kind != "market":
            raise RecordError("bad_record.price", field=f"{where}.price")
        check_number(fields["price"], f"{where}.price", *PRICE)
    return fields


def as_token(given: Mapping[str, Any]) -> Token:
    """A house token, already checked, as a token that does what its definition says.

    docs/rules.md 6.29.
    """
    market = given["kind"] == "market"
    heal, gold = given.get("heal", 0), given.get("gold", 0)
    return Token(
        kind=given["kind"],
        name=given["name"],
        text="",
        source=HOUSE,
        count=given.get("count"),
        price=given.get("price"),
        points=given["points"],
        gold=gold,
        take=Take(rage=given.get("rage", 0), heal=heal if market else 0),
        use=_use(given["kind"], gold, 0 if market else heal),
    )


def _use(kind: str, gold: int, heal: int) -> Use | None:
    if gold or heal:
        return Use(gold=gold, heal=heal)
    return Use() if kind in BOXED_BY_USE else None
