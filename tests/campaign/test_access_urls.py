"""Every address of a campaign for every role: who may, who may not, who learns nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from accounts.identity import Person
from campaign import urls
from campaign.models import Campaign, Invite, Membership, Photo, PrivateNote, Role
from campaign.services import members, photos, private, trash
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import UserFactory, picture

pytestmark = [pytest.mark.django_db, pytest.mark.prove_on_postgres]

ROLES = ("owner", "keeper", "player", "guest", "stranger", "anonymous")
MEMBERS = {"alice": "owner", "bob": "keeper", "dora": "player", "carol": "guest"}
NAMES = dict(zip(ROLES, ("alice", "bob", "dora", "carol", "mallory", ""), strict=True))

ALL = "200 200 200 200 404 404"
WRITERS = "200 200 200 403 404 404"
KEEPERS = "200 200 403 403 404 404"
OWNER = "200 403 403 403 404 404"
NOBODY = "404 404 404 404 404 404"


@dataclass(frozen=True, slots=True)
class Row:
    """An address, how it is asked for, and the answer for each role in the order of ROLES."""

    name: str
    keys: str
    method: str
    answers: str
    sent: str = ""


# "sent" names a set of fields that the page takes; without it an empty form is sent, which changes
# nothing, so that those who may send it get 422 (or a redirect) and nobody else gets that far.
TABLE = (
    Row("campaigns", "", "get", "200 200 200 200 200 200"),
    Row("new", "", "get", "200 200 200 200 200 302"),
    Row("new", "", "post", "422 422 422 422 422 302"),
    Row("import", "", "get", "200 200 200 200 200 302"),
    Row("import", "", "post", "422 422 422 422 422 302"),
    Row("import-preview", "nothing", "get", "302 302 302 302 302 302"),
    Row("invitation", "invite", "get", "302 302 302 302 200 200"),
    Row("invitation", "invite", "post", "302 302 302 302 422 422"),
    Row("invitation", "nothing", "get", NOBODY),
    Row("personal", "nothing", "get", NOBODY),
    Row("personal", "nothing", "post", NOBODY),
    Row("search-all", "", "get", "200 200 200 200 200 200"),
    Row("home", "c", "get", ALL),
    Row("search", "c", "get", ALL),
    Row("search", "gone", "get", NOBODY),
    Row("settings", "c", "get", OWNER),
    Row("settings", "c", "post", "422 403 403 403 404 404"),
    Row("trash", "c", "post", "302 403 403 403 404 404"),
    Row("restore", "c", "post", NOBODY),
    Row("restore", "gone", "post", "302 404 404 404 404 404"),
    Row("delete", "c", "get", NOBODY),
    Row("delete", "gone", "get", "200 404 404 404 404 404"),
    Row("delete", "gone", "post", "422 404 404 404 404 404"),
    Row("home", "gone", "get", NOBODY),
    Row("line", "c", "get", WRITERS),
    Row("line", "c", "post", "422 422 422 403 404 404"),
    Row("line", "c", "post", "302 302 302 403 404 404", "line"),
    Row("verbs", "c", "get", WRITERS),
    Row("drawer", "c", "get", WRITERS),
    Row("write", "c verb", "get", WRITERS),
    Row("write", "c verb", "post", "422 422 422 403 404 404"),
    Row("lots", "c", "get", ALL),
    Row("draw-lot", "c", "post", "302 302 302 403 404 404"),
    Row("undo", "c", "post", "302 302 302 403 404 404"),
    Row("ledger", "c", "get", ALL),
    Row("strike", "c entry", "get", WRITERS),
    Row("strike", "c entry", "post", "302 302 422 403 404 404"),
    Row("characters", "c", "get", ALL),
    Row("character", "c character", "get", ALL),
    Row("joining", "c character", "get", ALL),
    Row("cards", "c", "get", ALL),
    Row("card", "c card", "get", ALL),
    Row("contracts", "c", "get", ALL),
    Row("contract", "c contract", "get", ALL),
    Row("map", "c", "get", ALL),
    Row("space", "c space", "get", ALL),
    Row("pieces", "c", "get", ALL),
    Row("steps", "c setup", "get", ALL),
    Row("steps", "c cleanup", "get", ALL),
    Row("tick", "c setup", "post", "404 404 404 403 404 404"),
    Row("tick", "c setup", "post", "302 302 302 403 404 404", "tick"),
    Row("begin", "c", "post", "422 422 422 403 404 404"),
    Row("press", "c", "post", "404 404 404 403 404 404"),
    Row("press", "c", "post", "302 302 302 403 404 404", "draft"),
    Row("joining", "c character", "post", "302 302 302 403 404 404"),
    Row("reports", "c", "get", ALL),
    Row("game", "c game", "get", ALL),
    Row("open-table", "c game", "post", "302 302 302 403 404 404"),
    Row("to-table", "c game", "post", "302 302 302 302 404 404"),
    Row("result", "c game", "get", "302 302 302 403 404 404"),
    Row("result", "c game", "post", "302 302 302 403 404 404"),
    Row("result-undo", "c game", "post", "302 302 302 403 404 404"),
    Row("record", "c game", "get", NOBODY),
    Row("photos", "c", "get", ALL),
    Row("photos", "c", "post", "422 422 422 403 404 404"),
    Row("photo", "c photo", "get", ALL),
    Row("photo", "c photo", "post", "302 302 403 403 404 404", "about"),
    Row("photo-file", "c photo", "get", ALL),
    Row("photo-small", "c photo", "get", ALL),
    Row("photo-delete", "c photo", "post", "302 302 403 403 404 404"),
    Row("photo", "c lost", "get", NOBODY),
    Row("photo", "c lost", "post", NOBODY, "about"),
    Row("photo-file", "c lost", "get", NOBODY),
    Row("photo-small", "c lost", "get", NOBODY),
    Row("photo-delete", "c lost", "post", "404 404 404 403 404 404"),
    Row("photo-restore", "c lost", "post", "302 302 403 403 404 404"),
    Row("members", "c", "get", ALL),
    Row("member-add", "c", "post", "422 403 403 403 404 404"),
    Row("member-name", "c", "post", "422 422 422 422 404 404"),
    Row("leave", "c", "post", "422 302 302 302 404 404"),
    Row("member-role", "c other", "post", "422 403 403 403 404 404"),
    Row("member-remove", "c other", "post", "302 403 403 403 404 404"),
    Row("member-link", "c name", "post", "200 403 403 403 404 404"),
    Row("member-link", "c other", "post", "200 403 403 403 404 404"),
    Row("invite", "c", "post", "422 403 403 403 404 404"),
    Row("invite-page", "c inv", "get", OWNER),
    Row("invite-close", "c inv", "post", "302 403 403 403 404 404"),
    Row("invite-rotate", "c inv", "post", "302 403 403 403 404 404"),
    Row("note-write", "c", "get", WRITERS),
    Row("note-write", "c", "post", "422 422 422 403 404 404"),
    Row("note-share", "c", "post", "302 302 302 403 404 404"),
    Row("note", "c note", "get", "404 404 200 403 404 404"),
    Row("note", "c note", "post", "404 404 422 403 404 404"),
    Row("note-delete", "c note", "post", "404 404 302 403 404 404"),
    Row("export", "c", "get", KEEPERS),
    Row("plays", "c", "get", KEEPERS),
    Row("bg-stats", "c", "get", KEEPERS),
)
DRAFT = '{"verb": "note", "arguments": {"text": "x"}, "game": null}'
SENT = {
    "tick": {"step": "order", "game": "1", "done": "yes"},
    "draft": {"draft": DRAFT},
    "line": {"line": "note hello"},
    "about": {"about": "", "caption": "Stairs"},
}


@dataclass(frozen=True, slots=True)
class Scene:
    """A campaign with one of everything, and another one in the trash."""

    table: Desk
    gone: Campaign
    photo: Photo
    lost: Photo
    note: PrivateNote
    invite: Invite
    other: Membership
    name: Membership

    def keys(self, words: str) -> list[object]:
        known: dict[str, object] = {
            "c": self.table.campaign.pk,
            "gone": self.gone.pk,
            "photo": self.photo.pk,
            "lost": self.lost.pk,
            "note": self.note.pk,
            "inv": self.invite.pk,
            "invite": self.invite.token,
            "other": self.other.pk,
            "name": self.name.pk,
            "verb": "note",
            "character": "ana",
            "card": "017",
            "contract": "031",
            "space": "7",
            "game": 1,
            "entry": self.table.last,
        }
        return [known.get(word, word) for word in words.split()]


LINES = (
    "recruit ana colour red player Alice",
    "recruit ben colour blue player Bob",
    "start 1 ana ben",
    "fetch 017 blue",
    "contract 031 group by 2",
    "space 7 at 10 10",
)


@pytest.fixture(scope="module", autouse=True)
def media(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One folder for all tests here, because they use the same photos."""
    folder = tmp_path_factory.mktemp("media")
    with override_settings(MEDIA_ROOT=folder):
        yield folder


