"""Tokens: taking, using, dropping and buying them (docs/rules.md 6)."""

from companion.rules import clank, health, rage
from companion.rules.actions import Box, Buy, Drop, Take, Use
from companion.rules.editions import Token
from companion.rules.errors import RuleError
from companion.rules.frozen import replace
from companion.rules.state import ARTIFACT, CROWN, Artifact, Seat, State, Stock

LOCKPICK, MARKET = "lockpick", "market"
COUPON = "discount_coupon"
BASE_CARRY = 1


def take(state: State, action: Take) -> State:
    """A seat takes a token, with its immediate effects.

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
    assert action.value is not None  # noqa: S101 - parsing has checked it
    stock = _artifact_from(state.stock, action.value, action.silver)
    held = (*seat.artifacts, Artifact(action.value, action.silver))
    return replace(state.with_seat(action.seat, replace(seat, artifacts=held)), stock=stock)


def _artifact_from(stock: Stock, value: int, silver: bool) -> Stock:
    left = stock.silver if silver else stock.artifacts
    if left is None:
        return stock
    rest = without(left, value, ARTIFACT)
    return replace(stock, silver=rest) if silver else replace(stock, artifacts=rest)


def without(values: tuple[int, ...], value: int, token: str) -> tuple[int, ...]:
    """The values without one of them; raises none_left if it is not there."""
    if value not in values:
        raise RuleError("none_left.value", token=token)
    at = values.index(value)
    return values[:at] + values[at + 1 :]


def _take_crown(state: State, index: int, value: int | None) -> State:
    stock = state.stock
    if value is None:
        if not stock.crowns:
            raise RuleError("none_left", token=CROWN)
        value = max(stock.crowns)
    if value in stock.crowns:
        stock = replace(stock, crowns=without(stock.crowns, value, CROWN))
    elif stock.extra_crowns:
        stock = replace(stock, extra_crowns=stock.extra_crowns - 1)
    else:
        raise RuleError("none_left.value", token=CROWN)
    seat = state.seats[index]
    crowned = replace(seat, crowns=(*seat.crowns, value))
    return replace(state.with_seat(index, crowned), stock=stock)


def _take_plain(state: State, index: int, name: str) -> State:
    token = state.edition.tokens[name]
    if state.stock.tokens.get(name) == 0:
        raise RuleError("none_left", token=label(token, name))
    group = state.edition.group_of(name)
    if group is not None and state.stock.groups.get(group) == 0:
        raise RuleError("none_left.group", token=name)
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
    """The state with tokens of a kind back in the bank and in its group, if limited."""
    stock, group = state.stock, state.edition.group_of(name)
    if name in stock.tokens:
        stock = replace(stock, tokens={**stock.tokens, name: stock.tokens[name] + count})
    if group is not None and group in stock.groups:
        stock = replace(stock, groups={**stock.groups, group: stock.groups[group] + count})
    return state if stock is state.stock else replace(state, stock=stock)


def hold(state: State, index: int, name: str, count: int) -> State:
    """A seat has `count` more tokens of a kind (fewer if negative)."""
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
    token = state.edition.tokens.get(name)
    if not held(seat, name):
        raise RuleError("not_held", name=seat.name, token=label(token, name))
    if token is None or token.use is None:
        raise RuleError("not_usable", token=label(token, name))
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
    """Give back a token taken by mistake; its effects stay.

    Raises not_held, also for the escape token.
    docs/rules.md 6.5.
    """
    if action.token == ARTIFACT:
        return _drop_artifact(state, action)
    if action.token == CROWN:
        return _drop_crown(state, action)
    seat = state.seats[action.seat]
    if not held(seat, action.token) or action.token == state.edition.escape_token:
        token = label(state.edition.tokens.get(action.token), action.token)
        raise RuleError("not_held", name=seat.name, token=token)
    return _restock(hold(state, action.seat, action.token, -1), action.token, 1)


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
    crowns = without(seat.crowns, value, CROWN)
    return replace(state.with_seat(action.seat, replace(seat, crowns=crowns)), stock=stock)


def box(state: State, action: Box) -> State:
    """An artifact stays in the box, in the first turn of the game.

    Raises not_in_edition, wrong_phase, none_left.
    docs/rules.md 5.3.
    """
    stock = state.stock
    if (stock.silver if action.silver else stock.artifacts) is None:
        raise RuleError("not_in_edition")
    if state.turn.number != 1:
        raise RuleError("wrong_phase")
    return replace(state, stock=_artifact_from(stock, action.value, action.silver))


def label(token: Token | None, key: str) -> str:
    """The name of a token in sentences: its own, or else its key."""
    return token.name if token and token.name else key


def price(state: State, item: str | None, coupon: bool) -> int:
    """What an item of the market costs (None: any without its own price), with or without a coupon.

    docs/rules.md 6.7, 6.8.
    """
    numbers, token = state.edition.numbers, state.edition.tokens.get(item or "")
    own = token.price if token else None
    saved = numbers.coupon.value if coupon and numbers.coupon else 0
    return max((numbers.price.value if own is None else own) - saved, 0)


def buy(state: State, action: Buy) -> State:
    """A seat pays for a token of the market, then takes it as in `take`.

    Raises unknown_token, not_held (no coupon), needs_damage, one_per_player, not_enough_gold,
    none_left.
    docs/rules.md 6.7, 6.9, 6.10 and 6.12.
    """
    seat, token = state.seats[action.seat], state.edition.tokens.get(action.item)
    if token is None or token.kind != MARKET:
        raise RuleError("unknown_token", token=label(token, action.item))
    if action.coupon and not _has_coupon(state, seat):
        raise RuleError("not_held", name=seat.name, token=COUPON)
    cost = price(state, action.item, action.coupon)
    _check_buyer(state, seat, action, token)
    if seat.gold < cost:
        raise _too_dear(state, seat, cost)
    state = state.with_seat(action.seat, replace(seat, gold=seat.gold - cost))
    state = take(state, Take(seat=action.seat, token=action.item, value=action.value))
    return hold(state, action.seat, COUPON, -1) if action.coupon else state


def _has_coupon(state: State, seat: Seat) -> bool:
    """Whether the seat has a coupon; a house token of that name does not count."""
    return state.edition.numbers.coupon is not None and held(seat, COUPON) > 0


def _check_buyer(state: State, seat: Seat, action: Buy, token: Token) -> None:
    have, name = len(seat.health), label(token, action.item)
    if have < token.needs_damage:
        raise RuleError(
            "needs_damage", name=seat.name, token=name, count=token.needs_damage, have=have
        )
    if state.edition.switches.market_one_each.value and held(seat, action.item):
        raise RuleError("one_per_player", name=seat.name, token=name)


def _too_dear(state: State, seat: Seat, cost: int) -> RuleError:
    """The refusal for too little gold; it mentions a treasure that could be used."""
    given: dict[str, object] = {"name": seat.name, "have": seat.gold, "count": cost}
    tokens = state.edition.tokens
    for key in seat.tokens:
        token = tokens.get(key)
        if token and token.use and token.use.gold:
            return RuleError("not_enough_gold.treasure", **given, token=label(token, key))
    return RuleError("not_enough_gold", **given)
