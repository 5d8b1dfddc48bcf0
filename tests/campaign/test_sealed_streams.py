"""What the group has not opened is in no event of a campaign's table: phones, television, answers to taps."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from campaign.rules.entries import Draft, Value
from companion.models import Table
from companion.table import selectors
from config import asgi
from tests.campaign.browser import Pages
from tests.campaign.desk import Desk
from tests.campaign.test_sealed_table import NUMBERS, SEALED, TOLD, sealed
from tests.companion.site import Site, served
from tests.companion.wire import Stream, post

__all__ = ["sealed"]

pytestmark = pytest.mark.django_db(transaction=True)

LATER = ("SealedLater", "SealedBoxed", "SealedHeard")
"""Typed while the table is open."""
TAPS: tuple[dict[str, Any], ...] = (
    {"do": "contract_tick", "contract": "031", "seat": 0},
    {"do": "contract_untick", "contract": "031", "seat": 0},
    {"do": "contract_tick", "contract": "031", "seat": 0, "count": 2},
    {"do": "contract_back", "contract": "031", "points": 3, "waits": ["turn", "scoring"]},
    {"do": "contract", "key": "070"},
    {"do": "contract_status", "contract": "070", "status": "failed"},
    {"do": "take", "seat": 0, "token": "house_1"},
    {"do": "end_turn"},
    {"do": "refill", "attack": True},
    {"do": "contract_read", "contract": "031", "wait": "turn"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "status", "seat": 0, "status": "escaped"},
    {"do": "status", "seat": 1, "status": "escaped"},
    {"do": "score", "seat": 0, "cards": 1},
    {"do": "score", "seat": 1, "cards": 2},
)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """With the boards that people see."""
    with served(monkeypatch, opens=asgi.open_live) as site:
        yield site


def expected(table: Table, action: dict[str, Any]) -> object:
    view = selectors.view_of(table.pk)
    if action["do"] in ("undo", "redo"):
        return view.sequence
    turn = view.state.turn
    moves_on = action["do"] in ("end_turn", "refill")
    return {"turn": turn.number, "phase": turn.phase} if moves_on else None


def written(sealed: Desk, verb: str, **arguments: Value) -> None:
    sealed.write("alice", Draft(verb=verb, arguments=arguments))


def everything(stream: Stream, newest: int) -> str:
    """All that a stream has brought up to a sequence, as it came."""
    came, at = list[str](), 0
    while at < newest:
        parts = stream.parts()
        assert parts
        came += parts
        at = max([at, *(int(line[4:]) for line in parts if line.startswith("id: "))])
    return "\n".join(came)


def test_no_event_of_phones_or_television_tells_them(site: Site, sealed: Desk) -> None:
    pages = Pages(sealed)
    assert pages.post("alice", "open-table", 1).status_code == 302
    table = Table.objects.get(title="Game 1")
    token = site.token_of(table.presences.get().device)
    home = f"/tables/{table.pk}"
    answers = list[str]()
    with ExitStack() as open_now:
        addresses = (f"{home}/stream/", f"/tv/{table.tv_code}/stream/")
        streams = [
            open_now.enter_context(Stream(site.port, f"{address}?language={language}", token))
            for address in addresses
            for language in ("en", "de")
        ]
        for number, action in enumerate(TAPS):
            envelope = {"id": f"t{number}", "expects": expected(table, action), "action": action}
            status, answer = post(site.port, f"{home}/tap/", envelope, token)
            assert status == 200, (action, answer)
            answers.append(json.dumps(answer))
            if number == 2:
                written(sealed, "back", contract="050", kind="failed", text=LATER[0])
                written(sealed, "fetch", card="018", kind="blue", name=LATER[1])
                written(sealed, "note", text=LATER[2])
                written(sealed, "contract", card="080", kind="group", name="TheNewt", boxes=2)
        newest = selectors.view_of(table.pk).sequence
        told = [everything(stream, newest) for stream in streams]

    for each in told:
        for word in ("TheGoat", "TheNewt"):
            assert word in each
    said = "\n".join((*told, *answers))
    assert all(word in said for word in TOLD)
    assert [word for word in (*SEALED, *LATER) if word.casefold() in said.casefold()] == []
    for card in (*NUMBERS, "018"):
        for shown in (f'"{card}"', f">{card}<", f"ontract {card}"):
            assert shown not in said, shown
