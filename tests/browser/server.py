"""A site of its own for browser tests: a child process as make run starts it, with its own files."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")


class SiteServer:
    """Starts, stops, kills and restarts one site on one port."""

    def __init__(self, var: Path, **chosen: str) -> None:
        self.var = var
        self.port = 0
        own = {"DRAGONBAG_VAR": str(var), "DRAGONBAG_DEMO": "off", "PYTHONUNBUFFERED": "1"}
        self.environment = os.environ | own | chosen
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns once the site listens; a restart takes the port it had."""
        command = [sys.executable, "-m", "config.serve", "--bind", "127.0.0.1"]
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
        """Asks it to stop, as Ctrl+C or a system's shutdown does, and gives its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self._wait()

    def kill(self) -> None:
        """Ends it as a power cut does."""
        assert self.process is not None
        self.process.kill()
        self._wait()

    def _wait(self) -> int:
        assert self.process is not None
        self.process.communicate(timeout=20)
        code, self.process = self.process.returncode, None
        return code

    def manage(self, *arguments: str) -> str:
        """Runs a management command on this site's files."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, check=False, cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
