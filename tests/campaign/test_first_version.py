"""A campaign's file that an old release wrote: this one makes the same of each of its entries.

fixtures/version1 was written by the code that wrote the oldest store of fixtures/stores, from that store: the
file of its campaign, and what its rules made of the first entries, for every number of them.
"""

import json
import lzma
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from accounts.identity import Person
from campaign.rules import codec, export
from campaign.rules.campaigns import load
from campaign.rules.export import Document
from campaign.rules.ledger import fold
from campaign.rules.state import State
from campaign.selectors import ledger
from campaign.services.exports import export_campaign
from campaign.services.files import LEDGER
from campaign.services.imports import read_archive
from campaign.services.unpacking import import_campaign
from tests.campaign.factories import UserFactory

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "version1"
FILE = FOLDER / "lantern-company.zip"
EMPTY: tuple[object, ...] = ({}, [], 0, False, None, "")


@pytest.fixture(scope="module")
def document() -> Document:
    return read_archive(BytesIO(FILE.read_bytes())).document


@pytest.fixture(scope="module")
def states() -> list[object]:
    """What the old release made of no entry, of the first, of the first two, and so on."""
    made = json.loads(lzma.decompress((FOLDER / "lantern-company.states.json.xz").read_bytes()))
    assert isinstance(made, list)
    return made


def plain(state: State) -> object:
    return json.loads(json.dumps(codec.to_json(state)))


def as_then(now: object, then: object) -> object:
    """A value without the fields that the old release did not have, which must say nothing.

    The colour in which a character is shown is the one that it has chosen.
    """
    if isinstance(now, list) and isinstance(then, list):
        return [as_then(*pair) for pair in zip(now, then, strict=True)]
    if not isinstance(now, dict) or not isinstance(then, dict):
        return now
    new = {key: value for key, value in now.items() if key not in then}
    assert new.pop("drawn", now.get("colour")) == now.get("colour")
    assert all(value in EMPTY for value in new.values()), new
    return {key: as_then(now[key], then[key]) for key in now if key in then}


def test_every_entry_leads_to_the_state_that_it_led_to(
    document: Document, states: list[object]
) -> None:
    rules = load(document.campaign)
    assert (document.version, len(document.entries)) == (1, len(states) - 1)
    for count, then in enumerate(states):
        now = plain(fold(rules, document.entries[:count]))
        assert as_then(now, then) == then, document.entries[count - 1]


@pytest.mark.django_db
def test_a_site_takes_it_in_whole_and_writes_it_as_a_file_of_today(
    document: Document, states: list[object]
) -> None:
    content = FILE.read_bytes()
    archive = read_archive(BytesIO(content))
    alice = import_campaign(Person(account=UserFactory.create()), archive, member="alice")
    campaign = alice.campaign
    assert ledger.entries_of(campaign) == list(document.entries)
    assert as_then(plain(ledger.state_of(campaign)), states[-1]) == states[-1]

    out = BytesIO()
    export_campaign(campaign, out)
    today = read_archive(out)
    assert today.document == replace(document, version=export.VERSION)
    assert today.extras == archive.extras
    photos = archive.parts.keys() - {LEDGER}
    assert today.parts.keys() - {LEDGER} == photos
    assert all(today.parts[name] == archive.parts[name] for name in photos)
