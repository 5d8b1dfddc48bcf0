"""The colour in which each character is drawn."""

from campaign.rules.state import State
from companion.rules.state import COLORS


def colours_of(state: State) -> dict[str, str]:
    """Everybody's own colour; who has none that is drawn here gets one that is free."""
    taken = {character.colour for character in state.characters.values()}
    free = [color for color in COLORS if color not in taken]
    drawn: dict[str, str] = {}
    for key, character in state.characters.items():
        known = character.colour in COLORS
        drawn[key] = character.colour if known else free.pop(0) if free else "black"
    return drawn
