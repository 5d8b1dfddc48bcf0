"""A proxy as hosts put one before the site: it cuts what is quiet, and holds back what it may."""

import select
import socket
import threading
from types import TracebackType

from tests.companion.wire import HOST

BUFFER = 64 * 1024
# Passed on at once: what asks for it, and what has its length said, so that its end is known.
UNHELD = (b"x-accel-buffering: no", b"content-length:")


class Proxy:
    """Each connection in a thread of its own; an answer that asks for it is not held back."""

    def __init__(self, upstream: int, limit: float) -> None:
        self._upstream = upstream
        self._limit = limit
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
        for thread in self._threads[1:]:
            thread.join()

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
            try:
                self._both_ways(device, site)
            except OSError:
                return  # either end has gone

    def _both_ways(self, device: socket.socket, site: socket.socket) -> None:
        answer, held_back = b"", True
        while ready := select.select([device, site], [], [], self._limit)[0]:
            if device in ready:
                asked = device.recv(BUFFER)
                if not asked:
                    return
                site.sendall(asked)
            if site in ready:
                said = site.recv(BUFFER)
                answer += said
                held_back = held_back and not any(word in answer for word in UNHELD)
                if not said or not held_back or len(answer) >= BUFFER:
                    device.sendall(answer)
                    answer = b""
                if not said:
                    return
