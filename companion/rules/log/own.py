"""What the log says about each action itself, before its consequences."""

from collections.abc import Callable
from typing import TypeVar

from companion.rules import actions as a
from companion.rules import tokens
from companion.rules.log.sentences import LogSentence
from companion.rules.state import ARTIFACT, CROWN, State
from kernel.text import isolated

A = TypeVar("A", bound=a.Action)
Tell = Callable[[State, A, State], list[LogSentence]]
TELLERS: dict[type[a.Action], Callable[[State, a.Action, State], list[LogSentence]]] = {}


def own_lines(before: State, action: a.Action, after: State) -> list[LogSentence]:
    """What the log says about the action itself, from the states before and after it."""
    return TELLERS[type(action)](before, action, after)


def about(state: State, seat: int, code: str, **params: object) -> LogSentence:
    """A line about one seat: its index and its name are among the parameters."""
    return LogSentence(code, {"seat": seat, "name": state.seats[seat].name, **params})


def rage_line(before: State, after: State) -> LogSentence:
    """Where the rage marker went."""
    way = "same" if after.rage == before.rage else "up" if after.rage > before.rage else "down"
    return LogSentence(f"rage.{way}", {"space": after.rage, "cubes": after.rage_cubes})


def attack_line(after: State) -> LogSentence:
    """What the last attack drew, by colour in the order of the record."""
    attack = after.attack
    if attack is None or not attack.drawn:
        return LogSentence("attack.nothing", {})
    order = ("black", *(seat.color for seat in after.seats), "ghost")
    drawn = {color: attack.drawn.count(color) for color in order if color in attack.drawn}
    code = "attack.by_hand" if attack.by_hand else "attack"
    return LogSentence(code, {"count": len(attack.drawn), "colors": drawn})


def damage_line(before: State, seat: int, after: State, code: str = "damage") -> list[LogSentence]:
    """How much damage a seat took, and how many black cubes stand in."""
    old, new = before.seats[seat].health, after.seats[seat].health
    if len(new) == len(old):
        return [about(after, seat, "damage.none")]
    lines = [about(after, seat, code, count=len(new) - len(old))]
    black = new.count("black") - old.count("black")
    return [*lines, about(after, seat, "damage.black", count=black)] if black else lines


def heal_line(before: State, seat: int, after: State) -> LogSentence:
    """How much a seat healed."""
    healed = len(before.seats[seat].health) - len(after.seats[seat].health)
    return about(after, seat, "heal", count=healed) if healed else about(after, seat, "heal.none")


def gold_line(before: State, seat: int, after: State) -> LogSentence:
    """How much gold a seat gained or spent."""
    change = after.seats[seat].gold - before.seats[seat].gold
    code = "gold.gain" if change > 0 else "gold.spend"
    return about(after, seat, code, count=abs(change))


def haunt_line(before: State, after: State) -> LogSentence:
    """Whether a ghost joined the area."""
    came = after.bank.get("ghost", 0) < before.bank.get("ghost", 0)
    return LogSentence("haunt" if came else "haunt.none", {})


def made_lines(before: State, seat: int, after: State) -> list[LogSentence]:
    """How much Clank! a seat made, and how much of it went straight back."""
    old, new = before.seats[seat], after.seats[seat]
    if new.made == old.made:
        return [about(after, seat, "clank.none")]
    lines = [about(after, seat, "clank", count=new.made - old.made)]
    back = old.owed - new.owed
    return [*lines, LogSentence("clank.back", {"count": back})] if back else lines


def tells(kind: type[A]) -> Callable[[Tell[A]], Tell[A]]:
    """Register the function for the log lines of a kind of action."""

    def register(tell: Tell[A]) -> Tell[A]:
        TELLERS[kind] = tell  # type: ignore[assignment]
        return tell

    return register


@tells(a.Clank)
def _clank(before: State, action: a.Clank, after: State) -> list[LogSentence]:
    return made_lines(before, action.seat, after)


@tells(a.ClankAll)
def _clank_all(before: State, action: a.ClankAll, after: State) -> list[LogSentence]:
    spared = action.spared
    if spared is None or not before.seats[spared].in_play:
        lines = [LogSentence("clank_all", {"count": action.count})]
    else:
        lines = [about(after, spared, "clank_all.others", count=action.count)]
    pairs = list(enumerate(zip(before.seats, after.seats, strict=True)))
    louder = [(index, new.made - old.made) for index, (old, new) in pairs if old.in_play]
    for index, made in louder:
        if made < action.count and index != spared:
            lines.append(about(after, index, "clank_all.fewer", count=made))
    back = sum(old.owed - new.owed for _, (old, new) in pairs)
    return [*lines, LogSentence("clank.back", {"count": back})] if back else lines


