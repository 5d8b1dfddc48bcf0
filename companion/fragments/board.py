"""A board as fragments of HTML: each is rendered again only when what it shows has changed.

A fragment is named after the id of its root element. The whole board, or the fragments that changed
since another board, go to every device alike; the page replaces each by its id.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from json import dumps
from typing import NamedTuple
from zlib import crc32

from django.urls import reverse
from django.utils.safestring import mark_safe

from companion.fragments import (
    attack,
    chances,
    contracts,
    dragon,
    log_runs,
    log_text,
    reminders,
    seats,
    tokens,
    tray,
    turn,
)
from companion.fragments.chances import HIGH, SOME
from companion.fragments.macros import macros
from companion.fragments.rendered import RenderedTables
from companion.fragments.words import Words, words_in
from companion.rules import odds
from companion.table import naming, results
from companion.table.view import LogLine, TableView, named

MOST = 512
SEAT, ODD = "seat-", "odd-"
ODDS = mark_safe("<!--odds-->")
"""The place of a seat's odds in its card; they change with every cube."""


class Rendered(NamedTuple):
    """What a table's board looks like in one language, and what each fragment of it shows.

    `shelf` are the fragments of what nobody has yet; all of it depends on the stock alone. `lines`
    are those of the log by their sequence.
    """

    view: TableView | None = None
    look: str = ""
    risk: object = None
    shelf: Mapping[str, str] = {}
    lines: Mapping[int, tuple[LogLine | None, str]] = {}
    shows: Mapping[str, object] = {}
    html: Mapping[str, str] = {}


BLANK = Rendered()


def fragments(view: TableView, language: str) -> Mapping[str, str]:
    """Every fragment of a board; one that is unchanged is the same string as before."""
    return _rendered_tables.fragments(view, language)


def pulse(view: TableView, _language: str) -> Mapping[str, str]:
    """What a page beside the table needs to know: that the table has changed, and its last attack."""
    last = view.state.attack
    told = {"attack": view.attack_at or 0, "cubes": len(last.drawn) if last else 0}
    return {"pulse": dumps({"sequence": view.sequence, "rematch": rematch_of(view), **told})}


def rematch_of(view: TableView) -> str:
    """The address of the rematch, to which every device follows that is at it; empty if there is none."""
    again = view.settings.rematch
    return (
        reverse("companion:table", args=[again]) if again and not view.settings.return_link else ""
    )


# Put together ------------------------------------------------------------------


def changed(new: Mapping[str, str], old: Mapping[str, str]) -> str:
    """The fragments of one board that are not in another; a seat's card with its odds in it."""
    names = [name for name, html in new.items() if old.get(name) != html]
    cards = [name for name in names if name.startswith(SEAT)]
    within = {odd_of(card) for card in cards}
    return "".join(
        card_of(new, name) if name in cards else new[name] for name in names if name not in within
    )


def card_of(fragments: Mapping[str, str], name: str) -> str:
    """A seat's card with its odds; a television's has none."""
    return fragments[name].replace(ODDS, fragments.get(odd_of(name), ""), 1)


def odd_of(card: str) -> str:
    return f"{ODD}{card.removeprefix(SEAT)}"


# Rendering ---------------------------------------------------------------------


class Moment(NamedTuple):
    """What scripts read of the moment, besides the turn."""

    sequence: int
    standing: int
    undone: int
    size: int
    look: str
    over: bool
    closed: bool
    asks: bool
    rematch: str


