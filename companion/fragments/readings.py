"""A part of a back that had to wait and is to be read now: on the list of contracts, above the dock, before the scores."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext_noop

from companion.fragments.actions import tap
from companion.fragments.words import Words
from companion.rules.contract_moments import Reading
from companion.rules.contracts import label
from companion.rules.state import State
from kernel.text import isolated

WAITS = {"turn": "AFTER YOUR TURN", "scoring": "AFTER SCORING"}
"""As they are printed; they stay so in every language."""
WHY = {
    "turn_over": gettext_noop("The turn in which {names} completed it is over."),
    "turn_ended": gettext_noop("The turn is ended: first the contracts, then the refill."),
    "next_turn": gettext_noop("The next turn of {names} has come, so it has to be done now."),
    "failed": gettext_noop("It failed, so there is nothing to wait for."),
    "game_over": gettext_noop("The game is over: it comes now, before the scores."),
    "result": gettext_noop("Everybody has been counted."),
    "nothing": gettext_noop("Everybody scores 0, so there is nothing to count."),
}


class Reminder(NamedTuple):
    """A line above the dock; `moment` is the same as long as it is due for the same reason.

    `flip` is the contract whose sheet it leads to (`scores`: somebody scores it, `new`: with a bonus), or `read` the tap
    by which it is done.
    """

    moment: str
    text: str
    why: str
    urgent: bool
    flip: str = ""
    scores: bool = False
    new: bool = False
    read: SafeString | None = None


def reading_line(state: State, reading: Reading, say: Words) -> Reminder:
    contract = reading.contract
    return Reminder(
        moment=f"{reading.wait}.{contract.key}.{contract.turn}.{reading.why}",
        text=say.gettext("{part}: contract {contract}").format(
            part=WAITS[reading.wait], contract=isolated(label(contract))
        ),
        why=say.gettext(WHY[reading.why]).format(names=called(state, reading.stars)),
        urgent=reading.urgent,
        read=tap("contract_read", contract=contract.key, wait=reading.wait),
    )


def called(state: State, stars: tuple[int, ...]) -> str:
    """The names of a contract's stars."""
    return ", ".join(isolated(state.seats[star].name) for star in stars)