@tells(a.Quiet)
def _quiet(before: State, action: a.Quiet, after: State) -> list[LogSentence]:
    old, new = before.seats[action.seat], after.seats[action.seat]
    counts = {"quiet": new.supply - old.supply, "quiet.owed": new.owed - old.owed}
    return [about(after, action.seat, code, count=count) for code, count in counts.items() if count]


@tells(a.Damage)
def _damage(before: State, action: a.Damage, after: State) -> list[LogSentence]:
    code = "damage.chosen" if action.voluntary else "damage"
    return damage_line(before, action.seat, after, code)


@tells(a.Heal)
def _heal(before: State, action: a.Heal, after: State) -> list[LogSentence]:
    return [heal_line(before, action.seat, after)]


@tells(a.Rage)
def _rage(before: State, _action: a.Rage, after: State) -> list[LogSentence]:
    return [rage_line(before, after)]


@tells(a.Danger)
def _danger(_before: State, action: a.Danger, _after: State) -> list[LogSentence]:
    return [LogSentence("danger", {"count": action.count})]


@tells(a.Haunt)
def _haunt(before: State, _action: a.Haunt, after: State) -> list[LogSentence]:
    return [haunt_line(before, after)]


@tells(a.BlackReturn)
def _black_return(before: State, _action: a.BlackReturn, after: State) -> list[LogSentence]:
    return [
        LogSentence(
            "black_return", {"count": after.bag.get("black", 0) - before.bag.get("black", 0)}
        )
    ]


@tells(a.Gold)
def _gold(before: State, action: a.Gold, after: State) -> list[LogSentence]:
    return [gold_line(before, action.seat, after)]


@tells(a.Take)
def _take(_before: State, action: a.Take, after: State) -> list[LogSentence]:
    if action.token == CROWN:
        value = after.seats[action.seat].crowns[-1]
        return [about(after, action.seat, "take.crown", token=CROWN, value=value)]
    boxed = after.edition.tokens[action.token].take.boxed
    return [_token(after, action, "take.boxed" if boxed else "take")]


@tells(a.Drop)
def _drop(before: State, action: a.Drop, after: State) -> list[LogSentence]:
    lines = [_token(after, action, "drop")]
    if before.seats[action.seat].leaving and not after.seats[action.seat].leaving:
        lines.append(about(after, action.seat, "leave.off"))
    return lines


def _token(state: State, action: a.Take | a.Drop, code: str) -> LogSentence:
    if action.token not in (ARTIFACT, CROWN):
        token = tokens.label(state.edition.tokens[action.token], action.token)
        return about(state, action.seat, code, token=token)
    kind = "silver" if action.silver else action.token
    return about(state, action.seat, f"{code}.{kind}", token=action.token, value=action.value)


@tells(a.Use)
def _use(_before: State, action: a.Use, after: State) -> list[LogSentence]:
    token = tokens.label(after.edition.tokens[action.token], action.token)
    return [about(after, action.seat, "use", token=token)]


@tells(a.Buy)
def _buy(before: State, action: a.Buy, after: State) -> list[LogSentence]:
    paid = tokens.price(before, action.item, action.coupon)
    code = "buy.coupon" if action.coupon else "buy"
    token = tokens.label(before.edition.tokens[action.item], action.item)
    lines = [about(after, action.seat, code, token=token, count=paid)]
    if action.item == CROWN:
        lines.append(LogSentence("buy.crown", {"value": after.seats[action.seat].crowns[-1]}))
    return lines


@tells(a.Box)
def _box(_before: State, action: a.Box, _after: State) -> list[LogSentence]:
    return [LogSentence("box.silver" if action.silver else "box", {"value": action.value})]


@tells(a.Wayshrine)
def _wayshrine(_before: State, action: a.Wayshrine, after: State) -> list[LogSentence]:
    marks = after.seats[action.seat].wayshrines
    if action.place is None:
        return [about(after, action.seat, "wayshrine", count=marks)]
    return [about(after, action.seat, "wayshrine.place", count=marks, place=action.place)]


@tells(a.PlaceCubes)
def _place(_before: State, action: a.PlaceCubes, after: State) -> list[LogSentence]:
    return [about(after, action.seat, "place", count=action.count)]


