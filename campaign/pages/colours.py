"""The colour in which each character is drawn."""

from campaign.rules.state import State
from companion.rules.state import COLORS


def colours_of(state: State) -> dict[str, str]:
    """Each character's own colour, or a free one if it has none that can be drawn."""
    taken = {character.colour for character in state.characters.values()}
    free = [color for color in COLORS if color not in taken]
    colors: dict[str, str] = {}
    for key, character in state.characters.items():
        known = character.colour in COLORS
        colors[key] = character.colour if known else free.pop(0) if free else "black"
    return colors
