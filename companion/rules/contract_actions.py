"""The actions about contracts: what each is, and the range of each of its values."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.rules.values import (
    LONG_NAME,
    Action,
    Count,
    Key,
    Range,
    SeatAction,
    SeatIndex,
    SeatList,
    Some,
)

CONTRACTS = "contracts"
KEY = Key("[0-9A-Za-z-]{1,12}")
NEED = Range(0, 40)
POINTS, BONUS = Range(-99, 99), Range(0, 99)
WAITS = Some(("turn", "scoring"))
Wait = Literal["turn", "scoring"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayContract(Action):
    """A contract comes to the table."""

    do: ClassVar[str] = "contract"
    always: ClassVar[bool] = True
    part: ClassVar[str] = CONTRACTS
    newer: ClassVar[bool] = True
    key: Annotated[str, KEY]
    name: Annotated[str, LONG_NAME] | None = None
    solo: SeatIndex | None = None
    need: Annotated[int, NEED] = 0
    have: Annotated[int, NEED] = 0
    cubes: bool = False
    due: bool = False
    new: bool = True

    @property
    def seats_named(self) -> tuple[int, ...]:
        """The seat that owns it."""
        return () if self.solo is None else (self.solo,)


@dataclass(frozen=True, slots=True, kw_only=True)
class TickContract(SeatAction):
    """A seat ticks boxes of a contract, or puts cubes on its track."""

    do: ClassVar[str] = "contract_tick"
    always: ClassVar[bool] = True
    part: ClassVar[str] = CONTRACTS
    newer: ClassVar[bool] = True
    contract: str
    count: Count = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class UntickContract(SeatAction):
    """A seat's last ticks are taken back."""

    do: ClassVar[str] = "contract_untick"
    always: ClassVar[bool] = True
    part: ClassVar[str] = CONTRACTS
    newer: ClassVar[bool] = True
    contract: str
    count: Count = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SetContract(Action):
    """A contract ends by its text, or its status is corrected."""

    do: ClassVar[str] = "contract_status"
    always: ClassVar[bool] = True
    part: ClassVar[str] = CONTRACTS
    newer: ClassVar[bool] = True
    contract: str
    status: Literal["active", "completed", "failed"]
    seats: SeatList | None = None

    @property
    def seats_named(self) -> tuple[int, ...]:
        """The seats that complete it."""
        return self.seats or ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipContract(Action):
    """What the back of a contract says."""

    do: ClassVar[str] = "contract_back"
    always: ClassVar[bool] = True
    part: ClassVar[str] = CONTRACTS
    newer: ClassVar[bool] = True
    contract: str
    points: Annotated[int, POINTS] | None = None
    bonus: Annotated[int, BONUS] | None = None
    waits: Annotated[tuple[str, ...], WAITS] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadContract(Action):
    """A part of a contract's back that had to wait has been done."""

    do: ClassVar[str] = "contract_read"
    always: ClassVar[bool] = True
    part: ClassVar[str] = CONTRACTS
    newer: ClassVar[bool] = True
    contract: str
    wait: Wait


NAMING_ONE = (TickContract, UntickContract, SetContract, FlipContract, ReadContract)
"""The actions about a contract that is already on the table."""
CONTRACT_ACTIONS = (LayContract, *NAMING_ONE)
