"""Verbs about cards: fetched, named, moved, scratched, stickered with points, destroyed."""

from collections.abc import Mapping
from dataclasses import replace

from campaign.rules.arguments.cards import CardRef
from campaign.rules.arguments.kind import Reading
from campaign.rules.arguments.values import Number, OneOf, Text
from campaign.rules.caught_up import caught_up
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.labels import card_label
from campaign.rules.lookup import in_the_game, the_card, the_character, with_card, with_contract
from campaign.rules.midnight_oil import brought_home
from campaign.rules.state import Card, Place, State
from campaign.rules.verbs.characters import CHARACTER, of_the_last_game
from campaign.rules.verbs.verb import NEW_CARD, Argument, Call, Verb
from campaign.rules.words import KINDS, OWNED_PLACES, PLACES
from kernel.message import gettext_noop, pgettext


def fetch(call: Call) -> State:
    """Take a card from the Cardporium into the campaign (docs/rules.md 8.1).

    It goes where its kind belongs or where the entry says; without a kind, into the Filing Cabinet.
    """
    state, key = call.state, call.text("card")
    for known in state.cards:
        if known.casefold() == key.casefold():
            raise LedgerError("already_fetched", card=card_label(state, known))
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


def _kind_by_name(args: Mapping[str, Value], reading: Reading) -> Mapping[str, Value]:
    """A card that is called as its kind is of that kind, as Burn the Midnight Oil."""
    name = str(args.get("name", "")).casefold()
    for kind in () if "kind" in args else reading.campaign.kinds:
        if name in map(str.casefold, reading.lexicon.versions(KINDS[kind.key].label)):
            return {**args, "kind": kind.key}
    return args


def _usual(where: str, character: str) -> str:
    """The place for a kind; one that needs an owner and has none waits in the Filing Cabinet."""
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
    """Write down a card's name, kind or number of scratch-off boxes.

    A card that was in the Filing Cabinet only because its kind was unknown goes where it belongs.
    """
    card = the_card(call.state, call.text("card"))
    if not set(call.args) - {"card"}:
        raise LedgerError("nothing_to_change")
    boxes = call.number("boxes", card.boxes)
    if boxes < card.scratched:
        raise LedgerError(
            "too_few_boxes", card=card_label(call.state, card.key), count=card.scratched
        )
    named = replace(
        card,
        name=call.text("name") or card.name,
        kind=call.text("kind") or card.kind,
        boxes=boxes,
        place=_place_by_kind(call, card),
    )
    return with_card(call.state, named)


def _place_by_kind(call: Call, card: Card) -> Place:
    kind = call.state.campaign.kind(call.text("kind"))
    waited = not card.kind and card.place.where == "cabinet"
    if kind is None or kind.contract or not waited or kind.place in OWNED_PLACES:
        return card.place
    return Place(where=kind.place)


def move(call: Call) -> State:
    """Move a card to another place."""
    card = in_the_game(call.state, call.text("card"))
    return _moved(call.state, card, call.text("where"), call.text("character"))


def _moved(state: State, card: Card, where: str, character: str) -> State:
    moved = replace(card, place=_place(state, where, character))
    state = with_card(state, moved)
    home = state.campaign.burns_oil(card.key) and where != "supply"
    return brought_home(state, card.key) if home else state


def to_cabinet(call: Call) -> State:
    """Move a card into the Filing Cabinet."""
    return _arrived(call, "cabinet", "")


def to_tuckbox(call: Call) -> State:
    """Move a card into a character's tuckbox."""
    return _arrived(call, "tuckbox", call.text("character"))


def _arrived(call: Call, where: str, character: str) -> State:
    """Put a card somewhere, from the Cardporium if it was not fetched (docs/rules.md 8.8)."""
    state, key = call.state, call.text("card")
    if key not in state.cards:
        place = _place(state, where, character)
        return with_card(state, Card(key=key, place=place, fetched_in=call.game))
    return _moved(state, the_card(state, key), where, character)


def destroy(call: Call) -> State:
    """Destroy a card for good, with its contract. Not the same as trashing it."""
    state = call.state
    card = in_the_game(state, call.text("card"))
    contract = state.contracts.get(card.key)
    if contract is not None:
        state = with_contract(state, replace(contract, fate="destroyed"))
    return with_card(state, replace(card, place=Place(where="destroyed")))


def scratch(call: Call) -> State:
    """Scratch one box on a card."""
    card = in_the_game(call.state, call.text("card"))
    if call.text("character"):
        the_character(call.state, call.text("character"))
    if card.boxes and card.scratched >= card.boxes:
        raise LedgerError("no_boxes_left", card=card_label(call.state, card.key))
    state = with_card(call.state, replace(card, scratched=card.scratched + 1))
    return caught_up(state, card.place.character, "scratches") if not card.scratched else state


