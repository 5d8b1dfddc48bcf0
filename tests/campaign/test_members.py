"""Members of a campaign: creating, inviting, joining, links, claiming, roles, leaving."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.identity import Person
from campaign.errors import CampaignError
from campaign.models import Membership, Role
from campaign.selectors import members as selectors
from campaign.services import members, private
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import DeviceFactory, UserFactory


@pytest.fixture
def table(db: None) -> Desk:
    return desk({"alice": "owner", "bob": "keeper"})


def somebody() -> Person:
    return Person(account=UserFactory.create())


def by_device() -> Person:
    return Person(device=DeviceFactory.create())


# Creating and inviting --------------------------------------------------------------


def test_who_founds_a_campaign_owns_it(db: None) -> None:
    person = somebody()
    owner = members.create_campaign(person, name="A year", kind="legacy1", member="Alice")
    assert (owner.role, owner.name, owner.key) == ("owner", "Alice", "alice")
    assert owner.campaign.edition == "legacy1"
    assert selectors.campaigns_of(person) == [owner]


def test_a_house_campaign_says_which_edition_it_plays(db: None) -> None:
    owner = members.create_campaign(
        somebody(), name="Fridays", kind="house", edition="catacombs", member="Alice"
    )
    assert owner.campaign.edition == "catacombs"


def test_an_invitation_lets_its_finder_in_with_its_role(table: Desk) -> None:
    invitation = members.invite(table.campaign, role=Role.GUEST)
    person = somebody()
    joined = members.accept(invitation, person, "Carol")
    assert (joined.role, joined.account) == ("guest", person.account)
    assert selectors.membership_of(person, table.campaign.pk) == joined


def test_a_member_stays_what_they_are_when_they_follow_an_invitation(table: Desk) -> None:
    bob = table.people["bob"]
    invitation = members.invite(table.campaign, role=Role.GUEST)
    assert members.accept(invitation, Person(account=bob.account), "Robert") == bob
    bob.refresh_from_db()
    assert (bob.role, bob.name) == ("keeper", "Bob")


def test_closed_rotated_and_expired_invitations_let_nobody_in(table: Desk) -> None:
    closed, rotated, expired = (members.invite(table.campaign, role=Role.PLAYER) for _ in range(3))
    old = rotated.token
    members.close_invite(closed)
    members.rotate_invite(rotated)
    expired.expires = timezone.now() - timedelta(seconds=1)
    expired.save()
    assert [selectors.invite_by(token) for token in (closed.token, old, expired.token)] == [
        None
    ] * 3
    assert selectors.invite_by(rotated.token) == rotated
    assert selectors.invites_of(table.campaign) == [rotated]
    with pytest.raises(CampaignError, match="Ask for a new one"):
        members.accept(expired, somebody(), "Carol")


def test_an_invitation_may_last_some_days(table: Desk) -> None:
    invitation = members.invite(table.campaign, role=Role.PLAYER, days=3)
    assert invitation.open
    assert invitation.expires
    assert timedelta(days=2.9) < invitation.expires - timezone.now() <= timedelta(days=3)


def test_no_invitation_makes_owners(table: Desk) -> None:
    with pytest.raises(CampaignError, match="make them an owner"):
        members.invite(table.campaign, role=Role.OWNER)


def test_nobody_joins_without_an_account_or_a_device(table: Desk) -> None:
    with pytest.raises(CampaignError, match="Before you join, log in"):
        members.accept(members.invite(table.campaign, role=Role.PLAYER), Person(), "Ghost")


def test_two_members_never_have_one_name(table: Desk) -> None:
    invitation = members.invite(table.campaign, role=Role.PLAYER)
    with pytest.raises(CampaignError, match="is already called bob"):
        members.accept(invitation, somebody(), "bob")
    with pytest.raises(CampaignError, match="is already called BOB"):
        members.rename(table.people["alice"], "BOB")
    members.rename(table.people["bob"], "BOB")


@pytest.mark.parametrize("name", ["\uff22ob", "B\u034fob", "Bob\ufe0f", "\u200dbob", "bob\u3164"])
def test_two_members_never_have_names_that_look_the_same(table: Desk, name: str) -> None:
    with pytest.raises(CampaignError, match="is already called"):
        members.accept(members.invite(table.campaign, role=Role.PLAYER), somebody(), name)


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\0b", "left\u202eright", "\ud800"])
def test_names_are_readable_so_that_an_export_can_be_read_in_again(table: Desk, name: str) -> None:
    with pytest.raises(CampaignError, match="1 to 40 ordinary characters"):
        members.rename(table.people["bob"], name)


def test_a_campaign_gets_another_name(table: Desk) -> None:
    members.rename_campaign(table.campaign, "  A  longer year ")
    assert table.campaign.name == "A longer year"
    with pytest.raises(CampaignError, match="1 to 80"):
        members.rename_campaign(table.campaign, "")


def test_keys_stay_apart_and_stay_the_same(table: Desk) -> None:
    names = ("Zoë", "zoe", "★", "Bob the Long-Winded of the North")
    made = [members.add_member(table.campaign, name=name, role=Role.PLAYER) for name in names]
    keys = [member.key for member in made]
    assert len(set(keys)) == len(keys)
    assert all(0 < len(key) <= 24 for key in keys)
    members.rename(made[0], "Zora")
    made[0].refresh_from_db()
    assert made[0].key == keys[0]


# Devices and personal links -----------------------------------------------------------


def test_a_device_without_an_account_is_a_member_of_any_role(table: Desk) -> None:
    person = by_device()
    joined = members.accept(members.invite(table.campaign, role=Role.KEEPER), person, "Dora")
    assert selectors.membership_of(person, table.campaign.pk) == joined
    assert joined.account is None
    members.change_role(joined, Role.OWNER)
    assert joined.role == "owner"


def test_a_personal_link_brings_a_member_to_another_device(table: Desk) -> None:
    phone, tablet = by_device(), by_device()
    dora = members.accept(members.invite(table.campaign, role=Role.PLAYER), phone, "Dora")
    token = members.personal_link(dora, asked_by=dora)
    assert token not in Membership.objects.get(pk=dora.pk).link
    assert members.open_link(token, tablet) == dora
    for device in (phone, tablet):
        assert selectors.membership_of(device, table.campaign.pk) == dora


def test_a_new_or_dropped_link_ends_the_old_one(table: Desk) -> None:
    bob = table.people["bob"]
    old = members.personal_link(bob, asked_by=bob)
    new = members.personal_link(bob, asked_by=bob)
    assert members.open_link(old, by_device()) is None
    members.drop_link(bob)
    assert members.open_link(new, by_device()) is None
    assert members.open_link("", by_device()) is None


def test_nobody_makes_a_link_that_would_make_them_somebody_else(table: Desk) -> None:
    with pytest.raises(CampaignError, match="Only Alice or an owner can make this link"):
        members.personal_link(table.people["alice"], asked_by=table.people["bob"])


def test_an_owner_lets_a_member_in_again_but_never_into_their_private_notes(table: Desk) -> None:
    alice, bob = table.people["alice"], table.people["bob"]
    private.write_note(bob, "I hid the map")

    def as_seen_by(person: Person) -> list[str]:
        member = selectors.membership_of(person, table.campaign.pk)
        assert member == bob
        return [note.text for note in selectors.notes_open_to(member)]

    phone = by_device()
    assert members.open_link(members.personal_link(bob, asked_by=alice), phone) == bob
    assert as_seen_by(phone) == []
    assert as_seen_by(Person(account=bob.account)) == ["I hid the map"]
    assert as_seen_by(Person(account=bob.account, device=phone.device)) == ["I hid the map"]

    # Not by a further link of their own either, nor by an account that takes the device.
    in_by_link = selectors.membership_of(phone, table.campaign.pk)
    assert in_by_link
    second = by_device()
    members.open_link(members.personal_link(bob, asked_by=in_by_link), second)
    assert as_seen_by(second) == []
    with pytest.raises(CampaignError, match="written by somebody who came in before you"):
        private.share_notes(in_by_link, agreed=True)
    private.write_note(in_by_link, "The map is back")
    assert as_seen_by(phone) == ["The map is back"]


def test_a_note_that_is_sent_twice_is_stored_once_and_only_for_who_sent_it(table: Desk) -> None:
    alice, bob, key = table.people["alice"], table.people["bob"], uuid4()
    for text in ("I hid the map", "I hid the map", "I lost it"):
        private.write_note(bob, text, key=key)
    private.write_note(alice, "I lost it", key=key)
    assert [note.text for note in bob.notes.all()] == ["I hid the map", "I lost it"]
    assert [note.text for note in alice.notes.all()] == ["I lost it"]


def test_an_account_that_takes_such_a_device_reads_no_more_than_it_did(table: Desk) -> None:
    phone, other = by_device(), by_device()
    dora = members.accept(members.invite(table.campaign, role=Role.PLAYER), phone, "Dora")
    private.write_note(dora, "I hid the map")
    members.open_link(members.personal_link(dora, asked_by=table.people["alice"]), other)
    account = UserFactory.create()
    members.claim(Person(account=account, device=other.device))
    taken = selectors.membership_of(Person(account=account), table.campaign.pk)
    assert taken == dora
    assert not selectors.notes_open_to(taken).exists()
    kept = selectors.membership_of(phone, table.campaign.pk)
    assert kept
    assert selectors.notes_open_to(kept).count() == 1


def test_a_name_nobody_has_come_for_gets_its_link_from_the_owner(table: Desk) -> None:
    alice, person = table.people["alice"], somebody()
    dora = members.add_member(table.campaign, name="Dora", role=Role.PLAYER)
    assert not selectors.claimed(dora)
    token = members.personal_link(dora, asked_by=alice)
    assert members.open_link(token, person) == dora
    assert selectors.membership_of(person, table.campaign.pk) == dora
    dora.refresh_from_db()
    assert not dora.link_from_owner, "nobody had written anything yet"


def test_a_device_that_gets_an_account_loses_nothing(table: Desk) -> None:
    phone = by_device()
    dora = members.accept(members.invite(table.campaign, role=Role.PLAYER), phone, "Dora")
    private.write_note(dora, "I hid the map")
    account = UserFactory.create()
    members.claim(Person(account=account, device=phone.device))
    claimed = selectors.membership_of(Person(account=account), table.campaign.pk)
    assert claimed == dora
    assert [note.text for note in dora.notes.all()] == ["I hid the map"]
    assert selectors.membership_of(phone, table.campaign.pk) is None, "logged out is out"


def test_a_device_of_another_account_is_not_claimed(table: Desk) -> None:
    phone = by_device()
    dora = members.accept(members.invite(table.campaign, role=Role.PLAYER), phone, "Dora")
    members.claim(Person(account=UserFactory.create(), device=phone.device))
    mallory = UserFactory.create()
    members.claim(Person(account=mallory, device=phone.device))
    dora.refresh_from_db()
    assert dora.account != mallory


def test_an_account_that_is_a_member_already_keeps_both(table: Desk) -> None:
    bob, phone = table.people["bob"], by_device()
    second = members.accept(members.invite(table.campaign, role=Role.PLAYER), phone, "Bobby")
    both = Person(account=bob.account, device=phone.device)
    members.claim(both)
    assert selectors.membership_of(both, table.campaign.pk) == bob, "the one that may do more"
    assert selectors.membership_of(phone, table.campaign.pk) == second
    assert selectors.campaigns_of(both) == [bob], "one row for one campaign"


@pytest.mark.parametrize("device_first", [True, False])
def test_of_two_names_that_may_do_as_much_the_accounts_counts(
    table: Desk, *, device_first: bool
) -> None:
    phone, person = by_device(), somebody()
    invitation = members.invite(table.campaign, role=Role.PLAYER)
    comers = [(phone, "Doris"), (person, "Dora")]
    for who, name in comers if device_first else reversed(comers):
        members.accept(invitation, who, name)
    both = selectors.membership_of(
        Person(account=person.account, device=phone.device), table.campaign.pk
    )
    assert both
    assert both.name == "Dora"


# Roles and leaving --------------------------------------------------------------------


def test_a_campaign_always_keeps_an_owner(table: Desk) -> None:
    alice, bob = table.people["alice"], table.people["bob"]
    with pytest.raises(CampaignError, match="Make somebody else an owner first"):
        members.change_role(alice, Role.GUEST)
    with pytest.raises(CampaignError, match="Make somebody else an owner first"):
        members.leave(alice)
    members.change_role(bob, Role.OWNER)
    members.leave(alice)
    assert selectors.members_of(table.campaign) == [bob]


def test_who_left_sees_nothing_and_comes_back_as_the_same(table: Desk) -> None:
    bob = table.people["bob"]
    person = Person(account=bob.account)
    entry = table.type("bob", "note Hello")
    members.leave(bob)
    assert selectors.membership_of(person, table.campaign.pk) is None
    assert selectors.names_of(table.campaign)["bob"] == "Bob"
    back = members.accept(members.invite(table.campaign, role=Role.GUEST), person, "Bob")
    assert (back, back.key, back.role) == (bob, entry.member, "guest")


def test_a_device_that_left_comes_back_as_the_same(table: Desk) -> None:
    phone = by_device()
    dora = members.accept(members.invite(table.campaign, role=Role.PLAYER), phone, "Dora")
    members.leave(dora)
    assert selectors.membership_of(phone, table.campaign.pk) is None
    assert members.accept(members.invite(table.campaign, role=Role.PLAYER), phone, "Dora") == dora
