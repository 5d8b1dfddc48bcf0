"""What a verb is: its arguments, its short forms, what it does, what it says, who may use it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias, cast

from campaign.rules.arguments import Kind, Ref, Unfit
from campaign.rules.campaigns import Campaign
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.sentences import Param, Sentence
from campaign.rules.state import Game, State


class Who(StrEnum):
    """Which members may write a verb besides owners and keepers."""

    KEEPER = "keeper"
    """Nobody else."""
    OWN = "own"
    """A player about their own character."""
    CONTRACT = "contract"
    """A player about a contract in play."""
    PASSAGE = "passage"
    """A player, whatever the passage."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a verb; an optional one may be left out of an entry."""

    name: str
    kind: Kind
    label: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """One entry about to be applied: the state before it, its key, and its checked arguments."""

    state: State
    key: str
    args: Mapping[str, Value]

    def text(self, name: str) -> str:
        """A text argument, empty where it was left out."""
        return cast(str, self.args.get(name, ""))

    def number(self, name: str, default: int = 0) -> int:
        """A number argument, or the default where it was left out."""
        return cast(int, self.args.get(name, default))

    def flag(self, name: str) -> bool:
        """Whether a flag was said."""
        return bool(self.args.get(name, False))

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, empty where it was left out."""
        return tuple(cast(list[str], self.args.get(name, [])))

    def numbers(self, name: str) -> tuple[int, ...]:
        """A list of numbers, empty where it was left out."""
        return tuple(cast(list[int], self.args.get(name, [])))

    @property
    def game(self) -> int:
        """The number of the current game."""
        return self.state.game

    @property
    def running(self) -> Game:
        """The game being played; raises ``no_game`` between games."""
        if self.state.running is None:
            raise LedgerError("no_game")
        return self.state.running


Act: TypeAlias = Callable[[Call], State]
Pin: TypeAlias = Callable[[Call], frozenset[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One row of the table of verbs.

    ``forms`` are the patterns of the ledger line (campaign/rules/pattern.py), ``sentence`` the
    English template with a {parameter} for each argument it names, ``extras`` further sentences
    for arguments that were given, ``without`` what is said instead where one was left out. ``act`` gives the new state or raises LedgerError.
    ``opens_game`` marks the verb that begins the game its entry is counted in. ``pin`` names what
    an entry is about where its arguments do not, so that a strike cannot make it something else.
    """

    key: str
    topic: str
    act: Act
    sentence: str
    arguments: tuple[Argument, ...] = ()
    forms: tuple[str, ...] = ()
    extras: Mapping[str, str] = field(default_factory=dict)
    without: Mapping[str, str] = field(default_factory=dict)
    who: Who = Who.KEEPER
    opens_game: bool = False
    pin: Pin | None = None

    def argument(self, name: str) -> Argument | None:
        """The argument of that name."""
        return next((arg for arg in self.arguments if arg.name == name), None)

    def clean(self, raw: Mapping[str, object], campaign: Campaign) -> dict[str, Value]:
        """The arguments in canonical form; raises ``bad_argument`` naming the one at fault.

        What was left out, empty or false is not kept, so that equal entries look equal.
        """
        for name in raw:
            if self.argument(name) is None:
                raise LedgerError("bad_argument.unknown", field=name)
        cleaned = {arg.name: _cleaned(arg, raw.get(arg.name), campaign) for arg in self.arguments}
        return {name: value for name, value in cleaned.items() if value is not None}

    def say(self, args: Mapping[str, Value], state: State) -> tuple[Sentence, ...]:
        """What an entry with these arguments says, by what the state knows of cards and names."""
        shown = {arg.name: self._shown(arg, args, state) for arg in self.arguments}
        first = [text for name, text in self.without.items() if name not in args]
        further = [text for name, text in self.extras.items() if name in args]
        templates = [*(first or [self.sentence]), *further]
        return tuple(Sentence(template, shown) for template in templates)

    def refs(self, args: Mapping[str, Value]) -> frozenset[Ref]:
        """What an entry with these arguments touches."""
        given = [arg for arg in self.arguments if arg.name in args]
        return frozenset(ref for arg in given for ref in arg.kind.refs(args[arg.name]))

    def _shown(self, arg: Argument, args: Mapping[str, Value], state: State) -> Param:
        return arg.kind.show(args[arg.name], state) if arg.name in args else ""


def _cleaned(arg: Argument, raw: object, campaign: Campaign) -> Value | None:
    if raw is None or raw is False or raw in ("", [], {}):
        if not arg.optional:
            raise LedgerError("bad_argument.missing", field=Sentence(arg.label))
        return None
    try:
        return arg.kind.clean(raw, campaign)
    except Unfit as unfit:
        raise unfit.named(Sentence(arg.label)) from unfit
