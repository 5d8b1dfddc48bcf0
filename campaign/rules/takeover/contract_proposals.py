"""What a table says about one contract and the ledger does not: met, ticked, ended, its points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from campaign.rules import contracts
from campaign.rules.entries import Draft, Value
from campaign.rules.errors import LedgerError
from campaign.rules.labels import contract_label
from campaign.rules.state import Contract, State
from campaign.rules.takeover.back_proposals import back_proposals
from campaign.rules.takeover.history import History
from campaign.rules.takeover.lost import fits
from campaign.rules.takeover.proposal import Chain, Proposal, Trial
from campaign.rules.takeover.table import Answers, TableContract

NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Doubt:
    """A contract of which table and ledger say different things that no entry puts right."""

    contract: str
    ledger: str
    table: str


@dataclass(frozen=True, slots=True)
class OtherPoints:
    """A completed contract that scores otherwise in the ledger, written by hand, than at the table."""

    contract: str
    ledger: int
    table: int


Doubts: TypeAlias = Sequence[Doubt | OtherPoints]


def contract_proposals(
    trial: Trial, history: History, contract: TableContract, answers: Answers
) -> tuple[list[Proposal], Doubts]:
    """The proposals about a contract in the order in which they are written, and what stays open."""
    known = trial.state.contracts.get(contract.key)
    chain = Chain(trial)
    if known is None or _comes_again(trial, known):
        _meet(chain, _met(trial, history, contract, answers), contract)
    for further in (_ticks, _end, _points, back_proposals):
        if not chain.broken:
            for proposal in further(chain.trial, history, contract):
                chain.add(proposal)
    return chain.proposals, () if chain.broken else _doubts(chain, contract)


def _doubts(chain: Chain, contract: TableContract) -> Doubts:
    known = chain.trial.state.contracts[contract.key]
    if known.status != contract.status:
        return [Doubt(contract.key, known.status, contract.status)]
    is_listed = any(proposal.draft.verb == "points" for proposal in chain.proposals)
    if not contract.completed or known.points is None or is_listed:
        return ()
    bonus = contract.bonus if known.fetched_in == chain.trial.table.game else 0
    there, here = contract.points + bonus, contracts.score(known, known.stars[0])
    return [] if there == here else [OtherPoints(contract.key, here, there)]


def _comes_again(trial: Trial, known: Contract) -> bool:
    """Whether it was put away in an earlier game and lies on the table once more."""
    earlier = not known.active and known.resolved_in != trial.table.game
    return earlier and contracts.may_come_again(trial.state, known)


def _met(trial: Trial, history: History, contract: TableContract, answers: Answers) -> Proposal:
    """The contract itself; deadline, whole track and SETUP are asked for."""
    arguments: dict[str, Value] = {"card": contract.key, **_kind(trial.state, contract)}
    if contract.name:
        arguments["name"] = contract.name[:NAME_LENGTH].strip()
    if contract.due:
        arguments["deadline"] = trial.table.game
    if contract.need:
        boxes: Value = [0] * contract.need if contract.cubes else contract.need
        arguments["track" if contract.cubes else "boxes"] = boxes
    arguments |= answers.contracts.get(contract.key, {})
    struck = history.was_struck("contract", {"card": contract.key})
    return Proposal(
        key=f"contract {contract.key}",
        draft=Draft(verb="contract", arguments=arguments),
        why="struck" if struck else "",
        asks="contract",
    )


def _meet(chain: Chain, proposal: Proposal, contract: TableContract) -> None:
    """Try a contract; its track must need as much tonight as the table counts."""
    before = chain.trial
    chain.add(proposal)
    if chain.broken:
        return
    known, players = chain.trial.state.contracts[contract.key], _players(before)
    if not fits(known, contract, players):
        label = contract_label(chain.trial.state, contract.key)
        count, need = contracts.needed(known, players), contract.need
        error = LedgerError("table_needs", contract=label, done=count, count=need)
        chain.proposals[-1] = replace(chain.proposals[-1], refused=error)


def _players(trial: Trial) -> int:
    return len(trial.state.games[str(trial.table.game)].players)


def _kind(state: State, contract: TableContract) -> dict[str, Value]:
    if contract.owner:
        return {"kind": "solo", "owner": contract.owner}
    kinds = [kind.key for kind in state.campaign.contract_kinds if kind.key != "solo"]
    return {"kind": kinds[0]}


def _ticks(trial: Trial, history: History, contract: TableContract) -> list[Proposal]:
    """Boxes by character, or the cubes of a completed track in the order of the track.

    Cubes of an open track go back after the game and are not written (docs/rules.md 8.17).
    """
    known = trial.state.contracts[contract.key]
    verb = "cube" if contract.cubes else "tick_contract"
    fits = known.track if contract.cubes else known.boxes
    waits = contract.cubes and not (contract.completed and trial.state.running)
    if not known.active or not fits or waits:
        return []
    missing = _missing(trial, history, contract, verb)
    struck = {t for t in missing if t[1] in history.struck_numbers(verb, contract.key, t[0])}
    fresh = [tick for tick in missing if tick not in struck]
    again = [tick for tick in missing if tick in struck]
    grouped = _runs if contract.cubes else _by_character
    proposals = [_tick(verb, contract, who, numbers) for who, numbers in grouped(fresh)]
    return proposals + [_tick(verb, contract, *group, why="struck") for group in grouped(again)]


def _missing(
    trial: Trial, history: History, contract: TableContract, verb: str
) -> list[tuple[str, int]]:
    """The ticks that the ledger lacks, each with its place among those of its character.

    What was ticked in the ledger by hand meanwhile counts for one of the table's.
    """
    known, key = trial.state.contracts[contract.key], contract.key
    placed = [(who, contract.ticks[: at + 1].count(who)) for at, who in enumerate(contract.ticks)]
    missing = [(who, nth) for who, nth in placed if nth not in history.numbers(verb, key, who)]
    reached = contracts.reached(known)
    extra = max(0, reached - contract.have - history.count(verb, key))
    missing = _less(missing, history.who_by_hand(verb, key), extra)
    room = max(0, contracts.needed(known, _players(trial)) - reached - (not contract.completed))
    return missing[max(0, len(missing) - room) :] if contract.completed else missing[:room]


def _less(
    missing: list[tuple[str, int]], by_hand: tuple[str, ...], extra: int
) -> list[tuple[str, int]]:
    """Without as many ticks as were made by hand, those of the same characters first."""
    left = list(missing)
    for who in by_hand[len(by_hand) - min(extra, len(by_hand)) :]:
        same = next((tick for tick in left if tick[0] == who), None)
        if same:
            left.remove(same)
            extra -= 1
    return left[extra:]


def _by_character(ticks: list[tuple[str, int]]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Who ticked last comes last, for the last box has a star."""
    last_first = dict.fromkeys(who for who, _nth in reversed(ticks))
    for who in reversed(last_first):
        yield who, tuple(nth for other, nth in ticks if other == who)


