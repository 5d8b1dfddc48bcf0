"""Which colour each character has: chosen by the group, or a free one given for good.

It is decided when a character is recruited and moves only if somebody else chooses it: pages,
tables and plays all show this one.
"""

from dataclasses import replace

from campaign.rules.lookup import with_character
from campaign.rules.state import Character, State

DRAWN = ("red", "yellow", "green", "blue", "purple", "orange")
"""The colours that a table can show, in the order in which they are given."""


def coloured(state: State, character: Character) -> State:
    """The state with the character in its colour: the chosen one, the one it has, or a free one.

    Whoever had a chosen colour without having chosen it gets the one that falls free, else another.
    """
    chosen, had = character.colour, character.drawn
    others = [other for other in state.characters.values() if other.key != character.key]
    if chosen not in DRAWN or chosen == had:
        drawn = had or _free(state, {other.drawn for other in others})
        return with_character(state, replace(character, drawn=drawn))
    taken = {chosen, *(other.drawn for other in others)}
    for other in others:
        if other.drawn == chosen:
            state = with_character(state, replace(other, drawn=had or _free(state, taken)))
    return with_character(state, replace(character, drawn=chosen))


def _free(state: State, taken: set[str]) -> str:
    """A colour that nobody has, one of this kind of campaign if there is any; else none.

    The first is given to whoever is recruited first and so on, also where an earlier one has
    fallen free: so that striking the entry that freed it changes nobody else's.
    """
    own = [colour for colour in DRAWN if colour in state.campaign.colours] or [*DRAWN]
    at = len(state.characters) % len(own)
    return next((c for c in (*own[at:], *own[:at], *DRAWN) if c not in taken), "")
