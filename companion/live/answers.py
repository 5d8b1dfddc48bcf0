"""Answers of the live part in JSON."""

from collections.abc import Mapping
from json import dumps

from django.utils import translation

from kernel.errors import Refusal
from web.exchange import Connection, Request

HEADERS = b"content-type: application/json\r\ncache-control: no-store\r\n"


def refuse(connection: Connection, request: Request, error: Refusal, **more: object) -> None:
    """Answer with a refusal, its sentence in the language of the page."""
    with translation.override(request.language):
        message = error.render(translation.gettext)
    tell(connection, error.status, {"code": error.code, "message": message, **more})


def tell(connection: Connection, status: int, body: Mapping[str, object]) -> None:
    connection.answer(status, HEADERS, dumps(body).encode())
