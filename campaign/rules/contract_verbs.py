"""Verbs about contracts: put on the table, worked on, completed or failed, read to the end."""

from dataclasses import replace

from campaign.rules import contracts
from campaign.rules.arguments import Flag, Number, OneOf, Text
from campaign.rules.cards import NAME
from campaign.rules.characters import CHARACTER
from campaign.rules.errors import LedgerError
from campaign.rules.finding import the_character, the_contract, with_card, with_contract
from campaign.rules.labels import CubeTrack
from campaign.rules.naming import card_said, contract_said, space_said
from campaign.rules.references import Characters, ContractRef, NewContractRef
from campaign.rules.sentences import Sentence, gettext_noop
from campaign.rules.spaces import SPACE
from campaign.rules.state import BackBox, Card, Contract, Marker, Place, State
from campaign.rules.verb import Argument, Call, Verb, Who
from campaign.rules.words import BOXES, KINDS, WHEN


def introduce(call: Call) -> State:
    """A contract on the table, its front read aloud (docs/rules.md 8.13)."""
    state, key = call.state, call.text("card")
    known = state.contracts.get(key)
    if known is not None and not contracts.may_come_again(state, known):
        raise LedgerError("contract_known", contract=contract_said(state, key))
    kind = _contract_kind(call)
    owner = call.text("owner")
    _check_owner(state, kind, owner)
    _check_requirement(call)
    contract = Contract(
        key=key,
        group=kind != "solo",
        owner=owner,
        name=call.text("name") or (state.cards[key].name if key in state.cards else ""),
        fetched_in=call.game,
        deadline=_deadline(call),
        has_setup=call.flag("setup"),
        boxes=call.number("boxes"),
        track=call.numbers("track"),
        earlier=(*known.earlier, *known.stars) if known else (),
    )
    return with_contract(with_card(state, _its_card(call, contract, kind)), contract)


def _contract_kind(call: Call) -> str:
    """The kind said, or the card's own, or the only one there is."""
    state = call.state
    card = state.cards.get(call.text("card"))
    known = [kind.key for kind in state.campaign.contract_kinds]
    kind = call.text("kind") or (card.kind if card else "")
    if not kind and len(known) == 1:
        return known[0]
    if not kind:
        raise LedgerError("bad_argument.missing", field=Sentence(_KIND))
    if kind not in known:
        said = card_said(state, call.text("card"))
        raise LedgerError("not_a_contract", card=said, kind=KINDS[kind].sentence)
    return kind


def _check_owner(state: State, kind: str, owner: str) -> None:
    if kind == "solo" and not owner:
        raise LedgerError("who_owns")
    if kind != "solo" and owner:
        raise LedgerError("nobody_owns")
    if owner:
        the_character(state, owner)


def _check_requirement(call: Call) -> None:
    track = call.numbers("track")
    if track and call.number("boxes"):
        raise LedgerError("one_requirement")
    numbers = [number for number in track if number]
    if len(set(numbers)) < len(numbers) or 1 in numbers:
        raise LedgerError("track_numbers")


def _deadline(call: Call) -> int:
    """Before scoring a game that is not over yet, or none."""
    deadline, state = call.number("deadline"), call.state
    over = state.current is not None and state.current.finished
    if deadline and (deadline < state.game or (deadline == state.game and over)):
        raise LedgerError("deadline_past", game=deadline)
    if deadline > (state.campaign.games or deadline):
        raise LedgerError("deadline_beyond", games=state.campaign.games)
    return deadline


def _its_card(call: Call, contract: Contract, kind: str) -> Card:
    owner = contract.owner
    place = Place(where="supply", character=owner) if owner else Place(where="row")
    known = call.state.cards.get(contract.key)
    if known is None:
        known = Card(key=contract.key, place=place, fetched_in=call.game)
    if known.destroyed:
        raise LedgerError("card_destroyed", card=card_said(call.state, known.key))
    return replace(known, place=place, name=contract.name or known.name, kind=kind)


