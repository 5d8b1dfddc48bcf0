"""Everybody goes to a campaign's table and sits in the seat of their own character."""

import pytest
from django.test import Client

from accounts.models import Device
from campaign.models import Role
from campaign.services.members import change_role, leave
from campaign.services.seats import devices_of, removed
from companion.models import Table
from companion.table import selectors
from companion.table.roles import Role as Rights
from companion.table.roles import role_alone
from companion.table.settings import TableSettings
from tests.campaign.browser import Pages, text
from tests.campaign.desk import desk
from tests.campaign.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db: None) -> Pages:
    """Bob, a player, has opened the table of game 1; nobody else has come yet."""
    UserFactory.create(username="mallory")
    made = desk({"alice": "owner", "bob": "player", "dora": "keeper", "carol": "guest"})
    for line in ("recruit ana player Alice", "recruit ben player Bob", "recruit cleo player Dora"):
        made.type("alice", line)
    made.type("alice", "start 1 cleo ana ben")
    pages = Pages(made)
    assert pages.post("bob", "open-table", 1).status_code == 302
    return pages


def settings(pages: Pages) -> TableSettings:
    return selectors.view_of(Table.objects.get().pk).settings


def go(pages: Pages, who: str) -> str:
    """Where somebody who asks for the table is led."""
    reply = pages.post(who, "to-table", 1)
    return reply.headers.get("Location", str(reply.status_code))


def seats(pages: Pages, who: str) -> list[tuple[int, ...]]:
    """The seats of each device of somebody's."""
    account = pages.desk.people[who].account
    assert account is not None
    own = set(account.devices.values_list("pk", flat=True))
    return [person.seats for person in settings(pages).people if person.device in own]


def rights(client: Client) -> int:
    """The answer to somebody who wants to run the table."""
    return client.get(f"/tables/{Table.objects.get().pk}/people/").status_code


def test_each_sits_in_the_seat_of_their_own_character(table: Pages) -> None:
    at = f"/tables/{Table.objects.get().pk}/"
    assert [go(table, who) for who in ("alice", "bob", "dora")] == [at] * 3
    assert (seats(table, "dora"), seats(table, "alice"), seats(table, "bob")) == (
        [(0,)],
        [(1,)],
        [(2,)],
    )
    assert table.client("alice").get(at).status_code == 200


def test_going_again_changes_nothing(table: Pages) -> None:
    go(table, "alice")
    before = settings(table)
    go(table, "alice")
    assert settings(table) == before


def test_no_code_is_needed_and_a_closed_door_stays_no_hindrance(table: Pages) -> None:
    Table.objects.update(joining_open=False)
    go(table, "alice")
    assert seats(table, "alice") == [(1,)]


def test_guests_watch_and_strangers_find_nothing(table: Pages) -> None:
    go(table, "carol")
    assert seats(table, "carol") == [()]
    assert rights(table.client("carol")) == 403
    assert go(table, "mallory") == "404"
    assert rights(table.client("mallory")) == 404
    assert len(settings(table).people) == 2


def test_a_guest_takes_no_seat_by_any_form(table: Pages) -> None:
    go(table, "carol")
    found, carol = Table.objects.get(), table.client("carol")
    for form in (f"/tables/{found.pk}/seats/", f"/j/{found.link_token}/sit/"):
        answer = carol.post(form, {"seat": "0"})
        assert answer.status_code == 403
        assert "At this table you only watch" in answer.content.decode()
    assert seats(table, "carol") == [()]
    assert carol.post(f"/j/{found.link_token}/sit/", {"seat": "none"}).status_code == 302
    assert Client().post(f"/j/{found.link_token}/sit/", {"seat": "0"}).status_code == 302


def test_owner_and_keeper_run_the_table_that_a_player_opened(table: Pages) -> None:
    for who in ("alice", "dora", "bob"):
        go(table, who)
        assert rights(table.client(who)) == 200


def test_a_player_who_did_not_open_it_does_not_run_it(table: Pages) -> None:
    change_role(table.desk.people["dora"], Role.PLAYER)
    go(table, "dora")
    assert seats(table, "dora") == [(0,)]
    assert rights(table.client("dora")) == 403


def test_who_becomes_a_guest_gives_up_rights_and_seat(table: Pages) -> None:
    go(table, "dora")
    member = table.desk.people["dora"]
    for role, seat, answer in (("player", (0,), 403), ("guest", (), 403)):
        table.post("alice", "member-role", member.pk, role=role)
        assert seats(table, "dora") == [seat]
        assert rights(table.client("dora")) == answer


def test_who_leaves_the_campaign_gives_up_the_seat(table: Pages) -> None:
    go(table, "dora")
    table.post("dora", "leave")
    assert seats(table, "dora") == [()]
    assert rights(table.client("dora")) == 403
    assert go(table, "dora") == "404"


