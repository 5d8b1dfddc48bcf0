"""Who may do what: every permission and every role; strangers learn nothing."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import RequestFactory

from accounts.device_cookie import COOKIE
from accounts.identity import Person
from accounts.services import make_device
from campaign import access
from campaign.access import Permission
from campaign.services import private, trash
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import PhotoFactory, UserFactory
from tests.made_once import MadeOnce, made_once

PEOPLE = {"alice": "owner", "bob": "keeper", "dora": "player", "carol": "guest"}
# The table of permissions, written down again.
ALLOWED = {
    Permission.READ: "alice bob dora carol",
    Permission.WRITE: "alice bob dora",
    Permission.PHOTOS: "alice bob dora",
    Permission.NOTES: "alice bob dora",
    Permission.TABLE: "alice bob dora",
    Permission.EXPORT: "alice bob",
    Permission.KEEP: "alice bob",
    Permission.OWN: "alice",
}


def one_of_each_role() -> Desk:
    return desk(PEOPLE)


made_table = made_once(one_of_each_role)


@pytest.fixture
def table(made_table: MadeOnce[Desk], db: None) -> Desk:
    return made_table()


def person(table: Desk, who: str) -> Person:
    return Person(account=table.people[who].account)


def test_every_need_has_a_row() -> None:
    assert set(ALLOWED) == set(Permission)


@pytest.mark.parametrize("need", Permission)
@pytest.mark.parametrize("who", PEOPLE)
def test_a_role_may(table: Desk, who: str, need: Permission) -> None:
    if who in ALLOWED[need].split():
        member = access.member_to(person(table, who), table.campaign.pk, need)
        assert member == table.people[who]
    else:
        with pytest.raises(PermissionDenied):
            access.member_to(person(table, who), table.campaign.pk, need)


@pytest.mark.parametrize("need", Permission)
def test_strangers_and_the_logged_out_find_nothing(table: Desk, need: Permission) -> None:
    elsewhere = desk({"alice": "owner"})
    for stranger in (Person(), Person(account=UserFactory.create())):
        with pytest.raises(Http404):
            access.member_to(stranger, table.campaign.pk, need)
    with pytest.raises(Http404):
        access.member_to(person(elsewhere, "alice"), uuid4(), need)


def test_a_campaign_in_the_trash_is_there_for_its_owner_alone(table: Desk) -> None:
    trash.trash(table.campaign)
    with pytest.raises(Http404):
        access.member_to(person(table, "alice"), table.campaign.pk, Permission.READ)
    found = access.owner_of_trashed(person(table, "alice"), table.campaign.pk)
    assert found == table.people["alice"]
    for who in ("bob", "dora", "carol"):
        with pytest.raises(Http404):
            access.owner_of_trashed(person(table, who), table.campaign.pk)


def test_what_is_not_in_the_trash_is_not_restored_or_deleted(table: Desk) -> None:
    with pytest.raises(Http404):
        access.owner_of_trashed(person(table, "alice"), table.campaign.pk)


def test_a_private_note_exists_for_its_writer_alone(table: Desk) -> None:
    note = private.write_note(table.people["dora"], "I hid the map")
    assert access.note_of(table.people["dora"], note.pk) == note
    for who in ("alice", "bob", "carol"):
        with pytest.raises(Http404):
            access.note_of(table.people[who], note.pk)


def test_photos_and_members_of_another_campaign_do_not_exist(table: Desk) -> None:
    other = desk({"alice": "owner", "bob": "player"})
    photo = PhotoFactory.create(campaign=other.campaign, member="bob")
    with pytest.raises(Http404):
        access.photo_of(table.people["alice"], photo.pk)
    with pytest.raises(Http404):
        access.other_member(table.people["alice"], other.people["bob"].pk)
    assert access.other_member(other.people["alice"], other.people["bob"].pk).name == "Bob"


def test_players_delete_their_own_photos_keepers_any(table: Desk) -> None:
    photo = PhotoFactory.create(campaign=table.campaign, member="bob")
    mine = PhotoFactory.create(campaign=table.campaign, member="dora")
    with pytest.raises(PermissionDenied):
        access.photo_to_delete(table.people["dora"], photo.pk)
    assert access.photo_to_delete(table.people["dora"], mine.pk) == mine
    assert access.photo_to_delete(table.people["bob"], mine.pk) == mine


def test_a_request_comes_from_its_account_and_its_device(rf: RequestFactory, table: Desk) -> None:
    device, token = make_device()
    request = rf.get("/", headers={"cookie": f"{COOKIE}={token}"})
    request.user = table.people["bob"].account  # type: ignore[assignment]
    assert access.person_of(request) == Person(account=table.people["bob"].account, device=device)


def test_another_accounts_device_is_nobodys(rf: RequestFactory, table: Desk) -> None:
    _, token = make_device(table.people["alice"].account)
    request = rf.get("/", headers={"cookie": f"{COOKIE}={token}"})
    request.user = table.people["bob"].account  # type: ignore[assignment]
    assert access.person_of(request).device is None