def setup(call: Call) -> State:
    """The SETUP of a contract carried out for this game."""
    contract = the_contract(call.state, call.text("contract"))
    return with_contract(call.state, contracts.set_up(call.state, contract))


def tick_contract(call: Call) -> State:
    """The next checkbox of a contract."""
    contract = the_contract(call.state, call.text("contract"))
    character = the_character(call.state, call.text("character")).key
    return _resolved(call.state, contracts.tick(call.state, contract, character))


def cube(call: Call) -> State:
    """A cube on a contract's track; the players of the running game count."""
    state, players = call.state, call.running.players
    contract = the_contract(state, call.text("contract"))
    character = the_character(state, call.text("character"))
    if character.key not in players:
        raise LedgerError("not_playing", character=character.name, game=call.game)
    placed = contracts.place_cube(state, contract, character.key, len(players))
    return _resolved(state, placed)


def done(call: Call) -> State:
    """A contract completed by one or several characters."""
    state, stars = call.state, call.texts("characters")
    for star in stars:
        the_character(state, star)
    contract = the_contract(state, call.text("contract"))
    players = len(state.current.players) if state.current else 0
    told = call.flag("told")
    return _resolved(state, contracts.done(state, contract, stars, players, told=told))


def _resolved(state: State, contract: Contract) -> State:
    """A completed contract goes to the supply of the first who completed it."""
    state = with_contract(state, contract)
    if contract.status != "completed" or contract.key not in state.cards:
        return state
    place = Place(where="supply", character=contract.stars[0])
    return with_card(state, replace(state.cards[contract.key], place=place))


def fail(call: Call) -> State:
    """A contract failed."""
    contract = the_contract(call.state, call.text("contract"))
    return with_contract(call.state, contracts.failed(call.state, contract))


def set_deadline(call: Call) -> State:
    """Another deadline for an open contract."""
    contract = contracts.active(call.state, the_contract(call.state, call.text("contract")))
    return with_contract(call.state, replace(contract, deadline=_deadline(call)))


def fail_due(call: Call) -> State:
    """Everything due before scoring this game fails (docs/rules.md 8.11)."""
    state, due = call.state, contracts.due(call.state)
    if not due:
        raise LedgerError("nothing_due", game=call.game)
    for contract in due:
        state = with_contract(state, contracts.failed(state, contract))
    return state


def _failing(call: Call) -> frozenset[str]:
    return frozenset(contract.key for contract in contracts.due(call.state))


def write_back(call: Call) -> State:
    """One instruction of the back written down as it is read."""
    contract = contracts.flipped(call.state, the_contract(call.state, call.text("contract")))
    box = BackBox(kind=call.text("kind"), when=call.text("when") or "now", text=call.text("text"))
    return with_contract(call.state, replace(contract, back=(*contract.back, box)))


def tick_box(call: Call) -> State:
    """One instruction of the back carried out."""
    contract = the_contract(call.state, call.text("contract"))
    return with_contract(
        call.state, contracts.tick_box(call.state, contract, call.number("number"))
    )


def _on_the_box(call: Call) -> frozenset[str]:
    contract = the_contract(call.state, call.text("contract"))
    meant = contract.back[call.number("number") - 1 : call.number("number")]
    return frozenset(f"{box.kind} {box.when} {box.text}" for box in meant)


def turn(call: Call) -> State:
    """The end of the owner's turn: AFTER YOUR TURN comes now."""
    contract = the_contract(call.state, call.text("contract"))
    return with_contract(call.state, contracts.reach_turn(call.state, contract))


def points(call: Call) -> State:
    """The points on a completed contract's back, and its bonus for the first game."""
    contract = contracts.flipped(call.state, the_contract(call.state, call.text("contract")))
    if contract.status != "completed":
        raise LedgerError("not_completed", contract=contract_said(call.state, contract.key))
    bonus = call.number("bonus", contract.bonus)
    worth = replace(contract, points=call.number("points"), bonus=bonus)
    return with_contract(call.state, worth)


