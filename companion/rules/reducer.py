"""The only place where a state changes: `act` carries out one action or refuses it whole."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from companion.rules import actions as a
from companion.rules import (
    attack,
    board,
    clank,
    contracts,
    corrections,
    health,
    knock_out,
    lots,
    monsters,
    rage,
    tokens,
    turn,
)
from companion.rules import contract_actions as c
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.parsing import parse
from companion.rules.state import State

A = TypeVar("A", bound=a.Action)
Carry = Callable[[State, A], State]
CARRIERS: dict[type[a.Action], Callable[[State, a.Action], State]] = {}


def act(state: State, action: Mapping[str, object] | a.Action) -> State:
    """The state after one action, given as a record writes it or as an Action.

    Raises RuleError with a code of docs/table-record.md, in the order given there. The state
    is never changed in place.
    docs/rules.md 7.14.
    """
    if not isinstance(action, a.Action):
        action = parse(action, state.edition)
    check(state, action)
    changed = CARRIERS[type(action)](state, action)
    return replace(changed, version=state.version + 1)


def check(state: State, action: a.Action) -> None:
    """Raise what any kind of action may be refused for: game_over, not_in_edition, bad_seat.

    docs/rules.md 7.14, 5.23.
    """
    if state.over and not action.always:
        raise RuleError("game_over")
    if action.part and not state.has(action.part):
        raise RuleError("not_in_edition")
    for seat in action.seats_named:
        if not 0 <= seat < len(state.seats):
            raise RuleError("bad_seat")


def _carries(kind: type[A]) -> Callable[[Carry[A]], Carry[A]]:
    def register(carry: Carry[A]) -> Carry[A]:
        CARRIERS[kind] = carry  # type: ignore[assignment]
        return carry

    return register


def _in_play(state: State, action: a.SeatAction) -> None:
    seat = state.seats[action.seat]
    if not seat.in_play:
        raise RuleError("seat_out", name=seat.name)


@_carries(a.Clank)
def _clank(state: State, action: a.Clank) -> State:
    _in_play(state, action)
    return clank.make(state, action.seat, action.count)


@_carries(a.ClankAll)
def _clank_all(state: State, action: a.ClankAll) -> State:
    return clank.make_all(state, action.count, action.spared)


@_carries(a.Quiet)
def _quiet(state: State, action: a.Quiet) -> State:
    _in_play(state, action)
    return clank.quiet(state, action.seat, action.count)


@_carries(a.Damage)
def _damage(state: State, action: a.Damage) -> State:
    _in_play(state, action)
    take = health.pay if action.voluntary else health.hurt
    return knock_out.knock_out_full(take(state, action.seat, action.count))


@_carries(a.Heal)
def _heal(state: State, action: a.Heal) -> State:
    _in_play(state, action)
    return health.heal(state, action.seat, action.count)


@_carries(a.Rage)
def _rage(state: State, action: a.Rage) -> State:
    return rage.raise_rage(state, action.count)


@_carries(a.Danger)
def _danger(state: State, action: a.Danger) -> State:
    return replace(state, danger=action.count)


@_carries(a.Haunt)
def _haunt(state: State, action: a.Haunt) -> State:
    if not state.edition.numbers.ghosts:
        raise RuleError("not_in_edition")
    return clank.haunt(state)


@_carries(a.BlackReturn)
def _black_return(state: State, action: a.BlackReturn) -> State:
    return clank.black_return(state, action.count)


@_carries(a.Gold)
def _gold(state: State, action: a.Gold) -> State:
    seat = state.seats[action.seat]
    if seat.gold + action.count < 0:
        raise RuleError("not_enough_gold", name=seat.name, have=seat.gold, count=-action.count)
    return state.with_seat(action.seat, replace(seat, gold=seat.gold + action.count))


@_carries(a.Take)
def _take(state: State, action: a.Take) -> State:
    _in_play(state, action)
    return tokens.take(state, action)


@_carries(a.Use)
def _use(state: State, action: a.Use) -> State:
    _in_play(state, action)
    return tokens.use(state, action)


@_carries(a.Drop)
def _drop(state: State, action: a.Drop) -> State:
    return tokens.drop(state, action)


@_carries(a.Buy)
def _buy(state: State, action: a.Buy) -> State:
    _in_play(state, action)
    return tokens.buy(state, action)


@_carries(a.Box)
def _box(state: State, action: a.Box) -> State:
    return tokens.box(state, action)


@_carries(a.Wayshrine)
def _wayshrine(state: State, action: a.Wayshrine) -> State:
    if not state.edition.numbers.wayshrine_spaces:
        raise RuleError("not_in_edition")
    _in_play(state, action)
    return board.mark_wayshrine(state, action)


@_carries(a.PlaceCubes)
def _place(state: State, action: a.PlaceCubes) -> State:
    return board.place(state, action.seat, action.count)


@_carries(a.UnplaceCubes)
def _unplace(state: State, action: a.UnplaceCubes) -> State:
    return board.place(state, action.seat, -action.count)


@_carries(a.ZoneMove)
def _zone(state: State, action: a.ZoneMove) -> State:
    _in_play(state, action)
    seat = state.seats[action.seat]
    return state.with_seat(action.seat, replace(seat, zone=action.zone))


@_carries(a.Leave)
def _leave(state: State, action: a.Leave) -> State:
    return turn.leave(state, action.seat)


@_carries(a.DragonAttack)
def _attack(state: State, action: a.DragonAttack) -> State:
    return attack.attack_by_card(state, action)


@_carries(a.EndTurn)
def _end_turn(state: State, _action: a.EndTurn) -> State:
    return turn.end(state)


@_carries(a.Refill)
def _refill(state: State, action: a.Refill) -> State:
    return attack.refill(state, action)


@_carries(a.OutTurn)
def _out_turn(state: State, action: a.OutTurn) -> State:
    return attack.out_turn(state, action)


@_carries(a.DrawLots)
def _lot(state: State, action: a.DrawLots) -> State:
    return lots.cast(state, action)


@_carries(a.DeckOut)
def _deck_out(state: State, _action: a.DeckOut) -> State:
    if not state.edition.switches.deck_out_ends.value:
        raise RuleError("not_in_edition")
    return knock_out.knock_out_rest(state, "deck_out")


@_carries(a.Move)
def _move(state: State, action: a.Move) -> State:
    return knock_out.knock_out_full(corrections.move(state, action))


@_carries(a.SetStatus)
def _status(state: State, action: a.SetStatus) -> State:
    return knock_out.set_status(state, action.seat, action.status)


@_carries(a.Score)
def _score(state: State, action: a.Score) -> State:
    given = {
        name: points
        for name in ("cards", "contracts", "other", "secret_tomes")
        if (points := getattr(action, name)) is not None
    }
    return state.with_seat(action.seat, replace(state.seats[action.seat], counted=True, **given))


@_carries(a.MonsterCards)
def _monster_cards(state: State, action: a.MonsterCards) -> State:
    return monsters.cards(state, action.count)


@_carries(a.MonsterSpawn)
def _monster_spawn(state: State, action: a.MonsterSpawn) -> State:
    return monsters.spawn(state, action.count)


@_carries(a.MonsterDefeat)
def _monster_defeat(state: State, action: a.MonsterDefeat) -> State:
    _in_play(state, action)
    return monsters.defeat(state, action.seat)


@_carries(a.MonsterLost)
def _monster_lost(state: State, action: a.MonsterLost) -> State:
    return monsters.lose(state, action.count)


@_carries(a.MonsterHit)
def _monster_hit(state: State, action: a.MonsterHit) -> State:
    _in_play(state, action)
    return knock_out.knock_out_full(monsters.hit(state, action.seat, action.count))


@_carries(c.LayContract)
def _lay_contract(state: State, action: c.LayContract) -> State:
    return contracts.lay(state, action)


@_carries(c.TickContract)
def _tick_contract(state: State, action: c.TickContract) -> State:
    return contracts.tick(state, action)


@_carries(c.UntickContract)
def _untick_contract(state: State, action: c.UntickContract) -> State:
    return contracts.untick(state, action)


@_carries(c.SetContract)
def _set_contract(state: State, action: c.SetContract) -> State:
    return contracts.set_status(state, action)


@_carries(c.FlipContract)
def _flip_contract(state: State, action: c.FlipContract) -> State:
    return contracts.flip(state, action)


@_carries(c.ReadContract)
def _read_contract(state: State, action: c.ReadContract) -> State:
    return contracts.read(state, action)
