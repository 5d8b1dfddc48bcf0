"""Verbs about cards: fetched, named, moved, scratched, stickered with points, destroyed."""

from dataclasses import replace

from campaign.rules.arguments import Number, OneOf, Text
from campaign.rules.characters import CHARACTER
from campaign.rules.errors import LedgerError
from campaign.rules.finding import the_card, the_character, with_card, with_contract
from campaign.rules.naming import card_said
from campaign.rules.references import CardRef
from campaign.rules.sentences import gettext_noop
from campaign.rules.state import Card, Place, State
from campaign.rules.verb import Argument, Call, Verb, Who
from campaign.rules.words import KINDS, OWNED_PLACES, PLACES


def fetch(call: Call) -> State:
    """A card from the Cardporium into the campaign (docs/rules.md 8.1).

    It goes where its kind belongs, or where it was told; without a kind into the Filing Cabinet.
    """
    state, key = call.state, call.text("card")
    for known in state.cards:
        if known.casefold() == key.casefold():
            raise LedgerError("already_fetched", card=card_said(state, known))
    kind = state.campaign.kind(call.text("kind"))
    where = call.text("where") or _usual(kind.place if kind else "", call.text("character"))
    card = Card(
        key=key,
        place=_place(state, where, call.text("character")),
        name=call.text("name") or ("" if key[0].isdecimal() else key),
        kind=call.text("kind"),
        fetched_in=call.game,
    )
    return with_card(state, card)


def _usual(where: str, character: str) -> str:
    """An owned place needs its owner; a solo contract without one waits in the Filing Cabinet."""
    return "cabinet" if not where or (where in OWNED_PLACES and not character) else where


def _place(state: State, where: str, character: str) -> Place:
    label = PLACES[where].sentence
    if where in OWNED_PLACES and not character:
        raise LedgerError("whose_place", place=label)
    if character and where not in OWNED_PLACES:
        raise LedgerError("nobodys_place", place=label)
    if character:
        the_character(state, character)
    return Place(where=where, character=character)


def describe(call: Call) -> State:
    """Name, kind or number of scratch-off boxes of a card, once they are known.

    What waited in the Filing Cabinet only because nobody had said its kind goes where it belongs.
    """
    card = the_card(call.state, call.text("card"))
    if not set(call.args) - {"card"}:
        raise LedgerError("nothing_to_change")
    boxes = call.number("boxes", card.boxes)
    if boxes < card.scratched:
        raise LedgerError(
            "too_few_boxes", card=card_said(call.state, card.key), count=card.scratched
        )
    named = replace(
        card,
        name=call.text("name") or card.name,
        kind=call.text("kind") or card.kind,
        boxes=boxes,
        place=_told_apart(call, card),
    )
    return with_card(call.state, named)


def _told_apart(call: Call, card: Card) -> Place:
    kind = call.state.campaign.kind(call.text("kind"))
    waited = not card.kind and card.place.where == "cabinet"
    if kind is None or kind.contract or not waited or kind.place in OWNED_PLACES:
        return card.place
    return Place(where=kind.place)


def move(call: Call) -> State:
    """A card to another place."""
    return _moved(call.state, call.text("card"), call.text("where"), call.text("character"))


def _moved(state: State, key: str, where: str, character: str) -> State:
    card = the_card(state, key)
    return with_card(state, replace(card, place=_place(state, where, character)))


def to_cabinet(call: Call) -> State:
    """A card out of the campaign's pool, into the Filing Cabinet."""
    return _arrived(call, "cabinet", "")


def to_tuckbox(call: Call) -> State:
    """A card into a character's tuckbox."""
    return _arrived(call, "tuckbox", call.text("character"))


def _arrived(call: Call, where: str, character: str) -> State:
    """Straight from the Cardporium where it was not fetched before (docs/rules.md 8.8)."""
    state, key = call.state, call.text("card")
    if key not in state.cards:
        place = _place(state, where, character)
        return with_card(state, Card(key=key, place=place, fetched_in=call.game))
    return _moved(state, key, where, character)


def destroy(call: Call) -> State:
    """A card gone for good; a contract with it. Not the same as trashing it."""
    state = call.state
    card = the_card(state, call.text("card"))
    contract = state.contracts.get(card.key)
    if contract is not None:
        state = with_contract(state, replace(contract, fate="destroyed"))
    return with_card(state, replace(card, place=Place(where="destroyed")))


def scratch(call: Call) -> State:
    """One scratch-off box of a card scratched."""
    card = the_card(call.state, call.text("card"))
    if call.text("character"):
        the_character(call.state, call.text("character"))
    if card.boxes and card.scratched >= card.boxes:
        raise LedgerError("no_boxes_left", card=card_said(call.state, card.key))
    return with_card(call.state, replace(card, scratched=card.scratched + 1))


