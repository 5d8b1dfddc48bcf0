"""The numbers of a setup at a glance: what the players' number decides (docs/rules.md 8.8)."""

from dataclasses import dataclass

from campaign.rules.state import State
from campaign.rules.steps.step import evening_of
from kernel.message import Message, gettext_noop


@dataclass(frozen=True, slots=True)
class SetupNumber:
    """A number of tonight and what it counts."""

    label: Message
    value: str


def numbers(state: State, players: tuple[str, ...] = ()) -> tuple[SetupNumber, ...]:
    """The numbers for the running game, or for the next one with these players."""
    playing = evening_of(state, players).players
    supplies, count = state.campaign.supplies, len(playing)
    clank = supplies.starting_clank[:count]
    found = {
        gettext_noop("players"): str(count),
        gettext_noop("dragon marker on space"): str(supplies.rage_start.get(str(count), "")),
        gettext_noop("black cubes in the bag"): str(supplies.black_cubes or ""),
        gettext_noop("mugs at HQ"): str(count) if "tokens" in state.campaign.setup else "",
        gettext_noop("starting Clank! in turn order"): ", ".join(map(str, clank)),
        gettext_noop("cards in each hand"): str(supplies.hand or ""),
    }
    return tuple(SetupNumber(Message(label), value) for label, value in found.items() if value)