def point(call: Call) -> State:
    """Put point stickers on a card, −1 each; they never cover each other."""
    card = the_card(call.state, call.text("card"))
    return with_card(call.state, replace(card, points=card.points + call.number("count", 1)))


def employee(call: Call) -> State:
    """Move the one Employee of the Month card into a starting deck or the Filing Cabinet.

    A character who already has it keeps it; there is never a second one (docs/rules.md 8.19).
    """
    state, key = call.state, call.text("character")
    if key:
        the_character(state, key)
    place = Place(where="starting", character=key) if key else Place(where="cabinet")
    for card in state.cards.values():
        if card.kind == "employee" and not card.destroyed:
            state = with_card(state, replace(card, place=place))
    return replace(state, employee=key)


def found_there(call: Call) -> frozenset[str]:
    """The card if the entry makes it known, which no strike of another entry may bring about."""
    key = call.text("card")
    return frozenset() if key in call.state.cards else frozenset({NEW_CARD + key})


CARD = Argument("card", CardRef(), gettext_noop("card"))
ANY_CARD = Argument("card", CardRef(grows=True), gettext_noop("card"))
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
            "kind": gettext_noop("Kind: {kind}."),
            "where": gettext_noop("It goes to: {where}."),
            "character": gettext_noop("It is for {character}."),
        },
        arguments=(FRESH_CARD, NAME, _KIND, replace(_WHERE, optional=True), _WHOSE),
        forms=(
            pgettext(
                "typed",
                "fetch <card> { [ <kind> ] [ to <where> ] [ for <character> ] [ <name> ] }",
            ),
        ),
        several="card",
        complete=_kind_by_name,
    ),
    Verb(
        key="card",
        topic="cards",
        act=describe,
        sentence=gettext_noop("More is known of {card}."),
        extras={
            "name": gettext_noop("It is called “{name}”."),
            "kind": gettext_noop("Kind: {kind}."),
            "boxes": gettext_noop("Its scratch-off boxes: {boxes}."),
        },
        arguments=(
            CARD,
            NAME,
            _KIND,
            Argument("boxes", Number(1, 20), gettext_noop("number of boxes"), optional=True),
        ),
        forms=(pgettext("typed", "card <card> { [ name <name> ] [ <kind> ] [ boxes <boxes> ] }"),),
    ),
    Verb(
        key="put",
        topic="cards",
        act=move,
        sentence=gettext_noop("Put {card} here: {where}."),
        extras={"character": gettext_noop("It is the card of {character}.")},
        arguments=(ANY_CARD, _WHERE, _WHOSE),
        forms=(pgettext("typed", "put <card> <where> [ <character> ]"),),
        several="card",
        pin=found_there,
    ),
    Verb(
        key="cabinet",
        topic="cards",
        act=to_cabinet,
        sentence=gettext_noop("Put {card} into the Filing Cabinet."),
        arguments=(FRESH_CARD,),
        forms=(pgettext("typed", "cabinet <card>"),),
        several="card",
    ),
    Verb(
        key="tuckbox",
        topic="cards",
        act=to_tuckbox,
        sentence=gettext_noop("Put {card} into the tuckbox of {character}."),
        arguments=(FRESH_CARD, CHARACTER),
        forms=(pgettext("typed", "tuckbox <card> <character>"),),
        several="card",
    ),
    Verb(
        key="destroy",
        topic="cards",
        act=destroy,
        sentence=gettext_noop("Destroyed {card}."),
        arguments=(ANY_CARD,),
        forms=(pgettext("typed", "destroy <card>"),),
        several="card",
        late=True,
        pin=found_there,
    ),
    Verb(
        key="scratch",
        topic="cards",
        act=scratch,
        sentence=gettext_noop("A box is scratched on {card}."),
        extras={"character": gettext_noop("By {character}.")},
        arguments=(ANY_CARD, _WHOSE),
        forms=(pgettext("typed", "scratch <card> [ <character> ]"),),
        several="card",
        pin=found_there,
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
        forms=(pgettext("typed", "point <card> [ <count> ]"),),
    ),
    Verb(
        key="employee",
        topic="cards",
        act=employee,
        sentence=gettext_noop("Employee of the Month: {character}."),
        without={"character": gettext_noop("Nobody is Employee of the Month: Filing Cabinet.")},
        arguments=(_WHOSE,),
        forms=(
            pgettext("typed", "employee <character>"),
            pgettext("typed", "employee nobody"),
        ),
        late=True,
        guard=of_the_last_game,
    ),
)
