"""Verbs about characters: who they are, their conditions, their rank."""

import re
from collections.abc import Mapping
from dataclasses import replace

from campaign.rules.arguments.characters import CharacterRef, Member
from campaign.rules.arguments.kind import Reading
from campaign.rules.arguments.values import OneOf, Text
from campaign.rules.colours import coloured
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.lookup import the_character, with_character
from campaign.rules.state import Card, Character, Place, State
from campaign.rules.verbs.verb import Argument, Call, Verb, Who
from campaign.rules.words import COLOURS, LEVELS
from kernel.message import gettext_noop, pgettext


def recruit(call: Call) -> State:
    """Add a character with a starting deck (docs/rules.md 8.7)."""
    state, key = call.state, call.text("character")
    if key in state.characters:
        raise LedgerError("character_taken", character=key)
    limit = state.campaign.journals
    if limit and len(state.characters) >= limit:
        raise LedgerError("too_many_characters", count=limit)
    _free_colour(state, key, call.text("colour"))
    _free_journal(state, key, call.text("journal"))
    made = Character(
        key=key,
        name=call.text("name") or key.title(),
        journal=call.text("journal"),
        colour=call.text("colour"),
        player=call.text("player"),
        joined_in=call.game,
    )
    return _with_deck(coloured(state, made), key)


def _key_from_name(args: Mapping[str, Value], reading: Reading) -> Mapping[str, Value]:
    """The short word for a new character, made from the name and not taken by another name."""
    if "character" in args or "name" not in args:
        return args
    name, known = str(args["name"]), reading.state.characters
    word = re.sub(r"[\W_]+", "-", name.casefold()).strip("-")[:_KEY].strip("-") or "character"
    same = any(other.name.casefold() == name.casefold() for other in known.values())
    tries = (word, *(f"{word[: _KEY - 3]}-{number}" for number in range(2, 99)))
    free = word if same else next((key for key in tries if key not in known), word)
    return {"character": free, **args}


_KEY = 24
"""The most letters of a character's short word."""


def _with_deck(state: State, key: str) -> State:
    """Add the starting deck card by card, so that each can be scratched or get stickers."""
    deck = state.campaign.starting_deck.items()
    cards = {
        f"{name} {copy} of {key}": (name, copy)
        for name, many in deck
        for copy in range(1, many + 1)
    }
    made = {
        card: Card(
            key=card,
            name=f"{name} {copy}",
            kind="starting",
            place=Place(where="starting", character=key),
        )
        for card, (name, copy) in cards.items()
    }
    return replace(state, cards={**state.cards, **made})


def change(call: Call) -> State:
    """Change a character's name, Journal, colour or player."""
    character = the_character(call.state, call.text("character"))
    if not set(call.args) - {"character"}:
        raise LedgerError("nothing_to_change")
    _free_colour(call.state, character.key, call.text("colour"))
    _free_journal(call.state, character.key, call.text("journal"))
    changed = replace(
        character,
        name=call.text("name") or character.name,
        journal=call.text("journal") or character.journal,
        colour=call.text("colour") or character.colour,
        player=call.text("player") or character.player,
    )
    return coloured(call.state, changed)


def _free_colour(state: State, key: str, colour: str) -> None:
    for other in state.characters.values():
        if colour and other.colour == colour and other.key != key:
            raise LedgerError("colour_taken", character=other.name)


def _free_journal(state: State, key: str, journal: str) -> None:
    for other in state.characters.values():
        if journal and other.journal.casefold() == journal.casefold() and other.key != key:
            raise LedgerError("journal_taken", character=other.name)


def suffer(call: Call) -> State:
    """Add a lasting condition, in the group's own words."""
    character = the_character(call.state, call.text("character"))
    conditions = (*character.conditions, call.text("condition"))
    return with_character(call.state, replace(character, conditions=conditions))


def recover(call: Call) -> State:
    """Remove a condition; it must be named as it was written."""
    character = the_character(call.state, call.text("character"))
    label = call.text("condition").casefold()
    kept = list(character.conditions)
    found = next((text for text in kept if text.casefold() == label), None)
    if found is None:
        raise LedgerError("no_condition", character=character.name)
    kept.remove(found)
    return with_character(call.state, replace(character, conditions=tuple(kept)))


