"""Random games: whatever was drawn before, a device ends with the board as it is drawn afresh."""

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from random import Random
from uuid import UUID, uuid4

import pytest
from django.conf import settings as site

from companion.errors import TableError
from companion.fragments import board, television
from companion.rules.actions import ACTIONS
from companion.rules.editions import load, slugs
from companion.rules.errors import RuleError
from companion.rules.fairness import Fairness
from companion.rules.opening import Player, new_game
from companion.rules.parsing import Shape, shapes
from companion.rules.state import COLORS
from companion.rules.values import Range
from companion.services.log_rows import Author
from companion.services.sql import Stored
from companion.services.transition import apply
from companion.table.history import History
from companion.table.roles import Role
from companion.table.settings import Participant, TableSettings
from companion.table.states import HistoryPoint
from companion.table.view import TableView, named
from tests.proof import Proof

TAPS = 80
NAMES = ("Ana", "Ben", "Red", "Blau", "Eva", "<b>&")


class Table:
    """A game without a database: what a tap reads is what was there at that sequence."""

    sure = True

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        edition = chance.choice(slugs())
        count = chance.randint(2, 4)
        players = [Player(NAMES[at], COLORS[at]) for at in range(count)]
        modules = ("monsters",) if edition == "catacombs" and chance.random() < 0.5 else ()
        state = new_game(load(edition, modules, count), players, {})
        self.points: dict[int | None, HistoryPoint] = {None: HistoryPoint(state, 1, None)}
        self.view = TableView(
            table=uuid4(),
            sequence=0,
            settings_sequence=0,
            state=state,
            settings=_settings(tuple(player.name for player in players)),
            history=History(),
            round=1,
            attack_at=None,
            tail=(),
        )

    def point(self, _table: UUID, history: History) -> HistoryPoint:
        return self.points[history.top]

    def fairness(self, _table: UUID) -> Fairness:
        raise AssertionError("all cubes are drawn by hand here")

    def role(self, _view: TableView, _device: int, _account: int | None) -> Role:
        return Role.PLAYER

    def stored(self, _device: int, _tap_id: str) -> Stored | None:
        return None

    def tap(self) -> None:
        """Any tap at all, and now and then a new name; what is refused changes nothing."""
        if self.chance.random() < 0.03:
            self._rename()
        by = Author(1, self.chance.choice(["Ana", "Red, Blau", ""]), None, datetime.now(UTC))
        try:
            _, self.view, _ = apply(self.view, self._action(), by, self)  # type: ignore[arg-type]
        except (RuleError, TableError):
            return
        view = self.view
        self.points[view.history.top] = HistoryPoint(view.state, view.round, view.attack_at)

    def _rename(self) -> None:
        names = tuple(self.chance.choice(NAMES) for _ in self.view.state.seats)
        self.view = replace(
            self.view,
            settings=replace(self.view.settings, names=names),
            state=named(self.view.state, names),
        )

    def _action(self) -> dict[str, object]:
        do = self.chance.choice([*ACTIONS, "clank", "end_turn", "refill", "undo", "undo", "redo"])
        if do in ("undo", "redo"):
            return {"do": do}
        values = {shape.wire: self._value(shape) for shape in shapes(ACTIONS[do])}
        if do in ("attack", "refill", "out_turn"):
            values |= {"by_hand": True, "drawn": self._cubes()}
        return {"do": do, **{name: value for name, value in values.items() if value is not None}}

    def _value(self, shape: Shape) -> object:
        state, chance = self.view.state, self.chance
        tokens, colors = list(state.edition.tokens), [seat.color for seat in state.seats]
        known: dict[str, Sequence[object]] = {
            "seat": range(len(colors)),
            "token": tokens,
            "item": tokens,
            "color": colors,
        }
        if not shape.required and chance.random() < 0.5:
            return None
        if choice := known.get(shape.name) or shape.words:
            return chance.choice(choice)
        if isinstance(shape.allowed, Range):
            return max(shape.allowed.least, chance.choice([1, 1, 2, 3, 5, 10]))
        return {bool: chance.random() < 0.5, str: "A"}.get(shape.kind, [])

    def _cubes(self) -> list[str]:
        state = self.view.state
        piles = [*state.bag.items(), *state.area.items()]
        held = [color for color, count in piles for _ in range(count)]
        size = state.rage_cubes + state.danger
        return self.chance.sample(held, min(size, len(held)))


def _settings(names: tuple[str, ...]) -> TableSettings:
    now = datetime.now(UTC)
    person = Participant(
        device=1, name="", seats=(0,), salted=True, salt_from_device=True, removed=False
    )
    return TableSettings(
        title="Friday", link_token="", join_code="A", tv_code="B", joining_open=True, odds_on=True, closed_at=None,
        opened_at=now, draws=False, imported=False, return_link="", drawer_link="",
        opener_device=1, opener_account=None, rematch=None, names=names, chairs=(1, 2), people=(person,),
    )  # fmt: skip


class Pieces(HTMLParser):
    """The elements of an event, each by its id, as a page cuts them."""

    VOID = ("input", "br")

    def __init__(self, event: str) -> None:
        super().__init__()
        self.event = event
        self.found: dict[str, str] = {}
        self._depth = self._start = 0
        self._id = ""
        self.feed(event)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.VOID:
            return
        if not self._depth:
            self._start, self._id = self.getpos()[1], str(dict(attrs)["id"])
        self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A drawing's <use/> opens nothing."""

    def handle_endtag(self, tag: str) -> None:
        self._depth -= 1
        if not self._depth:
            end = self.event.index(">", self.getpos()[1]) + 1
            self.found[self._id] = self.event[self._start : end]


def lay(page: dict[str, str], event: str) -> None:
    """What the page's script does: each element takes the place of the one with its id."""
    for name, html in Pieces(event).found.items():
        if name.startswith(board.ODD):
            card = f"{board.SEAT}{name.removeprefix(board.ODD)}"
            old = re.compile(rf'<p [^>]*id="{name}".*?</p>')
            (before,) = old.findall(page[card])
            page[card] = page[card].replace(before, html)
        else:
            page[name] = html


def whole(html: Mapping[str, str]) -> dict[str, str]:
    """A board as a page holds it: the odds within the cards."""
    return {
        name: board.card_of(html, name) if name.startswith(board.SEAT) else text
        for name, text in html.items()
        if not name.startswith(board.ODD)
    }


@pytest.mark.prove
def test_no_device_ever_shows_a_stale_fragment(
    proof: Proof, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in proof.rounds(short=15, long=1000, minutes=15):
        table, language = Table(proof.chance), site.LANGUAGES[number % 2][0]
        page: dict[str, str] = {}
        old: Mapping[str, str] = {}
        for at in range(TAPS):
            table.tap()
            new = board.fragments(table.view, language)
            lay(page, board.changed(new, old))
            old = new
            if at % 4 and at < TAPS - 1:
                continue
            tv = television.fragments(table.view, language)
            with monkeypatch.context() as forgetful:
                forgetful.setattr(board._rendered_tables, "_kept", OrderedDict())
                forgetful.setattr(television._rendered_tables, "_kept", OrderedDict())
                afresh = board.fragments(table.view, language)
                assert new == afresh
                assert tv == television.fragments(table.view, language)
            assert {name: page[name] for name in whole(afresh)} == whole(afresh)
