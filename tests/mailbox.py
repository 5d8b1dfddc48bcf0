"""A mail server on loopback that keeps what it is given, and the letters of Django's own tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_string
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread

from django.core import mail
from django.core.mail import EmailMessage

from accounts.passwords.letters import SENDER

PATIENCE = 60.0  # seconds, and then something is wrong


def letters() -> list[EmailMessage]:
    """What was sent so far, once the thread that sends letters has nothing left to do."""
    SENDER.submit(bool).result(PATIENCE)
    return mail.outbox


@dataclass
class Mailbox:
    port: int = 0
    letters: list[str] = field(default_factory=list)


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    """Takes letters while it is open."""
    box = Mailbox()

    class Postman(StreamRequestHandler):
        def handle(self) -> None:
            self.say(b"220 here")
            for line in iter(self.rfile.readline, b""):
                word = line[:4].upper().strip()
                if word == b"DATA":
                    self.say(b"354 go on")
                    box.letters.append(self.letter())
                self.say(b"221 bye" if word == b"QUIT" else b"250 well")
                if word == b"QUIT":
                    return

        def say(self, words: bytes) -> None:
            self.wfile.write(words + b"\r\n")

        def letter(self) -> str:
            lines = iter(self.rfile.readline, b".\r\n")
            written = message_from_string(b"".join(lines).decode())
            return bytes(written.get_payload(decode=True) or b"").decode()

    with ThreadingTCPServer(("127.0.0.1", 0), Postman) as server:
        box.port = server.server_address[1]
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield box
        finally:
            server.shutdown()
            thread.join()
