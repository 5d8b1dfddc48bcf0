"""One server process for the bench, with its own database and tables ready to play."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
PROC = Path("/proc")


@dataclass(frozen=True)
class Ready:
    """A table and the tokens of its four devices."""

    table: str
    tokens: list[str]


@dataclass(frozen=True)
class Server:
    """A running site; `people` are the names and passwords of the demo campaign, if loaded."""

    port: int
    pid: int
    tables: list[Ready]
    people: dict[str, str]
    var: Path

    def cpu(self) -> float:
        """Processor seconds that all threads of the process have used; 0 if unknown."""
        tasks = PROC / str(self.pid) / "task"
        spent = [_read(task / "schedstat") for task in tasks.iterdir()] if tasks.exists() else []
        return sum(int(each.split()[0]) for each in spent if each) / 1e9

    def memory(self) -> int:
        """Bytes of memory that the process uses; 0 if unknown."""
        lines = _read(PROC / str(self.pid) / "status").splitlines()
        sizes = [line.split()[1] for line in lines if line.startswith("VmRSS")]
        return int(sizes[0]) * 1024 if sizes else 0

    def stored(self) -> int:
        """Bytes of the database, with what is not yet in its file."""
        with closing(sqlite3.connect(self.var / "dragonbag.sqlite3")) as opened:
            (pages,), (size,) = (
                opened.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size")
            )
        return int(pages) * int(size)


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # a thread that has just ended
        return ""


@contextmanager
def running(tables: int, root: Path = ROOT, *, campaign: bool = False) -> Iterator[Server]:
    """The site of a checkout, run with its own virtual environment if it has one."""
    with TemporaryDirectory(prefix="dragonbag-bench-") as var:
        environment = {**os.environ, "DRAGONBAG_VAR": var, "DRAGONBAG_DEMO": "off"}
        made = python(["-m", "tests.bench.tables", str(tables)], root, environment)
        ready = [Ready(*each) for each in json.loads(made)]
        people = _demo(root, environment) if campaign else {}
        with _serving(root, environment) as (port, pid):
            yield Server(port, pid, ready, people, Path(var))


def interpreter(root: Path) -> str:
    own = root / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def python(arguments: list[str], root: Path, environment: dict[str, str] | None = None) -> str:
    """What a command of a checkout prints."""
    return subprocess.run(
        [interpreter(root), *arguments],
        env=environment, cwd=root, check=True, capture_output=True,
    ).stdout.decode()  # fmt: skip


def _demo(root: Path, environment: dict[str, str]) -> dict[str, str]:
    lines = python(["manage.py", "load_demo_campaign"], root, environment).splitlines()
    pairs: list[list[str]] = [line.split() for line in lines if line.startswith("  ")]
    return dict(pairs)


@contextmanager
def _serving(root: Path, environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    command = [interpreter(root), "-m", "config.serve", "--port", "0", "--bind", "127.0.0.1"]
    process = subprocess.Popen(command, env=environment, cwd=root, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        port = next(_port(line.decode()) for line in process.stdout if b"127.0.0.1" in line)
        yield port, process.pid
    finally:
        process.terminate()
        process.communicate()


def _port(line: str) -> int:
    return int(line.rpartition("127.0.0.1:")[2].strip().rstrip("/"))
