"""Finds what an entry names, or raises the reason why not."""

from dataclasses import replace

from campaign.rules.errors import LedgerError
from campaign.rules.labels import card_label, contract_label
from campaign.rules.state import Card, Character, Contract, Place, State, put


def the_character(state: State, key: str) -> Character:
    """The character; raises ``unknown_character``."""
    if key not in state.characters:
        raise LedgerError("unknown_character", word=key)
    return state.characters[key]


def the_card(state: State, key: str) -> Card:
    """A card of the registry that still exists; raises ``unknown_card``, ``card_destroyed``."""
    if key not in state.cards:
        raise LedgerError("unknown_card", word=key)
    if state.cards[key].destroyed:
        raise LedgerError("card_destroyed", card=card_label(state, key))
    return state.cards[key]


def in_the_game(state: State, key: str) -> Card:
    """The card; one with a number that the ledger does not know is in the adventure deck.

    Raises ``unknown_card`` for an unknown name, ``card_destroyed``.
    """
    if key in state.cards or not key.isdecimal():
        return the_card(state, key)
    return Card(key=key, place=Place(where="adventure"))


def the_contract(state: State, key: str) -> Contract:
    """A contract that is not put away; raises ``unknown_contract``, ``contract_over``."""
    if key not in state.contracts:
        raise LedgerError("unknown_contract", word=key)
    if not state.contracts[key].in_play:
        raise LedgerError("contract_over", contract=contract_label(state, key))
    return state.contracts[key]


def with_character(state: State, character: Character) -> State:
    """The state with one character replaced."""
    return replace(state, characters=put(state.characters, character.key, character))


def with_card(state: State, card: Card) -> State:
    """The state with one card added or replaced."""
    return replace(state, cards=put(state.cards, card.key, card))


def with_contract(state: State, contract: Contract) -> State:
    """The state with one contract added or replaced."""
    return replace(state, contracts=put(state.contracts, contract.key, contract))