class BoardRenderer:
    """One board as it is rendered: from the one before, as far as that still holds."""

    def __init__(self, view: TableView, language: str, known: Rendered) -> None:
        # Settings may change names, colours, even the edition: nothing rendered before holds then.
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
        look, risk = self._known.look or _look(self._view), self._risk()
        self._moment(look)
        self._turn()
        self._dragon()
        self._odds(risk)
        self._seats()
        self._box()
        self._contracts()
        self._shrines()
        lines, shelf = self._lines(), self._shelf()
        told = {f"line-{sequence}": html for sequence, (_, html) in lines.items()}
        html = {**self._html, **told, **shelf}
        return Rendered(self._view, look, risk, shelf, lines, self._shows, html)

    def _changes(self, name: str, shows: object) -> bool:
        """Whether a fragment has to be rendered; `shows` is all that it depends on."""
        self._shows[name] = shows
        known = self._known.shows.get(name, self)
        if known is shows or known == shows:
            self._html[name] = self._known.html[name]
            return False
        return True

    @cached_property
    def _localized(self) -> TableView:
        return naming.localized(self._view, self._language)

    def _moment(self, look: str) -> None:
        state = self._state
        size, over = odds.next_size(state), bool(state.over)
        if self._changes("moment", (self._view.sequence, state.turn, size, over)):
            at, history = self._view.sequence, self._view.history
            closed = over and self._view.settings.closed_at is not None
            again = rematch_of(self._view)
            standing, undone, asks = history.top or 0, history.next or 0, self._asking != ""
            facts = Moment(at, standing, undone, size, look, over, closed, asks, again)
            self._html["moment"] = self._macros.moment(facts, state.turn)

    def _turn(self) -> None:
        view, state, say, macro = self._view, self._state, self._say, self._macros
        now = turn.shown(state)
        shows = (view.round, now)
        if self._changes("now", shows):
            self._html["now"] = macro.now(*turn.where(view.round, state, say).partition(" · "))
        if self._changes("next-step", shows):
            self._html["next-step"] = macro.next_step(turn.now(state, say))
        if self._changes("next", (now, dragon.rage_shown(state), view.is_settled)):
            after = reverse(
                f"companion:{'winner' if view.is_settled else 'scores'}", args=[view.table]
            )
            coming, draws = turn.upcoming(state, say), view.settings.draws
            self._html["next"] = macro.next(coming, draws, after, view.is_settled)
        if self._changes("undo", can := (view.can_undo, view.can_redo, self._asking)):
            self._html["undo"] = macro.undo(*can)

    @cached_property
    def _asking(self) -> str:
        """The page that asks before a result is undone; empty where one tap undoes."""
        at = self._view.history.top
        if at is None or not results.is_counted(self._view):
            return ""
        return reverse("companion:back-to", args=[self._view.table, at])

    def _dragon(self) -> None:
        state, say, macro = self._state, self._say, self._macros
        if self._changes("rage", dragon.rage_shown(state)):
            self._html["rage"] = macro.rage(dragon.rage(state, say))
        if self._changes("danger", dragon.danger_shown(state)):
            self._html["danger"] = macro.danger(dragon.rage(state, say))
        if self._changes("pools", (state.area, state.bag)):
            self._html["pools"] = macro.pools(dragon.pools(state))
        if self._changes("audit", (state.area, state.bag)):
            self._html["audit"] = macro.audit(dragon.full_bag(state))
        if self._changes("attack-result", attack.result_shown(self._view)):
            result = attack.attack_result(self._localized, say)
            self._html["attack-result"] = macro.attack_result(result)
        if state.monsters and self._changes("monsters", state.monsters):
            self._html["monsters"] = macro.monsters(tray.monsters(state))
        if state.monsters and self._changes("monsters-strip", state.monsters):
            self._html["monsters-strip"] = macro.monsters_strip(tray.monsters(state))

    def _risk(self) -> object:
        """All that the chances of the next attack depend on."""
        state = self._state
        seats = [(seat.status, seat.leaving, len(seat.health), seat.color) for seat in state.seats]
        size, last = odds.next_size(state), odds.all_fall(state)
        return state.area, state.bag, size, last, state.over, seats

    def _odds(self, risk: object) -> None:
        view, state, say, macro = self._view, self._state, self._say, self._macros
        zones = tuple(seat.zone for seat in state.seats)
        if self._known.risk == risk and self._known.shows["at-risk"] == (state.turn.phase, zones):
            for name in self._known.shows:
                if name == "at-risk" or name.startswith(ODD):
                    self._changes(name, self._known.shows[name])
        else:
            found = chances.knocked_out(state)
            for index, seat in enumerate(state.seats):
                asked = view.settings.odds_on and not seat.leaving
                odd = _odd(found.get(index) if asked else None, say)
                if self._changes(f"{ODD}{index}", odd):
                    self._html[f"{ODD}{index}"] = macro.odd(index, *odd)
            self._shows["at-risk"] = (state.turn.phase, zones)
            self._html["at-risk"] = macro.at_risk(seats.at_risk(state, found, say))
        if self._changes("odds-preview", chances.preview_shown(view)):
            preview = chances.odds_preview(view, state, say)
            self._html["odds-preview"] = macro.odds_preview(preview)

    def _seats(self) -> None:
        state, say, macro = self._state, self._say, self._macros
        for index in range(len(state.seats)):
            if self._changes(f"{SEAT}{index}", seats.shown(state, index)):
                card = seats.card(state, index, say)
                self._html[f"{SEAT}{index}"] = macro.seat(card, ODDS)
            if self._changes(f"held-{index}", tray.held_shown(state, index)):
                self._html[f"held-{index}"] = macro.held(tray.holding(state, index, say))

    def _box(self) -> None:
        state, say, draws = self._state, self._say, self._view.settings.draws
        if self._changes("box", tray.box_shown(state)):
            self._html["box"] = self._macros.box(tray.box(state, say), draws)

    def _shrines(self) -> None:
        state = self._state
        has_some = state.edition.numbers.wayshrine_spaces is not None
        if has_some and self._changes("shrines", tray.shrines_shown(state)):
            self._html["shrines"] = self._macros.shrines(tray.shrines(state))

    def _contracts(self) -> None:
        state, macro = self._state, self._macros
        if not state.edition.switches.contracts.value:
            return
        shows = contracts.shown(state)
        macros_of = {
            "contracts": macro.contracts,
            "contracts-strip": macro.contracts_strip,
            "lying": macro.lying,
        }
        if fresh := [name for name in macros_of if self._changes(name, shows)]:
            lying = contracts.contracts(state, self._say)
            self._html |= {name: macros_of[name](lying) for name in fresh}
        if self._changes("reminders", reminders.reminders_shown(state)):
            self._html["reminders"] = macro.reminders(reminders.reminders(state, self._say))
        if self._changes("flips", reminders.flips_shown(state)):
            self._html["flips"] = macro.flips(reminders.flips(state, self._say))

    def _lines(self) -> dict[int, tuple[LogLine | None, str]]:
        known, lines = self._known.lines, {}
        for at, line in log_runs.runs(self._view.tail).items():
            drawn = known.get(at)
            if drawn is None or (drawn[0] is not line and drawn[0] != line):
                drawn = (line, self._line(at, line))
            lines[at] = drawn
        return lines

    def _line(self, at: int, line: LogLine | None) -> str:
        if line is None:
            html: str = self._macros.within(at)
            return html
        told = naming.retold_line(line, self._names)
        text = log_text.log_text(told, self._state, self._say)
        drawn: str = self._macros.line(text)
        return drawn

    def _shelf(self) -> Mapping[str, str]:
        state, say, macro = self._state, self._say, self._macros
        known = self._known.view
        if known and known.state.stock is state.stock:
            return self._known.shelf
        kinds = [(f"token-{code}", code, False) for code in tray.codes(state)]
        kinds += [(f"ware-{code}", code, True) for code in tray.market(state)]
        return {
            **{
                name: macro.offer(name, tokens.offer(state, code, say, buy=buy))
                for name, code, buy in kinds
            },
            "values": macro.values("values", tray.values(state, say)),
            "crowns": macro.values("crowns", tray.crowns(state, say)),
        }


def _look(view: TableView) -> str:
    """What the page around the fragments was made for, the same in every language; where it changes, the
    page is loaded again."""
    settings, players = view.settings, view.state.seats
    switches = (settings.odds_on, settings.draws, settings.join_code, view.state.edition.modules)
    shown = (settings.typed or settings.names, [seat.color for seat in players], switches)
    return f"{crc32(repr(shown).encode()):x}"


def _odd(chance: Fraction | None, say: Words) -> tuple[str, str]:
    """The chance in brief, and how it looks: "high", "some", "none", or like any other."""
    if chance is None:
        return "", ""
    look = "high" if chance >= HIGH else "some" if chance >= SOME else "" if chance else "none"
    return chances.brief(chance, say), look


def _render(view: TableView, language: str, known: Rendered) -> Rendered:
    return BoardRenderer(view, language, known).rendered()


_rendered_tables = RenderedTables(BLANK, _render, most=MOST)
