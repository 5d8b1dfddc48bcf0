"""The score sheet: what the table has counted for a seat, and why things score or do not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.rules.editions import Token
from companion.rules.scoring import CONDITIONS, CONTRACT, COUNTS, scores_nothing, token_points
from companion.rules.state import ARTIFACT, CROWN, Contract, Seat, State
from companion.rules.words import fill
from kernel.message import Translate, gettext_noop

SENTENCES = {
    "": "",
    "silver": gettext_noop("silver"),
    "each": gettext_noop("{each} each"),
    "as_gold": gettext_noop("kept, so it counts as {gold} gold"),
    "and_gold": gettext_noop("{each} each, and kept, so it counts as {gold} gold too"),
    "bonus": gettext_noop("{points}, and {bonus} because it was new in this game"),
    "no_bonus": gettext_noop("the bonus of {bonus} was for the game in which it was new"),
    "completed": gettext_noop("for completing it"),
    "together": gettext_noop("for completing it, together with {names}"),
    "unflipped": gettext_noop("what its back says has not been entered yet"),
    "worthless": gettext_noop("scores nothing"),
    "escape": gettext_noop("for leaving with an artifact"),
    "escape_token.met": gettext_noop("scores, because {name} has escaped"),
    "escape_token.unmet": gettext_noop("scores only for those who have escaped"),
    "idol.met": gettext_noop("scores because of the idol"),
    "idol.unmet": gettext_noop("scores only with an idol"),
    "crown.met": gettext_noop("scores because of the crown"),
    "crown.unmet": gettext_noop("scores only with a crown"),
    "secret_tomes.met": gettext_noop("scores with the Secret Tomes: {tomes}"),
    "secret_tomes.unmet": gettext_noop("scores only with 2 Secret Tomes or more"),
    "wayshrine": gettext_noop("{each} for each marked Wayshrine: {number}"),
    "prisoner": gettext_noop("{each} for each freed prisoner: {number}"),
    "no_artifact": gettext_noop("{name} scores 0 because no artifact was brought along."),
    "deep": gettext_noop("{name} scores 0 because of a knock-out in {zone}."),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something scores what it does: a code, its parameters, one English template."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The English sentence, filled in."""
        return fill(SENTENCES[self.code], self.params)

    def render(self, translate: Translate = str) -> str:
        """The reason, translated; empty if there is nothing to explain."""
        return fill(SENTENCES[self.code], self.params, translate) if self.code else ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing a seat holds: how many, the points for it, and why."""

    what: str
    count: int
    points: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything the table has counted for a seat.

    `nothing` is the reason if the seat scores 0 anyway; the entries then show what would count.
    """

    entries: tuple[Entry, ...]
    nothing: Reason | None


def sheet(state: State, index: int) -> Sheet:
    """What the table has counted for a seat so far (docs/rules.md 6)."""
    return Sheet(tuple(_entries(state, index)), why_nothing(state, index))


def why_nothing(state: State, index: int) -> Reason | None:
    """Why a seat scores 0 by rule, in the edition's own words; None if it does not."""
    seat = state.seats[index]
    if not scores_nothing(seat):
        return None
    if not seat.artifacts:
        return Reason("no_artifact", {"name": seat.name})
    return Reason("deep", {"name": seat.name, "zone": state.edition.words["deep"]})


def counts_secret_tomes(state: State) -> bool:
    """Whether the edition has a token that depends on Secret Tomes."""
    return any(token.needs == "secret_tomes" for token in state.edition.tokens.values())


def _entries(state: State, index: int) -> Iterator[Entry]:
    seat = state.seats[index]
    for artifact in seat.artifacts:
        yield Entry(ARTIFACT, 1, artifact.value, Reason("silver" if artifact.silver else ""))
    for crown in seat.crowns:
        yield Entry(CROWN, 1, crown, Reason(""))
    points = token_points(state, seat)
    for name, count in seat.tokens.items():
        yield Entry(name, count, points[name], _reason(state, seat, name))
    if seat.gold:
        yield Entry("gold", seat.gold, seat.gold, Reason(""))
    yield from _contracts(state, index)


def _contracts(state: State, index: int) -> Iterator[Entry]:
    for contract in state.contracts:
        if index in contract.stars:
            points = contract.points + (contract.bonus if contract.new else 0)
            reason = _why_contract(state, contract, index)
            yield Entry(f"{CONTRACT}{contract.key}", 1, points, reason)


def _why_contract(state: State, contract: Contract, index: int) -> Reason:
    if not contract.flipped:
        return Reason("unflipped")
    if contract.bonus and contract.new:
        return Reason("bonus", {"points": contract.points, "bonus": contract.bonus})
    if contract.bonus:
        return Reason("no_bonus", {"bonus": contract.bonus})
    others = ", ".join(state.seats[star].name for star in contract.stars if star != index)
    return Reason("together", {"names": others}) if others else Reason("completed")


def _reason(state: State, seat: Seat, name: str) -> Reason:
    if name == state.edition.escape_token:
        return Reason("escape")
    token = state.edition.tokens[name]
    if token.needs:
        met = CONDITIONS[token.needs](state, seat)
        params = {"name": seat.name, "tomes": seat.secret_tomes}
        return Reason(f"{token.needs}.{'met' if met else 'unmet'}", params)
    if token.per:
        return Reason(token.per, {"each": token.points, "number": COUNTS[token.per](state, seat)})
    return _plain(token, seat.tokens[name])


def _plain(token: Token, count: int) -> Reason:
    if token.gold and token.points:
        return Reason("and_gold", {"each": token.points, "gold": token.gold})
    if token.gold:
        return Reason("as_gold", {"gold": token.gold})
    if not token.points:
        return Reason("worthless")
    return Reason("each", {"each": token.points}) if count > 1 else Reason("")
