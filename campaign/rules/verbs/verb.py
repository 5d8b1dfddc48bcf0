"""What a verb is: its arguments, its short forms, what it does, what it says, who may use it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias, cast

from campaign.rules.arguments.kind import InvalidArgument, Kind, Reading, Ref
from campaign.rules.campaigns import Campaign
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.state import Game, State
from kernel.message import Message, Param


class Who(StrEnum):
    """Which members may write a verb besides owners and keepers."""

    KEEPER = "keeper"
    """Nobody else."""
    PLAYER = "player"
    """Every player, about tonight's game."""
    SITE = "site"
    """Nobody by hand: the site writes it for whoever may write."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a verb; an optional one may be left out.

    ``asked`` says of a campaign whether a form asks for an optional one all the same, because
    nothing but what is typed tells it there.
    """

    name: str
    kind: Kind
    label: str
    optional: bool = False
    asked: Callable[[Campaign], bool] | None = None

    def needed(self, campaign: Campaign) -> bool:
        """Whether a form of this campaign asks for it."""
        return not self.optional or (self.asked is not None and self.asked(campaign))


@dataclass(frozen=True, slots=True)
class Call:
    """One entry about to be applied: the state before it, its key, its checked arguments, and the
    game that it belongs to."""

    state: State
    key: str
    args: Mapping[str, Value]
    game: int

    def text(self, name: str) -> str:
        """A text argument, empty if it was left out."""
        return cast(str, self.args.get(name, ""))

    def number(self, name: str, default: int = 0) -> int:
        """A number argument, or the default if it was left out."""
        return cast(int, self.args.get(name, default))

    def flag(self, name: str) -> bool:
        """Whether a flag was given."""
        return bool(self.args.get(name, False))

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, empty if it was left out."""
        return tuple(cast(list[str], self.args.get(name, [])))

    def numbers(self, name: str) -> tuple[int, ...]:
        """A list of numbers, empty if it was left out."""
        return tuple(cast(list[int], self.args.get(name, [])))

    @property
    def late(self) -> bool:
        """Whether the entry makes up for something of an earlier game."""
        return self.game < self.state.tonight and str(self.game) in self.state.games

    @property
    def running(self) -> Game:
        """The game being played; raises ``no_game`` between games."""
        if self.state.running is None:
            raise LedgerError("no_game")
        return self.state.running


NEW_CARD = "new card "
"""How a pin names a card that the entry itself makes known."""

Act: TypeAlias = Callable[[Call], State]
Pin: TypeAlias = Callable[[Call], frozenset[str]]
Complete: TypeAlias = Callable[[Mapping[str, Value], Reading], Mapping[str, Value]]
Guard: TypeAlias = Callable[[Call], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One row of the index of verbs.

    ``forms`` are those of the ledger line (campaign/rules/line/pattern.py), ``sentence`` the
    English template with a {parameter} for each argument it names, ``extras`` further sentences
    for arguments that were given, ``without`` what is said instead if one was left out, ``alone``
    what is said of one that was given without any other but the game. ``act`` gives the new
    state or raises LedgerError. ``complete`` adds what follows from the arguments given, such as a key from a name; ``several``
    names the argument of which a line may list many, each an entry of its own.
    ``opens_game`` marks the verb that starts the game its entry belongs to. ``pin`` names what
    an entry is about if its arguments do not, so that a strike cannot change it. ``late`` says
    that it may belong to an earlier game (docs/rules.md 8.34). ``guard`` is what a new entry has
    to meet besides; those stored before the rule are not asked.
    """

    key: str
    topic: str
    act: Act
    sentence: str
    arguments: tuple[Argument, ...] = ()
    forms: tuple[str, ...] = ()
    extras: Mapping[str, str] = field(default_factory=dict)
    without: Mapping[str, str] = field(default_factory=dict)
    alone: Mapping[str, str] = field(default_factory=dict)
    who: Who = Who.PLAYER
    opens_game: bool = False
    pin: Pin | None = None
    complete: Complete | None = None
    several: str = ""
    late: bool = False
    guard: Guard | None = None

    def argument(self, name: str) -> Argument | None:
        """The argument of that name."""
        return next((arg for arg in self.arguments if arg.name == name), None)

    def clean(self, raw: Mapping[str, object], campaign: Campaign) -> dict[str, Value]:
        """The arguments in canonical form; raises ``bad_argument`` naming the one at fault.

        Values that are left out, empty or false are not stored, so that equal entries look equal.
        """
        for name in raw:
            if self.argument(name) is None:
                raise LedgerError("bad_argument.unknown", field=name)
        cleaned = {arg.name: _cleaned(arg, raw.get(arg.name), campaign) for arg in self.arguments}
        return {name: value for name, value in cleaned.items() if value is not None}

    def say(self, args: Mapping[str, Value], state: State) -> tuple[Message, ...]:
        """What an entry with these arguments says, with the names known to the state."""
        params = {arg.name: self._param(arg, args, state) for arg in self.arguments}
        for name in self.alone:
            if {name} == set(args) - {"game"}:
                return (Message(self.alone[name], params),)
        first = [text for name, text in self.without.items() if name not in args]
        further = [text for name, text in self.extras.items() if name in args]
        templates = [*(first or [self.sentence]), *further]
        return tuple(Message(template, params) for template in templates)

    def refs(self, args: Mapping[str, Value]) -> frozenset[Ref]:
        """What an entry with these arguments touches."""
        named = [arg for arg in self.arguments if arg.name in args]
        return frozenset(ref for arg in named for ref in arg.kind.refs(args[arg.name]))

    def _param(self, arg: Argument, args: Mapping[str, Value], state: State) -> Param:
        if arg.name not in args:
            return ""
        shown = arg.kind.show(args[arg.name], state)
        # A newcomer that is not there any more still has the name that it came with.
        return str(args["name"]) if shown == args[arg.name] and self._names(arg, args) else shown

    def _names(self, arg: Argument, args: Mapping[str, Value]) -> bool:
        """Whether the entry gives a new character its name."""
        return arg.name == "character" and "name" in args and "name" not in self.extras


def _cleaned(arg: Argument, raw: object, campaign: Campaign) -> Value | None:
    if raw is None or raw is False or raw in ("", [], {}):
        if not arg.optional:
            raise LedgerError("bad_argument.missing", field=Message(arg.label))
        return None
    try:
        return arg.kind.clean(raw, campaign)
    except InvalidArgument as unfit:
        raise unfit.named(Message(arg.label)) from unfit
