"""One server process for the bench, with a store of its own and tables that are ready to play."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ready:
    """A table and the tokens of its four devices."""

    table: str
    tokens: list[str]


@dataclass(frozen=True)
class Server:
    port: int
    pid: int
    tables: list[Ready]


@contextmanager
def running(tables: int) -> Iterator[Server]:
    with TemporaryDirectory(prefix="dragonbag-bench-") as var:
        environment = {**os.environ, "DRAGONBAG_VAR": var, "DRAGONBAG_DEMO": "off"}
        made = _python(["-m", "tests.bench.tables", str(tables)], environment)
        ready = [Ready(*each) for each in json.loads(made)]
        with _serving(environment) as (port, pid):
            yield Server(port, pid, ready)


def _python(arguments: list[str], environment: dict[str, str]) -> str:
    return subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE
    ).stdout.decode()


@contextmanager
def _serving(environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    command = [sys.executable, "-m", "config.serve", "--port", "0", "--bind", "127.0.0.1"]
    process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        port = next(_port(line.decode()) for line in process.stdout if b"127.0.0.1" in line)
        yield port, process.pid
    finally:
        process.terminate()
        process.communicate()


def _port(line: str) -> int:
    return int(line.rpartition("127.0.0.1:")[2].strip().rstrip("/"))
