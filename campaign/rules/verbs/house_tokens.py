"""The verb for a house token: one that a sticker or a passage brought, for every later table."""

from dataclasses import replace
from typing import cast

from campaign.rules.arguments.values import Number, OneOf, Text
from campaign.rules.errors import LedgerError
from campaign.rules.state import HouseToken, State, put
from campaign.rules.verbs.verb import Argument, Call, Verb, Who
from campaign.rules.words import HOUSE_TOKENS
from kernel.message import gettext_noop, pgettext

MOST = 60


def house_token(call: Call) -> State:
    """Write down a token of the group's own (docs/rules.md 6.29, 8.35)."""
    state = call.state
    if call.text("kind") != "market" and "price" in call.args:
        raise LedgerError("only_market_has_price")
    if len(state.house_tokens) >= MOST:
        raise LedgerError("too_many_house_tokens", most=MOST)
    token = HouseToken(
        key=call.key,
        name=call.text("name"),
        kind=call.text("kind"),
        points=call.number("points"),
        count=call.number("count"),
        price=cast("int | None", call.args.get("price")),
        heal=call.number("heal"),
        gold=call.number("gold"),
        rage=call.number("rage"),
        game=call.game,
    )
    return replace(state, house_tokens=put(state.house_tokens, call.key, token))


VERBS = (
    Verb(
        key="house_token",
        topic="tokens",
        act=house_token,
        who=Who.KEEPER,
        sentence=gettext_noop("A house token: {name} ({kind}). Points: {points}."),
        extras={
            "count": gettext_noop("How many there are: {count}."),
            "price": gettext_noop("Price: {price}."),
            "heal": gettext_noop("It heals {heal}."),
            "gold": gettext_noop("Gold: {gold}."),
            "rage": gettext_noop("Rage: {rage}."),
        },
        arguments=(
            Argument("kind", OneOf(HOUSE_TOKENS), gettext_noop("kind of token")),
            Argument("name", Text(60), gettext_noop("name")),
            Argument("points", Number(-20, 30), gettext_noop("points")),
            Argument("count", Number(1, 99), gettext_noop("how many there are"), optional=True),
            Argument("price", Number(0, 20), gettext_noop("price"), optional=True),
            Argument("heal", Number(0, 10), gettext_noop("healing"), optional=True),
            Argument("gold", Number(0, 20), gettext_noop("gold"), optional=True),
            Argument("rage", Number(-2, 2), gettext_noop("rage"), optional=True),
        ),
        forms=(
            pgettext(
                "typed",
                "house [ token ] <kind> <name> points <points> { [ count <count> ] "
                "[ price <price> ] [ heal <heal> ] [ gold <gold> ] [ rage <rage> ] }",
            ),
        ),
    ),
)
