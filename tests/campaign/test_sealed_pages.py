"""What a campaign's members typed is on no page for anybody else."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from campaign import urls
from campaign.models import Role
from campaign.services import members
from companion.models import Table
from tests.campaign.browser import Pages, client_of
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import UserFactory
from tests.campaign.sealed import reveals, sealed_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.prove_on_postgres]

ELSEWHERE = ("/", "/tables/", "/campaigns/", "/campaigns/new/", "/campaigns/import/", "/help/")
KEYS = {
    "verb": "note",
    "number": 1,
    "key": "017",
    "which": "setup",
}


@pytest.fixture
def sealed() -> Desk:
    return sealed_campaign()


def _addresses(sealed: Desk) -> Iterator[str]:
    """Every address of the campaign that needs no secret, for things that exist."""
    for pattern in urls.urlpatterns:
        names = pattern.pattern.converters
        known = {**KEYS, "campaign_id": sealed.campaign.pk}
        known |= {"photo_id": sealed.campaign.photos.get().pk}
        known |= {
            "member_id": sealed.people["dora"].pk,
            "note_id": sealed.people["dora"].notes.get().pk,
        }
        if set(names) <= set(known):
            wanted = {name: known[name] for name in names}
            yield reverse(f"campaign:{pattern.name}", kwargs=wanted)
    for key in ("ana", "031", "7"):
        for page in ("character", "card", "contract", "space"):
            yield reverse(f"campaign:{page}", args=[sealed.campaign.pk, key])


def _strangers() -> dict[str, Client]:
    UserFactory.create(username="mallory")
    other = desk({"alice": "owner", "erin": "guest"})
    assert other.campaign.name
    return {
        "nobody": Client(),
        "stranger": client_of("mallory"),
        "guest elsewhere": client_of("erin"),
    }


def test_members_read_the_word(sealed: Desk) -> None:
    """Otherwise the tests below could not fail."""
    pages = Pages(sealed)
    for name in ("home", "characters", "cards", "contracts", "map", "pieces", "ledger", "members"):
        assert reveals(pages.get("carol", name).content), name


def test_nobody_else_finds_it_anywhere(sealed: Desk) -> None:
    addresses = [*_addresses(sealed), *ELSEWHERE]
    assert len(addresses) > 60
    for who, client in _strangers().items():
        for address in addresses:
            for reply in (
                client.get(address),
                client.get(address, {"words": "x", "line": "note"}),
            ):
                body = b"".join(reply) if reply.streaming else reply.content
                assert not reveals(body), (who, address)
                assert not reveals(str(reply.headers)), (who, address)


def test_an_invitation_tells_no_word_before_it_is_taken_up(sealed: Desk) -> None:
    link = members.invite(sealed.campaign, role=Role.PLAYER)
    address = reverse("campaign:invitation", args=[link.token])
    for who, client in _strangers().items():
        shown = client.get(address)
        assert shown.status_code == 200
        refused = client.post(address, {"name": ""})
        assert refused.status_code == 422
        assert not reveals(shown.content), who
        assert not reveals(refused.content), who


def test_private_notes_are_hidden_from_every_other_member(sealed: Desk) -> None:
    pages = Pages(sealed)
    words = "hid the map"
    own = pages.get("alice", "character", "ana").content.decode()
    assert words in own
    for who in ("bob", "dora", "carol"):
        assert words not in pages.get(who, "character", "ana").content.decode()


def test_only_chosen_words_go_to_a_table(sealed: Desk) -> None:
    pages = Pages(sealed)
    opened = pages.post("alice", "open-table", 1, title="A quiet evening")
    assert opened.status_code == 302
    board = Client().get(opened.headers["Location"])
    assert board.status_code == 404
    own = pages.client("alice").get(opened.headers["Location"]).content.decode()
    assert "A quiet evening" in own
    kept = [sealed.campaign.name, *(member.name for member in sealed.campaign.members.all())]
    television = Client().get(reverse("companion:tv", args=[Table.objects.get().tv_code]))
    assert television.status_code == 200
    for page in (own, television.content.decode()):
        assert not [name for name in kept if name in page]


def test_a_guest_who_left_reads_nothing_more(sealed: Desk) -> None:
    pages = Pages(sealed)
    assert pages.post("carol", "leave").status_code == 302
    for address in _addresses(sealed):
        assert not reveals(pages.client("carol").get(address).content), address
