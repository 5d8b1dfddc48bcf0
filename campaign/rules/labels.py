"""How things read in a sentence: names once known, bare numbers until then."""

from campaign.rules.state import Place, State
from campaign.rules.words import KINDS, PLACES
from kernel.message import Message, gettext_noop


def card_label(state: State, key: str) -> Message:
    """“Card 017 “Frost Giant””, or “Card 031, sealed” until somebody names it."""
    card = state.cards.get(key)
    if not key[:1].isdecimal():
        return _without_number(state, key, card.name if card else key)
    if name := (card and card.name) or printed_name(state, key):
        return Message(gettext_noop("Card {number} “{name}”"), {"number": key, "name": name})
    if card is None:
        return Message(gettext_noop("Card {number}, sealed"), {"number": key})
    return Message(gettext_noop("Card {number}"), {"number": key})


def printed_name(state: State, key: str) -> Message | None:
    """The name that the rulebook prints with a card's number, so that it is no secret."""
    return KINDS["oil"].sentence if state.campaign.burns_oil(key) else None


def _without_number(state: State, key: str, name: str) -> Message:
    """A card of a starting deck is shown with its owner, because every deck has one."""
    owner = state.characters.get(key.rpartition(" of ")[2])
    if owner is None or name == key:
        return Message(gettext_noop("Card “{name}”"), {"name": name})
    template = gettext_noop("Card “{name}” of {character}")
    return Message(template, {"name": name, "character": owner.name})


def contract_label(state: State, key: str) -> Message:
    """“Contract 031 “A name””, or “Contract 031” without one."""
    contract = state.contracts.get(key)
    card = state.cards.get(key)
    name = (contract and contract.name) or (card and card.name) or printed_name(state, key)
    if not name:
        return Message(gettext_noop("Contract {number}"), {"number": key})
    return Message(gettext_noop("Contract {number} “{name}”"), {"number": key, "name": name})


def character_label(state: State, key: str) -> str:
    """The character's name, or the key if there is no such character."""
    character = state.characters.get(key)
    return character.name if character else key


def characters_label(state: State, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Several characters by name."""
    return tuple(character_label(state, key) for key in keys)


def space_label(state: State, key: str) -> Message:
    """“Space 7”, “Waypoint 45”, or the group's own name for the space."""
    space = state.spaces.get(key)
    if space is not None and space.name:
        return Message(gettext_noop("Space {space} “{name}”"), {"space": key, "name": space.name})
    if key[:1] == "w" and key[1:].isdecimal():
        return Message(gettext_noop("Waypoint {number}"), {"number": key[1:]})
    return Message(gettext_noop("Space {space}"), {"space": key})


def passage_label(state: State, key: str) -> Message:
    """“Passage 45” of the Book, or “Journal passage C of Ben”."""
    owner, slash, letter = key.partition("/")
    if not slash:
        return Message(gettext_noop("Passage {number}"), {"number": key})
    return Message(
        gettext_noop("Journal passage {letter} of {character}"),
        {"letter": letter, "character": character_label(state, owner)},
    )


def place_label(state: State, place: Place) -> Message:
    """“Filing Cabinet”, or “tuckbox of Ana”."""
    label = PLACES[place.where].sentence
    if not place.character:
        return label
    return Message(
        gettext_noop("{place} of {character}"),
        {"place": label, "character": character_label(state, place.character)},
    )