def promote(call: Call) -> State:
    """Raise the Associate Status by one level; none is skipped (docs/rules.md 8.30)."""
    character = the_character(call.state, call.text("character"))
    levels = call.state.campaign.levels
    reached = levels.index(character.level) + 1 if character.level else 0
    if reached == len(levels):
        raise LedgerError("level_top", character=character.name)
    if call.text("level") != levels[reached]:
        label = LEVELS[levels[reached]].sentence
        raise LedgerError("level_order", character=character.name, level=label)
    return with_character(call.state, replace(character, level=levels[reached]))


def of_the_last_game(call: Call) -> None:
    """What a winner gets: a late entry must not take it from the winner of a later game."""
    later = [g.number for g in call.state.games.values() if g.finished and g.number > call.game]
    if later:
        raise LedgerError("employee_since", game=max(later))


def valuable(call: Call) -> State:
    """Give the title of Most Valuable Employee to a character, or to nobody."""
    key = call.text("character")
    if key:
        the_character(call.state, key)
    return replace(call.state, valuable=key)


CHARACTER = Argument("character", CharacterRef(), gettext_noop("character"))
_DETAILS = (
    Argument("name", Text(40), gettext_noop("name"), optional=True),
    Argument("journal", Text(40), gettext_noop("Journal"), optional=True),
    Argument("colour", OneOf(COLOURS, "colours"), gettext_noop("colour"), optional=True),
    Argument("player", Member(), gettext_noop("player"), optional=True),
)
_LABELS = {
    "name": gettext_noop("The name is {name}."),
    "journal": gettext_noop("The Journal is {journal}."),
    "colour": gettext_noop("The colour is {colour}."),
}
_CONDITION = Argument("condition", Text(80), gettext_noop("condition"))

VERBS = (
    Verb(
        key="recruit",
        topic="characters",
        act=recruit,
        sentence=gettext_noop("{character} joins the campaign."),
        extras={name: label for name, label in _LABELS.items() if name != "name"},
        arguments=(
            Argument("character", CharacterRef(fresh=True), gettext_noop("character")),
            *_DETAILS,
        ),
        forms=(
            pgettext(
                "typed",
                "recruit <character> { [ name <name> ] [ journal <journal> ] "
                "[ colour|color <colour> ] [ player <player> ] }",
            ),
            pgettext(
                "typed",
                "recruit <name> { [ journal <journal> ] [ colour|color <colour> ] "
                "[ player <player> ] }",
            ),
        ),
        complete=_key_from_name,
        several="name",
        who=Who.KEEPER,
    ),
    Verb(
        key="character",
        topic="characters",
        act=change,
        sentence=gettext_noop("The details of {character} change."),
        extras=_LABELS,
        arguments=(CHARACTER, *_DETAILS),
        forms=(
            pgettext(
                "typed",
                "character <character> { [ name <name> ] [ journal <journal> ] "
                "[ colour|color <colour> ] [ player <player> ] }",
            ),
        ),
    ),
    Verb(
        key="condition",
        topic="characters",
        act=suffer,
        sentence=gettext_noop("{character} has a condition: {condition}."),
        arguments=(CHARACTER, _CONDITION),
        forms=(pgettext("typed", "condition <character> <condition>"),),
    ),
    Verb(
        key="recover",
        topic="characters",
        act=recover,
        sentence=gettext_noop("{character} recovers from: {condition}."),
        arguments=(CHARACTER, _CONDITION),
        forms=(pgettext("typed", "recover <character> <condition>"),),
    ),
    Verb(
        key="promote",
        topic="characters",
        act=promote,
        sentence=gettext_noop("{character} is promoted: {level}."),
        arguments=(CHARACTER, Argument("level", OneOf(LEVELS, "levels"), gettext_noop("level"))),
        forms=(pgettext("typed", "promote <character> <level>"),),
    ),
    Verb(
        key="valuable",
        topic="characters",
        act=valuable,
        sentence=gettext_noop("Most Valuable Employee: {character}."),
        without={"character": gettext_noop("Nobody is Most Valuable Employee.")},
        arguments=(replace(CHARACTER, optional=True),),
        forms=(
            pgettext("typed", "valuable <character>"),
            pgettext("typed", "valuable nobody"),
        ),
        late=True,
        guard=of_the_last_game,
    ),
)
