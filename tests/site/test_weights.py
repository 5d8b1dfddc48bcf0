"""What strangers may send, and what files cost: identity before bytes, and little memory."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from PIL import Image

from accounts import services as accounts
from accounts.device_cookie import COOKIE
from campaign.rules import export
from campaign.rules.entries import Entry
from campaign.rules.export import Document, MemberName
from campaign.rules.roles import Role
from campaign.services import members
from campaign.services.files import EXTRAS, LEDGER, ExtraPhoto, Extras, pack
from companion.rules.record import FORMAT, VERSION
from config import lanes
from kernel.reading import plain
from tests.browser.server import SiteServer
from tests.campaign.desk import desk
from tests.conftest import PASSWORD
from tests.proof import Proof
from tests.visitor import Browser
from web.request_body import ANYBODY

MEGABYTE = 1_000_000
AT = datetime(2026, 1, 10, tzinfo=UTC)
PATIENCE = 60.0  # seconds that a page may take while a file is worked on; it takes half a second


# Identity before bytes --------------------------------------------------------------


def allowed(path: str, cookies: str = "") -> int:
    headers = [(b"cookie", cookies.encode())] if cookies else []
    return lanes.most_of({"path": path, "method": "POST", "headers": headers})


def session_of(person: User) -> str:
    from django.test import Client

    client = Client()
    client.force_login(person)
    return f"sessionid={client.cookies['sessionid'].value}"


@pytest.mark.django_db(transaction=True)
def test_how_much_somebody_may_send_is_a_matter_of_who_they_are() -> None:
    table = desk({"alice": "owner", "carol": "guest"})
    photos = f"/campaigns/{table.campaign.pk}/photos/"
    alice, carol = (session_of(table.people[name].account) for name in ("alice", "carol"))  # type: ignore[arg-type]
    device = f"{COOKIE}={accounts.make_device()[1]}"
    made_up = f"{COOKIE}=anything; sessionid=anything"

    for who in ("", made_up):
        for path in (photos, "/campaigns/import/", "/tables/import/", "/join/"):
            assert allowed(path, who) == ANYBODY <= MEGABYTE
    assert allowed(photos, alice) > 25 * MEGABYTE
    for who in (carol, device):
        assert allowed(photos, who) == ANYBODY
    assert allowed("/campaigns/import/", alice) > 400 * MEGABYTE
    assert allowed("/campaigns/import/", device) == ANYBODY
    assert allowed("/tables/import/", device) > 2 * MEGABYTE
    for path in ("/join/", "/accounts/login/", f"{photos}../settings/", "/campaigns/x/photos/"):
        assert allowed(path, alice) == ANYBODY


@pytest.mark.django_db(transaction=True)
def test_a_member_without_an_account_sends_photos_from_their_device() -> None:
    from accounts.identity import Person

    table = desk()
    device, token = accounts.make_device()
    invitation = members.invite(table.campaign, role=Role.PLAYER)
    members.accept(invitation, Person(device=device), "Dora")
    assert allowed(f"/campaigns/{table.campaign.pk}/photos/", f"{COOKIE}={token}") > 25 * MEGABYTE


# A started site ---------------------------------------------------------------------


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SiteServer]:
    server = SiteServer(tmp_path)
    server.start()
    make = f"from django.contrib.auth.models import User; User.objects.create_user('alice', password={PASSWORD!r})"
    server.manage("shell", "--no-imports", "-c", make)
    yield server
    server.stop()


def memory(site: SiteServer, what: str) -> int:
    """Bytes that the process uses now (VmRSS), or that it used at most (VmHWM)."""
    assert site.process
    told = Path(f"/proc/{site.process.pid}/status").read_text()
    found = re.search(rf"{what}:\s+(\d+) kB", told)
    assert found
    return int(found[1]) * 1024


def forget_the_most(site: SiteServer) -> None:
    assert site.process
    Path(f"/proc/{site.process.pid}/clear_refs").write_text("5")


class Watch:
    """Asks for a page again and again; `slowest` is how long one took at most, in seconds."""

    def __init__(self, port: int) -> None:
        self.slowest = 0.0
        self._stop = Event()
        self._thread = Thread(target=self._work, args=(Browser(port),))

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _work(self, browser: Browser) -> None:
        while not self._stop.is_set():
            began = monotonic()
            assert browser.ask("/join/") == HTTPStatus.OK
            self.slowest = max(self.slowest, monotonic() - began)


def campaign_file(*, photos: int, entries: int) -> bytes:
    """A campaign whose photos have 800 kB each, and whose ledger is as long as asked."""
    noise = BytesIO()
    Image.effect_noise((500, 375), 60).resize((2000, 1500)).convert("RGB").save(
        noise, "JPEG", quality=85, optimize=True
    )
    shown = tuple(
        ExtraPhoto(key=uuid4(), about="", caption="", member="alice", at=AT) for _ in range(photos)
    )
    document = Document(
        campaign="legacy2",
        title="Large",
        members=(MemberName(key="alice", name="Alice", role=Role.OWNER),),
        entries=tuple(
            Entry(
                id=uuid4(), number=number, verb="note", arguments={"text": "x" * 40}, game=0,
                member="alice", at=AT,
            )
            for number in range(1, entries + 1)
        ),
    )  # fmt: skip
    extras = Extras(edition="legacy2", photos=shown)
    out = BytesIO()
    words = [
        (LEDGER, export.write(document).encode()),
        (EXTRAS, export.canonical(plain(extras)).encode()),
    ]
    pack(out, [*words, *((photo.part, noise.getvalue()) for photo in shown)])
    return out.getvalue()


@pytest.mark.prove
@pytest.mark.parametrize("heavy", ["photos", "entries"])
def test_a_large_campaign_comes_in_with_little_memory_while_pages_go_on(
    site: SiteServer, proof: Proof, heavy: str
) -> None:
    if heavy == "photos":
        content = campaign_file(photos=proof.count(short=20, long=400), entries=10)
    else:
        content = campaign_file(photos=1, entries=proof.count(short=2_000, long=45_000))
    alice = Browser(site.port)
    assert alice.log_in("alice", PASSWORD) == HTTPStatus.FOUND
    before = memory(site, "VmRSS")
    forget_the_most(site)
    with Watch(site.port) as watch:
        assert alice.upload("/campaigns/import/", "file", content, {}) == HTTPStatus.FOUND
        preview = alice.location
        assert [alice.ask(preview) for _ in range(3)] == [HTTPStatus.OK] * 3
        assert alice.ask(preview, {"member": "alice"}) == HTTPStatus.FOUND
        assert alice.ask(alice.location) == HTTPStatus.OK
    assert memory(site, "VmHWM") - before < 200 * MEGABYTE
    assert watch.slowest < PATIENCE
    assert not list((site.var / "media" / "imports").rglob("*.zip"))
    assert not list((site.var / "uploads").iterdir())


@pytest.mark.prove
def test_twenty_thousand_actions_come_in_while_pages_go_on(site: SiteServer, proof: Proof) -> None:
    count = proof.count(short=1_000, long=20_000)
    actions = [{"do": "gold", "seat": n % 2, "count": 1 - n % 4 // 2 * 2} for n in range(count)]
    seats = [{"name": "Ana", "color": "red"}, {"name": "Ben", "color": "blue"}]
    record = {
        "format": FORMAT, "version": VERSION, "edition": "base", "modules": [], "rules": {},
        "seats": seats, "actions": actions,
    }  # fmt: skip
    form = {"text": json.dumps(record), "title": "Long", "do": "open"}
    alice = Browser(site.port)
    assert alice.log_in("alice", PASSWORD) == HTTPStatus.FOUND
    with Watch(site.port) as watch:
        assert alice.ask("/tables/import/", form) == HTTPStatus.FOUND
    assert watch.slowest < PATIENCE


@pytest.mark.prove
def test_strangers_fill_neither_disk_nor_memory(site: SiteServer, proof: Proof) -> None:
    before = memory(site, "VmRSS")
    for path in ("/join/", "/campaigns/import/", f"/campaigns/{uuid4()}/photos/"):
        for _ in range(proof.count(short=2, long=20)):
            stranger = Browser(site.port)
            assert stranger.upload(path, "photo", bytes(30 * MEGABYTE), {}) == (
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            )
            assert b"none of it is stored" in stranger.page
    assert memory(site, "VmRSS") - before < 100 * MEGABYTE
    assert not list((site.var / "uploads").iterdir())
