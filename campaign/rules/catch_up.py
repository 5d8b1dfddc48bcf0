"""A character's plan for catching up, as the state keeps it (docs/rules.md 8.22 to 8.25)."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class CatchUp:
    """How a character catches up before a game: a plan made once, and how far it is carried out.

    The key is the character's. ``covers`` says how many marks of each other character its own
    cover, ``random`` how many random cards it marks after that; ``done`` counts what is written,
    under ``milestones``, ``scratches``, ``random`` and ``covers/`` with a character.
    """

    key: str
    game: int
    prologues: tuple[int, ...] = ()
    milestones: int = 0
    scratches: int = 0
    covers: Mapping[str, int] = field(default_factory=dict)
    random: int = 0
    done: Mapping[str, int] = field(default_factory=dict)

    @property
    def steps(self) -> Mapping[str, int]:
        """How often each kind of entry has to be written."""
        covers = {f"covers/{key}": count for key, count in self.covers.items()}
        counted = {"milestones": self.milestones, "scratches": self.scratches, **covers}
        return {**counted, "random": self.random}

    def left(self, step: str) -> int:
        """How often an entry of that kind is still to be written."""
        return self.steps.get(step, 0) - self.done.get(step, 0)

    @property
    def finished(self) -> bool:
        """Whether everything that the ledger can know of is written."""
        return not any(self.left(step) for step in self.steps)
