"""Two server processes on one database: what one stores, the streams of the other show."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from time import monotonic

import psycopg
import pytest

from tests.browser.server import ROOT, SiteServer, lay_out
from tests.companion.wire import PATIENCE, Stream, post
from tests.postgres import private_server

CUT = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


class Home:
    """One table, and two processes that serve it."""

    def __init__(self, var: Path, made: Path, database: str) -> None:
        self.database = database
        lay_out(made, var)
        self.servers = [SiteServer(var, DRAGONBAG_DATABASE=database) for _ in range(2)]
        told = subprocess.run(
            [sys.executable, "-m", "tests.bench.tables", "1"],
            cwd=ROOT, env=self.servers[0].environment, check=True, stdout=subprocess.PIPE,
        )  # fmt: skip
        ((self.table, self.tokens),) = json.loads(told.stdout)

    def stream(self, process: int, **headers: str) -> Stream:
        path = f"/tables/{self.table}/stream/?language=en"
        return Stream(self.servers[process].port, path, self.tokens[0], **headers)

    def tap(self, process: int, tap_id: str) -> int:
        """Tap a gold, resent until it is stored as a phone does; returns its sequence."""
        tap = {"id": tap_id, "action": {"do": "gold", "seat": 0, "count": 1}}
        path = f"/tables/{self.table}/tap/"
        until = monotonic() + PATIENCE
        status, answer = post(self.servers[process].port, path, tap, self.tokens[1])
        while status == 503 and monotonic() < until:
            status, answer = post(self.servers[process].port, path, tap, self.tokens[1])
        assert status == 200, answer
        return int(str(answer["sequence"]))

    def cut(self) -> int:
        """Close every connection on the database's side; returns how many there were."""
        with closing(psycopg.connect(self.database, autocommit=True)) as server:
            return sum(ended for (ended,) in server.execute(CUT).fetchall())


@pytest.fixture(
    params=[
        pytest.param("sqlite", marks=pytest.mark.sqlite),
        pytest.param("postgresql", marks=pytest.mark.postgres),
    ]
)
def home(request: pytest.FixtureRequest, tmp_path: Path, made: Path) -> Iterator[Home]:
    with ExitStack() as ending:
        on_sqlite = request.param == "sqlite"
        home = Home(tmp_path, made, "" if on_sqlite else ending.enter_context(private_server()))
        for server in home.servers:
            server.start()
            ending.callback(server.kill)
        yield home


def reaches(stream: Stream, sequence: int) -> bool:
    """Whether a stream eventually shows that row of the log, or a later one."""
    until = monotonic() + PATIENCE
    for parts in iter(stream.parts, []):
        shown = [int(line.removeprefix("id: ")) for line in parts if line.startswith("id: ")]
        if shown and shown[0] >= sequence:
            return True
        if monotonic() > until:
            break
    return False


def test_a_tap_at_one_process_reaches_the_streams_of_both(home: Home) -> None:
    with home.stream(0) as here, home.stream(1) as there:
        for process in (0, 1, 0, 1):
            sequence = home.tap(process, f"tap-{here.board()[0]}-{process}")
            assert reaches(there, sequence)


@pytest.mark.prove
def test_a_repeated_tap_is_one_tap_whichever_process_it_comes_to(home: Home) -> None:
    assert home.tap(0, "same") == home.tap(1, "same")


@pytest.mark.prove
def test_a_process_that_ends_and_comes_back_shows_what_the_other_stored(home: Home) -> None:
    with home.stream(0) as before:
        seen, _ = before.board()
        home.servers[0].stop()
        assert before.ends()
    sequence = home.tap(1, "meanwhile")
    home.servers[0].start()

    with home.stream(0, **{"Last-Event-ID": str(seen)}) as again:
        assert again.board()[0] == sequence


@pytest.mark.prove
@pytest.mark.parametrize(
    "home", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)
def test_what_was_missed_arrives_once_cut_connections_are_made_anew(home: Home) -> None:
    with home.stream(1) as there:
        there.board()
        for evening in range(2):
            assert home.cut() >= 4  # a writer and a listener in each process
            assert reaches(there, home.tap(0, f"while cut {evening}"))
            assert reaches(there, home.tap(0, f"afterwards {evening}"))
