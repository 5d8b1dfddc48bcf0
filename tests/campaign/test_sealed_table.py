"""What the group has not opened, and what it keeps to itself, is told by no screen of its table."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, reverse

from campaign.rules.entries import Draft, Value
from campaign.services import members
from companion import urls
from companion.models import Table
from companion.sharing.lettering import write
from tests.campaign.browser import Pages, text
from tests.campaign.desk import Desk, desk
from tests.campaign.test_tables import tap

pytestmark = pytest.mark.django_db

SEALED = tuple(
    f"Sealed{word}" for word in
    ("Campaign", "Member", "Side", "Card", "Kept", "Back", "Failed", "Absent", "Rule", "Sticker",
     "Space", "Note", "Counter", "Condition", "Journal", "Away")
)  # fmt: skip
"""A word of its own for every text of the ledger that stays there."""
TOLD = ("TheGoat", "TheOwl", "Ana")
"""What the group has chosen for the table."""
NUMBERS = ("050", "051", "052", "017", "060")
"""Cards and contracts that are in the campaign and not on tonight's table."""


def _write(made: Desk, verb: str, **arguments: Value) -> None:
    made.write("alice", Draft(verb=verb, arguments=arguments))


@pytest.fixture
def sealed() -> Desk:
    made = desk({"alice": "owner"})
    members.rename_campaign(made.campaign, "SealedCampaign")
    members.rename(made.people["alice"], "SealedMember")
    ana, ben, cleo = "ana", "ben", "cleo"
    _write(made, "recruit", character=ana, name="Ana", journal="SealedJournal", player="alice")
    _write(made, "recruit", character=ben)
    _write(made, "recruit", character=cleo, name="SealedAway")
    _write(made, "condition", character=ana, condition="SealedCondition")
    _write(made, "start", game=1, players=[ana, ben], side="SealedSide")
    _write(made, "contract", card="031", kind="group", name="TheGoat", boxes=2, deadline=1)
    _write(made, "contract", card="050", kind="group", name="SealedFailed")
    _write(made, "fail", contract="050")
    _write(made, "back", contract="050", kind="always", text="SealedBack")
    _write(made, "contract", card="051", kind="solo", owner=cleo, name="SealedAbsent")
    _write(made, "fetch", card="017", kind="blue", name="SealedCard")
    _write(made, "tuckbox", card="052", character=ana)
    _write(made, "fetch", card="060", kind="group", name="SealedKept")
    _write(made, "house_token", kind="minor", name="TheOwl", points=1)
    _write(made, "rules", slot="20B", note="SealedRule")
    _write(made, "sticker", label="A13", target="thing:SealedSticker", note="SealedSticker")
    _write(made, "name_space", space="7", name="SealedSpace")
    _write(made, "counter", name="SealedCounter", by=1)
    _write(made, "note", text="SealedNote")
    return made


def addresses(table: Table) -> Iterator[str]:
    """Every page of a table, its screens and its files."""
    known = {
        "table_id": table.pk, "seat": 0, "sequence": 1, "contract": "031",
    }  # fmt: skip
    codes = {"tv": table.tv_code, "tv-result": table.tv_code, "join": table.join_code}
    for pattern in urls.urlpatterns:
        assert isinstance(pattern, URLPattern)
        names = set(pattern.pattern.converters)
        if "table_id" in names and names <= set(known):
            yield reverse(f"companion:{pattern.name}", kwargs={n: known[n] for n in names})
        if pattern.name in codes:
            yield reverse(f"companion:{pattern.name}", args=[codes[pattern.name]])


def test_the_words_are_in_the_ledger(sealed: Desk) -> None:
    """Otherwise the test below could not fail."""
    pages = Pages(sealed)
    shown = "".join(
        text(pages.get("alice", page))
        for page in ("home", "ledger", "cards", "contracts", "pieces", "map", "characters")
    )
    missing = {word for word in (*SEALED, *TOLD) if word not in shown}
    assert not missing


def test_no_screen_and_no_file_of_the_table_tells_them(
    sealed: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def listen(draw: Any, at: Any, text: str, size: int, fill: Any) -> None:
        drawn.append(text)
        write(draw, at, text, size, fill)

    monkeypatch.setattr("companion.sharing.poster.write", listen)
    pages = Pages(sealed)
    assert pages.post("alice", "open-table", 1).status_code == 302
    table = Table.objects.get()
    device = table.presences.get().device
    tap(table, device, 1, {"do": "contract_tick", "contract": "031", "seat": 0, "count": 2})
    tap(table, device, 2, {"do": "contract_back", "contract": "031", "points": 3})
    for seat in (0, 1):
        tap(table, device, 3 + seat, {"do": "status", "seat": seat, "status": "escaped"})

    told, seen = "", 0
    for address in addresses(table):
        reply = pages.client("alice").get(address)
        body = b"".join(reply) if reply.streaming else reply.content
        seen += reply.status_code == 200
        told += body.decode(errors="replace")
    told += " ".join(drawn) + "".join(map(str, Table.objects.values().get().values()))

    assert seen > 15
    assert drawn
    assert all(word in told for word in TOLD)
    assert [word for word in SEALED if word.casefold() in told.casefold()] == []
    for number in NUMBERS:
        for said in (f'"{number}"', f">{number}<", f"ontract {number}"):
            assert said not in told, said
