"""Four phones at a running site that cut, sleep, repeat and reorder; and a site that is killed.

Whatever happens on the way, every acknowledged tap is in the log once, and all end with one board.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Condition, Event, Thread
from time import monotonic

import pytest

from tests.browser.server import ROOT, SiteServer
from tests.companion.test_stale_fragments import lay
from tests.companion.wire import PATIENCE, Stream, post
from tests.postgres import private_server
from tests.proof import Proof

pytestmark = pytest.mark.prove

BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
IDS = (
    "import json; from companion.models import LogRow; print(json.dumps(list("
    "LogRow.objects.filter(table='{}').exclude(tap_id=None).values_list('tap_id', flat=True))))"
)


class Evening:
    """A site with one table of four devices."""

    def __init__(self, var: Path, database: str) -> None:
        self.site = SiteServer(var, DRAGONBAG_DATABASE=database)
        made = subprocess.run(
            [sys.executable, "-m", "tests.bench.tables", "1"],
            cwd=ROOT, env=self.site.environment, check=True, stdout=subprocess.PIPE,
        )  # fmt: skip
        ((self.table, self.tokens),) = json.loads(made.stdout)

    def stream(self, token: str) -> Stream:
        return Stream(self.site.port, f"/tables/{self.table}/stream/?language=en", token)

    def send(self, token: str, tap: object) -> tuple[int, dict[str, object]]:
        """Send a tap until it is answered with more than that the site is busy."""
        until = monotonic() + PATIENCE
        while True:
            told = post(self.site.port, f"/tables/{self.table}/tap/", tap, token)
            if told[0] not in BUSY or monotonic() > until:
                return told

    def end(self) -> None:
        if self.site.process is not None:
            self.site.kill()

    def stored(self) -> Counter[str]:
        """How often the log has each tap."""
        told = self.site.manage("shell", "--no-imports", "-c", IDS.format(self.table))
        return Counter(json.loads(told.splitlines()[-1]))


@pytest.fixture(
    params=[
        pytest.param("sqlite", marks=pytest.mark.sqlite),
        pytest.param("postgresql", marks=pytest.mark.postgres),
    ]
)
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as ending:
        on_sqlite = request.param == "sqlite"
        database = "" if on_sqlite else ending.enter_context(private_server())
        evening = Evening(tmp_path, database)
        evening.site.start()
        ending.callback(evening.end)
        yield evening


class Phone:
    """A phone: what it shows, what it has sent, and what it was told first."""

    def __init__(self, evening: Evening, token: str, chance: Random) -> None:
        self._evening, self._token, self._chance = evening, token, chance
        self._stream: Stream | None = None
        self._reader: Thread | None = None
        self._news = Condition()
        self.page: dict[str, str] = {}
        self.shown = 0
        self.sent: dict[str, tuple[object, tuple[int, dict[str, object]]]] = {}

    def wake(self) -> None:
        if self._stream is None:
            self._stream = self._evening.stream(self._token)
            self._reader = Thread(target=self._read, args=(self._stream,))
            self._reader.start()

    def sleep(self) -> None:
        if self._stream and self._reader:
            self._stream.cut()
            self._reader.join()
            self._stream.close()
        self._stream = self._reader = None

    def reach(self, sequence: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self.shown >= sequence, PATIENCE)

    def _read(self, stream: Stream) -> None:
        try:
            while True:
                shown, html = stream.board()
                lay(self.page, "".join(html.splitlines()))
                with self._news:
                    self.shown = shown
                    self._news.notify_all()
        except (EOFError, OSError, ValueError):
            return  # cut

    def do(self) -> None:
        """Anything a phone does: it looks away, comes back, taps, taps twice, sends again."""
        match self._chance.choices(["cut", "sleep", "again", "two", "one"], (2, 2, 10, 10, 76))[0]:
            case "cut":
                self.sleep()
                self.wake()
            case "sleep":
                self.sleep()
            case "again" if self.sent:
                name = self._chance.choice(list(self.sent))
                tap, (status, answer) = self.sent[name]
                status_now, now = self._evening.send(self._token, tap)
                assert status_now == status
                assert now.get("sequence") == answer.get("sequence") or status != HTTPStatus.OK
            case "two":
                with ThreadPoolExecutor(2) as both:
                    list(both.map(lambda _: self._tap(), range(2)))
            case _:
                self.wake()
                self._tap()

    def _tap(self) -> None:
        name = f"{self._token[:8]}-{self._chance.getrandbits(60):x}"
        do = self._chance.choice(["gold", "clank", "gold", "damage", "heal", "undo", "redo"])
        stale = self._chance.choice([0, 0, 0, 1])
        tap: dict[str, object] = {"id": name, "action": {"do": do, "seat": 0, "count": 1}}
        if do in ("undo", "redo"):
            tap |= {"expects": max(0, self.shown - stale), "action": {"do": do}}
        self.sent[name] = (tap, self._evening.send(self._token, tap))

    @property
    def stored(self) -> set[str]:
        return {name for name, (_, told) in self.sent.items() if told[0] == HTTPStatus.OK}


def all_at_once(phones: list[Phone], work: Callable[[Phone], None]) -> None:
    with ThreadPoolExecutor(len(phones)) as pool:
        list(pool.map(work, phones))


def test_four_phones_in_any_disorder_end_with_one_board_and_every_tap_once(
    evening: Evening, proof: Proof
) -> None:
    each = proof.count(short=60, long=2_500)
    phones = [
        Phone(evening, token, Random(proof.chance.random()))  # noqa: S311 - repeatable disorder
        for token in evening.tokens
    ]

    def play(phone: Phone) -> None:
        for _ in range(each):
            phone.do()

    all_at_once(phones, play)
    for phone in phones:
        phone.sleep()
        phone.wake()
    fresh: dict[str, str] = {}
    with evening.stream(evening.tokens[0]) as stream:
        newest, html = stream.board()
        lay(fresh, "".join(html.splitlines()))
    for phone in phones:
        phone.reach(newest)
        phone.sleep()
        assert {name: phone.page[name] for name in fresh} == fresh

    stored = evening.stored()
    assert set(stored) == {name for phone in phones for name in phone.stored}
    assert set(stored.values()) == {1}


def test_a_site_that_is_killed_while_it_writes_loses_and_doubles_nothing(
    evening: Evening, proof: Proof
) -> None:
    acknowledged: SimpleQueue[str] = SimpleQueue()
    told: list[str] = []
    ending = Event()

    def play(number: int) -> None:
        sent = 0
        while not ending.is_set():
            sent += 1
            tap = {"id": f"{number}-{sent}", "action": {"do": "gold", "seat": 0, "count": 1}}
            while not _acknowledged(evening, evening.tokens[number], tap):
                if ending.is_set():
                    return
            acknowledged.put(str(tap["id"]))

    with ThreadPoolExecutor(len(evening.tokens)) as pool:
        playing = [pool.submit(play, number) for number in range(len(evening.tokens))]
        for _ in proof.rounds(short=3, long=100, minutes=10):
            told += [acknowledged.get(timeout=PATIENCE) for _ in range(proof.chance.randrange(40))]
            evening.site.kill()
            evening.site.start()
        ending.set()
        for each in playing:
            each.result()
    while not acknowledged.empty():
        told.append(acknowledged.get())
    stored = evening.stored()
    assert set(stored.values()) == {1}
    assert set(told) <= set(stored)
    # At most the one tap of each phone that nobody answered any more.
    assert len(stored) - len(told) <= len(evening.tokens)


def _acknowledged(evening: Evening, token: str, tap: object) -> bool:
    try:
        return evening.send(token, tap)[0] == HTTPStatus.OK
    except (OSError, HTTPException, ValueError):
        return False  # the site is gone just now; it is sent again
