"""Several processes that serve one site: each on a port of its own, for a proxy to share out."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from config import started

ROOT = Path(__file__).resolve().parent.parent
PAUSE = 1.0  # seconds between two looks, and before a process that ended starts again
AT_ONCE = 10.0  # seconds
MOST_TRIES = 3  # what ends so often in a row at once after its start would only end again
MOST = 16
SAID = "{count} processes serve the site on the ports {first} to {last}. Stop them with Ctrl+C."


class Workers:
    """The processes; one that ends by itself is started again, until it is told to stop."""

    def __init__(self, bind: str, first_port: int, count: int) -> None:
        self._ports = range(first_port, first_port + count)
        self._bind = bind
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._began: dict[int, float] = {}
        self._tries = dict.fromkeys(self._ports, 0)
        self._stopping = False

    def run(self) -> None:
        """Start them one after the other, and watch them until a signal comes."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        for port in self._ports:
            self._start(port)
        print(SAID.format(count=len(self._ports), first=self._ports[0], last=self._ports[-1]))
        sys.stdout.flush()
        while not self._stopping:
            time.sleep(PAUSE)
            self._start_ended()
        for process in self._processes.values():
            process.wait()

    def _start(self, port: int) -> None:
        self._began[port] = time.monotonic()
        bind = ("--bind", self._bind) if self._bind else ()
        self._processes[port] = subprocess.Popen(
            [sys.executable, "-m", "config.serve", "--port", str(port), "--beside", *bind],
            env=os.environ | {"PYTHONPATH": str(ROOT), started.BY: started.program()},
        )

    def _start_ended(self) -> None:
        ended = [port for port, process in self._processes.items() if process.poll() is not None]
        for port in ended:
            if self._stopping:
                return
            at_once = time.monotonic() - self._began[port] < AT_ONCE
            self._tries[port] = self._tries[port] + 1 if at_once else 0
            if self._tries[port] == MOST_TRIES:
                self._stop()
                sys.exit(f"The process on port {port} ended at once, so all of them are stopped.")
            print(f"The process on port {port} ended, so it is started again.", flush=True)
            self._start(port)

    def _stop(self, _number: int = 0, _frame: FrameType | None = None) -> None:
        self._stopping = True
        for process in self._processes.values():
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)


def run(bind: str, port: int, count: int) -> None:
    if not 1 <= count <= MOST:
        sys.exit(f"WORKERS is {count}. Choose 1 to {MOST}.")
    Workers(bind, port, count).run()
