"""A state as JSON, as docs/table-record.md defines it and `table_replay` prints it."""

from dataclasses import fields

from companion.rules import bag
from companion.rules.scoring import Score, scores, winners
from companion.rules.state import CROWN, Artifact, Contract, Seat, State


def answer(state: State) -> dict[str, object]:
    """The state with scores and winners as if the game were scored now, as plain JSON.

    docs/rules.md 6.27.
    """
    turn = state.turn
    plain: dict[str, object] = {
        "edition": state.edition.slug,
        "modules": list(state.edition.modules),
        "version": state.version,
        "over": state.over,
        "rage": {"space": state.rage, "cubes": state.rage_cubes},
        "danger": state.danger,
        "turn": {
            "number": turn.number,
            "seat": turn.seat,
            "kind": "out" if turn.out else "normal",
            "phase": turn.phase,
        },
        "countdown": _countdown(state),
        "bag": bag.sorted_pile(state, state.bag),
        "area": bag.sorted_pile(state, state.area),
        "bank": bag.sorted_pile(state, state.bank),
        "seats": [_seat(seat) for seat in state.seats],
        "scores": [_score(score) for score in scores(state)],
        "winners": list(winners(state)),
    }
    if state.monsters:
        plain["monsters"] = {"cards": state.monsters.cards, "out": state.monsters.out}
    if state.contracts:
        plain["contracts"] = [_contract(contract) for contract in state.contracts]
    return plain


def _contract(contract: Contract) -> dict[str, object]:
    lists, ours = {"ticks", "stars", "waits"}, {"flipped"}
    names = [field.name for field in fields(contract) if field.name not in ours]
    plain = {name: getattr(contract, name) for name in names}
    return {name: list(value) if name in lists else value for name, value in plain.items()}


def _countdown(state: State) -> dict[str, int] | None:
    pawn = state.countdown
    return {"seat": pawn.seat, "space": pawn.space} if pawn else None


def _seat(seat: Seat) -> dict[str, object]:
    tokens: dict[str, object] = dict(seat.tokens)
    if seat.crowns:
        tokens[CROWN] = list(seat.crowns)
    return {
        "name": seat.name,
        "color": seat.color,
        "status": seat.status,
        "zone": seat.zone,
        "leaving": seat.leaving,
        "supply": seat.supply,
        "health": list(seat.health),
        "board": seat.board,
        "owed": seat.owed,
        "made": seat.made,
        "gold": seat.gold,
        "wayshrines": seat.wayshrines,
        "artifacts": [_artifact(artifact) for artifact in seat.artifacts],
        "tokens": tokens,
    }


def _artifact(artifact: Artifact) -> object:
    return {"value": artifact.value, "silver": True} if artifact.silver else artifact.value


def _score(score: Score) -> dict[str, object]:
    return {
        "seat": score.seat,
        "total": score.total,
        "lines": [{"what": line.what, "points": line.points} for line in score.lines],
    }