@tells(a.UnplaceCubes)
def _unplace(_before: State, action: a.UnplaceCubes, after: State) -> list[LogSentence]:
    return [about(after, action.seat, "unplace", count=action.count)]


@tells(a.ZoneMove)
def _zone(_before: State, action: a.ZoneMove, after: State) -> list[LogSentence]:
    zone = after.edition.words[action.zone]
    return [about(after, action.seat, f"zone.{action.zone}", zone=zone)]


@tells(a.Leave)
def _leave(before: State, action: a.Leave, after: State) -> list[LogSentence]:
    again = before.seats[action.seat].leaving
    return [about(after, action.seat, "leave.again" if again else "leave")]


@tells(a.DragonAttack)
def _attack(_before: State, _action: a.DragonAttack, after: State) -> list[LogSentence]:
    return [attack_line(after)]


@tells(a.EndTurn)
def _end_turn(before: State, _action: a.EndTurn, after: State) -> list[LogSentence]:
    return [about(after, before.turn.seat, "end_turn")]


@tells(a.Refill)
def _refill(_before: State, action: a.Refill, after: State) -> list[LogSentence]:
    return [attack_line(after) if action.attack else LogSentence("refill", {})]


@tells(a.OutTurn)
def _out_turn(before: State, _action: a.OutTurn, after: State) -> list[LogSentence]:
    seat, pawn = before.turn.seat, after.countdown
    if pawn is None:
        return [about(after, seat, "out_turn"), attack_line(after)]
    moved = about(after, seat, "countdown", space=pawn.space)
    return [moved] if after.attack is before.attack else [moved, attack_line(after)]


@tells(a.DrawLots)
def _lot(_before: State, action: a.DrawLots, _after: State) -> list[LogSentence]:
    code = "lot.by_hand" if action.by_hand else "lot"
    drawn = ", ".join(isolated(action.of[place]) for place in action.drawn or ())
    return [LogSentence(code, {"drawn": drawn, "of": ", ".join(map(isolated, action.of))})]


@tells(a.DeckOut)
def _deck_out(_before: State, _action: a.DeckOut, _after: State) -> list[LogSentence]:
    return [LogSentence("deck_out", {})]


@tells(a.Move)
def _move(_before: State, action: a.Move, _after: State) -> list[LogSentence]:
    params = {"count": action.count, "color": action.color}
    return [LogSentence("move", {**params, "source": action.source, "target": action.target})]


@tells(a.SetStatus)
def _status(_before: State, action: a.SetStatus, after: State) -> list[LogSentence]:
    return [about(after, action.seat, f"status.{action.status}")]


@tells(a.Score)
def _score(before: State, action: a.Score, after: State) -> list[LogSentence]:
    """What was counted; a 0 that was 0 before is told only where there is nothing else."""
    counted = ("cards", "contracts", "other", "secret_tomes")
    given = {what: n for what in counted if (n := getattr(action, what)) is not None}
    was = before.seats[action.seat]
    told = [what for what, count in given.items() if count or getattr(was, what)]
    return [
        about(after, action.seat, f"score.{what}", count=given[what])
        for what in told or list(given)[:1]
    ]


@tells(a.MonsterCards)
def _monster_cards(_before: State, action: a.MonsterCards, _after: State) -> list[LogSentence]:
    return [LogSentence("monster_cards", {"count": action.count})]


@tells(a.MonsterSpawn)
def _monster_spawn(_before: State, action: a.MonsterSpawn, _after: State) -> list[LogSentence]:
    return [LogSentence("monster_spawn", {"count": action.count})]


@tells(a.MonsterDefeat)
def _monster_defeat(before: State, action: a.MonsterDefeat, after: State) -> list[LogSentence]:
    lines = [about(after, action.seat, "monster_defeat")]
    rules = before.monster_rules
    if rules and rules.gold:
        lines.append(gold_line(before, action.seat, after))
    if rules and rules.clank:
        lines += made_lines(before, action.seat, after)
    return lines


@tells(a.MonsterLost)
def _monster_lost(_before: State, action: a.MonsterLost, _after: State) -> list[LogSentence]:
    return [LogSentence("monster_lost", {"count": action.count})]


@tells(a.MonsterHit)
def _monster_hit(before: State, action: a.MonsterHit, after: State) -> list[LogSentence]:
    return damage_line(before, action.seat, after, "monster_hit")
