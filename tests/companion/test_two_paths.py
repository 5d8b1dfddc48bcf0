"""The fast path of a tap and the slow one: the same taps, the same log, answers and board."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from threading import Event, Thread

import pytest
from django.db import connection

from companion import services
from companion.live import slow_path
from companion.live.job import Job, Stored
from companion.models import LogRow, Table
from companion.rules import codec
from companion.services import Answer, Sent
from companion.table import cache
from companion.table.history import nodes
from companion.table.view import TableView
from companion.tap import parse_tap
from kernel.errors import Refusal
from tests.companion.game import Game
from tests.companion.site import Site
from tests.companion.wire import post
from tests.proof import Proof

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.prove]

DOES = ("clank", "gold", "damage", "heal", "turn", "turn", "attack", "undo", "redo", "nonsense")
COLUMNS = (
    "sequence", "kind", "name", "payload", "story", "seat", "target", "past_draw", "version",
    "round", "attack", "checkpoint", "actor_name", "tap_id",
)  # fmt: skip
NAMES = ("Alice", "Alison", "Al")

Told = tuple[int, object]


class Twins:
    """Two tables with one seed: the taps of one go to the running site, the other's past it."""

    def __init__(self, site: Site, chance: Random) -> None:
        self.site, self.chance = site, chance
        self.fast, self.slow = site.game, Game()
        secret = Table.objects.values("commitment", "salt", "seed", "salt_fixed")
        Table.objects.filter(pk=self.slow.id).update(**secret.get(pk=self.fast.id))
        cache.forget()
        self.tokens = [site.token, site.token_of(self.fast.bob)]
        self.sent: list[tuple[int, dict[str, object]]] = []

    def step(self, number: int) -> None:
        if self.chance.random() < 0.03:
            self.rename()
        if self.sent and self.chance.random() < 0.05:
            who, raw = self.chance.choice(self.sent)
        else:
            who, raw = self.chance.randrange(2), self.tap(f"tap-{number}")
            self.sent.append((who, raw))
        assert self.on_fast(who, raw) == self.on_slow(who, raw)

    def tap(self, name: str) -> dict[str, object]:
        view, do = self.slow.view, self.chance.choice(DOES)
        turn, history = view.state.turn, view.history
        action: dict[str, object] = {"do": do, "seat": self.chance.randrange(2), "count": 1}
        expects: object = None
        if do == "turn":
            refill: dict[str, object] = {"do": "refill", "attack": False}
            action = {"do": "end_turn"} if turn.phase == "play" else refill
            expects = {"turn": turn.number - self.chance.choice([0, 0, 1]), "phase": turn.phase}
        elif do == "attack":
            action = {"do": "attack", "size": 1}
        elif do in ("undo", "redo"):
            action, expects = {"do": do}, (history.top if do == "undo" else history.next) or 0
        return {"id": name, "expects": expects, "action": action}

    def rename(self) -> None:
        """A page writes to both tables."""
        name = self.chance.choice(NAMES)
        for game in (self.fast, self.slow):
            services.rename_seat(game.table, game.alice, seat=0, name=name)

    def on_fast(self, who: int, raw: dict[str, object]) -> Told:
        status, answer = post(self.site.port, f"{self.site.path}/tap/", raw, self.tokens[who])
        if status != 200:
            return status, answer["code"]
        return status, [answer[key] for key in ("sequence", "version", "action", "repeated")]

    def on_slow(self, who: int, raw: dict[str, object]) -> Told:
        device = (self.slow.alice, self.slow.bob)[who]
        sent = Sent(table=self.slow.id, tap=parse_tap(raw), device=device.pk)
        match services.take_taps([sent])[0]:
            case Answer() as told:
                return 200, [told.sequence, told.version, told.action, told.repeated]
            case Refusal() as refused:
                return refused.status, refused.code


def log_of(game: Game) -> list[tuple[object, ...]]:
    rows = LogRow.objects.filter(table=game.id).exclude(tap_id=None).order_by("sequence")
    return list(rows.values_list(*COLUMNS))


def board_of(view: TableView) -> object:
    lines = [(each.sequence, each.story, each.stands) for each in view.tail]
    standing = [node.sequence for node in nodes(view.history.current)]
    return codec.dump(view.state), view.round, view.attack_at, standing, lines


@contextmanager
def pages_writing() -> Iterator[None]:
    """Somebody changes another table all the time."""
    other, done = Game(), Event()

    def write() -> None:
        at = 0
        while not done.is_set():
            at += 1
            services.rename_seat(other.table, other.alice, seat=0, name=NAMES[at % len(NAMES)])
        connection.close()

    writing = Thread(target=write)
    writing.start()
    try:
        yield
    finally:
        done.set()
        writing.join()


def test_the_same_taps_lead_to_the_same_log_answers_and_board_on_both_paths(
    site: Site, proof: Proof, monkeypatch: pytest.MonkeyPatch
) -> None:
    twins, many = Twins(site, proof.chance), proof.count(short=300, long=10_000)
    unusual: list[int] = []
    take = slow_path.take

    def counted(jobs: Sequence[Job]) -> Sequence[Stored]:
        unusual.append(len(jobs))
        return take(jobs)

    monkeypatch.setattr(slow_path, "take", counted)
    with pages_writing():
        for number in range(many):
            twins.step(number)
    assert 0 < sum(unusual) < many / 2
    assert log_of(twins.fast) == log_of(twins.slow)
    remembered = board_of(twins.fast.view)
    assert remembered == board_of(twins.slow.view)
    cache.forget()
    assert board_of(twins.fast.view) == remembered
