"""The colour in which each character is drawn."""

from campaign.rules.state import State


def colours_of(state: State) -> dict[str, str]:
    """Each character's colour; black for those for whom there was none left."""
    return {key: character.drawn or "black" for key, character in state.characters.items()}