def _runs(ticks: list[tuple[str, int]]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Cubes in the order of the track."""
    run: list[tuple[str, int]] = []
    for tick in ticks:
        if run and run[-1][0] != tick[0]:
            yield run[0][0], tuple(nth for _, nth in run)
            run = []
        run.append(tick)
    if run:
        yield run[0][0], tuple(nth for _, nth in run)


def _tick(
    verb: str, contract: TableContract, who: str, numbers: tuple[int, ...], why: str = ""
) -> Proposal:
    return Proposal(
        key=f"{verb} {contract.key} {who} {numbers[0]}",
        draft=Draft(verb=verb, arguments={"contract": contract.key, "character": who}),
        numbers=numbers,
        why=why,
    )


def _end(trial: Trial, history: History, contract: TableContract) -> Iterator[Proposal]:
    """Completed by its stars, or failed."""
    known = trial.state.contracts[contract.key]
    if contract.completed and not (known.status == "completed" and known.stars == contract.stars):
        yield from _completed(trial, history, contract, known)
    if contract.status == "failed" and known.active:
        yield _about(history, contract, "fail", {})


def _completed(
    trial: Trial, history: History, contract: TableContract, known: Contract
) -> Iterator[Proposal]:
    if known.status == "failed" or not known.in_play:
        return
    stars: dict[str, Value] = {"characters": list(contract.stars)}
    about: dict[str, Value] = {"contract": contract.key, **stars}
    if history.overruled(("done",), about):
        return
    short = contracts.reached(known) < contracts.needed(known, _players(trial))
    told = known.active and short
    proposal = _about(history, contract, "done", {**stars, "told": True} if told else stars)
    yield (
        replace(proposal, why=proposal.why or "held")
        if _is_short_by_hand(history, contract)
        else proposal
    )


def _is_short_by_hand(history: History, contract: TableContract) -> bool:
    """Whether a tick was struck by hand, which may have undone the completion."""
    verb, key = "cube" if contract.cubes else "tick_contract", contract.key
    return any(
        history.struck_numbers(verb, key, who) - history.numbers(verb, key, who)
        for who in set(contract.ticks)
    )


def _points(trial: Trial, history: History, contract: TableContract) -> Iterator[Proposal]:
    """What its back says, once somebody has said it at the table."""
    known = trial.state.contracts[contract.key]
    same = (known.points or 0, known.bonus) == (contract.points, contract.bonus)
    both = contract.completed and known.status == "completed" and known.in_play
    if same or not both or not (contract.points or contract.bonus):
        return
    worth: dict[str, Value] = {"points": contract.points}
    if contract.bonus or known.bonus:
        worth["bonus"] = contract.bonus
    if not history.overruled(("points",), {"contract": contract.key, **worth}):
        yield _about(history, contract, "points", worth)


def _about(
    history: History, contract: TableContract, verb: str, further: dict[str, Value]
) -> Proposal:
    arguments: dict[str, Value] = {"contract": contract.key, **further}
    struck = history.was_struck(verb, arguments)
    return Proposal(
        key=f"{verb} {contract.key}",
        draft=Draft(verb=verb, arguments=arguments),
        why="struck" if struck else "",
    )