def keep(call: Call) -> State:
    """A contract read to the end and kept, in the box; Burn the Midnight Oil in the cabinet."""
    contract = the_contract(call.state, call.text("contract"))
    state = with_contract(call.state, contracts.put_away(call.state, contract))
    card = state.cards[contract.key]
    oil = any(card.key in cards for cards in state.campaign.midnight_oil.values())
    return with_card(state, replace(card, place=Place(where="cabinet" if oil else "box")))


def marker(call: Call) -> State:
    """A destination marker: neutral for a group contract, the owner's for a solo one."""
    state = call.state
    contract = contracts.active(state, the_contract(state, call.text("contract")))
    new = Marker(space=call.text("space"), character=contract.owner)
    if new in contract.markers:
        said, space = contract_said(state, contract.key), space_said(state, new.space)
        raise LedgerError("marker_there", contract=said, space=space)
    return with_contract(state, replace(contract, markers=(*contract.markers, new)))


_KIND = gettext_noop("kind of contract")
_KINDS = OneOf(KINDS, "kinds", offered="contract_kinds")
_CONTRACT = Argument("contract", ContractRef(), gettext_noop("contract"))
_GAME = Argument("deadline", Number(1, 99), gettext_noop("game of the deadline"))
_DETAILS = (
    "{ [ for|für <owner> ] [ name|namens <name> ] [ by|bis <deadline> ] "
    "[ boxes|kästchen <boxes> ] [ cubes|würfel <track> ] [ ?setup:setup|aufbau ] }"
)

