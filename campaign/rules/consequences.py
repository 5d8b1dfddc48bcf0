"""What an entry causes besides what it says: a box scratched, a contract completed …"""

from collections.abc import Iterator

from campaign.rules.labels import (
    card_label,
    character_label,
    characters_label,
    contract_label,
    place_label,
    space_label,
)
from campaign.rules.state import Character, Contract, Space, State, leaders
from campaign.rules.tasks import left_open
from campaign.rules.verbs.milestones import passages_due
from campaign.rules.words import COLOURS
from kernel.message import Message, Param, gettext_noop


def consequences(before: State, after: State) -> tuple[Message, ...]:
    """The further effects of one entry, from the states before and after it."""
    return (
        *_of_cards(before, after),
        *_of_contracts(before, after),
        *_of_milestones(before, after),
        *_of_spaces(before, after),
        *_of_games(before, after),
        *(left_open(before) if after.packed and not before.packed else ()),
        *_of_employee(before, after),
        *_of_colours(before, after),
    )


def _of_cards(before: State, after: State) -> Iterator[Message]:
    for key, card in after.cards.items():
        old = before.cards.get(key)
        if old is None or old is card:
            continue
        if len(card.marks) > len(old.marks) and card.scratched > old.scratched:
            template = gettext_noop("One scratch-off box on {card} is scratched.")
            yield Message(template, {"card": card_label(after, key)})
        if not old.kind and card.kind and old.place != card.place:
            template = gettext_noop("{card}: {place}.")
            yield Message(
                template, {"card": card_label(after, key), "place": place_label(after, card.place)}
            )


def _of_contracts(before: State, after: State) -> Iterator[Message]:
    for key, contract in after.contracts.items():
        old = before.contracts.get(key)
        if old is None or old is contract:
            continue
        label = contract_label(after, key)
        if old.active and not contract.active:
            yield _flipped(after, contract, label)
        if old.cubes and not contract.cubes:
            template = gettext_noop("The cubes on {contract} go back to their owners.")
            yield Message(template, {"contract": label})


def _flipped(state: State, contract: Contract, label: Message) -> Message:
    if contract.status == "failed":
        template = gettext_noop("{contract} has failed: flip it, but do not read its story.")
        return Message(template, {"contract": label})
    stars = characters_label(state, contract.stars)
    template = gettext_noop("{contract} is completed by {characters}: flip it and read on.")
    if state.campaign.contracts_first:
        template = gettext_noop(
            "{contract} is completed by {characters}: resolve it first when the turn ends."
        )
    return Message(template, {"contract": label, "characters": stars})


def _of_milestones(before: State, after: State) -> Iterator[Message]:
    for key, character in after.characters.items():
        known = _due(before, before.characters.get(key))
        for space in _due(after, character):
            if space not in known:
                template = gettext_noop(
                    "After this game {character} reads the passage of milestone space {space}."
                )
                params: dict[str, Param] = {
                    "character": character_label(after, key),
                    "space": space,
                }
                yield Message(template, params)


def _due(state: State, character: Character | None) -> tuple[int, ...]:
    return passages_due(state, character, state.tonight) if character else ()


def _of_spaces(before: State, after: State) -> Iterator[Message]:
    for key, space in after.spaces.items():
        old = before.spaces.get(key, Space(key=key))
        if space.remnant and not old.remnant:
            template = gettext_noop(
                "A remnant sticker from {sticker} goes on it. Tokens there are trashed, cubes "
                "return to their owners."
            )
            yield Message(template, {"sticker": after.campaign.stickers.remnant})
        for was, mark in zip(old.marks, space.marks, strict=False):
            if mark.covered and not was.covered:
                template = gettext_noop("The mark of {character} on {space} is covered.")
                who = character_label(after, mark.character)
                yield Message(template, {"character": who, "space": space_label(after, key)})


def _of_games(before: State, after: State) -> Iterator[Message]:
    """Who has won, if the scores alone decide it."""
    for key, game in after.games.items():
        old = before.games.get(key)
        if (
            not game.finished
            or old is game
            or (old and old.winners == game.winners and old.finished)
        ):
            continue
        if len(leaders(game.scores)) == 1:
            template = gettext_noop("The winner is {character}.")
            yield Message(template, {"character": character_label(after, game.winner)})
        elif not game.winners:
            yield Message(gettext_noop("There is no winner: leave the column blank."))


def _of_employee(before: State, after: State) -> Iterator[Message]:
    """That the card moves before anybody has won the game at hand."""
    if after.employee != before.employee and after.running:
        template = gettext_noop(
            "Game {game} is not over: the card moves now, and goes to its winner afterwards."
        )
        yield Message(template, {"game": after.game})


def _of_colours(before: State, after: State) -> Iterator[Message]:
    """Which colour a newcomer gets without choosing, and who gives one up that was not chosen."""
    template = gettext_noop("{character} has the colour {colour} now.")
    for key, character in after.characters.items():
        old = before.characters.get(key)
        had, chosen = old.drawn if old else "", character.colour == character.drawn
        if character.drawn and character.drawn != had and not chosen:
            colour = COLOURS[character.drawn].sentence
            yield Message(template, {"character": character_label(after, key), "colour": colour})
