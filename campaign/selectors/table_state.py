"""The game on a table in the ledger's words, for what is taken over from it."""

from collections.abc import Iterator
from uuid import UUID

from campaign.rules.onto_table import ledger_key
from campaign.rules.state import Game, State
from campaign.rules.takeover.table import TableContract, TableState
from companion.rules import scoring
from companion.rules.state import Contract
from companion.rules.state import State as Played


def table_state_of(state: State, game: Game, table: UUID, played: Played) -> TableState:
    """What the game's table says, its seats being the game's players in turn order."""
    totals = [score.total for score in scoring.scores(played)]
    best = tuple(game.players[seat] for seat in scoring.winners(played)) if played.over else ()
    shares = state.campaign.shares_victory
    return TableState(
        table=table,
        game=game.number,
        contracts=tuple(_contracts(state, game, played)),
        over=bool(played.over),
        scores=dict(zip(game.players, totals, strict=True)),
        winner=best[0] if len(best) == 1 else "",
        shared=len(best) > 1 and shares,
        tied=best if len(best) > 1 and not shares else (),
        escaped=tuple(_escaped(game, played)),
    )


def _escaped(game: Game, played: Played) -> Iterator[str]:
    for who, seat in zip(game.players, played.seats, strict=True):
        if seat.status == "escaped":
            yield who


def unknown_contracts(state: State, played: Played) -> tuple[str, ...]:
    """The contracts on the table that no card's number names, as the table calls them."""
    return tuple(c.key for c in played.contracts if not ledger_key(state, c.key))


def _contracts(state: State, game: Game, played: Played) -> Iterator[TableContract]:
    """Of two that are one in the ledger, such as ``31`` and ``031``, the first."""
    seen: set[str] = set()
    for contract in played.contracts:
        key = ledger_key(state, contract.key)
        if key and key not in seen:
            seen.add(key)
            yield _contract(key, game, contract)


def _contract(key: str, game: Game, contract: Contract) -> TableContract:
    return TableContract(
        key=key,
        name=contract.name or "",
        owner="" if contract.solo is None else game.players[contract.solo],
        need=contract.need,
        have=contract.have,
        cubes=contract.cubes,
        ticks=tuple(game.players[seat] for seat in contract.ticks),
        due=contract.due,
        status=contract.status,
        stars=tuple(game.players[seat] for seat in contract.stars),
        points=contract.points,
        bonus=contract.bonus,
        waits=contract.waits,
    )
