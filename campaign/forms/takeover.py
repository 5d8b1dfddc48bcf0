"""What a member has chosen and filled in on the page of a take-over."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import QueryDict

from campaign.rules.arguments.codes import CubeTrack
from campaign.rules.arguments.kind import InvalidArgument, Kind, Reading
from campaign.rules.arguments.spaces import SpaceRef
from campaign.rules.arguments.values import Flag, Number
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.takeover.table import Answers
from kernel.message import Message, gettext_noop

NEW = {
    "deadline": (Number(1, 99), gettext_noop("game of the deadline")),
    "boxes": (Number(1, 30), gettext_noop("number of checkboxes")),
    "track": (CubeTrack(), gettext_noop("cube track")),
    "setup": (Flag(), gettext_noop("SETUP")),
}
SPACE = gettext_noop("space")


@dataclass(frozen=True, slots=True)
class TakeOverForm:
    """``post`` as it came; ``take`` are the keys of the chosen proposals, ``shown`` those of all
    that were on the page."""

    post: QueryDict
    reading: Reading

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self.post.getlist("take"))

    @property
    def shown(self) -> frozenset[str]:
        return frozenset(self.post.getlist("shown"))

    @property
    def typed(self) -> Mapping[str, str]:
        """What was typed, for the page that is shown again."""
        return {name: self.post.get(name, "") for name in self.post}

    def answers(self) -> Answers:
        """What only the group knows; raises LedgerError for what cannot be read."""
        asked = [key.removeprefix("contract ") for key in self.keys if key.startswith("contract ")]
        return Answers(
            contracts={key: dict(self._contract(key)) for key in asked},
            spaces=dict(self._spaces()),
            winner=self.post.get("winner", ""),
        )

    def _contract(self, key: str) -> Iterator[tuple[str, Value]]:
        for name, (kind, label) in NEW.items():
            typed = self.post.get(f"{name}-{key}", "").strip()
            if typed:
                yield name, self._read(kind, typed, label)
            elif name == "deadline":
                yield name, ""

    def _spaces(self) -> Iterator[tuple[str, str]]:
        for name, typed in self.typed.items():
            if name.startswith("space-") and typed.strip():
                yield name.removeprefix("space-"), str(self._read(SpaceRef(), typed, SPACE))

    def _read(self, kind: Kind, typed: str, label: str) -> Value:
        try:
            return True if isinstance(kind, Flag) else self._as_typed(kind, typed)
        except InvalidArgument as unfit:
            raise unfit.named(Message(label)) from unfit

    def _as_typed(self, kind: Kind, typed: str) -> Value:
        """As in the line, where only a new name of a space needs quotation marks."""
        try:
            return kind.read(tuple(typed.split()), self.reading)
        except LedgerError as error:
            if error.code != "unknown_space":
                raise
            return kind.read((f'"{typed.strip()}"',), self.reading)
