"""A private PostgreSQL server for tests: its own folder and socket, no port.

`python -m tests.postgres COMMAND` runs a command of the virtual environment on one.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.install import PYTHON, find_postgres


@contextmanager
def private_server() -> Iterator[str]:
    """Yields the DRAGONBAG_DATABASE value of an empty database, which is deleted afterwards."""
    programs = find_postgres()
    if programs is None:
        pytest.fail("No PostgreSQL server here: make test brings it, POSTGRES=0 leaves it out.")
    folder = Path(tempfile.mkdtemp(prefix="dragonbag-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    files = folder / "data"
    _run(
        programs / "initdb", "--auth=trust", "--username=postgres", "--no-sync", f"--pgdata={files}"
    )
    serving = f"-c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off -k {folder}"
    control = (programs / "pg_ctl", f"--pgdata={files}", "--wait")
    _run(*control, f"--log={folder}/log", f"--options={serving}", "start")
    try:
        yield f"postgres://postgres@/postgres?host={folder}"
    finally:
        _run(*control, "--mode=immediate", "stop")
        shutil.rmtree(folder)


def _run(program: Path, *arguments: str | Path) -> None:
    # PostgreSQL refuses to run as root.
    drop = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
    command = [*(drop if os.geteuid() == 0 else []), str(program), *map(str, arguments)]
    # Not captured: a server started here would hold the pipe open.
    done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, cwd="/")
    assert done.returncode == 0, f"{program.name} failed"


def main(program: str, *arguments: str) -> int:
    with private_server() as address:
        command = [str(PYTHON.parent / program), *arguments]
        on_it = os.environ | {"DRAGONBAG_DATABASE": address}
        return subprocess.run(command, check=False, env=on_it).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
