"""Lots: who or what comes first, drawn by the site so that everybody can check it."""

from campaign.rules.arguments.lots import Digits, Names, Reason
from campaign.rules.arguments.values import Flag
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.rules.verbs.verb import Argument, Call, Verb, Who
from kernel import draws
from kernel.message import gettext_noop

SEED, SALT = 64, 32
"""Hexadecimal digits of a seed and its SHA-256, and of a device's random bytes."""


def drawn(seed: str, salt: str, of: tuple[str, ...], take: int) -> tuple[str, ...]:
    """What a seed gives: each name of the list counts as one cube (docs/rules.md 2.18)."""
    return tuple(draws.lot(seed, f"{salt}:l:1", of, take))


def lot(call: Call) -> State:
    """Write down a lot. It changes nothing else; what follows from it is an entry of its own.

    Raises ``lot_wrong`` if the seed gives something else.
    """
    told, of = call.texts("drawn"), call.texts("of")
    if drawn(call.text("seed"), call.text("salt"), of, len(told)) != told:
        raise LedgerError("lot_wrong")
    return call.state


VERBS = (
    Verb(
        key="lot",
        topic="notes",
        act=lot,
        sentence=gettext_noop("By lot out of {of}: {drawn}."),
        extras={
            "why": gettext_noop("It was drawn for: {why}."),
            "server": gettext_noop("The server added the random bytes of the device itself."),
        },
        arguments=(
            Argument("why", Reason(80), gettext_noop("what for"), optional=True),
            Argument("of", Names(least=2), gettext_noop("list")),
            Argument("drawn", Names(), gettext_noop("what was drawn")),
            Argument("seed", Digits(SEED), gettext_noop("seed")),
            Argument("salt", Digits(SALT), gettext_noop("random bytes of the device")),
            Argument("promise", Digits(SEED), gettext_noop("fingerprint of the next seed")),
            Argument("server", Flag(), gettext_noop("bytes of the server"), optional=True),
        ),
        who=Who.SITE,
    ),
)
