"""Marks on cards: only available blue ones, only once unless told (docs/rules.md 8.16)."""

from dataclasses import replace

from campaign.rules.arguments import Flag
from campaign.rules.characters import CHARACTER
from campaign.rules.errors import LedgerError
from campaign.rules.finding import the_card, the_character, with_card
from campaign.rules.naming import card_said, character_said, place_said
from campaign.rules.references import CardRef
from campaign.rules.sentences import gettext_noop
from campaign.rules.state import Card, Mark, State
from campaign.rules.verb import Argument, Call, Verb, Who
from campaign.rules.words import KINDS


def why_not(state: State, card: Card, *, told: bool = False) -> LedgerError | None:
    """Why a card cannot be marked, or nothing if it can.

    Told so by the text, marked cards and cards elsewhere than in the adventure deck are fine;
    monsters, reserve and starting cards never are. Cards of the adventure deck count as
    available: only the table knows which of them lie in a hand, a discard pile or the row.
    """
    said = card_said(state, card.key)
    kind = state.campaign.kind(card.kind)
    if kind is None:
        return LedgerError("kind_unknown", card=said, word=card.key)
    if not kind.markable:
        return LedgerError("not_markable", card=said, kind=KINDS[kind.key].sentence)
    if told:
        return None
    if card.place.where != "adventure":
        return LedgerError("not_available", card=said, place=place_said(state, card.place))
    return LedgerError("already_marked", card=said) if card.marks else None


def eligible(state: State) -> tuple[str, ...]:
    """The keys of all cards that can be marked now, in order of their numbers."""
    return tuple(sorted(key for key, card in state.cards.items() if why_not(state, card) is None))


def total(state: State, character: str) -> int:
    """A character's marks on cards, those covered by others' not counted (docs/rules.md 8.25)."""
    cards = [card for card in state.cards.values() if not card.destroyed]
    return sum(mark.character == character for card in cards for mark in card.marks)


def mark(call: Call) -> State:
    """A character's mark on a card, or over somebody else's; it scratches a box if one is left."""
    state, character = call.state, the_character(call.state, call.text("character"))
    card = the_card(state, call.text("card"))
    over = call.text("over")
    if over:
        marks = _covered(call, card, over)
        return with_card(state, replace(card, marks=marks))
    refused = why_not(state, card, told=call.flag("told"))
    if refused is not None:
        raise refused
    marks = (*card.marks, Mark(character=character.key, game=call.game))
    scratched = min(card.scratched + 1, card.boxes) if card.boxes else card.scratched
    return with_card(state, replace(card, marks=marks, scratched=scratched))


def _covered(call: Call, card: Card, over: str) -> tuple[Mark, ...]:
    """One mark of another character replaced, where it stands."""
    character = call.text("character")
    if over == character:
        raise LedgerError("own_mark", character=character_said(call.state, character))
    places = [i for i, mark in enumerate(card.marks) if mark.character == over]
    if not places:
        said = card_said(call.state, card.key)
        who = character_said(call.state, over)
        raise LedgerError("no_mark_to_cover", card=said, character=who)
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
            Argument("card", CardRef(offered=_markable), gettext_noop("card")),
            CHARACTER,
            Argument("told", Flag(), gettext_noop("told"), optional=True),
            replace(CHARACTER, name="over", label=gettext_noop("whose mark"), optional=True),
        ),
        forms=(
            "mark|markiere <card> <character> [ ?told:told|gesagt ]",
            "mark|markiere <card> <character> over|über <over>",
        ),
        who=Who.OWN,
    ),
)