def test_who_becomes_a_guest_or_leaves_takes_nobody_elses_rights_or_seat(table: Pages) -> None:
    for who in ("alice", "dora", "bob"):
        go(table, who)
    member = table.desk.people["dora"]
    table.post("alice", "member-role", member.pk, role="guest")
    table.post("dora", "leave")
    assert (seats(table, "alice"), seats(table, "bob")) == ([(1,)], [(2,)])
    assert rights(table.client("alice")) == 200


def test_who_is_removed_from_the_campaign_is_off_its_table(table: Pages) -> None:
    go(table, "dora")
    here = f"/tables/{Table.objects.get().pk}/"
    table.post("alice", "member-remove", table.desk.people["dora"].pk)
    assert table.client("dora").get(here).status_code == 404
    assert table.client("dora").post(f"{here}seats/", {"seat": "0"}).status_code == 404


@pytest.mark.parametrize("way", ["member-role", "member-remove"])
def test_who_opened_the_table_loses_it_with_their_role(table: Pages, way: str) -> None:
    assert rights(table.client("bob")) == 200
    table.post("alice", way, table.desk.people["bob"].pk, role="guest")
    assert rights(table.client("bob")) == (403 if way == "member-role" else 404)
    go(table, "alice")
    assert rights(table.client("alice")) == 200
    assert seats(table, "bob") == [()]


def test_nobody_takes_the_device_in_their_own_hand_off_the_table(table: Pages) -> None:
    go(table, "dora")
    dora = table.desk.people["dora"]
    leave(dora)
    removed(dora, Device.objects.get(pk__in=devices_of(dora)))
    assert not any(person.removed for person in settings(table).people)


def test_who_comes_to_the_table_of_a_finished_game_only_watches(table: Pages) -> None:
    table.desk.type("alice", "finish cleo 30 ana 20 ben 10")
    go(table, "alice")
    assert seats(table, "alice") == [()]


def test_a_device_that_was_taken_off_stays_off_until_it_is_let_in(table: Pages) -> None:
    go(table, "dora")
    go(table, "alice")
    change = f"/tables/{Table.objects.get().pk}/people"
    device = next(p.device for p in settings(table).people if p.seats == (0,))

    table.client("alice").post(f"{change}/remove/", {"device": device})

    assert go(table, "dora") == table.url("home")
    assert "was taken off the table" in text(table.get("dora", "home"))
    assert seats(table, "dora") == [()]
    assert rights(table.client("dora")) == 404
    assert table.client("carol").post(f"{change}/let-in/", {"device": device}).status_code == 404
    assert "Let it in again" in text_of(table.client("bob"))

    table.client("bob").post(f"{change}/let-in/", {"device": device})

    assert go(table, "dora").startswith("/tables/")
    assert seats(table, "dora") == [(0,)]


def text_of(client: Client) -> str:
    return client.get(f"/tables/{Table.objects.get().pk}/people/").content.decode()


def test_rights_end_with_the_removal(table: Pages) -> None:
    go(table, "dora")
    person = next(p for p in settings(table).people if p.seats == (0,))
    change = f"/tables/{Table.objects.get().pk}/people/remove/"
    table.client("bob").post(change, {"device": person.device})
    assert role_alone(settings(table), person.device) is Rights.REMOVED


def test_the_campaigns_pages_lead_to_the_table(table: Pages) -> None:
    for page in (("home",), ("game", 1), ("drawer",)):
        shown = text(table.get("alice", *page))
        assert table.url("to-table", 1) in shown
    assert table.url("to-table", 1) in text(table.get("carol", "home"))


def test_a_flipped_contract_leads_to_taking_the_table_over(table: Pages) -> None:
    client, found = table.client("bob"), Table.objects.get()
    page = client.get(f"/tables/{found.pk}/").content.decode()
    assert "Write it now in the ledger" in page
    assert f'href="{table.url("result", 1)}"' in page
    assert table.get("bob", "result", 1).status_code == 200


def test_a_campaigns_table_has_no_rematch(table: Pages) -> None:
    found = Table.objects.get()
    reply = table.client("bob").get(f"/tables/{found.pk}/rematch/")
    assert (reply.status_code, reply.headers["Location"]) == (302, found.return_link)
    reply = table.client("bob").post(f"/tables/{found.pk}/rematch/", {"first": 0})
    assert reply.headers["Location"] == found.return_link
    assert Table.objects.count() == 1


def test_a_game_without_a_table_has_none_to_go_to(table: Pages) -> None:
    table.desk.type("alice", "finish ana 5 ben 3 cleo 1")
    table.desk.type("alice", "start 2 ana ben")
    assert table.post("alice", "to-table", 2).headers["Location"] == table.url("home")
    assert table.post("alice", "to-table", 7).headers["Location"] == table.url("home")
