"""All the world outside a site: a proxy that lets nothing through and notes who wanted to go there."""

from contextlib import suppress
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread

NOBODY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Outside(ThreadingTCPServer):
    """What devices reach instead of any address but their site's own."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Nobody)
        self.asked: list[str] = []
        Thread(target=self.serve_forever, daemon=True).start()

    def around(self, home: str) -> dict[str, str]:
        """A device's setting; even another port of this computer is outside."""
        return {
            "server": f"http://127.0.0.1:{self.server_address[1]}",
            "bypass": home.removeprefix("http://"),
        }

    def told(self) -> list[str]:
        """What was asked for since the last time."""
        told, self.asked = self.asked, []
        return told

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class _Nobody(StreamRequestHandler):
    server: Outside

    def handle(self) -> None:
        with suppress(OSError):
            if line := self.rfile.readline().decode("latin-1").strip():
                self.server.asked.append(f"left the site: {line}")
            self.wfile.write(NOBODY)
