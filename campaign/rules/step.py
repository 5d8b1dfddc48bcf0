"""One step of a walk-through, and the evening it is about."""

from dataclasses import dataclass

from campaign.rules.entries import Draft
from campaign.rules.games import next_number
from campaign.rules.naming import character_said, characters_said
from campaign.rules.sentences import Param, Sentence
from campaign.rules.state import Game, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What to do, what the ledger knows of it, and entries that may be written with one tap.

    ``done`` is nothing where only the group can tell.
    """

    key: str
    title: Sentence
    lines: tuple[Sentence, ...] = ()
    drafts: tuple[Draft, ...] = ()
    done: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The game that a walk-through is about: its number, its players, its row if begun."""

    state: State
    number: int
    players: tuple[str, ...]
    game: Game | None

    def name(self, character: str) -> str:
        """A character's name."""
        return character_said(self.state, character)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in their order."""
        return characters_said(self.state, self.players)

    @property
    def absent(self) -> tuple[str, ...]:
        """The names of the characters that nobody plays this time."""
        return tuple(c.name for c in self.state.characters.values() if c.key not in self.players)


def evening_of(state: State, players: tuple[str, ...]) -> Evening:
    """The current game unless others are about to begin the next one."""
    game = state.current
    if game is not None and (state.running is not None or not players):
        return Evening(state=state, number=game.number, players=game.players, game=game)
    return Evening(state=state, number=next_number(state), players=players, game=None)


def say(template: str, **params: Param) -> Sentence:
    """A sentence; the template is marked for translation where it is written."""
    return Sentence(template, params)
