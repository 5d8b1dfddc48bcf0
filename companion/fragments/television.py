"""What the television shows: nothing to press, and what there is to look at between attacks.

Its fragments are its own, so that a screen for the whole room need not follow a phone's layout.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.fragments import (
    attack,
    board,
    chances,
    contracts,
    dragon,
    log_runs,
    log_text,
    seats,
    tray,
    turn,
)
from companion.fragments.chances import Row
from companion.fragments.log_text import LogText
from companion.fragments.macros import macros
from companion.fragments.rendered import RenderedTables
from companion.fragments.words import Words, words_in
from companion.rules.standings import in_seat_order, standings
from companion.rules.state import State
from companion.table import naming, results
from companion.table.view import LogLine, TableView, named
from kernel.text import minus

MOST = 256
LINES = 6
CONTRACTS = 6
SHARED = ("moment", "now")
# What happens at every turn: the screen keeps its few lines for what matters.
USUAL = {"clank", "clank_all", "quiet", "gold", "zone", "end_turn", "refill", "turn", "danger"}


class Rendered(NamedTuple):
    """A table's screen in one language, and what each fragment of it shows."""

    view: TableView | None = None
    shows: Mapping[str, object] = {}
    html: Mapping[str, str] = {}


BLANK = Rendered()


def fragments(view: TableView, language: str) -> Mapping[str, str]:
    """Every fragment of the screen; one that is unchanged is the same string as before."""
    return _rendered_tables.fragments(view, language)


class TelevisionRenderer:
    """One screen as it is rendered: from the one before, as far as that still holds."""

    def __init__(self, view: TableView, language: str, known: Rendered) -> None:
        holds = known.view is not None and known.view.settings is view.settings
        self._known = known if holds else BLANK
        self._view = view
        self._language = language
        self._say = words_in(language)
        self._macros = macros(language)
        self._names = naming.names_in(view, language)
        self._state = named(view.state, self._names)
        self._shows: dict[str, object] = {}
        self._html: dict[str, str] = {}

    def rendered(self) -> Rendered:
        shared = board.fragments(self._view, self._language)
        self._dragon()
        for index in range(len(self._state.seats)):
            self._seat(index)
        self._contracts()
        self._idle()
        self._log()
        html = {**{name: shared[name] for name in SHARED}, **self._html}
        return Rendered(self._view, self._shows, html)

    def _piece(self, name: str, shows: object, render: Callable[[], str]) -> None:
        self._shows[name] = shows
        known = self._known.shows.get(name, self)
        self._html[name] = self._known.html[name] if known == shows else render()

    def _dragon(self) -> None:
        state, say, macro = self._state, self._say, self._macros
        self._piece(
            "rage", dragon.rage_shown(state), lambda: macro.tv_rage(dragon.rage(state, say))
        )
        self._piece("pools", (state.area, state.bag), lambda: macro.tv_pools(dragon.pools(state)))
        self._piece(
            "attack-result",
            attack.result_shown(self._view),
            lambda: macro.tv_attack(
                attack.attack_result(naming.localized(self._view, self._language), say)
            ),
        )
        self._piece(
            "tracks",
            (state.countdown, state.monsters),
            lambda: macro.tv_tracks(countdown(state), tray.monsters(state)),
        )

    def _seat(self, index: int) -> None:
        state = self._state
        self._piece(
            f"{board.SEAT}{index}",
            seats.shown(state, index),
            lambda: self._macros.tv_seat(seats.card(state, index, self._say)),
        )

    def _contracts(self) -> None:
        def render() -> str:
            rows = contracts.contracts(self._state, self._say).for_the_room
            html: str = self._macros.tv_contracts(rows[:CONTRACTS], max(len(rows) - CONTRACTS, 0))
            return html

        self._piece("contracts", contracts.shown(self._state), render)

    def _idle(self) -> None:
        self._piece(
            "idle",
            idle_shown(self._view),
            lambda: self._macros.tv_idle(idle(self._view, self._state, self._say)),
        )

    def _log(self) -> None:
        told = log_runs.runs(self._view.tail).values()
        lines = tuple([line for line in told if line is not None and matters(line)][-LINES:])
        self._piece("log", lines, lambda: self._macros.tv_log(self._told(lines)))

    def _told(self, lines: tuple[LogLine, ...]) -> list[LogText]:
        told = (naming.retold_line(line, self._names) for line in reversed(lines))
        return [log_text.log_text(line, self._state, self._say) for line in told]


def matters(line: LogLine) -> bool:
    """Whether the room wants to know: who joined or moved by one step is seen elsewhere."""
    if line.kind != "action":
        return line.kind != "setting"
    return any(each.code.partition(".")[0] not in USUAL for each in line.story)


class Countdown(NamedTuple):
    """The Countdown Track: extra cubes of each space, and where the pawn is, from 1; 0 for nowhere."""

    extras: tuple[int, ...]
    space: int


def countdown(state: State) -> Countdown | None:
    numbers = state.edition.numbers.countdown
    if numbers is None:
        return None
    return Countdown(tuple(numbers.value), state.countdown.space if state.countdown else 0)


class Total(NamedTuple):
    """A seat's points as counted so far."""

    name: str
    color: str
    points: str


class Idle(NamedTuple):
    """`free` is whether somebody can still join."""

    free: bool
    over: bool
    next_step: str
    rows: tuple[Row, ...]
    totals: tuple[Total, ...]


def idle_shown(view: TableView) -> tuple[object, ...]:
    """What the idle stage depends on; the points at the end on all of the seats."""
    state = view.state
    shown = (
        (state.seats, state.contracts)
        if state.over
        else [(seat.status, len(seat.health)) for seat in state.seats]
    )
    cubes = state.area, state.bag, state.rage, state.danger
    return (view.settings, turn.shown(state), shown, *cubes)


def idle(view: TableView, state: State, say: Words) -> Idle:
    """What comes next and the odds; how to join while seats are free."""
    settings, over = view.settings, bool(state.over)
    return Idle(
        free=bool(settings.free_seats) and settings.joining_open and not over,
        over=over,
        next_step=_next_step(view, state, say),
        rows=chances.rows(naming.localized(view, say.language), say)
        if view.tells_odds and not over
        else (),
        totals=_totals(view, state) if over else (),
    )


def _next_step(view: TableView, state: State, say: Words) -> str:
    text = turn.next_step(state, say)
    if not state.over or results.is_final(view):
        return text
    return f"{text} {say.gettext('Not settled yet')}."


def _totals(view: TableView, state: State) -> tuple[Total, ...]:
    """The best first, as soon as that is settled."""
    table = standings(state)
    places = table.places if results.is_final(view) else in_seat_order(table)
    held = ((state.seats[each.seat], each.score.total) for each in places)
    return tuple(Total(seat.name, seat.color, minus(points)) for seat, points in held)


def _render(view: TableView, language: str, known: Rendered) -> Rendered:
    return TelevisionRenderer(view, language, known).rendered()


_rendered_tables = RenderedTables(BLANK, _render, most=MOST)
