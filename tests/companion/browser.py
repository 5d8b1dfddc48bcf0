"""A browser without scripts: it opens the table's page and sends the page's own forms."""

import re
from collections.abc import Mapping
from html import unescape
from secrets import token_hex

from django.http import HttpResponse
from django.test import Client

from accounts.device_cookie import COOKIE
from accounts.models import Device
from tests.companion.game import Game
from web import codes


def client_on(device: Device) -> Client:
    """A browser that is this device."""
    token = token_hex(16)
    Device.objects.filter(pk=device.pk).update(token_hash=codes.fingerprint(token))
    client = Client()
    client.cookies[COOKIE] = token
    return client


class Paper:
    """A table's page on one device, used without scripts."""

    def __init__(self, game: Game, device: Device | None = None) -> None:
        self.game = game
        self.client = client_on(device or game.alice)
        self.url = f"/tables/{game.id}/"

    def html(self, query: str = "") -> str:
        answer = self.client.get(self.url + query)
        assert answer.status_code == 200
        return answer.content.decode()

    def hidden(self) -> dict[str, str]:
        """The hidden fields of the page's forms: the tap's id and the moment it is for."""
        page = self.html()
        return {name: _value(page, name) for name in ("tap", "turn", "standing", "undone")}

    def send(self, fields: Mapping[str, object], **hidden: str) -> HttpResponse:
        sent = {**self.hidden(), **hidden, **fields}
        return self.client.post(f"{self.url}act/", sent)  # type: ignore[return-value]


def _value(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, f"The page has no field {name}."
    return unescape(found.group(1))