VERBS = (
    Verb(
        key="contract",
        topic="contracts",
        act=introduce,
        sentence=gettext_noop("A contract on the table: {card}."),
        extras={
            "kind": gettext_noop("It is a {kind}."),
            "owner": gettext_noop("It is for {owner}."),
            "deadline": gettext_noop("Deadline: before scoring game {deadline}."),
            "boxes": gettext_noop("Checkboxes: {boxes}."),
            "track": gettext_noop("Boxes for cubes: {track}."),
            "setup": gettext_noop("It has a SETUP."),
        },
        arguments=(
            Argument("card", NewContractRef(), gettext_noop("contract")),
            Argument("kind", _KINDS, _KIND, optional=True),
            replace(CHARACTER, name="owner", label=gettext_noop("owner"), optional=True),
            NAME,
            replace(_GAME, optional=True),
            Argument("boxes", Number(1, 30), gettext_noop("number of checkboxes"), optional=True),
            Argument("track", CubeTrack(), gettext_noop("cube track"), optional=True),
            Argument("setup", Flag(), gettext_noop("SETUP"), optional=True),
        ),
        forms=(
            f"contract|auftrag <card> <kind> {_DETAILS}",
            f"contract|auftrag <card> new|neu {_DETAILS}",
        ),
    ),
    Verb(
        key="setup",
        topic="contracts",
        act=setup,
        sentence=gettext_noop("The SETUP of {contract} is done."),
        arguments=(_CONTRACT,),
        forms=("contract|auftrag <contract> setup|aufbau",),
        who=Who.CONTRACT,
    ),
    Verb(
        key="tick_contract",
        topic="contracts",
        act=tick_contract,
        sentence=gettext_noop("{character} ticks a box of {contract}."),
        arguments=(_CONTRACT, CHARACTER),
        forms=("contract|auftrag <contract> tick|hake <character>",),
        who=Who.CONTRACT,
    ),
    Verb(
        key="cube",
        topic="contracts",
        act=cube,
        sentence=gettext_noop("{character} puts a cube on {contract}."),
        arguments=(_CONTRACT, CHARACTER),
        forms=("cube|würfel <contract> <character>",),
        who=Who.CONTRACT,
    ),
    Verb(
        key="done",
        topic="contracts",
        act=done,
        sentence=gettext_noop("Completed {contract}: {characters}."),
        extras={"told": gettext_noop("The text said so.")},
        arguments=(
            _CONTRACT,
            Argument("characters", Characters(), gettext_noop("who completed it")),
            Argument("told", Flag(), gettext_noop("told"), optional=True),
        ),
        forms=("contract|auftrag <contract> done|erfüllt <characters> [ ?told:told|gesagt ]",),
        who=Who.CONTRACT,
    ),
    Verb(
        key="fail",
        topic="contracts",
        act=fail,
        sentence=gettext_noop("Failed {contract}."),
        arguments=(_CONTRACT,),
        forms=("contract|auftrag <contract> fail|gescheitert",),
        who=Who.CONTRACT,
    ),
    Verb(
        key="deadline",
        topic="contracts",
        act=set_deadline,
        sentence=gettext_noop("Deadline of {contract}: before scoring game {deadline}."),
        arguments=(_CONTRACT, _GAME),
        forms=("contract|auftrag <contract> deadline|frist <deadline>",),
        who=Who.CONTRACT,
    ),
    Verb(
        key="due",
        topic="contracts",
        act=fail_due,
        sentence=gettext_noop("Before scoring: the contracts that are due fail."),
        forms=("deadline|frist",),
        pin=_failing,
    ),
    Verb(
        key="back",
        topic="contracts",
        act=write_back,
        sentence=gettext_noop("On the back of {contract} ({kind}): “{text}”."),
        extras={"when": gettext_noop("To be done {when}.")},
        arguments=(
            _CONTRACT,
            Argument("kind", OneOf(BOXES), gettext_noop("kind of box")),
            Argument("when", OneOf(WHEN), gettext_noop("when"), optional=True),
            Argument("text", Text(200), gettext_noop("text")),
        ),
        forms=("contract|auftrag <contract> back|rückseite <kind> [ <when> ] <text>",),
        who=Who.CONTRACT,
    ),
    Verb(
        key="box",
        topic="contracts",
        act=tick_box,
        sentence=gettext_noop("Box {number} on the back of {contract} is done."),
        arguments=(_CONTRACT, Argument("number", Number(1, 30), gettext_noop("box"))),
        forms=("contract|auftrag <contract> box|kästchen <number>",),
        pin=_on_the_box,
        who=Who.CONTRACT,
    ),
    Verb(
        key="turn",
        topic="contracts",
        act=turn,
        sentence=gettext_noop("The turn is over: {contract} goes on."),
        arguments=(_CONTRACT,),
        forms=("contract|auftrag <contract> turn|zugende",),
        who=Who.CONTRACT,
    ),
    Verb(
        key="points",
        topic="contracts",
        act=points,
        sentence=gettext_noop("Points of {contract}: {points}."),
        extras={"bonus": gettext_noop("Bonus in its first game: {bonus}.")},
        arguments=(
            _CONTRACT,
            Argument("points", Number(-99, 99), gettext_noop("points")),
            Argument("bonus", Number(0, 99), gettext_noop("bonus"), optional=True),
        ),
        forms=("contract|auftrag <contract> points|punkte <points> [ bonus <bonus> ]",),
        who=Who.CONTRACT,
    ),
    Verb(
        key="keep",
        topic="contracts",
        act=keep,
        sentence=gettext_noop("{contract} is read to the end and kept."),
        arguments=(_CONTRACT,),
        forms=("contract|auftrag <contract> keep|behalten",),
        who=Who.CONTRACT,
    ),
    Verb(
        key="marker",
        topic="contracts",
        act=marker,
        sentence=gettext_noop("A destination marker for {contract}: {space}."),
        arguments=(_CONTRACT, SPACE),
        forms=("contract|auftrag <contract> marker|zielmarker <space>",),
        who=Who.CONTRACT,
    ),
)
