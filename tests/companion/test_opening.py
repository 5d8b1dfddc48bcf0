"""Opening tables, importing records, rematches."""

import json
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import connection

from companion import services
from companion.errors import TableError
from companion.models import LogRow, Table
from companion.rules.errors import RecordError
from companion.rules.record import Record, load_record, parse_record, replay, to_json
from companion.rules.state import State
from companion.services import opening
from companion.services.log_rows import follow
from companion.table import cache, lookup, selectors
from companion.table.states import HistoryPoint
from kernel import draws
from tests.companion.browser import client_on
from tests.companion.game import SALT, Game, phone, setup

pytestmark = pytest.mark.django_db

IMPORTED = {
    "format": "dragonbag-table",
    "version": 1,
    "edition": "legacy2",
    "modules": [],
    "rules": {"health": 8},
    "seats": [{"name": "Alice", "color": "red"}, {"name": "Bob", "color": "blue"}],
    "fairness": None,
    "actions": [
        {"do": "clank", "seat": 0, "count": 1, "note": "a boot"},
        {"do": "end_turn"},
        {"do": "refill", "attack": True, "drawn": ["black", "red", "black"], "by_hand": True},
        {"do": "take", "seat": 1, "token": "artifact", "value": 10},
    ],
}


def bring(raw: object = IMPORTED, **changed: object) -> Table:
    record = parse_record({**raw, **changed} if isinstance(raw, dict) else raw)
    return services.import_record(record, opener=services.Opener(device=phone()), title="Old")


def exported(table: Table) -> dict[str, object]:
    return to_json(selectors.record_of(selectors.view_of(table.pk)))


def test_a_table_begins_as_its_setup_says() -> None:
    game = Game(setup("catacombs", 3, modules=["monsters"], rules={"difficulty": "hard"}))

    state = game.view.state
    assert [seat.name for seat in state.seats] == ["Alice", "Bob", "Carol"]
    assert state.difficulty == "hard"
    assert state.monsters is not None
    assert state.version == 0


def test_codes_have_no_look_alikes_and_a_table_has_two_of_them() -> None:
    table = Game().table

    assert len(table.join_code) == 8
    assert not set(table.join_code + table.tv_code) & set("01IOo")
    assert lookup.table_by_join_code(table.join_code.lower()) == table
    assert lookup.table_by_join_code(f"{table.join_code[:4]}-{table.join_code[4:]} ") == table
    assert lookup.table_by_join_code(table.tv_code) is None
    assert lookup.table_by_tv_code(table.tv_code) == table


def test_a_table_keeps_the_edition_it_was_opened_with() -> None:
    game = Game(setup(rules={"health": 7}))
    stored = game.stored()
    changed = json.loads(stored.edition_json)
    changed["numbers"]["health"]["value"] = 5
    Table.objects.filter(pk=game.id).update(edition_json=json.dumps(changed))
    cache.forget()

    assert game.view.state.health_size == 5


def test_the_openers_device_is_always_one_that_adds_salt() -> None:
    game = Game()
    assert game.stored().salt == f"{SALT}-{'f' * 32}"

    watching = Game(holds=())
    assert watching.stored().salt.startswith(SALT)


def test_a_setup_that_makes_no_sense_is_refused_in_words() -> None:
    with pytest.raises(RecordError) as refused:
        setup(rules={"health": 0})

    assert refused.value.code == "bad_record"


@pytest.mark.parametrize("name", ["nul\0", "half \ud800 character"])
def test_names_that_no_database_stores_are_refused_and_nothing_is_stored(name: str) -> None:
    wrong = replace(setup(), players=tuple(replace(p, name=name) for p in setup().players))

    with pytest.raises(TableError) as refused:
        services.open_table(wrong, opener=services.Opener(device=phone()), title="Friday")

    assert refused.value.code == "bad_text"
    assert not Table.objects.exists()