@pytest.fixture(scope="module")
def scene(
    media: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Scene]:
    with django_db_blocker.unblock(), transaction.atomic():
        UserFactory.create(username="mallory")
        table = desk(MEMBERS)
        for line in LINES:
            table.type("alice", line)
        yield _scene(table)
        transaction.set_rollback(True)


def _scene(table: Desk) -> Scene:
    gone, alice = desk({"alice": "owner"}).campaign, table.people["alice"]
    trash.trash(gone)
    shot, lost = (photos.add_photo(alice, _file(), about="map") for _each in range(2))
    trash.trash_photo(lost)
    return Scene(
        table=table,
        gone=gone,
        photo=shot,
        lost=lost,
        note=private.write_note(table.people["dora"], "Nobody knows."),
        invite=members.invite(table.campaign, role=Role.PLAYER),
        other=members.accept(
            members.invite(table.campaign, role=Role.GUEST),
            Person(account=UserFactory.create(username="erin")),
            "Erin",
        ),
        name=members.add_member(table.campaign, name="Frank", role=Role.PLAYER),
    )


def _file() -> BytesIO:
    return BytesIO(picture())


def _client(role: str) -> Client:
    client = Client()
    if NAMES[role]:
        client.force_login(User.objects.get(username=NAMES[role]))
    return client


CELLS = [
    pytest.param(row, role, int(answer), id=f"{row.method} {row.name} {row.keys} {role} {row.sent}")
    for row in TABLE
    for role, answer in zip(ROLES, row.answers.split(), strict=True)
]


@pytest.mark.parametrize(("row", "role", "answer"), CELLS)
def test_each_role_gets_what_it_may(scene: Scene, row: Row, role: str, answer: int) -> None:
    url = reverse(f"campaign:{row.name}", args=scene.keys(row.keys))
    client = _client(role)
    reply = getattr(client, row.method)(url, SENT.get(row.sent, {}))
    assert reply.status_code == answer
    if reply.streaming:
        assert b"".join(reply)


def test_the_table_leaves_no_address_out() -> None:
    named = {pattern.name for pattern in urls.urlpatterns}
    assert named == {row.name for row in TABLE}


@pytest.mark.parametrize("role", ROLES)
def test_an_unknown_campaign_is_not_there(scene: Scene, role: str) -> None:
    reply = _client(role).get(reverse("campaign:home", args=[UUID(int=1)]))
    assert reply.status_code == 404
