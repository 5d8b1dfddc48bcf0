"""What the log says about actions on contracts."""

from companion.rules import contract_actions as c
from companion.rules.contracts import ACTIVE, find, label
from companion.rules.log.own import about, tells
from companion.rules.log.sentences import LogSentence
from companion.rules.state import Contract, State


def _line(code: str, contract: Contract, **params: object) -> LogSentence:
    return LogSentence(code, {**params, "contract": label(contract)})


def _completed(after: State, contract: Contract) -> list[LogSentence]:
    return [
        about(after, seat, "contract.completed", contract=label(contract))
        for seat in contract.stars
    ]


@tells(c.LayContract)
def _lay(_before: State, action: c.LayContract, after: State) -> list[LogSentence]:
    contract = find(after, action.key)
    if contract.solo is None:
        return [_line("contract", contract)]
    return [about(after, contract.solo, "contract.solo", contract=label(contract))]


@tells(c.TickContract)
def _tick(before: State, action: c.TickContract, after: State) -> list[LogSentence]:
    contract = find(after, action.contract)
    ticked = len(contract.ticks) - len(find(before, action.contract).ticks)
    code = "contract_tick.cubes" if contract.cubes else "contract_tick"
    done = contract.need - contract.left
    line = about(after, action.seat, code, count=ticked, done=done, need=contract.need)
    line = LogSentence(code, {**line.params, "contract": label(contract)})
    return [line] if contract.left else [line, *_completed(after, contract)]


@tells(c.UntickContract)
def _untick(before: State, action: c.UntickContract, after: State) -> list[LogSentence]:
    contract = find(after, action.contract)
    count = len(find(before, action.contract).ticks) - len(contract.ticks)
    return [about(after, action.seat, "contract_untick", count=count, contract=label(contract))]


@tells(c.SetContract)
def _set(_before: State, action: c.SetContract, after: State) -> list[LogSentence]:
    contract = find(after, action.contract)
    if action.seats:
        return _completed(after, contract)
    return [_line("contract.active" if action.status == ACTIVE else "contract.failed", contract)]


@tells(c.FlipContract)
def _flip(_before: State, action: c.FlipContract, after: State) -> list[LogSentence]:
    contract = find(after, action.contract)
    numbers = {"points": action.points, "bonus": action.bonus}
    lines = [
        _line(f"contract_back.{what}", contract, count=count)
        for what, count in numbers.items()
        if count is not None
    ]
    if action.waits is not None:
        codes = [f"contract_back.{wait}" for wait in action.waits] or ["contract_back.nothing"]
        lines += [_line(code, contract) for code in codes]
    return lines


@tells(c.ReadContract)
def _read(_before: State, action: c.ReadContract, after: State) -> list[LogSentence]:
    return [_line(f"contract_read.{action.wait}", find(after, action.contract))]
