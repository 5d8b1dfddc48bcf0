"""Seats, devices and what the opener may change."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts import selectors as account_selectors
from accounts import services as accounts
from accounts.errors import LinkError
from accounts.models import Device
from companion import codes, services
from companion.errors import NotAllowedError, NotFoundError, TableError
from companion.models import Holding, LogRow
from companion.rules.errors import RecordError
from companion.table import lookup, selectors
from companion.table.roles import Role, role_of
from companion.table.settings import MOST_DEVICES
from tests.companion.browser import client_on
from tests.companion.cast import text
from tests.companion.game import SALT, Game, phone
from web.codes import LETTERS

pytestmark = pytest.mark.django_db


def role(game: Game, device: Device | None, account: User | None = None) -> Role:
    asking = account_selectors.visitor_of(
        device.pk if device else None, account.pk if account else None
    )
    return role_of(game.view.settings, asking)


# Seats ------------------------------------------------------------------------


def test_a_seat_is_held_by_several_devices_and_a_device_holds_several_seats() -> None:
    game, tablet = Game(), phone()

    services.hold_seat(game.table, tablet, seat=0)
    services.hold_seat(game.table, tablet, seat=1)

    held = {person.device: person.seats for person in game.view.settings.people}
    assert held == {game.alice.pk: (0,), game.bob.pk: (1,), tablet.pk: (0, 1)}


def test_joining_twice_and_holding_twice_change_nothing() -> None:
    game = Game()
    before = game.stored().sequence

    services.join(game.table, game.bob)
    services.hold_seat(game.table, game.bob, seat=1)

    assert game.stored().sequence == before


def test_a_full_table_takes_nobody_new_until_a_device_is_taken_off() -> None:
    game, last = Game(), phone()
    for _more in range(MOST_DEVICES - 3):
        services.join(game.table, phone())
    services.join(game.table, last)
    sit = reverse("companion:sit", args=[game.table.link_token])

    devices, refused = Device.objects.count(), Client().post(sit, {"seat": "none"})
    assert refused.status_code == 422
    assert "This table is full: 100 devices are there." in text(refused.content.decode())
    assert Device.objects.count() == devices, "nothing is kept of who was not let in"
    with pytest.raises(TableError, match="full"):
        services.join(game.table, phone())
    services.hold_seat(game.table, last, seat=0)

    services.remove_device(game.table, game.alice, device=last)
    assert Client().post(sit, {"seat": "none"}).status_code == 302


def test_a_closed_table_takes_nobody_new_but_keeps_who_is_there() -> None:
    game = Game()
    services.set_joining(game.table, game.alice, is_open=False)

    with pytest.raises(NotAllowedError):
        services.join(game.table, phone())
    services.hold_seat(game.table, game.bob, seat=0)

    assert role(game, game.bob) is Role.PLAYER


def test_a_seat_that_is_not_there_cannot_be_held() -> None:
    game = Game()

    with pytest.raises(TableError):
        services.hold_seat(game.table, game.bob, seat=5)


def test_giving_up_the_last_seat_leaves_a_watcher() -> None:
    game = Game()

    services.release(game.table, game.bob, seat=1)

    assert role(game, game.bob) is Role.WATCHER
    assert game.view.settings.free_seats == (1,)


def test_a_seat_is_handed_over_to_somebody_at_the_table() -> None:
    game, carol = Game(), phone()
    services.join(game.table, carol)

    services.hand_over(game.table, game.alice, seat=1, giver=game.bob, taker=carol)

    assert (role(game, game.bob), role(game, carol)) == (Role.WATCHER, Role.PLAYER)
    with pytest.raises(TableError):
        services.hand_over(game.table, game.alice, seat=1, giver=carol, taker=phone())


def test_a_removed_device_is_out_for_good_and_its_lines_stay() -> None:
    game = Game()
    game.do("gold", game.bob, seat=1, count=1)

    services.remove_device(game.table, game.alice, device=game.bob)

    assert role(game, game.bob) is Role.REMOVED
    assert Holding.objects.filter(presence__device=game.bob).count() == 0
    assert [line.actor_name for line in game.view.tail if line.name == "gold"] == ["Bob"]
    with pytest.raises(NotFoundError):
        services.join(game.table, game.bob)


def test_nobody_removes_the_opener_or_themselves() -> None:
    game = Game()

    with pytest.raises(TableError):
        services.remove_device(game.table, game.alice, device=game.alice)
    assert role(game, game.alice) is Role.OPENER


@pytest.mark.parametrize("salt", ["", "A" * 32, "0" * 31, "0" * 32 + "-" + "0" * 32, "g" * 32])
def test_salt_is_sixteen_bytes_in_hexadecimal(salt: str) -> None:
    game, carol = Game(), phone()
    before = game.stored().salt

    with pytest.raises(TableError):
        services.hold_seat(game.table, carol, seat=0, salt=salt)

    assert game.stored().salt == before
    assert role(game, carol) is Role.STRANGER


def test_each_device_adds_salt_once_in_joining_order_and_it_is_told_who_made_it() -> None:
    game, carol = Game(), phone()
    services.hold_seat(game.table, carol, seat=0)
    services.hold_seat(game.table, carol, seat=1, salt="c" * 32)

    alice, bob, server_made = game.stored().salt.split("-")
    assert (alice, bob) == (SALT, "f" * 32)
    assert server_made != "c" * 32
    told = [person.salt_from_device for person in game.view.settings.people]
    assert told == [True, True, False]


# The opener's part ------------------------------------------------------------


def test_a_new_name_is_everywhere_at_once_even_in_old_lines() -> None:
    game = Game()
    game.do("clank", seat=1, count=1)

    services.rename_seat(game.table, game.alice, seat=1, name="  Robert ")

    view = game.view
    assert view.state.seats[1].name == "Robert"
    assert [told.message for line in view.tail for told in line.story] == ["Robert makes 1 Clank!"]
    game.do("undo")
    game.do("redo")
    assert game.view.state.seats[1].name == "Robert"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\0b", "\ud800"])
def test_a_name_nobody_could_read_is_refused(name: str) -> None:
    game = Game()

    with pytest.raises(TableError):
        services.rename_seat(game.table, game.alice, seat=1, name=name)

    assert game.view.state.seats[1].name == "Bob"


def test_a_name_may_be_as_long_as_the_field_says() -> None:
    game = Game()
    services.rename_seat(game.table, game.alice, seat=1, name="x" * 40)
    assert game.view.state.seats[1].name == "x" * 40


def test_colours_change_places_before_the_first_action_and_never_after() -> None:
    game = Game()
    services.recolor(game.table, game.alice, seat=0, color="blue")
    assert [seat.color for seat in game.view.state.seats] == ["blue", "red"]

    game.do("gold", seat=0, count=1)
    with pytest.raises(TableError) as refused:
        services.recolor(game.table, game.alice, seat=0, color="green")
    assert refused.value.code == "begun"


def test_a_colour_that_is_none_is_refused() -> None:
    game = Game()

    with pytest.raises(RecordError):
        services.recolor(game.table, game.alice, seat=0, color="pink")

    assert [seat.color for seat in game.view.state.seats] == ["red", "blue"]


def test_another_setup_ends_redo_of_what_was_played_under_the_old_one() -> None:
    game = Game()
    game.do("clank", seat=0, count=1)
    game.do("undo")

    services.change_setup(game.table, game.alice, rules={"health": 6})

    assert game.view.state.health_size == 6
    assert not game.view.can_redo
    game.do("clank", seat=0, count=1)
    assert game.view.state.health_size == 6


def test_a_setup_that_makes_no_sense_changes_nothing() -> None:
    game = Game()
    before = game.stored().sequence

    with pytest.raises(RecordError):
        services.change_setup(game.table, game.alice, modules=["monsters"])

    assert game.stored().sequence == before


def test_switches_write_a_line_only_when_they_change_something() -> None:
    game = Game()
    before = game.stored().sequence
    services.set_odds(game.table, game.alice, on=True)
    services.set_joining(game.table, game.alice, is_open=True)
    assert game.stored().sequence == before

    services.set_odds(game.table, game.alice, on=False)
    services.set_joining(game.table, game.alice, is_open=False)
    facts = game.view.settings
    assert (facts.odds_on, facts.joining_open) == (False, False)
    assert game.stored().sequence == before + 2


def test_who_removes_a_device_can_make_new_codes_in_the_same_step() -> None:
    game = Game()
    alice = client_on(game.alice)
    page = text(alice.get(f"/tables/{game.id}/people/").content.decode())
    assert "could come back in another browser" in page
    before = game.table.join_code, game.table.tv_code, game.table.link_token
    sent = {"device": game.bob.pk, "new_codes": "on"}
    alice.post(f"/tables/{game.id}/people/remove/", sent)
    after = game.stored()
    assert not set(before) & {after.join_code, after.tv_code, after.link_token}
    assert Client().get(f"/tv/{before[1]}/").status_code == 404


def test_who_removes_a_device_may_keep_the_codes() -> None:
    game = Game()
    client_on(game.alice).post(f"/tables/{game.id}/people/remove/", {"device": game.bob.pk})
    assert game.stored().link_token == game.table.link_token
    assert game.bob.presences.get().removed_at


def test_a_new_code_ends_the_old_one_and_stands_in_no_log() -> None:
    game = Game()
    old, tv = game.table.join_code, game.table.tv_code

    new = services.rotate_code(game.table, game.alice)

    assert lookup.table_by_join_code(old) is None
    assert lookup.table_by_tv_code(tv) is None, "it would show the new code"
    assert lookup.table_by_join_code(new) == game.table
    assert not LogRow.objects.filter(payload__contains=new).exists()


def test_only_a_finished_game_is_closed_and_closing_twice_is_closing_once() -> None:
    game = Game()
    with pytest.raises(TableError) as refused:
        services.close_game(game.table, game.alice)
    assert refused.value.code == "not_over"

    game.finish()
    services.close_game(game.table, game.alice)
    closed = game.stored()
    services.close_game(game.table, game.alice)
    assert game.stored().sequence == closed.sequence
    assert game.stored().closed_at == closed.closed_at


def test_a_reopened_closed_game_draws_by_hand() -> None:
    game = Game()
    game.finish()
    services.close_game(game.table, game.alice)
    game.do("status", seat=0, status="in_play")

    assert game.refused("attack") == "bad_draw"
    size = game.view.state.rage_cubes
    game.do("attack", drawn=["black"] * size, by_hand=True)
    assert game.view.state.attack is not None


# Devices ----------------------------------------------------------------------


def test_a_token_is_known_by_its_hash_alone() -> None:
    device, token = accounts.make_device()

    assert account_selectors.device_by_token(token) == device
    assert token not in str(Device.objects.values().get(pk=device.pk))
    assert account_selectors.device_by_token(token + "x") is None
    assert account_selectors.device_by_token("") is None


def test_an_account_claims_a_device_and_acts_through_all_of_its_own(alice: User) -> None:
    game, tablet = Game(), phone()
    assert accounts.claim_device(game.bob, account=alice)
    assert accounts.claim_device(tablet, account=alice)

    assert role(game, tablet, alice) is Role.PLAYER
    assert role(game, None, alice) is Role.PLAYER
    assert role(game, tablet) is Role.STRANGER


def test_a_tap_by_account_is_in_the_log_as_that_of_the_seat_it_holds(bob: User) -> None:
    game, tablet = Game(), phone()
    accounts.claim_device(game.bob, account=bob)
    accounts.claim_device(tablet, account=bob)
    tapped = Game.at(game.table, tablet)
    tapped.account = bob.pk
    tapped.do("gold", seat=1, count=1)

    assert tapped.view.tail[-1].actor_name == "Bob"


def test_a_device_of_one_account_does_not_become_anothers(alice: User, mallory: User) -> None:
    device = phone()
    accounts.claim_device(device, account=alice)

    assert not accounts.claim_device(device, account=mallory)
    device.refresh_from_db()
    assert device.account == alice


def test_who_opened_a_table_with_an_account_runs_it_from_everywhere(alice: User) -> None:
    game = Game(account=alice)

    assert role(game, None, alice) is Role.OPENER
    assert role(game, game.alice) is Role.OPENER
    assert role(game, game.bob) is Role.PLAYER


def test_an_account_plays_from_a_browser_whose_device_is_not_at_the_table(alice: User) -> None:
    game = Game(account=alice)
    elsewhere = phone()

    with pytest.raises(NotFoundError):
        game.do("gold", elsewhere, seat=0, count=1)
    tapped = Game.at(game.table, elsewhere)
    tapped.account = alice.pk
    tapped.do("gold", seat=0, count=1)
    assert tapped.view.tail[-1].actor_name == "Alice", "by the device of hers that is at the table"

    assert game.view.state.seats[0].gold == 1


def test_a_new_name_is_told_to_the_tables_that_the_device_is_still_at_and_no_others() -> None:
    here, gone, carol = Game(), Game(), phone()
    for game in (here, gone):
        services.join(game.table, carol)
    services.remove_device(gone.table, gone.alice, device=carol)
    before = (here.view.sequence, gone.view.sequence)

    services.rename_device(carol, nickname="Carol")

    assert (here.view.sequence, gone.view.sequence) == (before[0] + 1, before[1])


def test_of_two_devices_of_an_account_at_the_table_the_one_that_taps_is_named(
    alice: User,
) -> None:
    game, (tablet, _) = Game(account=alice), accounts.make_device(alice)
    accounts.claim_device(game.alice, account=alice)
    services.rename_device(tablet, nickname="Tablet")
    services.join(game.table, tablet)
    game.account = alice.pk

    for device, name in ((tablet, "Tablet"), (game.alice, "Alice")):
        game.do("gold", device, seat=0, count=1)
        assert game.view.tail[-1].actor_name == name


def test_a_personal_link_brings_a_lost_device_back_with_everything() -> None:
    game = Game()
    secret = accounts.personal_link(game.bob)

    device, token = services.recover(secret)

    assert device == game.bob
    assert account_selectors.device_by_token(token) == game.bob
    assert role(game, device) is Role.PLAYER
    accounts.personal_link(game.bob)
    with pytest.raises(LinkError):
        services.recover(secret)


def test_tables_are_found_again_by_those_who_were_there_and_not_by_the_removed(
    alice: User,
) -> None:
    game, carol = Game(account=alice), phone()
    services.remove_device(game.table, game.alice, device=game.bob)

    assert list(selectors.tables_of(game.alice, None)) == [game.table]
    assert list(selectors.tables_of(None, alice.pk)) == [game.table]
    assert list(selectors.tables_of(game.bob, None)) == []
    assert list(selectors.tables_of(carol, None)) == []


# Constraints of the database----------------------------------------------------


def test_the_database_keeps_seats_devices_and_rows_apart() -> None:
    game = Game()
    seat = game.table.seats.get(index=0)
    for broken in (
        lambda: game.table.seats.create(index=0, name="Twin", color="green"),
        lambda: game.table.seats.create(index=3, name="Odd", color="pink"),
        lambda: game.table.presences.create(device=game.bob),
        lambda: Holding.objects.create(
            presence=game.table.presences.get(device=game.alice), seat=seat
        ),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            broken()


def test_codes_come_from_the_whole_alphabet() -> None:
    seen = {letter for _ in range(400) for letter in codes.join_code()}

    assert seen == set(LETTERS)
    assert len(LETTERS) == 32


def test_nameless_devices_at_a_seat_are_counted_not_listed() -> None:
    game = Game()
    for device in (phone("Bob"), phone()):
        services.hold_seat(game.table, device, seat=1)

    seats = text(Client().get(f"/j/{game.table.join_code}/").content.decode())
    assert "Alice , red another device" in seats
    assert "Bob , blue 2 × another device, Bob" in seats
