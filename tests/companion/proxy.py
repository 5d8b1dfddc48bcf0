"""A proxy as hosts put in front of the site: it cuts quiet connections and buffers answers.

Quiet is counted in intervals of the site's heartbeat: a machine that is too busy for the site is
too busy for the proxy as well, and then nothing times out.
"""

import select
import socket
import threading
from contextlib import suppress
from types import TracebackType

from tests.companion.wire import HOST

BUFFER = 64 * 1024
# Passed on at once: answers that ask for it, and those with a content length.
STREAMING = b"text/event-stream"
UNHELD = (b"x-accel-buffering: no", b"content-length:")


class Proxy:
    """Each connection in a thread of its own; an answer that asks for it is not held back.

    It is patient for so many `beats`, which may be changed while it runs. One that `holds` lets the
    head of a stream through and nothing of its body.
    """

    def __init__(self, upstream: int, *, beats: int, rest: float, holds: bool = False) -> None:
        self._upstream = upstream
        self.beats, self._rest = beats, rest
        self._holds = holds
        self._devices: set[socket.socket] = set()
        self._listening = socket.create_server((HOST, 0))
        self.port: int = self._listening.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept)]

    def __enter__(self) -> "Proxy":
        self._threads[0].start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._threads[0].join()
        self._listening.close()
        self.cut()
        for thread in self._threads[1:]:
            thread.join()

    def cut(self) -> None:
        """End every connection that is open now."""
        for device in list(self._devices):
            with suppress(OSError):
                device.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                device, _ = self._listening.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._carry, args=(device,))
            self._threads.append(thread)
            thread.start()

    def _carry(self, device: socket.socket) -> None:
        with device, socket.create_connection((HOST, self._upstream)) as site:
            self._devices.add(device)
            try:
                self._both_ways(device, site)
            except OSError:
                return  # one end has closed
            finally:
                self._devices.discard(device)

    def _both_ways(self, device: socket.socket, site: socket.socket) -> None:
        answer, held_back = b"", True
        while ready := self._heard(device, site):
            if device in ready:
                asked = device.recv(BUFFER)
                if not asked:
                    return
                site.sendall(asked)
            if site in ready:
                said = site.recv(BUFFER)
                if self._holds and STREAMING in said:
                    head, gap, _ = said.partition(b"\r\n\r\n")
                    device.sendall(answer + head + gap)
                    device.recv(BUFFER)  # until the device gives up
                    return
                answer += said
                held_back = held_back and not any(word in answer for word in UNHELD)
                if not said or not held_back or len(answer) >= BUFFER:
                    device.sendall(answer)
                    answer = b""
                if not said:
                    return

    def _heard(self, *ends: socket.socket) -> list[socket.socket]:
        """The ends with data to read; none if both were quiet for too long."""
        quiet = 0
        while quiet < self.beats:
            if ready := select.select(ends, [], [], self._rest)[0]:
                return ready
            quiet += 1
        return []
