"""Verbs about contracts: put on the table, worked on, completed or failed."""

from dataclasses import replace

from campaign.rules import contracts
from campaign.rules.arguments.cards import ContractRef, NewContractRef
from campaign.rules.arguments.characters import Characters
from campaign.rules.arguments.codes import CubeTrack
from campaign.rules.arguments.values import Flag, Number, OneOf
from campaign.rules.campaigns import Campaign
from campaign.rules.errors import LedgerError
from campaign.rules.labels import card_label, character_label, contract_label, space_label
from campaign.rules.lookup import the_character, the_contract, with_card, with_contract
from campaign.rules.state import Card, Contract, Marker, Place, State
from campaign.rules.verbs.cards import NAME
from campaign.rules.verbs.characters import CHARACTER
from campaign.rules.verbs.spaces import SPACE
from campaign.rules.verbs.verb import Argument, Call, Verb
from campaign.rules.words import KINDS
from kernel.message import Message, gettext_noop, pgettext


def introduce(call: Call) -> State:
    """Put a contract on the table, its front read aloud (docs/rules.md 8.13)."""
    state, key = call.state, call.text("card")
    known = state.contracts.get(key)
    if known is not None and not contracts.may_come_again(state, known):
        raise LedgerError("contract_known", contract=contract_label(state, key))
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
    """The kind given, or the card's own, or the only one there is."""
    state = call.state
    card = state.cards.get(call.text("card"))
    known = [kind.key for kind in state.campaign.contract_kinds]
    kind = call.text("kind") or (card.kind if card else "")
    if not kind and len(known) == 1:
        return known[0]
    if not kind:
        raise LedgerError("bad_argument.missing", field=Message(_KIND))
    if kind not in known:
        label = card_label(state, call.text("card"))
        raise LedgerError("not_a_contract", card=label, kind=KINDS[kind].sentence)
    return kind


def _has_kinds(campaign: Campaign) -> bool:
    return len(campaign.contract_kinds) > 1


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
    """The deadline, which must be a game that is not over yet; 0 for none."""
    deadline, state = call.number("deadline"), call.state
    over = state.current is not None and state.current.finished
    if deadline and (deadline < call.game or (deadline == state.game and over)):
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
        raise LedgerError("card_destroyed", card=card_label(call.state, known.key))
    return replace(known, place=place, name=contract.name or known.name, kind=kind)


def setup(call: Call) -> State:
    """Do a contract's SETUP for this game."""
    contract = the_contract(call.state, call.text("contract"))
    return with_contract(call.state, contracts.set_up(call.state, contract, call.game))


def tick_contract(call: Call) -> State:
    """Tick the next checkbox of a contract."""
    contract = the_contract(call.state, call.text("contract"))
    character = the_character(call.state, call.text("character")).key
    return _resolved(call.state, contracts.tick(call.state, contract, character, call.game))


def cube(call: Call) -> State:
    """Place a cube on a contract's track; the players of the running game count."""
    state, players = call.state, call.running.players
    contract = the_contract(state, call.text("contract"))
    character = the_character(state, call.text("character"))
    if character.key not in players:
        raise LedgerError("not_playing", character=character.name, game=call.game)
    placed = contracts.place_cube(state, contract, character.key, len(players))
    return _resolved(state, placed)


def done(call: Call) -> State:
    """Complete a contract, by one or several characters."""
    state, stars = call.state, call.texts("characters")
    for star in stars:
        the_character(state, star)
    contract = the_contract(state, call.text("contract"))
    told = call.flag("told")
    return _resolved(state, contracts.done(state, contract, stars, call.game, told=told))


def _resolved(state: State, contract: Contract) -> State:
    """Move a completed contract to the supply of the first who completed it."""
    state = with_contract(state, contract)
    if contract.status != "completed" or contract.key not in state.cards:
        return state
    place = Place(where="supply", character=contract.stars[0])
    return with_card(state, replace(state.cards[contract.key], place=place))


def fail(call: Call) -> State:
    """Let a contract fail."""
    contract = the_contract(call.state, call.text("contract"))
    return with_contract(call.state, contracts.failed(call.state, contract, call.game))


def set_deadline(call: Call) -> State:
    """Change the deadline of an open contract."""
    contract = contracts.active(call.state, the_contract(call.state, call.text("contract")))
    return with_contract(call.state, replace(contract, deadline=_deadline(call)))


def fail_due(call: Call) -> State:
    """Let everything due before scoring this game fail (docs/rules.md 8.11)."""
    state, due = call.state, contracts.due(call.state)
    if not due:
        raise LedgerError("nothing_due", game=call.game)
    for contract in due:
        state = with_contract(state, contracts.failed(state, contract, call.game))
    return state


def _failing(call: Call) -> frozenset[str]:
    return frozenset(contract.key for contract in contracts.due(call.state))


def _enough_markers(call: Call) -> None:
    """Each player has three markers of their colour; the bank's are not counted (8.18)."""
    state, most = call.state, call.state.campaign.supplies.markers
    contract = state.contracts.get(call.text("contract"))
    if contract is None or not contract.owner or not most:
        return
    placed = [m for c in state.contracts.values() for m in c.markers]
    if sum(marker.character == contract.owner for marker in placed) >= most:
        name = character_label(state, contract.owner)
        raise LedgerError("no_marker_left", character=name, count=most)


