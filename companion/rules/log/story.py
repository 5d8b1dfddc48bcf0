"""What one action did, told once and in order: the action's own line, then its consequences."""

from collections.abc import Callable, Mapping

from companion.rules import actions as a
from companion.rules.log import contract_lines as contract_lines  # registers its functions
from companion.rules.log.own import (
    about,
    damage_line,
    gold_line,
    haunt_line,
    heal_line,
    own_lines,
    rage_line,
)
from companion.rules.log.sentences import LogSentence
from companion.rules.parsing import parse
from companion.rules.state import State

Consequence = Callable[[State, a.Action, State], list[LogSentence]]


def story_of(
    before: State, action: a.Action | Mapping[str, object], after: State
) -> tuple[LogSentence, ...]:
    """The lines of the log for an action that was carried out, at least one.

    First the action itself; then damage, rage and what a token brought, who is
    knocked out or escapes, the countdown pawn, whether the game is over or goes on, and whose
    turn it is now.
    """
    if not isinstance(action, a.Action):
        action = parse(action, before.edition)
    lines = own_lines(before, action, after)
    for consequence in CONSEQUENCES:
        lines += consequence(before, action, after)
    return tuple(lines)


def _bites(before: State, _action: a.Action, after: State) -> list[LogSentence]:
    attack = after.attack
    if attack is None or attack is before.attack:
        return []
    hurt = [seat for seat, points in enumerate(attack.dealt) if points]
    lines = [line for seat in hurt for line in damage_line(before, seat, after)]
    return lines if lines or not attack.drawn else [LogSentence("attack.harmless", {})]


def _rage(before: State, action: a.Action, after: State) -> list[LogSentence]:
    moved = after.rage != before.rage and not isinstance(action, a.Rage)
    return [rage_line(before, after)] if moved else []


def _token_effects(before: State, action: a.Action, after: State) -> list[LogSentence]:
    if isinstance(action, a.Use):
        return _use_effects(before, action, after)
    if not isinstance(action, a.Take | a.Buy):
        return []
    name = action.token if isinstance(action, a.Take) else action.item
    effect = before.edition.tokens[name].take
    lines = [heal_line(before, action.seat, after)] if effect.heal else []
    if effect.haunt:
        lines.append(haunt_line(before, after))
    if effect.lockpicks:
        lines.append(about(after, action.seat, "lockpicks", count=effect.lockpicks))
    return lines


def _use_effects(before: State, action: a.Use, after: State) -> list[LogSentence]:
    effect = before.edition.tokens[action.token].use
    lines = [heal_line(before, action.seat, after)] if effect and effect.heal else []
    return [*lines, gold_line(before, action.seat, after)] if effect and effect.gold else lines


def _going_out(before: State, action: a.Action, after: State) -> list[LogSentence]:
    lines = []
    for seat in before.round_from(before.turn.seat):
        status = after.seats[seat].status
        if status != _status_told(before, action, seat) and status != "in_play":
            lines.append(_out_line(after, seat))
    return lines


def _status_told(before: State, action: a.Action, seat: int) -> str:
    if isinstance(action, a.SetStatus) and action.seat == seat:
        return action.status
    return before.seats[seat].status


def _out_line(after: State, seat: int) -> LogSentence:
    player = after.seats[seat]
    if player.status == "escaped":
        return about(after, seat, "escaped", token=after.edition.escape_token)
    zone = after.edition.words[player.zone]
    return about(after, seat, f"knocked_out.{player.zone}", zone=zone)


def _pawn(before: State, _action: a.Action, after: State) -> list[LogSentence]:
    old, new = before.countdown, after.countdown
    if new is None:
        return [LogSentence("pawn.free", {})] if old else []
    return [] if old and old.seat == new.seat else [about(after, new.seat, "pawn")]


def _over(before: State, _action: a.Action, after: State) -> list[LogSentence]:
    if after.over and after.over != before.over:
        return [LogSentence(f"over.{after.over}", {})]
    return [LogSentence("reopened", {})] if before.over and not after.over else []


def _turn(before: State, _action: a.Action, after: State) -> list[LogSentence]:
    old, new = before.turn, after.turn
    if (old.number, old.out) == (new.number, new.out):
        return []
    return [about(after, new.seat, "turn.out" if new.out else "turn")]


CONSEQUENCES: tuple[Consequence, ...] = (
    _bites,
    _rage,
    _token_effects,
    _going_out,
    _pawn,
    _over,
    _turn,
)
