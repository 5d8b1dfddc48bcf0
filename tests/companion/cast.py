"""The readers of a table's pages: opener, player, watcher, stranger, each with a browser."""

import re
from dataclasses import dataclass
from html import unescape

from django.test import Client

from accounts.models import Device
from companion import services
from tests.companion.browser import client_on
from tests.companion.game import Game, phone


@dataclass(frozen=True, slots=True)
class Cast:
    """Browsers of the people around one game."""

    game: Game
    alice: Client
    bob: Client
    carol: Client
    mallory: Client

    def url(self, path: str) -> str:
        return f"/tables/{self.game.id}/{path}"

    def page(self, path: str) -> str:
        """The words of a page as alice reads it, without markup."""
        return text(self.alice.get(self.url(path)).content.decode())

    def page_of(self, device: Device | None, path: str) -> str:
        """The words of a page as another device reads it."""
        assert device is not None
        return text(client_on(device).get(self.url(path)).content.decode())


def around(game: Game) -> Cast:
    carol: Device = phone("Carol")
    services.join(game.table, carol)
    clients = [client_on(device) for device in (game.alice, game.bob, carol, phone())]
    return Cast(game, *clients)


def text(html: str) -> str:
    """The words of a page on one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def value(html: str, name: str) -> str:
    """What a field of the page would send."""
    found = re.search(rf'<input[^>]*\bname="{name}"[^>]*>', html)
    assert found, f"The page has no field {name}."
    given = re.search(r'\bvalue="([^"]*)"', found.group())
    return unescape(given.group(1)) if given else ""
