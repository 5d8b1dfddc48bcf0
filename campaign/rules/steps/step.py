"""One step of a walk-through, and the evening it is about."""

from dataclasses import dataclass

from campaign.rules.entries import Draft
from campaign.rules.labels import character_label, characters_label
from campaign.rules.state import Game, State
from campaign.rules.verbs.games import next_number
from kernel.message import Message, Param


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What to do, what the ledger knows about it, and entries that can be written with one tap.

    ``done`` is None if only the group can tell. ``asks`` are
    entries that still lack something only the group knows. ``joining`` names characters whose plan
    for catching up is part of the step. ``main`` is the entry that a lot leads to. ``numbered`` says of
    each draft which it is of how many like ones, where some are written more than once.
    """

    key: str
    title: Message
    lines: tuple[Message, ...] = ()
    drafts: tuple[Draft, ...] = ()
    asks: tuple[Draft, ...] = ()
    done: bool | None = None
    joining: tuple[str, ...] = ()
    main: Draft | None = None
    numbered: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The game that a walk-through is about: its number, its players, its row once started."""

    state: State
    number: int
    players: tuple[str, ...]
    game: Game | None

    def name(self, character: str) -> str:
        """A character's name."""
        return character_label(self.state, character)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in their order."""
        return characters_label(self.state, self.players)

    @property
    def absent(self) -> tuple[str, ...]:
        """The names of the characters that nobody plays this time."""
        return tuple(c.name for c in self.state.characters.values() if c.key not in self.players)


def evening_of(state: State, players: tuple[str, ...]) -> Evening:
    """The current game, or the next one if other players are about to start it."""
    game = state.current
    if game is not None and (state.running is not None or not players):
        return Evening(state=state, number=game.number, players=game.players, game=game)
    return Evening(state=state, number=next_number(state), players=players, game=None)


def say(template: str, **params: Param) -> Message:
    """A message; its template must be marked for translation by the caller."""
    return Message(template, params)
