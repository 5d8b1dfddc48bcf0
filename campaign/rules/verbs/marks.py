"""Marks on cards: only available blue ones, only once unless told (docs/rules.md 8.16)."""

from dataclasses import replace

from campaign.rules.arguments.cards import CardRef
from campaign.rules.arguments.values import Flag
from campaign.rules.caught_up import caught_up
from campaign.rules.errors import LedgerError
from campaign.rules.labels import card_label, character_label, place_label
from campaign.rules.lookup import in_the_game, the_character, with_card
from campaign.rules.state import Card, Mark, State
from campaign.rules.verbs.cards import found_there
from campaign.rules.verbs.characters import CHARACTER
from campaign.rules.verbs.verb import Argument, Call, Verb
from campaign.rules.words import KINDS
from kernel.message import gettext_noop, pgettext


def why_not(state: State, card: Card, *, told: bool = False) -> LedgerError | None:
    """Why a card cannot be marked, or None if it can.

    With ``told``, marked cards and cards outside the adventure deck are allowed;
    monsters, reserve and starting cards never are. Cards of the adventure deck count as
    available: only the table knows which of them lie in a hand, a discard pile or the row.
    """
    label = card_label(state, card.key)
    kind = state.campaign.kind(card.kind or _presumed(card))
    if kind is None:
        return LedgerError("kind_unknown", card=label, word=card.key)
    if not kind.markable:
        return LedgerError("not_markable", card=label, kind=KINDS[kind.key].sentence)
    if told:
        return None
    if card.place.where != "adventure":
        return LedgerError("not_available", card=label, place=place_label(state, card.place))
    return LedgerError("already_marked", card=label) if card.marks else None


def _presumed(card: Card) -> str:
    """Nobody marks a card of the adventure deck that is not blue, so one without a kind is."""
    return "blue" if card.place.where == "adventure" else ""


def eligible(state: State) -> tuple[str, ...]:
    """The keys of all cards that can be marked now, in order of their numbers."""
    return tuple(sorted(key for key, card in state.cards.items() if why_not(state, card) is None))


def total(state: State, character: str) -> int:
    """A character's marks on cards without covered ones (docs/rules.md 8.25)."""
    cards = [card for card in state.cards.values() if not card.destroyed]
    return sum(mark.character == character for card in cards for mark in card.marks)


def mark(call: Call) -> State:
    """Mark a card, or cover somebody else's mark; scratches a box if one is left."""
    state, character = call.state, the_character(call.state, call.text("character"))
    card = in_the_game(state, call.text("card"))
    over = call.text("over")
    if over:
        marks = _covered(call, card, over)
        state = with_card(state, replace(card, marks=marks))
        return caught_up(state, character.key, f"covers/{over}")
    refused = why_not(state, card, told=call.flag("told"))
    if refused is not None:
        raise refused
    marks = (*card.marks, Mark(character=character.key, game=call.game))
    scratched = min(card.scratched + 1, card.boxes) if card.boxes else card.scratched
    kind = card.kind or _presumed(card)
    marked = replace(card, kind=kind, marks=marks, scratched=scratched)
    return caught_up(with_card(state, marked), character.key, "random")


def _covered(call: Call, card: Card, over: str) -> tuple[Mark, ...]:
    """The marks, with one of another character replaced in place."""
    character = call.text("character")
    if over == character:
        raise LedgerError("own_mark", character=character_label(call.state, character))
    places = [i for i, mark in enumerate(card.marks) if mark.character == over]
    if not places:
        label = card_label(call.state, card.key)
        who = character_label(call.state, over)
        raise LedgerError("no_mark_to_cover", card=label, character=who)
    new = Mark(character=character, game=call.game, covers=over)
    return (*card.marks[: places[0]], new, *card.marks[places[0] + 1 :])


def _markable(state: State, key: str) -> bool:
    return why_not(state, state.cards[key]) is None


VERBS = (
    Verb(
        key="mark",
        topic="marks",
        act=mark,
        sentence=gettext_noop("{character} marks {card}."),
        extras={
            "told": gettext_noop("The text said so."),
            "over": gettext_noop("It covers a mark of {over}."),
        },
        arguments=(
            Argument("card", CardRef(grows=True, offered=_markable), gettext_noop("card")),
            CHARACTER,
            Argument("told", Flag(), gettext_noop("told"), optional=True),
            replace(CHARACTER, name="over", label=gettext_noop("whose mark"), optional=True),
        ),
        forms=(
            pgettext("typed", "mark <card> <character> [ ?told:told ]"),
            pgettext("typed", "mark <card> <character> over <over>"),
        ),
        several="card",
        pin=found_there,
    ),
)
