"""The score sheet: what the table has counted for a seat, and why a thing scores or does not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.rules.editions import Token
from companion.rules.scoring import CONDITIONS, COUNTS, scores_nothing, token_points
from companion.rules.state import ARTIFACT, CROWN, Seat, State
from companion.rules.words import Translate, gettext_noop, say

SENTENCES = {
    "": "",
    "silver": gettext_noop("silver"),
    "each": gettext_noop("{each} each"),
    "as_gold": gettext_noop("kept, so it counts as {gold} gold"),
    "worthless": gettext_noop("scores nothing"),
    "escape": gettext_noop("for leaving with an artifact"),
    "escape_token.met": gettext_noop("scores, for {name} has escaped"),
    "escape_token.unmet": gettext_noop("scores only for who has escaped"),
    "idol.met": gettext_noop("scores with the idol held"),
    "idol.unmet": gettext_noop("scores only with an idol"),
    "crown.met": gettext_noop("scores with the crown held"),
    "crown.unmet": gettext_noop("scores only with a crown"),
    "secret_tomes.met": gettext_noop("scores with the Secret Tomes: {tomes}"),
    "secret_tomes.unmet": gettext_noop("scores only with 2 Secret Tomes or more"),
    "wayshrine": gettext_noop("for each marked Wayshrine {each}: {number}"),
    "prisoner": gettext_noop("for each freed prisoner {each}: {number}"),
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
        return say(SENTENCES[self.code], self.params)

    def say(self, translate: Translate) -> str:
        """The reason in another language; nothing where there is nothing to explain."""
        return say(SENTENCES[self.code], self.params, translate) if self.code else ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing held: how often, the points it is good for, and why."""

    what: str
    count: int
    points: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that the table has counted for a seat.

    `nothing` says why all of it scores 0; the entries are then what would have counted.
    """

    entries: tuple[Entry, ...]
    nothing: Reason | None


def sheet(state: State, index: int) -> Sheet:
    """What the table has counted for a seat so far (docs/rules.md 6)."""
    return Sheet(tuple(_entries(state, state.seats[index])), why_nothing(state, index))


def why_nothing(state: State, index: int) -> Reason | None:
    """Why a seat scores 0 by rule, in the edition's own words; None if it does not."""
    seat = state.seats[index]
    if not scores_nothing(seat):
        return None
    if not seat.artifacts:
        return Reason("no_artifact", {"name": seat.name})
    return Reason("deep", {"name": seat.name, "zone": state.edition.words["deep"]})


def counts_secret_tomes(state: State) -> bool:
    """Whether the edition has a token that asks for Secret Tomes."""
    return any(token.needs == "secret_tomes" for token in state.edition.tokens.values())


def _entries(state: State, seat: Seat) -> Iterator[Entry]:
    for artifact in seat.artifacts:
        yield Entry(ARTIFACT, 1, artifact.value, Reason("silver" if artifact.silver else ""))
    for crown in seat.crowns:
        yield Entry(CROWN, 1, crown, Reason(""))
    points = token_points(state, seat)
    for name, count in seat.tokens.items():
        yield Entry(name, count, points[name], _reason(state, seat, name))
    if seat.gold:
        yield Entry("gold", seat.gold, seat.gold, Reason(""))


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
    if token.gold:
        return Reason("as_gold", {"gold": token.gold})
    if not token.points:
        return Reason("worthless")
    return Reason("each", {"each": token.points}) if count > 1 else Reason("")
