"""A site of its own for browser tests: a child process as make run starts it, with its own files."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import weakref
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")


def lay_out(made: Path, var: Path) -> None:
    """Give a site that is to come what its first start would make: a store and static files."""
    shutil.copytree(made / "static", var / "static")
    for store in made.glob("*.sqlite3"):
        shutil.copy2(store, var)


class SiteServer:
    """Starts, stops, kills and restarts one site on one port."""

    within: tuple[str, ...] = ()
    """The beginning of its commands, which chooses where they run."""
    serving: tuple[str, ...] = ("-m", "config.serve", "--bind", "127.0.0.1")
    """What Python runs to serve it; told a port, it prints where it listens."""

    def __init__(self, var: Path, **chosen: str) -> None:
        self.var = var
        self.port = self._hold_a_place()
        own = {"DRAGONBAG_VAR": str(var), "DRAGONBAG_DEMO": "off", "PYTHONUNBUFFERED": "1"}
        self.environment = os.environ | own | chosen
        self.process: subprocess.Popen[str] | None = None
        self.clerk: subprocess.Popen[str] | None = None

    def _hold_a_place(self) -> int:
        """A port that the system gives to nobody else, also while the site is down."""
        if sys.platform != "linux":
            return 0  # only Linux lets the site listen beside a socket that does not
        place = socket.socket()
        # Closed with the server object, whose users need not know of it.
        weakref.finalize(self, place.close)
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(("127.0.0.1", 0))
        port: int = place.getsockname()[1]
        return port

    @classmethod
    def started(cls, var: Path, made: Path, **chosen: str) -> "SiteServer":
        """A running site on a copy of `made`, the files of an empty site (the fixture)."""
        lay_out(made, var)
        server = cls(var, **chosen)
        server.start()
        return server

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns once the site listens; a restart takes the port it had."""
        command = [*self.within, sys.executable, *self.serving]
        with (self.var / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                cwd=ROOT,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.port = self._told_port(self.process)

    def _told_port(self, process: subprocess.Popen[str]) -> int:
        assert process.stdout is not None
        for line in process.stdout:
            if match := ADDRESS.search(line):
                return int(match.group(1))
        raise AssertionError((self.var / "server.log").read_text())

    def stop(self) -> int:
        """Ask it to stop, like Ctrl+C or a shutdown; returns its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self._wait()

    def kill(self) -> None:
        """End it like a power cut."""
        assert self.process is not None
        self.process.kill()
        self._wait()

    def _wait(self) -> int:
        assert self.process is not None
        if self.clerk is not None:
            self.clerk.communicate(timeout=60)
            self.clerk = None
        self.process.communicate(timeout=60)
        code, self.process = self.process.returncode, None
        return code

    def script(self, code: str) -> str:
        """Runs Python code on this site's files; returns what it prints.

        In a process that stays for the next code: loading Django takes longer than the code.
        """
        if self.clerk is None:
            self.clerk = self._hire()
        assert self.clerk.stdin is not None
        assert self.clerk.stdout is not None
        self.clerk.stdin.write(json.dumps(code) + "\n")
        self.clerk.stdin.flush()
        told = self.clerk.stdout.readline()
        assert told, (self.var / "clerk.log").read_text()
        printed: str = json.loads(told)
        return printed

    def _hire(self) -> subprocess.Popen[str]:
        with (self.var / "clerk.log").open("a") as log:
            return subprocess.Popen(
                [*self.within, sys.executable, "-m", "tests.browser.clerk"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def manage(self, *arguments: str) -> str:
        """Runs a management command on this site's files."""
        command = [*self.within, sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, check=False, cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
