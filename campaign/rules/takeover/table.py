"""What a game's table says at one moment, in the ledger's words, and what a member adds to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from campaign.rules.entries import Arguments


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContract:
    """A contract as it lies on the table; ``key`` is the ledger's, people are characters.

    ``have`` counts boxes ticked before the table was opened, ``ticks`` who ticked the rest. ``waits``
    are the parts of its back (``turn``, ``scoring``) that nobody has read yet.
    """

    key: str
    name: str = ""
    owner: str = ""
    need: int = 0
    have: int = 0
    cubes: bool = False
    ticks: tuple[str, ...] = ()
    due: bool = False
    status: str = "active"
    stars: tuple[str, ...] = ()
    points: int = 0
    bonus: int = 0
    waits: tuple[str, ...] = ()

    @property
    def completed(self) -> bool:
        """Whether somebody completed it."""
        return self.status == "completed"

    @property
    def full(self) -> bool:
        """Whether every box that tonight needs is ticked."""
        return 0 < self.need <= self.have + len(self.ticks)

    def ticked_by(self, character: str) -> int:
        """How many boxes a character ticked tonight."""
        return self.ticks.count(character)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A game's table: its contracts, and its result once it is ``over``.

    ``winner`` is the only one, ``shared`` says that several won together, ``tied`` names several
    of whom one has to be chosen. ``escaped`` are those who got out.
    """

    table: UUID
    game: int
    contracts: tuple[TableContract, ...] = ()
    over: bool = False
    scores: Mapping[str, int] = field(default_factory=dict)
    winner: str = ""
    shared: bool = False
    tied: tuple[str, ...] = ()
    escaped: tuple[str, ...] = ()

    def fell(self, character: str) -> bool:
        """Whether somebody scored 0 and did not get out, so that a mark remembers the space."""
        return self.over and self.scores.get(character) == 0 and character not in self.escaped

    def contract(self, key: str) -> TableContract | None:
        """The contract with the ledger's key."""
        return next((each for each in self.contracts if each.key == key), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What only the group knows: a new contract's deadline, track and SETUP by its key, where
    somebody was knocked out by character, and who won a tie."""

    contracts: Mapping[str, Arguments] = field(default_factory=dict)
    spaces: Mapping[str, str] = field(default_factory=dict)
    winner: str = ""
