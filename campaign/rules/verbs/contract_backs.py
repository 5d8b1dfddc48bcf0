"""Verbs about the backs of contracts: written down, carried out, worth points, read to the end."""

from dataclasses import replace

from campaign.rules import contracts
from campaign.rules.arguments.values import Number, OneOf, Text
from campaign.rules.errors import LedgerError
from campaign.rules.labels import contract_label
from campaign.rules.lookup import the_contract, with_card, with_contract
from campaign.rules.state import BackBox, Place, State
from campaign.rules.verbs.contracts import CONTRACT
from campaign.rules.verbs.verb import Argument, Call, Verb
from campaign.rules.words import BOXES, WHEN
from kernel.message import gettext_noop, pgettext


def write_back(call: Call) -> State:
    """Write down one instruction of the back."""
    contract = contracts.flipped(call.state, the_contract(call.state, call.text("contract")))
    box = BackBox(kind=call.text("kind"), when=call.text("when") or "now", text=call.text("text"))
    return with_contract(call.state, replace(contract, back=(*contract.back, box)))


def tick_box(call: Call) -> State:
    """Carry out one instruction of the back."""
    contract = the_contract(call.state, call.text("contract"))
    return with_contract(
        call.state, contracts.tick_box(call.state, contract, call.number("number"), call.game)
    )


def _on_the_box(call: Call) -> frozenset[str]:
    contract = the_contract(call.state, call.text("contract"))
    meant = contract.back[call.number("number") - 1 : call.number("number")]
    return frozenset(f"{box.kind} {box.when} {box.text}" for box in meant)


def turn(call: Call) -> State:
    """End the owner's turn: AFTER YOUR TURN comes now."""
    contract = the_contract(call.state, call.text("contract"))
    return with_contract(call.state, contracts.reach_turn(call.state, contract))


def points(call: Call) -> State:
    """Write down the points on a completed contract's back, and its bonus for the first game."""
    contract = contracts.flipped(call.state, the_contract(call.state, call.text("contract")))
    if contract.status != "completed":
        raise LedgerError("not_completed", contract=contract_label(call.state, contract.key))
    bonus = call.number("bonus", contract.bonus)
    worth = replace(contract, points=call.number("points"), bonus=bonus)
    return with_contract(call.state, worth)


def keep(call: Call) -> State:
    """Keep a contract that was read to the end: in the box, or (Midnight Oil) in the cabinet."""
    contract = the_contract(call.state, call.text("contract"))
    state = with_contract(call.state, contracts.put_away(call.state, contract))
    card = state.cards[contract.key]
    oil = state.campaign.burns_oil(card.key)
    return with_card(state, replace(card, place=Place(where="cabinet" if oil else "box")))


VERBS = (
    Verb(
        key="back",
        topic="contracts",
        act=write_back,
        sentence=gettext_noop("On the back of {contract} ({kind}): “{text}”."),
        extras={"when": gettext_noop("To be done {when}.")},
        arguments=(
            CONTRACT,
            Argument("kind", OneOf(BOXES), gettext_noop("kind of box")),
            Argument("when", OneOf(WHEN), gettext_noop("when"), optional=True),
            Argument("text", Text(200), gettext_noop("text")),
        ),
        forms=(pgettext("typed", "contract <contract> back <kind> [ <when> ] <text>"),),
    ),
    Verb(
        key="box",
        topic="contracts",
        act=tick_box,
        sentence=gettext_noop("Box {number} on the back of {contract} is done."),
        arguments=(CONTRACT, Argument("number", Number(1, 30), gettext_noop("box"))),
        forms=(pgettext("typed", "contract <contract> box <number>"),),
        pin=_on_the_box,
        late=True,
    ),
    Verb(
        key="turn",
        topic="contracts",
        act=turn,
        sentence=gettext_noop("The turn is over: {contract} goes on."),
        arguments=(CONTRACT,),
        forms=(pgettext("typed", "contract <contract> turn"),),
    ),
    Verb(
        key="points",
        topic="contracts",
        act=points,
        sentence=gettext_noop("Points of {contract}: {points}."),
        extras={"bonus": gettext_noop("Bonus in its first game: {bonus}.")},
        arguments=(
            CONTRACT,
            Argument("points", Number(-99, 99), gettext_noop("points")),
            Argument("bonus", Number(0, 99), gettext_noop("bonus"), optional=True),
        ),
        forms=(pgettext("typed", "contract <contract> points <points> [ bonus <bonus> ]"),),
    ),
    Verb(
        key="keep",
        topic="contracts",
        act=keep,
        sentence=gettext_noop("{contract} is read to the end and kept."),
        arguments=(CONTRACT,),
        forms=(pgettext("typed", "contract <contract> keep"),),
        late=True,
    ),
)
