"""What the ledger puts onto a game's table, and which contract of the ledger one of its own is.

A table counts boxes and knows no number of players; the ledger knows the track and the deadline.
Here the one is made from the other, so that both ways use the same keys and numbers.
"""

import re
from dataclasses import dataclass

from campaign.rules.contracts import needed, reached
from campaign.rules.state import Contract, Game, HouseToken, State, number_of

KEY_LENGTH = 12
NAME_LENGTH = 60
MOST_BOXES = 40
MOST_CONTRACTS = 40
_UNFIT = re.compile(r"[^0-9A-Za-z-]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A contract as a game's table has it.

    ``key`` is the table's, ``contract`` the ledger's; ``solo`` is its owner's seat, None for the
    group. ``need`` counts boxes for tonight's players, 0 where the text alone decides; ``have``
    those ticked before. ``due`` says that its deadline is before this game's scoring, ``new`` that
    it was fetched in this game or its Prologue.
    """

    key: str
    contract: str
    name: str = ""
    solo: int | None = None
    need: int = 0
    have: int = 0
    cubes: bool = False
    due: bool = False
    new: bool = False

    def setup(self) -> dict[str, object]:
        """It as an object of the setup's ``contracts``; what is empty is left out."""
        whose = {} if self.solo is None else {"solo": self.solo}
        given = {"name": self.name, "need": self.need, "have": self.have}
        flags = {"cubes": self.cubes, "due": self.due, "new": self.new}
        said = {name: value for name, value in {**given, **flags}.items() if value}
        return {"key": self.key, **whose, **said}


def carried(state: State, game: Game) -> tuple[Carried, ...]:
    """The contracts that lie on a game's table, in the order in which the ledger met them.

    Those still to be completed; solo ones only if their owner plays (docs/rules.md 8.13, 8.17).
    A back that was flipped stays in the ledger, for a table starts with fronts only.
    """
    found = tonight(state, game)
    return tuple(carry(state, game, contract) for contract in found)[:MOST_CONTRACTS]


def tonight(state: State, game: Game) -> tuple[Contract, ...]:
    """The contracts that belong on a game's table, however many there are."""
    lying = (c for c in state.contracts.values() if c.active and c.in_play)
    return tuple(c for c in lying if c.group or c.owner in game.players)


def carry(state: State, game: Game, contract: Contract) -> Carried:
    """One contract as this game's table has it.

    Ticks stay from game to game and count as had; cubes leave the track after each game, so that
    a table starts its tracks empty (docs/rules.md 8.17). A track longer than a table can count is
    left to its text.
    """
    card = state.cards.get(contract.key)
    name = contract.name or (card.name if card else "")
    need = needed(contract, len(game.players))
    counted = need if need <= MOST_BOXES else 0
    cubes = bool(contract.track) and counted > 0
    return Carried(
        key=table_key(contract.key),
        contract=contract.key,
        name=name[:NAME_LENGTH],
        solo=None if contract.group else game.players.index(contract.owner),
        need=counted,
        have=0 if cubes else min(reached(contract), max(counted - 1, 0)),
        cubes=cubes,
        due=0 < contract.deadline <= game.number,
        new=contract.fetched_in == game.number,
    )


def house_tokens(state: State) -> list[dict[str, object]]:
    """The group's own tokens as objects of the setup's ``tokens`` (docs/rules.md 6.29).

    Their keys count, for names may be in any script and need not differ.
    """
    return [_house_token(at, token) for at, token in enumerate(state.house_tokens.values(), 1)]


def _house_token(at: int, token: HouseToken) -> dict[str, object]:
    fixed = {"key": f"house_{at}", "name": token.name, "kind": token.kind, "points": token.points}
    price = {} if token.price is None else {"price": token.price}
    numbers = {"count": token.count, "heal": token.heal, "gold": token.gold, "rage": token.rage}
    return {**fixed, **price, **{name: number for name, number in numbers.items() if number}}


def table_key(contract: str) -> str:
    """The key that a table has for a contract of the ledger."""
    return _UNFIT.sub("-", contract)[:KEY_LENGTH]


def ledger_key(state: State, key: str) -> str:
    """The ledger's key of a contract of the table: ``031`` also where a player laid down ``31``.

    One that the ledger does not have yet gets the number it would have there; empty for a key
    that is no number of a card.
    """
    for known in state.contracts:
        if table_key(known) == key:
            return known
    digits = state.campaign.card_digits
    if not re.fullmatch(r"[0-9]+", key) or len(key.lstrip("0")) > digits:
        return ""
    return number_of(state.campaign, key.lstrip("0") or "0")
