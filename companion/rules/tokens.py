"""Tokens: taking, using, dropping and buying them (docs/rules.md 6)."""

from companion.rules import clank, health, rage
from companion.rules.actions import Buy, Drop, Take, Use
from companion.rules.editions import Token
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import ARTIFACT, CROWN, Artifact, Seat, State, Stock

LOCKPICK = "lockpick"
COUPON = "discount_coupon"
BASE_CARRY = 1


def take(state: State, action: Take) -> State:
    """A seat takes a token, with what that brings at once.

    Raises unknown_token, carry_limit, none_left.
    docs/rules.md 6.1, 6.3 and 5.5.
    """
    token = state.edition.tokens.get(action.token)
    if token is None:
        raise RuleError("unknown_token", token=action.token)
    if action.token == ARTIFACT:
        return rage.raise_rage(_take_artifact(state, action), token.take.rage)
    if action.token == CROWN:
        return _take_crown(state, action.seat, action.value)
    return _take_plain(state, action.seat, action.token)


def carry_limit(state: State, seat: Seat) -> int:
    """How many artifacts the seat can carry.

    docs/rules.md 5.1.
    """
    tokens = state.edition.tokens
    more = sum(tokens[name].carry * count for name, count in seat.tokens.items() if name in tokens)
    return BASE_CARRY + more


def _take_artifact(state: State, action: Take) -> State:
    seat = state.seats[action.seat]
    if len(seat.artifacts) >= carry_limit(state, seat):
        raise RuleError("carry_limit", name=seat.name)
    assert action.value is not None  # noqa: S101 - parsing has seen to it
    stock = _artifact_from(state.stock, action.value, action.silver)
    held = (*seat.artifacts, Artifact(action.value, action.silver))
    return replace(state.with_seat(action.seat, replace(seat, artifacts=held)), stock=stock)


def _artifact_from(stock: Stock, value: int, silver: bool) -> Stock:
    left = stock.silver if silver else stock.artifacts
    if left is None:
        return stock
    rest = _without(left, value, ARTIFACT)
    return replace(stock, silver=rest) if silver else replace(stock, artifacts=rest)


def _without(values: tuple[int, ...], value: int, token: str) -> tuple[int, ...]:
    if value not in values:
        raise RuleError("none_left", token=token)
    at = values.index(value)
    return values[:at] + values[at + 1 :]


def _take_crown(state: State, index: int, value: int | None) -> State:
    stock = state.stock
    if value is None:
        if not stock.crowns:
            raise RuleError("none_left", token=CROWN)
        value = max(stock.crowns)
    if value in stock.crowns:
        stock = replace(stock, crowns=_without(stock.crowns, value, CROWN))
    elif stock.extra_crowns:
        stock = replace(stock, extra_crowns=stock.extra_crowns - 1)
    else:
        raise RuleError("none_left", token=CROWN)
    seat = state.seats[index]
    crowned = replace(seat, crowns=(*seat.crowns, value))
    return replace(state.with_seat(index, crowned), stock=stock)


def _take_plain(state: State, index: int, name: str) -> State:
    token = state.edition.tokens[name]
    left = state.stock.tokens.get(name)
    if left == 0:
        raise RuleError("none_left", token=name)
    if left is not None:
        state = _restock(state, name, -1)
    if not token.take.boxed:
        state = hold(state, index, name, 1)
    return _on_taking(state, index, token)


def _on_taking(state: State, index: int, token: Token) -> State:
    effect = token.take
    state = rage.raise_rage(state, effect.rage)
    if effect.heal:
        state = health.heal(state, index, effect.heal)
    if effect.haunt:
        state = clank.haunt(state)
    if effect.lockpicks:
        state = hold(state, index, LOCKPICK, effect.lockpicks)
    return state


def _restock(state: State, name: str, count: int) -> State:
    left = {**state.stock.tokens, name: state.stock.tokens[name] + count}
    return replace(state, stock=replace(state.stock, tokens=left))


def hold(state: State, index: int, name: str, count: int) -> State:
    """A seat has `count` tokens of a kind more (fewer, if negative)."""
    seat = state.seats[index]
    tokens = dict(seat.tokens)
    tokens[name] = tokens.get(name, 0) + count
    if tokens[name] <= 0:
        del tokens[name]
    return state.with_seat(index, replace(seat, tokens=tokens))