def test_a_table_may_lead_back_to_where_it_was_opened_from(alice: User) -> None:
    links = services.Links(back="/campaigns/1/", drawer="/campaigns/1/drawer/")
    table = services.open_table(
        setup(), opener=services.Opener(account=alice), title="Friday", links=links
    )

    facts = selectors.view_of(table.pk).settings
    assert (facts.return_link, facts.drawer_link) == (links.back, links.drawer)
    assert facts.opener_account == alice.pk


# Records ----------------------------------------------------------------------


def test_a_record_becomes_a_table_with_the_same_state_and_log() -> None:
    table = bring()

    view = selectors.view_of(table.pk)
    assert view.state == replay(parse_record(IMPORTED))
    assert [line.name for line in view.tail] == ["clank", "end_turn", "refill", "take"]
    assert view.history.version == 4
    assert view.round == 1


def test_a_record_comes_out_as_it_went_in() -> None:
    assert exported(bring()) == IMPORTED

    once = exported(bring())
    assert json.dumps(exported(bring(once))) == json.dumps(once)


def test_an_exported_game_comes_back_the_same_with_its_promise() -> None:
    game = Game()
    game.turn(attack=True)
    game.do("gold", seat=0, count=1)
    game.do("undo")
    first = exported(game.table)

    again = bring(first)

    assert exported(again) == first
    assert first["fairness"] == {
        "commitment": game.stored().commitment, "salt": game.stored().salt, "seed": None,
    }  # fmt: skip


def test_cubes_of_another_tables_seed_are_followed_by_hand_drawn_ones() -> None:
    game = Game()
    game.turn(attack=True)
    table = bring(exported(game.table))

    assert not selectors.view_of(table.pk).settings.draws


def test_a_record_without_server_draws_gets_a_seed_of_its_own_when_it_first_draws() -> None:
    table = bring()
    assert exported(table)["fairness"] is None
    device = table.opener_device
    assert device is not None
    view = selectors.view_of(table.pk)
    assert view.settings.draws

    again = Game.at(table, device)
    again.turn(attack=True)

    promised = exported(table)["fairness"]
    assert isinstance(promised, dict)
    assert promised["commitment"] == table.commitment


def test_a_bad_record_stores_nothing_and_says_where() -> None:
    wrong = [*IMPORTED["actions"], {"do": "take", "seat": 1, "token": "moon"}]  # type: ignore[misc]

    with pytest.raises(RecordError) as refused:
        bring(actions=wrong)

    assert (refused.value.at, refused.value.code) == (4, "unknown_token")
    assert not Table.objects.exists()
    assert not LogRow.objects.exists()


def test_what_json_can_say_but_nothing_can_store_is_refused() -> None:
    text = json.dumps(IMPORTED).replace('"a boot"', "NaN")

    with pytest.raises((RecordError, TableError)):
        services.import_record(
            load_record(text), opener=services.Opener(device=phone()), title="Old"
        )

    assert not Table.objects.exists()


def test_an_imported_game_is_in_the_round_that_its_turns_lead_to() -> None:
    turn = [{"do": "end_turn"}, {"do": "refill", "attack": False}]
    begun = bring(actions=[{"do": "gold", "seat": 0, "count": 1}, *turn])
    later = bring(actions=[*turn, *turn, *turn])

    assert selectors.view_of(begun.pk).round == 1
    assert selectors.view_of(later.pk).round == 2
    rounds = LogRow.objects.filter(table=later).order_by("sequence").values_list("round", flat=True)
    assert list(rounds) == [1, 1, 1, 2, 2, 2]


def test_undo_works_in_an_imported_game() -> None:
    table = bring()
    device = table.opener_device
    assert device is not None
    game = Game.at(table, device)

    game.do("undo", to=2)

    assert game.view.state.turn.phase == "play"
    assert game.view.history.version == 1


# Rematch ----------------------------------------------------------------------


