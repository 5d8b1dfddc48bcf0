"""What a lot has drawn at a step of the setup, and the entry that follows from it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from campaign.rules.entries import Draft, Entry
from campaign.rules.labels import character_label
from campaign.rules.lot_reasons import FIRST, OIL, ORDER
from campaign.rules.state import Game, State
from campaign.rules.steps.midnight_oil import TRACK
from campaign.rules.steps.step import Step, say
from kernel.message import gettext_noop

STEPS = {ORDER: "order", FIRST: "order", OIL: "midnight_oil"}
"""The lots that the setup offers, by what they are for, and the step of each."""


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot for one step: what it was for, and the characters that it drew."""

    why: str
    drawn: tuple[str, ...]


def with_lots(state: State, steps: Iterable[Step], entries: Iterable[Entry]) -> tuple[Step, ...]:
    """The steps with the latest lot of each, and what follows from it as its main entry.

    ``entries`` are the lots that stand, the oldest first.
    """
    game = state.running
    lots = _latest(state, game, entries) if game else {}
    return tuple(_with_lot(state, s, lots[s.key]) if s.key in lots else s for s in steps)


def _latest(state: State, game: Game, entries: Iterable[Entry]) -> dict[str, Lot]:
    keys = {character_label(state, key): key for key in game.players}
    lots = {}
    for entry in entries:
        why, drawn = str(entry.arguments.get("why", "")), entry.arguments.get("drawn")
        names = drawn if isinstance(drawn, list) else []
        if entry.game == game.number and why in STEPS and names and set(names) <= set(keys):
            lots[STEPS[why]] = Lot(why, tuple(keys[name] for name in names))
    return lots


def _with_lot(state: State, step: Step, lot: Lot) -> Step:
    names = tuple(character_label(state, key) for key in lot.drawn)
    line = say(gettext_noop("By lot, {why}: {names}."), why=say(lot.why), names=names)
    main = _following(state, step, lot)
    drafts = tuple(draft for draft in step.drafts if draft != main)
    return replace(step, lines=(*step.lines, line), drafts=drafts, main=main)


def _following(state: State, step: Step, lot: Lot) -> Draft | None:
    """The entry that a lot leads to; None once it is written, or does not fit any more."""
    players = state.running.players if state.running else ()
    if lot.why == ORDER:
        draft = Draft(verb="players", arguments={"players": list(lot.drawn)})
        return draft if set(lot.drawn) == set(players) and lot.drawn != players else None
    if lot.why == FIRST:
        at = players.index(lot.drawn[0])
        draft = Draft(verb="players", arguments={"players": [*players[at:], *players[:at]]})
    else:
        draft = Draft(verb="tick", arguments={"track": TRACK, "character": lot.drawn[0]})
    return draft if draft in step.drafts else None