def use(state: State, action: Use) -> State:
    """A seat uses a token, which goes to the box.

    Raises not_held, not_usable.
    docs/rules.md 6.4.
    """
    seat, name = state.seats[action.seat], action.token
    if not held(seat, name):
        raise RuleError("not_held", name=seat.name, token=name)
    token = state.edition.tokens.get(name)
    if token is None or token.use is None:
        raise RuleError("not_usable", token=name)
    state = hold(state, action.seat, name, -1)
    if token.use.heal:
        state = health.heal(state, action.seat, token.use.heal)
    if token.use.gold:
        seat = state.seats[action.seat]
        state = state.with_seat(action.seat, replace(seat, gold=seat.gold + token.use.gold))
    return state


def held(seat: Seat, name: str) -> int:
    """How many tokens of a kind the seat has, artifacts and crowns included."""
    if name == ARTIFACT:
        return len(seat.artifacts)
    return len(seat.crowns) if name == CROWN else seat.tokens.get(name, 0)


def drop(state: State, action: Drop) -> State:
    """Correct a mistaken take: the token goes back; what it brought stays.

    Raises not_held, also for the escape token.
    docs/rules.md 6.5.
    """
    if action.token == ARTIFACT:
        return _drop_artifact(state, action)
    if action.token == CROWN:
        return _drop_crown(state, action)
    seat = state.seats[action.seat]
    if not held(seat, action.token) or action.token == state.edition.escape_token:
        raise RuleError("not_held", name=seat.name, token=action.token)
    state = hold(state, action.seat, action.token, -1)
    return _restock(state, action.token, 1) if action.token in state.stock.tokens else state


def _drop_artifact(state: State, action: Drop) -> State:
    seat = state.seats[action.seat]
    dropped = Artifact(action.value or 0, action.silver)
    if dropped not in seat.artifacts:
        raise RuleError("not_held", name=seat.name, token=ARTIFACT)
    at = seat.artifacts.index(dropped)
    kept = seat.artifacts[:at] + seat.artifacts[at + 1 :]
    changed = replace(seat, artifacts=kept, leaving=seat.leaving and bool(kept))
    stock = _artifact_back(state.stock, dropped)
    return replace(state.with_seat(action.seat, changed), stock=stock)


def _artifact_back(stock: Stock, dropped: Artifact) -> Stock:
    if dropped.silver:
        silver = None if stock.silver is None else (*stock.silver, dropped.value)
        return replace(stock, silver=silver)
    artifacts = None if stock.artifacts is None else (*stock.artifacts, dropped.value)
    return replace(stock, artifacts=artifacts)


def _drop_crown(state: State, action: Drop) -> State:
    seat, stock = state.seats[action.seat], state.stock
    value = action.value or 0
    if value not in seat.crowns:
        raise RuleError("not_held", name=seat.name, token=CROWN)
    printed = state.edition.tokens[CROWN].values or ()
    if printed.count(value) > stock.crowns.count(value):
        stock = replace(stock, crowns=(*stock.crowns, value))
    else:
        stock = replace(stock, extra_crowns=stock.extra_crowns + 1)
    crowns = _without(seat.crowns, value, CROWN)
    return replace(state.with_seat(action.seat, replace(seat, crowns=crowns)), stock=stock)


def price(state: State, coupon: bool) -> int:
    """What one item of the market costs, with or without a coupon.

    docs/rules.md 6.7, 6.8.
    """
    numbers = state.edition.numbers
    saved = numbers.coupon.value if coupon and numbers.coupon else 0
    return numbers.price.value - saved


def buy(state: State, action: Buy) -> State:
    """A seat buys from the market; then as `take`.

    Raises unknown_token, not_held (no coupon), needs_damage, one_per_player, not_enough_gold,
    none_left.
    docs/rules.md 6.7, 6.9, 6.10 and 6.12.
    """
    seat, token = state.seats[action.seat], state.edition.tokens.get(action.item)
    if token is None or token.kind != "market":
        raise RuleError("unknown_token", token=action.item)
    if action.coupon and not held(seat, COUPON):
        raise RuleError("not_held", name=seat.name, token=COUPON)
    _check_buyer(state, seat, action, token)
    paid = replace(seat, gold=seat.gold - price(state, action.coupon))
    state = take(state.with_seat(action.seat, paid), Take(seat=action.seat, token=action.item))
    return hold(state, action.seat, COUPON, -1) if action.coupon else state


def _check_buyer(state: State, seat: Seat, action: Buy, token: Token) -> None:
    have = len(seat.health)
    if have < token.needs_damage:
        raise RuleError(
            "needs_damage", name=seat.name, token=action.item, count=token.needs_damage, have=have
        )
    if state.edition.switches.market_one_each and held(seat, action.item):
        raise RuleError("one_per_player", name=seat.name, token=action.item)
    cost = price(state, action.coupon)
    if seat.gold < cost:
        raise RuleError("not_enough_gold", name=seat.name, have=seat.gold, count=cost)