def marker(call: Call) -> State:
    """Place a destination marker: neutral for a group contract, the owner's for a solo one."""
    state = call.state
    contract = contracts.active(state, the_contract(state, call.text("contract")))
    new = Marker(space=call.text("space"), character=contract.owner)
    if new in contract.markers:
        label, space = contract_label(state, contract.key), space_label(state, new.space)
        raise LedgerError("marker_there", contract=label, space=space)
    return with_contract(state, replace(contract, markers=(*contract.markers, new)))


def _is_open(state: State, key: str) -> bool:
    return state.contracts[key].active


def _has_boxes(state: State, key: str) -> bool:
    contract = state.contracts[key]
    return contract.active and contract.ticked < contract.boxes


def _has_track(state: State, key: str) -> bool:
    return state.contracts[key].active and bool(state.contracts[key].track)


_KIND = gettext_noop("kind of contract")
_KINDS = OneOf(KINDS, "kinds", offered="contract_kinds")
CONTRACT = Argument("contract", ContractRef(), gettext_noop("contract"))
_OPEN = replace(CONTRACT, kind=ContractRef(offered=_is_open))
_WITH_BOXES = replace(CONTRACT, kind=ContractRef(offered=_has_boxes))
_WITH_TRACK = replace(CONTRACT, kind=ContractRef(offered=_has_track))
_NUMBER = Number(1, 99, nouns=pgettext("typed noun", "game"))
_GAME = Argument("deadline", _NUMBER, gettext_noop("game of the deadline"))

VERBS = (
    Verb(
        key="contract",
        topic="contracts",
        act=introduce,
        sentence=gettext_noop("A contract on the table: {card}."),
        extras={
            "kind": gettext_noop("Kind: {kind}."),
            "owner": gettext_noop("It is for {owner}."),
            "deadline": gettext_noop("Deadline: before scoring game {deadline}."),
            "boxes": gettext_noop("Checkboxes: {boxes}."),
            "track": gettext_noop("Boxes for cubes: {track}."),
            "setup": gettext_noop("It has a SETUP."),
        },
        arguments=(
            Argument("card", NewContractRef(), gettext_noop("contract")),
            Argument("kind", _KINDS, _KIND, optional=True, asked=_has_kinds),
            replace(CHARACTER, name="owner", label=gettext_noop("owner"), optional=True),
            NAME,
            replace(_GAME, optional=True),
            Argument("boxes", Number(1, 30), gettext_noop("number of checkboxes"), optional=True),
            Argument("track", CubeTrack(), gettext_noop("cube track"), optional=True),
            Argument("setup", Flag(), gettext_noop("SETUP"), optional=True),
        ),
        forms=(
            pgettext(
                "typed",
                "contract <card> <kind> { [ for <owner> ] [ name <name> ] [ by <deadline> ] "
                "[ boxes <boxes> ] [ cubes <track> ] [ ?setup:setup ] }",
            ),
            pgettext(
                "typed",
                "contract <card> new { [ for <owner> ] [ name <name> ] [ by <deadline> ] "
                "[ boxes <boxes> ] [ cubes <track> ] [ ?setup:setup ] }",
            ),
        ),
    ),
    Verb(
        key="setup",
        topic="contracts",
        act=setup,
        sentence=gettext_noop("The SETUP of {contract} is done."),
        arguments=(CONTRACT,),
        forms=(pgettext("typed", "contract <contract> setup"),),
    ),
    Verb(
        key="tick_contract",
        topic="contracts",
        act=tick_contract,
        sentence=gettext_noop("{character} ticks a box of {contract}."),
        arguments=(_WITH_BOXES, CHARACTER),
        forms=(
            pgettext("typed", "contract <contract> tick <character>"),
            pgettext("typed", "tick <contract> <character>"),
        ),
    ),
    Verb(
        key="cube",
        topic="contracts",
        act=cube,
        sentence=gettext_noop("{character} puts a cube on {contract}."),
        arguments=(_WITH_TRACK, CHARACTER),
        forms=(pgettext("typed", "cube <contract> <character>"),),
    ),
    Verb(
        key="done",
        topic="contracts",
        act=done,
        sentence=gettext_noop("Completed {contract}: {characters}."),
        extras={"told": gettext_noop("The text said so.")},
        arguments=(
            _OPEN,
            Argument("characters", Characters(), gettext_noop("who completed it")),
            Argument("told", Flag(), gettext_noop("told"), optional=True),
        ),
        forms=(
            pgettext("typed", "contract <contract> done <characters> [ ?told:told ]"),
            pgettext("typed", "done <contract> <characters> [ ?told:told ]"),
        ),
    ),
    Verb(
        key="fail",
        topic="contracts",
        act=fail,
        sentence=gettext_noop("Failed {contract}."),
        arguments=(CONTRACT,),
        forms=(pgettext("typed", "contract <contract> fail"),),
    ),
    Verb(
        key="deadline",
        topic="contracts",
        act=set_deadline,
        sentence=gettext_noop("Deadline of {contract}: before scoring game {deadline}."),
        arguments=(CONTRACT, _GAME),
        forms=(pgettext("typed", "contract <contract> deadline <deadline>"),),
    ),
    Verb(
        key="due",
        topic="contracts",
        act=fail_due,
        sentence=gettext_noop("Before scoring: the contracts that are due fail."),
        forms=(pgettext("typed", "deadline"),),
        pin=_failing,
    ),
    Verb(
        key="marker",
        topic="contracts",
        act=marker,
        sentence=gettext_noop("A destination marker for {contract}: {space}."),
        arguments=(CONTRACT, SPACE),
        forms=(pgettext("typed", "contract <contract> marker <space>"),),
        guard=_enough_markers,
    ),
)
