"""Burn the Midnight Oil comes home after a game (docs/rules.md 8.9, 8.20)."""

from dataclasses import replace

from campaign.rules.contracts import open_boxes
from campaign.rules.lookup import with_card, with_contract
from campaign.rules.state import Card, Place, State

CABINET = Place(where="cabinet")


def burning(state: State) -> tuple[Card, ...]:
    """The Burn the Midnight Oil cards that lie in somebody's supply, by their numbers."""
    supplies = (card for card in state.cards.values() if card.place.where == "supply")
    return tuple(
        sorted((c for c in supplies if state.campaign.burns_oil(c.key)), key=lambda c: c.key)
    )


def bring_home(state: State) -> State:
    """Every Burn the Midnight Oil is back in the Filing Cabinet, ready for another game."""
    for card in burning(state):
        state = brought_home(with_card(state, replace(card, place=CABINET)), card.key)
    return state


def brought_home(state: State, card: str) -> State:
    """Its contract is put away, unless its back is still to be read."""
    contract = state.contracts.get(card)
    read = contract is not None and (contract.active or not open_boxes(contract))
    if contract is None or not read or contract.fate:
        return state
    return with_contract(state, replace(contract, fate="kept"))
