"""How things read in a sentence: names once known, bare numbers until then."""

from campaign.rules.sentences import Sentence, gettext_noop
from campaign.rules.state import Place, State
from campaign.rules.words import PLACES


def card_said(state: State, key: str) -> Sentence:
    """“Card 017 “Frost Giant””, or “Card 031, sealed” while nobody has named it."""
    card = state.cards.get(key)
    if not key[:1].isdecimal():
        return _without_number(state, key, card.name if card else key)
    if card is None:
        return Sentence(gettext_noop("Card {number}, sealed"), {"number": key})
    if not card.name:
        return Sentence(gettext_noop("Card {number}"), {"number": key})
    return Sentence(gettext_noop("Card {number} “{name}”"), {"number": key, "name": card.name})


def _without_number(state: State, key: str, name: str) -> Sentence:
    """A card of a starting deck is told from its likes in the other decks."""
    owner = state.characters.get(key.rpartition(" of ")[2])
    if owner is None or name == key:
        return Sentence(gettext_noop("Card “{name}”"), {"name": name})
    template = gettext_noop("Card “{name}” of {character}")
    return Sentence(template, {"name": name, "character": owner.name})


def contract_said(state: State, key: str) -> Sentence:
    """“Contract 031 “A name””, or “Contract 031” without one."""
    contract = state.contracts.get(key)
    card = state.cards.get(key)
    name = (contract and contract.name) or (card and card.name) or ""
    if not name:
        return Sentence(gettext_noop("Contract {number}"), {"number": key})
    return Sentence(gettext_noop("Contract {number} “{name}”"), {"number": key, "name": name})


def character_said(state: State, key: str) -> str:
    """The character's name, or the key while there is no such character."""
    character = state.characters.get(key)
    return character.name if character else key


def characters_said(state: State, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Several characters by name."""
    return tuple(character_said(state, key) for key in keys)


def space_said(state: State, key: str) -> Sentence:
    """“Space 7”, “Waypoint 45”, or the group's own name of the space."""
    space = state.spaces.get(key)
    if space is not None and space.name:
        return Sentence(gettext_noop("Space {space} “{name}”"), {"space": key, "name": space.name})
    if key[:1] == "w" and key[1:].isdecimal():
        return Sentence(gettext_noop("Waypoint {number}"), {"number": key[1:]})
    return Sentence(gettext_noop("Space {space}"), {"space": key})


def passage_said(state: State, key: str) -> Sentence:
    """“Passage 45” of the Book, or “Journal passage C of Ben”."""
    owner, slash, letter = key.partition("/")
    if not slash:
        return Sentence(gettext_noop("Passage {number}"), {"number": key})
    return Sentence(
        gettext_noop("Journal passage {letter} of {character}"),
        {"letter": letter, "character": character_said(state, owner)},
    )


def place_said(state: State, place: Place) -> Sentence:
    """“Filing Cabinet”, or “tuckbox of Ana”."""
    label = PLACES[place.where].sentence
    if not place.character:
        return label
    return Sentence(
        gettext_noop("{place} of {character}"),
        {"place": label, "character": character_said(state, place.character)},
    )