def test_a_rematch_keeps_people_and_seats_in_the_order_chosen() -> None:
    game = Game()
    game.do("gold", seat=0, count=9)

    again = services.rematch(game.table, game.alice, order=[1, 0])

    view = selectors.view_of(again.pk)
    assert [(seat.name, seat.color) for seat in view.state.seats] == [
        ("Bob", "blue"), ("Alice", "red"),
    ]  # fmt: skip
    held = {person.device: person.seats for person in view.settings.people}
    assert held == {game.alice.pk: (1,), game.bob.pk: (0,)}
    assert again.commitment != game.stored().commitment
    assert game.view.settings.rematch == again.pk


@pytest.mark.parametrize(
    ("holds", "bob", "way"),
    [((0,), True, ""), ((0, 1), False, ""), ((), False, ""), ((0,), False, "invite/")],
    ids=["one each", "one for both", "one for the table", "a seat is free"],
)
def test_a_rematch_invites_only_where_a_seat_is_free(
    holds: tuple[int, ...], bob: bool, way: str
) -> None:
    game = Game(holds=holds)
    if not bob:
        services.remove_device(game.table, game.alice, device=game.bob)
    reply = client_on(game.alice).post(f"/tables/{game.id}/rematch/", {"first": 0})
    again = Table.objects.get(rematch_of=game.table)
    assert reply.headers["Location"] == f"/tables/{again.pk}/{way}"


def test_a_second_rematch_is_the_first() -> None:
    game = Game()

    tables = {services.rematch(game.table, game.alice).pk for _ in range(2)}

    assert len(tables) == 1


def test_a_device_adds_its_salt_when_it_comes_to_the_rematch() -> None:
    game = Game()
    again = services.rematch(game.table, game.alice)

    services.add_salt(again, game.bob, salt="b" * 32)
    services.add_salt(again, game.bob, salt="c" * 32)

    again.refresh_from_db()
    assert again.salt.endswith("-" + "b" * 32)
    assert again.salt.count("-") == 1


def test_an_order_that_misses_somebody_is_refused() -> None:
    game = Game()

    with pytest.raises(TableError):
        services.rematch(game.table, game.alice, order=[0, 0])

    assert Table.objects.count() == 1


def test_a_closed_game_can_be_checked_by_anybody() -> None:
    game = Game()
    game.turn(attack=True)
    game.turn(attack=True)
    game.finish()
    services.close_game(game.table, game.alice)

    record: Record = selectors.record_of(game.view)
    assert record.fairness is not None
    assert record.fairness.kept
    bare = [{k: v for k, v in dict(a).items() if k != "drawn"} for a in record.actions]  # type: ignore[call-overload]
    assert replay(replace(record, actions=tuple(bare))) == replay(record)
    assert draws.commit(str(record.fairness.seed)) == game.stored().commitment


def test_a_closed_game_can_be_checked_where_its_record_was_brought_as_well() -> None:
    game = Game()
    game.turn(attack=True)
    game.finish()
    services.close_game(game.table, game.alice)

    first = exported(game.table)

    stored = game.stored()
    assert first["fairness"] == {
        "commitment": stored.commitment,
        "salt": stored.salt,
        "seed": stored.seed,
    }
    assert exported(bring(first)) == first


@pytest.mark.django_db(transaction=True)
def test_a_long_game_is_replayed_while_others_may_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite has one writer: no tap may wait until somebody's record is replayed."""
    in_a_transaction: list[bool] = []

    def watched(before: HistoryPoint, sequence: int, after: State) -> HistoryPoint:
        in_a_transaction.append(connection.in_atomic_block)
        return follow(before, sequence, after)

    monkeypatch.setattr(opening, "follow", watched)
    gold = {"do": "gold", "seat": 0, "count": 1}
    record = parse_record(to_json(setup()) | {"actions": [gold, gold]})
    table = services.import_record(record, opener=services.Opener(device=phone()), title="Friday")
    assert in_a_transaction == [False, False]
    assert selectors.view_of(table.pk).state.seats[0].gold == 2