def point(call: Call) -> State:
    """Point stickers on a card, −1 each; they never cover one another."""
    card = the_card(call.state, call.text("card"))
    return with_card(call.state, replace(card, points=card.points + call.number("count", 1)))


def employee(call: Call) -> State:
    """The one Employee of the Month card into a starting deck or the Filing Cabinet.

    Whoever has it already keeps it; there is never a second copy (docs/rules.md 8.19).
    """
    state, key = call.state, call.text("character")
    if key:
        the_character(state, key)
    place = Place(where="starting", character=key) if key else Place(where="cabinet")
    for card in state.cards.values():
        if card.kind == "employee" and not card.destroyed:
            state = with_card(state, replace(card, place=place))
    return replace(state, employee=key)


CARD = Argument("card", CardRef(), gettext_noop("card"))
FRESH_CARD = Argument("card", CardRef(fresh=True), gettext_noop("card"))
NAME = Argument("name", Text(60), gettext_noop("name"), optional=True)
_KIND = Argument("kind", OneOf(KINDS, "kinds"), gettext_noop("kind of card"), optional=True)
_WHERE = Argument("where", OneOf(PLACES, "places"), gettext_noop("place"))
_WHOSE = replace(CHARACTER, optional=True)

VERBS = (
    Verb(
        key="fetch",
        topic="cards",
        act=fetch,
        sentence=gettext_noop("Fetched {card}."),
        extras={
            "kind": gettext_noop("It is a {kind}."),
            "where": gettext_noop("It goes to: {where}."),
            "character": gettext_noop("It is for {character}."),
        },
        arguments=(FRESH_CARD, NAME, _KIND, replace(_WHERE, optional=True), _WHOSE),
        forms=(
            "fetch|hole <card> { [ <kind> ] [ to|nach <where> ] [ for|für <character> ] [ <name> ] }",
        ),
    ),
    Verb(
        key="card",
        topic="cards",
        act=describe,
        sentence=gettext_noop("More is known of {card}."),
        extras={
            "name": gettext_noop("It is called “{name}”."),
            "kind": gettext_noop("It is a {kind}."),
            "boxes": gettext_noop("Its scratch-off boxes: {boxes}."),
        },
        arguments=(
            CARD,
            NAME,
            _KIND,
            Argument("boxes", Number(1, 20), gettext_noop("number of boxes"), optional=True),
        ),
        forms=("card|karte <card> { [ name|namens <name> ] [ <kind> ] [ boxes|felder <boxes> ] }",),
    ),
    Verb(
        key="put",
        topic="cards",
        act=move,
        sentence=gettext_noop("Put {card} here: {where}."),
        extras={"character": gettext_noop("It is the one of {character}.")},
        arguments=(CARD, _WHERE, _WHOSE),
        forms=("put|lege <card> <where> [ <character> ]",),
    ),
    Verb(
        key="cabinet",
        topic="cards",
        act=to_cabinet,
        sentence=gettext_noop("Put {card} into the Filing Cabinet."),
        arguments=(FRESH_CARD,),
        forms=("cabinet|aktenschrank <card>",),
    ),
    Verb(
        key="tuckbox",
        topic="cards",
        act=to_tuckbox,
        sentence=gettext_noop("Put {card} into the tuckbox of {character}."),
        arguments=(FRESH_CARD, CHARACTER),
        forms=("tuckbox|schachtel|kartenschachtel <card> <character>",),
    ),
    Verb(
        key="destroy",
        topic="cards",
        act=destroy,
        sentence=gettext_noop("Destroyed {card}."),
        arguments=(CARD,),
        forms=("destroy|vernichte|zerstöre <card>",),
    ),
    Verb(
        key="scratch",
        topic="cards",
        act=scratch,
        sentence=gettext_noop("A box is scratched on {card}."),
        extras={"character": gettext_noop("By {character}.")},
        arguments=(CARD, _WHOSE),
        forms=("scratch|rubble <card> [ <character> ]",),
        who=Who.OWN,
    ),
    Verb(
        key="point",
        topic="cards",
        act=point,
        sentence=gettext_noop("A point sticker on {card}: it is worth less now."),
        extras={"count": gettext_noop("Stickers at once: {count}.")},
        arguments=(
            CARD,
            Argument("count", Number(1, 9), gettext_noop("number of stickers"), optional=True),
        ),
        forms=("point|punkt <card> [ <count> ]",),
    ),
    Verb(
        key="employee",
        topic="cards",
        act=employee,
        sentence=gettext_noop("Employee of the Month: {character}."),
        without={"character": gettext_noop("Nobody is Employee of the Month: Filing Cabinet.")},
        arguments=(_WHOSE,),
        forms=("employee|mitarbeiter <character>", "employee|mitarbeiter nobody|niemand"),
    ),
)
