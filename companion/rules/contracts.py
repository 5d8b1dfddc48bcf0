"""Contracts on the table: their boxes and cube tracks, how they end, and what their backs say."""

from collections.abc import Mapping

from companion.rules import board
from companion.rules.contract_actions import (
    FlipContract,
    LayContract,
    ReadContract,
    SetContract,
    TickContract,
    UntickContract,
)
from companion.rules.contract_setup import MOST
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import Contract, ContractStatus, State

ACTIVE: ContractStatus = "active"
COMPLETED: ContractStatus = "completed"


def find(state: State, key: str) -> Contract:
    """The contract with that key.

    Raises unknown_contract.
    """
    for contract in state.contracts:
        if contract.key == key:
            return contract
    raise RuleError("unknown_contract", contract=key)


def label(contract: Contract) -> str:
    """What the log calls a contract: its number or key, and its name if it has one."""
    return f"{contract.key} {contract.name}" if contract.name else contract.key


def lay(state: State, action: LayContract) -> State:
    """A contract comes to the table, active.

    Raises contract_known, too_many.
    docs/rules.md 8.13.
    """
    if any(contract.key == action.key for contract in state.contracts):
        raise RuleError("contract_known", contract=action.key)
    if len(state.contracts) >= MOST:
        raise RuleError("too_many", count=MOST)
    laid = Contract(
        key=action.key,
        name=action.name,
        solo=action.solo,
        need=action.need,
        have=action.have,
        cubes=action.cubes,
        due=action.due,
        new=action.new,
    )
    return replace(state, contracts=(*state.contracts, laid))


def tick(state: State, action: TickContract) -> State:
    """A seat ticks boxes, at most as many as are left; the last one completes the contract.

    On a cube track each box takes a cube of the seat's supply.
    Raises unknown_contract, not_active, not_owner, no_boxes, not_enough_cubes.
    docs/rules.md 8.13, 8.17.
    """
    contract, seat = _active(state, action.contract), action.seat
    _check_owner(state, contract, (seat,))
    if not contract.need:
        raise RuleError("no_boxes", contract=label(contract))
    count = min(action.count, contract.left)
    if contract.cubes:
        state = board.place(state, seat, count)
    ticked = replace(contract, ticks=(*contract.ticks, *(seat,) * count))
    if not ticked.left:
        ticked = _ended(state, ticked, COMPLETED, (seat,))
    return _put(state, ticked)


def untick(state: State, action: UntickContract) -> State:
    """A seat's last ticks are taken back, with their cubes as far as these are still there.

    Raises unknown_contract, not_active, nothing_ticked.
    docs/rules.md 8.17.
    """
    contract, seat = _active(state, action.contract), action.seat
    count = min(action.count, contract.ticks.count(seat))
    if not count:
        name = state.seats[seat].name
        raise RuleError("nothing_ticked", name=name, contract=label(contract))
    return _take_back(state, contract, seat, count)


def set_status(state: State, action: SetContract) -> State:
    """A contract ends by its text, or is corrected by hand.

    Raises unknown_contract, not_owner, same_status.
    docs/rules.md 8.13.
    """
    contract, stars = find(state, action.contract), action.seats or ()
    _check_owner(state, contract, stars)
    if contract.status == action.status and contract.stars == stars:
        raise RuleError("same_status", contract=label(contract))
    if contract.status == action.status:
        return _put(state, replace(contract, stars=stars))
    changed = _ended(state, contract, action.status, stars)
    if action.status == ACTIVE and contract.need and not contract.left:
        return _take_back(state, changed, contract.ticks[-1], 1)
    return _put(state, changed)


def flip(state: State, action: FlipContract) -> State:
    """What the back of an ended contract says; the last value given of each counts.

    Raises unknown_contract, not_flipped.
    docs/rules.md 8.14.
    """
    contract = _flipped(state, action.contract)
    said: Mapping[str, object] = {
        name: value
        for name in ("points", "bonus", "waits")
        if (value := getattr(action, name)) is not None
    }
    return _put(state, replace(contract, flipped=True, **said))  # type: ignore[arg-type]


def read(state: State, action: ReadContract) -> State:
    """A part of the back that had to wait has been done.

    Raises unknown_contract, not_flipped, not_waiting.
    docs/rules.md 7.10.
    """
    contract = _flipped(state, action.contract)
    if action.wait not in contract.waits:
        raise RuleError("not_waiting", contract=label(contract))
    waits = tuple(wait for wait in contract.waits if wait != action.wait)
    return _put(state, replace(contract, waits=waits))


def points_of(state: State, index: int) -> list[tuple[str, int]]:
    """What each contract with this seat's star scores, by key, in the order of the table.

    docs/rules.md 6.22.
    """
    return [
        (contract.key, contract.points + (contract.bonus if contract.new else 0))
        for contract in state.contracts
        if index in contract.stars
    ]


def _active(state: State, key: str) -> Contract:
    contract = find(state, key)
    if contract.status != ACTIVE:
        raise RuleError("not_active", contract=label(contract))
    return contract


def _flipped(state: State, key: str) -> Contract:
    contract = find(state, key)
    if contract.status == ACTIVE:
        raise RuleError("not_flipped", contract=label(contract))
    return contract


def _check_owner(state: State, contract: Contract, seats: tuple[int, ...]) -> None:
    if contract.solo is not None and any(seat != contract.solo for seat in seats):
        name = state.seats[contract.solo].name
        raise RuleError("not_owner", name=name, contract=label(contract))


def _ended(
    state: State, contract: Contract, status: ContractStatus, stars: tuple[int, ...]
) -> Contract:
    """The contract with another status; what its back said is forgotten."""
    turn = None if status == ACTIVE else state.turn.number
    return replace(
        contract, status=status, stars=stars, points=0, bonus=0, waits=(), turn=turn, flipped=False
    )


def _take_back(state: State, contract: Contract, seat: int, count: int) -> State:
    kept = list(contract.ticks)
    for _ in range(count):
        del kept[len(kept) - 1 - kept[::-1].index(seat)]
    if contract.cubes:
        state = board.place(state, seat, -min(count, state.seats[seat].board))
    return _put(state, replace(contract, ticks=tuple(kept)))


def _put(state: State, changed: Contract) -> State:
    contracts = tuple(changed if old.key == changed.key else old for old in state.contracts)
    return replace(state, contracts=contracts)
