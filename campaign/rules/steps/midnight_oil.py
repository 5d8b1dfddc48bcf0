"""Burn the Midnight Oil: who takes it when fewer than four play (docs/rules.md 8.9)."""

from dataclasses import dataclass
from fractions import Fraction

from campaign.rules.state import State
from campaign.rules.verbs.tracks import ticks

TRACK = "midnight-oil"


@dataclass(frozen=True, slots=True, kw_only=True)
class MidnightOil:
    """The cards to fetch, and each candidate's chance to be chosen.

    If there is a card for every player, nothing is random and no box is checked.
    """

    cards: tuple[str, ...]
    chances: dict[str, Fraction]
    for_everybody: bool


def midnight_oil(state: State, players: tuple[str, ...]) -> MidnightOil | None:
    """What this number of players has to do; None if the rules have no card for it.

    Candidates are the players with the fewest boxes checked, each with the same chance.
    """
    cards = state.campaign.midnight_oil.get(str(len(players)))
    if cards is None:
        return None
    if len(cards) >= len(players):
        everybody = dict.fromkeys(players, Fraction(1))
        return MidnightOil(cards=cards, chances=everybody, for_everybody=True)
    boxes = {player: ticks(state, TRACK, player) for player in players}
    fewest = [player for player in players if boxes[player] == min(boxes.values())]
    chances = dict.fromkeys(fewest, Fraction(1, len(fewest)))
    return MidnightOil(cards=cards, chances=chances, for_everybody=False)
