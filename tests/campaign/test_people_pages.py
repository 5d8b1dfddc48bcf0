"""People through the pages: creating a campaign, invitations, personal links, private notes."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Device
from campaign.models import Campaign, Membership, Photo, Role
from campaign.selectors.members import names_of
from campaign.services import members, private
from campaign.services.walks import tick
from tests.campaign.browser import Pages, client_of, text
from tests.campaign.desk import desk
from tests.campaign.factories import UserFactory

pytestmark = pytest.mark.django_db


# Campaigns ------------------------------------------------------------------


def test_a_campaign_is_founded_thrown_away_and_brought_back() -> None:
    UserFactory.create(username="alice")
    client = client_of("alice")
    fields = {"name": "Ours", "kind": "house", "member": "Alice"}
    assert client.post(reverse("campaign:new"), fields).status_code == 422
    assert client.post(reverse("campaign:new"), fields | {"edition": "base"}).status_code == 302
    one = Campaign.objects.get()
    client.post(reverse("campaign:settings", args=[one.pk]), {"name": "Ours, again"})
    client.post(reverse("campaign:trash", args=[one.pk]))
    assert client.get(reverse("campaign:home", args=[one.pk])).status_code == 404
    client.post(reverse("campaign:restore", args=[one.pk]))
    assert client.get(reverse("campaign:home", args=[one.pk])).status_code == 200
    client.post(reverse("campaign:trash", args=[one.pk]))
    delete = reverse("campaign:delete", args=[one.pk])
    assert client.post(delete, {"typed": "Ours"}).status_code == 422
    assert client.post(delete, {"typed": "Ours, again"}).status_code == 302
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("name", ["a\x07b", "\u202eabc", "a\0b", "x" * 81, " "])
def test_a_name_that_cannot_be_read_is_refused_in_words(name: str) -> None:
    UserFactory.create(username="alice")
    client, new = client_of("alice"), reverse("campaign:new")
    good = {"name": "Ours", "kind": "legacy2", "member": "Alice"}
    for field in ("name", "member"):
        assert client.post(new, good | {field: name}).status_code == 422
    assert not Campaign.objects.exists()
    client.post(new, good)
    one = Campaign.objects.get()
    settings = reverse("campaign:settings", args=[one.pk])
    assert client.post(settings, {"name": name}).status_code == 422
    assert Campaign.objects.get().name == "Ours"


def test_a_bookmark_of_somebody_who_is_logged_out_offers_to_log_in(pages: Pages) -> None:
    home = pages.url("home")
    out = Client().get(home)
    assert out.status_code == 404
    assert f"{reverse('login')}?next={home}" in out.content.decode()
    UserFactory.create(username="mallory")
    assert reverse("login") not in text(pages.get("mallory", "home"))


def test_everybody_can_read_what_the_roles_may_do(pages: Pages) -> None:
    assert "Guests can only read." in text(pages.get("carol", "members"))


def test_somebody_who_is_logged_out_finds_the_way_back_to_their_campaigns(pages: Pages) -> None:
    out, here = Client(), reverse("campaign:campaigns")
    shown = out.get(here).content.decode()
    assert "Log in to see your campaigns" in shown
    assert "No campaign yet" not in shown
    way = f"{reverse('login')}?next={here}"
    assert f'href="{way}"' in shown
    login = {"username": "alice", "password": "a long enough password"}
    assert out.post(way, login).headers["Location"] == here
    assert "The long year" in out.get(here).content.decode()


def test_the_home_leads_to_inviting_for_whoever_may(pages: Pages) -> None:
    """Before the first entry and after it: many a player joins late."""
    way = f'href="{pages.url("members")}#invite"'
    assert 'id="invite"' in text(pages.get("alice", "members"))
    written = [
        who for who in ("alice", "bob", "dora", "carol") if way in text(pages.get(who, "home"))
    ]
    fresh = Pages(desk({"alice": "owner", "bob": "keeper"}))
    way = f'href="{fresh.url("members")}#invite"'
    new = [who for who in ("alice", "bob") if way in text(fresh.get(who, "home"))]
    assert written == new == ["alice"]


def test_a_full_campaign_lets_in_nobody_new_until_somebody_leaves(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = pages.desk.campaign
    pages.post("alice", "invite", role="player", days="7")
    url = reverse("campaign:invitation", args=[campaign.invites.latest("created").token])
    monkeypatch.setattr(members, "MOST_MEMBERS", campaign.members.filter(left=None).count() + 1)
    assert Client().post(url, {"name": "Mia"}).status_code == 302

    devices, sold_out = Device.objects.count(), Client().post(url, {"name": "Zoe"})
    assert sold_out.status_code == 422
    assert "An owner can remove people who no longer play." in sold_out.content.decode()
    assert "This campaign is full" in text(
        pages.post("alice", "member-add", name="Zoe", role="player")
    )
    assert Device.objects.count() == devices, "nothing is kept of who was not let in"

    members.leave(campaign.members.get(name="Mia"))
    assert Client().post(url, {"name": "Zoe"}).status_code == 302


def test_a_new_name_that_is_refused_stays_in_its_field_to_be_mended(pages: Pages) -> None:
    page = pages.post("bob", "member-name", name="Alice")
    assert page.status_code == 422
    (field,) = re.findall(r'<input\s+id="own-name"[^>]*>', page.content.decode())
    assert 'value="Alice"' in field
    assert 'aria-describedby="own-name-error"' in field


def test_joining_and_leaving_again_and_again_adds_no_names(pages: Pages) -> None:
    campaign = pages.desk.campaign
    pages.post("alice", "invite", role="player", days="7")
    url = reverse("campaign:invitation", args=[campaign.invites.latest("created").token])
    before = campaign.members.count()
    for number in range(4):
        phone = Client()
        assert phone.post(url, {"name": f"Mia {number}"}).status_code == 302
        assert phone.post(pages.url("leave")).status_code == 302
    assert campaign.members.count() == before + 1, "the last one may come back as the same"


def test_who_left_a_trace_is_never_forgotten(pages: Pages) -> None:
    desk = pages.desk
    people = {
        name: members.add_member(desk.campaign, name=name, role=Role.PLAYER)
        for name in ("Writer", "Player", "Painter", "Ticker", "Thinker", "Nobody")
    }
    desk.people["writer"] = people["Writer"]
    desk.type("writer", "note Hello")
    desk.type("alice", "recruit Wanda player Player")
    Photo.objects.create(campaign=desk.campaign, member=people["Painter"].key, width=1, height=1)
    tick(people["Ticker"], walk="setup", game=1, step="x", done=True)
    private.write_note(people["Thinker"], "I know")
    for each in people.values():
        members.leave(each)
    members.add_member(desk.campaign, name="Newcomer", role=Role.PLAYER)

    assert set(people) - set(names_of(desk.campaign).values()) == {"Nobody"}


def test_removing_somebody_closes_the_invitations_that_they_may_know(pages: Pages) -> None:
    campaign, removed = pages.desk.campaign, pages.desk.people["carol"]
    assert "open invitation" not in text(pages.get("alice", "members"))
    pages.post("alice", "invite", role="player", days="7")
    url = reverse("campaign:invitation", args=[campaign.invites.latest("created").token])
    shown = pages.get("alice", "members").content.decode()
    assert "Anyone who knows an open invitation can come back by it." in shown
    assert '<input type="checkbox" name="invites_too" checked>' in shown

    pages.post("alice", "member-remove", removed.pk, invites_too="on")
    assert pages.client("carol").get(url).status_code == 404
    assert Client().get(url).status_code == 404
    assert pages.get("carol", "home").status_code == 404


def test_an_owner_may_leave_the_invitations_open(pages: Pages) -> None:
    pages.post("alice", "invite", role="player", days="7")
    pages.post("alice", "member-remove", pages.desk.people["carol"].pk)
    assert pages.desk.campaign.invites.latest("created").open


def test_somebody_joins_by_invitation_without_an_account(pages: Pages) -> None:
    made = pages.post("alice", "invite", role="player", days="7")
    shown = pages.client("alice").get(made.headers["Location"])
    url = reverse("campaign:invitation", args=[pages.desk.campaign.invites.latest("created").token])
    assert url in shown.content.decode()
    phone = Client()
    assert "Clank! Legacy 2" in phone.get(url).content.decode()
    assert phone.post(url, {"name": ""}).status_code == 422
    assert phone.post(url, {"name": "Alice"}).status_code == 422
    assert phone.post(url, {"name": "Erin"}).status_code == 302
    assert phone.get(pages.url("home")).status_code == 200
    assert phone.get(url).status_code == 302


def test_a_personal_link_is_claimed_by_an_account_later(pages: Pages) -> None:
    frank = _added(pages, "Frank")
    shown = text(pages.post("alice", "member-link", frank.pk))
    path = "/campaigns/member/" + shown.partition("/campaigns/member/")[2].partition('"')[0]
    phone = Client()
    assert phone.get(path).status_code == 200
    assert phone.get(pages.url("home")).status_code == 404
    assert phone.post(path).status_code == 302
    assert phone.get(pages.url("home")).status_code == 200
    UserFactory.create(username="frank")
    login = {"username": "frank", "password": "a long enough password"}
    assert phone.post(reverse("login"), login).status_code == 302
    assert phone.post(reverse("take_along")).status_code == 302
    frank.refresh_from_db()
    assert frank.account is not None
    assert client_of("frank").get(pages.url("home")).status_code == 200


def _added(pages: Pages, name: str) -> Membership:
    assert pages.post("alice", "member-add", name=name, role="player").status_code == 302
    return pages.desk.campaign.members.get(name=name)


def test_private_notes_are_for_their_writer_alone(pages: Pages) -> None:
    assert pages.post("dora", "note-write", text="The key is mine").status_code == 302
    assert "The key is mine" in text(pages.get("dora", "character", "ben"))
    for who in ("alice", "bob", "carol"):
        assert "The key is mine" not in text(pages.get(who, "character", "ben"))


def test_who_plays_no_character_finds_their_private_notes_too(pages: Pages) -> None:
    assert pages.url("note-write") in text(pages.get("bob", "members"))
    assert pages.url("note-write") not in text(pages.get("carol", "members"))
    written = pages.post("bob", "note-write", text="Keep an eye on Ana")
    assert (
        "Keep an eye on Ana"
        in pages.client("bob").get(written.headers["Location"]).content.decode()
    )
    assert "Keep an eye" not in text(pages.get("dora", "note-write"))


def test_an_export_says_of_whom_it_has_private_notes(pages: Pages) -> None:
    assert "yours are not in it" in text(pages.get("alice", "members"))
    page = pages.get("alice", "note-write").content.decode()
    assert pages.url("note-share") in page, "who plays no character can agree as well"
    assert pages.post("alice", "note-share", agreed="on").status_code == 302
    assert "who agreed to it, as you have" in text(pages.get("alice", "members"))
    assert " checked" in pages.get("alice", "note-write").content.decode()


@pytest.mark.parametrize(("edition", "status"), [("catacombs", 422), ("legacy2", 302), ("", 302)])
def test_an_edition_that_the_kind_of_campaign_does_not_play_is_refused(
    edition: str, status: int
) -> None:
    UserFactory.create(username="alice")
    sent = {"name": "Ours", "kind": "legacy2", "member": "Alice", "edition": edition}
    reply = client_of("alice").post(reverse("campaign:new"), sent)
    assert reply.status_code == status
    assert Campaign.objects.count() == (status == 302)
    if status == 422:
        assert "This campaign has its own edition." in reply.content.decode()
