"""Finds what an entry names, or refuses it with the reason."""

from dataclasses import replace

from campaign.rules.errors import LedgerError
from campaign.rules.naming import card_said, contract_said
from campaign.rules.state import Card, Character, Contract, State, put


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
        raise LedgerError("card_destroyed", card=card_said(state, key))
    return state.cards[key]


def the_contract(state: State, key: str) -> Contract:
    """A contract that is not put away; raises ``unknown_contract``, ``contract_over``."""
    if key not in state.contracts:
        raise LedgerError("unknown_contract", word=key)
    if not state.contracts[key].in_play:
        raise LedgerError("contract_over", contract=contract_said(state, key))
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
