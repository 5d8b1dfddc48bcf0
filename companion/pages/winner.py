"""The result: who won and why, the chart of the scores, and what luck had to do with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext, gettext_noop, ngettext

from companion import bgstats, promises, selectors
from companion.board import Board
from companion.board import Place as At
from companion.pages import after
from companion.pages.after import Tab
from companion.pages.chances import spoken
from companion.pages.chart import Chart, chart
from companion.rules.luck import Luck, luck
from companion.rules.scoring import Score
from companion.rules.sheet import why_nothing
from companion.rules.standings import Place, Standings, standings
from companion.rules.state import State
from companion.rules.tally import Tally, tally
from companion.rules.words import SCORES, STATUSES

SELDOM = Fraction(1, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A seat in the order of the places; `nothing` says why it scores 0 by rule."""

    rank: int
    name: str
    color: str
    total: int
    won: bool
    status: str
    nothing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fortune:
    """A seat's luck in words and, as percent, how the bars are drawn."""

    name: str
    color: str
    points: str
    expected: str
    chance: str
    verdict: str
    tone: str
    drawn_width: str
    expected_at: str


@dataclass(frozen=True, slots=True)
class Figure:
    value: int
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """What a seat's game came to."""

    name: str
    color: str
    cells: tuple[int, ...]
    out: str


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    points: tuple[int | str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerPage:
    table: UUID
    sequence: int
    title: str
    tabs: tuple[Tab, ...]
    over: bool
    closed: bool
    seed: str
    may_run: bool
    headline: str
    winners: tuple[Standing, ...]
    places: tuple[Standing, ...]
    notes: tuple[str, ...]
    chart: Chart
    rows: tuple[Row, ...]
    fortunes: tuple[Fortune, ...]
    figures: tuple[Figure, ...]
    seats: tuple[SeatRow, ...]
    bgstats: str
    rematch: UUID | None
    return_link: str


def winner_page(place: At) -> WinnerPage:
    board = place.board
    state, table = board.state, standings(board.state)
    states = selectors.states_of(board)
    came_to = tally(states)
    found = tuple(_standing(state, each) for each in table.places)
    won = tuple(each for each in found if each.won)
    return WinnerPage(
        table=board.table,
        sequence=board.sequence,
        title=board.facts.title,
        tabs=after.tabs(board.table, "winner"),
        over=state.over is not None,
        closed=board.facts.closed_at is not None,
        seed=promises.seed_of(board),
        may_run=place.role.may_run,
        headline=headline(state, [each.name for each in won]),
        winners=won,
        places=found,
        notes=tuple(note.say(gettext) for note in table.notes),
        chart=chart(state, table.places),
        rows=score_rows(state, table),
        fortunes=fortunes(state, [luck(states, seat) for seat in range(len(state.seats))]),
        figures=_figures(came_to),
        seats=_seats(state, came_to),
        bgstats=bgstats.link(play_of(board)),
        rematch=board.facts.rematch,
        return_link=board.facts.return_link,
    )


def headline(state: State, names: Sequence[str]) -> str:
    if not state.over:
        return gettext("So far")
    if not names:
        return gettext("Nobody wins")
    if len(names) == 1:
        return gettext("{name} wins").format(name=names[0])
    return gettext("{names} share the victory").format(names=", ".join(names))


def _standing(state: State, place: Place) -> Standing:
    held = state.seats[place.seat]
    nothing = why_nothing(state, place.seat)
    return Standing(
        rank=place.rank,
        name=held.name,
        color=held.color,
        total=place.score.total,
        won=place.won,
        status=gettext(STATUSES[held.status]),
        nothing=nothing.say(gettext) if nothing else "",
    )


# The table of points ----------------------------------------------------------


def score_rows(state: State, table: Standings) -> tuple[Row, ...]:
    """One row for each thing that counts for anybody, seats in the order of their places."""
    scores = [place.score for place in table.places]
    present = {line.what for score in scores for line in score.lines}
    order = ["artifact", "crown", *state.edition.tokens, state.edition.escape_token, *SCORES]
    wanted = [what for what in dict.fromkeys(order) if what in present]
    return tuple(
        Row(gettext(SCORES[what]), tuple(_points(score, what) for score in scores))
        for what in wanted
    )


def _points(score: Score, what: str) -> int | str:
    lines = [line.points for line in score.lines if line.what == what]
    return sum(lines) if lines else "–"


# Luck -------------------------------------------------------------------------


def fortunes(state: State, found: Sequence[Luck]) -> tuple[Fortune, ...]:
    """Nothing where no dragon came."""
    if not any(each.attacks for each in found):
        return ()
    numbers = [Fraction(each.points) for each in found] + [each.expected for each in found]
    most = max(numbers) or Fraction(1)
    pairs = zip(state.seats, found, strict=True)
    return tuple(_fortune(seat.name, seat.color, each, most) for seat, each in pairs)


def _fortune(name: str, color: str, found: Luck, most: Fraction) -> Fortune:
    verdict, tone = _verdict(found)
    points = ngettext("{count} cube drawn", "{count} cubes drawn", found.points)
    return Fortune(
        name=name,
        color=color,
        points=points.format(count=found.points),
        expected=gettext("{number} expected").format(number=after.tenths(found.expected)),
        chance=_chance(found),
        verdict=verdict,
        tone=tone,
        drawn_width=f"{float(100 * found.points / most):.2f}",
        expected_at=f"{float(100 * found.expected / most):.2f}",
    )


def _chance(found: Luck) -> str:
    """How often the same attacks deal at least so much."""
    if not found.points:
        sentence = gettext_noop("Not a single one: {often} ({percent})")
        chance = found.as_few
    else:
        sentence = gettext_noop("So many or more: {often} ({percent})")
        chance = found.as_many
    return gettext(sentence).format(often=after.odds_in_words(chance), percent=spoken(chance))


def _verdict(found: Luck) -> tuple[str, str]:
    if found.points > found.expected and found.as_many <= SELDOM:
        return gettext("bad luck"), "blood"
    if found.points < found.expected and found.as_few <= SELDOM:
        return gettext("good luck"), "moss"
    return gettext("as expected"), "line"


# What the game came to --------------------------------------------------------


def _figures(found: Tally) -> tuple[Figure, ...]:
    return (
        Figure(found.turns, ngettext("turn", "turns", found.turns)),
        Figure(found.attacks, ngettext("attack", "attacks", found.attacks)),
        Figure(found.cubes, ngettext("cube drawn", "cubes drawn", found.cubes)),
        Figure(found.largest, gettext("in the largest attack")),
    )


def _seats(state: State, found: Tally) -> tuple[SeatRow, ...]:
    return tuple(
        SeatRow(
            name=seat.name,
            color=seat.color,
            cells=(own.turns, own.clank, own.damage),
            out=_out(seat.status, own.out_in),
        )
        for seat, own in zip(state.seats, found.seats, strict=True)
    )


def _out(status: str, turn: int | None) -> str:
    word = gettext(STATUSES[status])
    return word if turn is None else gettext("{status}, turn {turn}").format(status=word, turn=turn)


# For others -------------------------------------------------------------------


def play_of(board: Board) -> bgstats.Play:
    """The game as BG Stats is told of it."""
    times = selectors.played_at(board) or [board.facts.opened_at]
    return bgstats.Play(
        table=board.table,
        title=board.facts.title,
        state=board.state,
        ended_at=times[-1],
        minutes=None if board.facts.imported else bgstats.minutes(times[0], times[-1]),
    )
