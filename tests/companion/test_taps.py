"""The writer of taps: what a tap does, and what it must never do."""

from json import loads

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion import services
from companion.errors import NotAllowedError, NotFoundError, StaleError, TableError
from companion.models import LogRow, Table
from companion.rules.errors import RuleError
from companion.services import Sent
from companion.table import cache
from companion.tap import MOST_BYTES, Tap, TurnPhase, parse_tap
from tests.companion.browser import Paper
from tests.companion.game import PLAY, REFILL, Game, phone, setup, tap

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_tap_is_stored_with_who_when_and_what_it_did() -> None:
    game = Game()
    services.rename_device(game.bob, nickname="Bob's phone")
    services.rename_seat(game.table, game.alice, seat=1, name="Bobby")

    answer = game.do("clank", game.bob, seat=1, count=2)

    row = LogRow.objects.get(table=game.table, sequence=answer.sequence)
    assert (row.kind, row.name, row.seat, row.version) == ("action", "clank", 1, 1)
    assert row.device == game.bob
    assert row.actor_name == "Bob's phone"
    assert loads(row.payload) == {"do": "clank", "seat": 1, "count": 2}
    newest = game.view.tail[-1]
    assert [told.message for told in newest.story] == ["Bobby makes 2 Clank!"]


def test_the_log_counts_every_row_and_the_version_only_what_stands() -> None:
    game = Game()
    start = game.view.sequence

    game.do("clank", seat=0, count=1)
    game.do("gold", seat=0, count=1)
    game.do("undo")

    stored = game.stored()
    assert stored.sequence == start + 3
    assert stored.version == 1
    sequences = game.table.rows.values_list("sequence", flat=True)
    assert list(sequences) == list(range(1, start + 4))


def test_a_refused_action_changes_nothing() -> None:
    game = Game()
    before = game.stored().snapshot

    assert game.refused("gold", seat=0, count=-1) == "not_enough_gold"
    assert game.refused("clank", seat=7, count=1) == "bad_seat"
    assert game.refused("dance") == "unknown_action"
    assert game.stored().snapshot == before


def test_a_repeated_tap_gets_the_first_answer_and_is_stored_once() -> None:
    game = Game()
    sent = tap({"do": "clank", "seat": 0, "count": 1})

    first = game.send(sent)
    game.do("gold", seat=0, count=1)
    again = game.send(sent)

    assert (again.sequence, again.version, again.action) == (
        first.sequence, first.version, first.action,
    )  # fmt: skip
    assert again.repeated
    assert not first.repeated
    assert LogRow.objects.filter(tap_id=sent.id).count() == 1


def test_a_repeat_of_a_refused_tap_stays_refused_whatever_has_changed() -> None:
    game = Game()
    spent = tap({"do": "gold", "seat": 0, "count": -1})
    late = tap({"do": "end_turn"}, TurnPhase(2, PLAY))
    with pytest.raises(RuleError, match="has 0 gold"):
        game.send(spent)
    with pytest.raises(StaleError):
        game.send(late)
    game.do("gold", seat=0, count=1)
    game.turn()

    with pytest.raises(RuleError, match="has 0 gold"):
        game.send(spent)
    with pytest.raises(StaleError) as stale:
        game.send(late)
    assert stale.value.sequence == game.view.sequence
    assert game.view.state.seats[0].gold == 1
    assert game.do("gold", seat=0, count=-1).version


def test_two_taps_of_one_id_in_one_commit_get_one_answer() -> None:
    game = Game()
    spend, earn = ({"do": "gold", "seat": 0, "count": count} for count in (-1, 1))
    twice = tap(spend)
    sent = [
        Sent(table=game.id, tap=each, device=game.alice.pk) for each in (twice, tap(earn), twice)
    ]

    first, earned, again = services.take_taps(sent)

    assert isinstance(earned, services.Answer)
    assert [first, again] == [first] * 2
    assert isinstance(first, RuleError)


def test_a_repeated_draw_gets_the_same_cubes() -> None:
    game = Game()
    game.do("end_turn")
    sent = tap({"do": "refill", "attack": True}, TurnPhase(1, REFILL))

    assert game.send(sent).action == game.send(sent).action


def test_the_same_tap_id_from_two_devices_is_two_taps() -> None:
    game = Game()
    sent = tap({"do": "gold", "seat": 0, "count": 1})

    game.send(sent, game.alice)
    game.send(sent, game.bob)

    assert game.view.state.seats[0].gold == 2


def test_a_tap_repeated_at_another_table_is_refused() -> None:
    game, other = Game(), Game()
    services.hold_seat(other.table, game.alice, seat=0)
    sent = tap({"do": "gold", "seat": 0, "count": 1})
    game.send(sent)

    with pytest.raises(TableError) as refused:
        services.take_tap(other.id, sent, game.alice)

    assert refused.value.code == "other_table"
    assert other.view.state.seats[0].gold == 0


def test_two_phones_that_end_the_turn_together_end_one_turn() -> None:
    game = Game()
    now = TurnPhase(1, PLAY)
    game.send(tap({"do": "end_turn"}, now), game.alice)

    with pytest.raises(StaleError) as refused:
        game.send(tap({"do": "end_turn"}, now), game.bob)

    assert refused.value.status == 409
    assert refused.value.sequence == game.view.sequence
    assert refused.value.now.turn.phase == "refill"
    assert game.table.rows.filter(name="end_turn").count() == 1


def test_two_phones_that_attack_together_make_one_attack() -> None:
    game = Game()
    seen = game.view.sequence
    game.send(tap({"do": "attack"}, seen), game.alice)

    with pytest.raises(StaleError):
        game.send(tap({"do": "attack"}, seen), game.bob)

    assert game.view.state.attacks == 1


def test_two_phones_that_undo_together_undo_once() -> None:
    game = Game()
    game.do("clank", seat=0, count=1)
    game.do("clank", seat=1, count=1)
    seen = game.view.sequence
    game.send(tap({"do": "undo"}, seen), game.alice)

    with pytest.raises(StaleError):
        game.send(tap({"do": "undo"}, seen), game.bob)

    assert game.view.history.version == 1


def test_undo_and_redo_are_about_an_action_whoever_joins_or_is_renamed_meanwhile() -> None:
    game = Game()
    game.do("clank", seat=0, count=1)
    seen = game.do("clank", seat=1, count=1).sequence

    services.join(game.table, phone("Carol"))
    services.rename_seat(game.table, game.alice, seat=1, name="Robert")
    assert game.view.sequence > seen
    game.send(tap({"do": "undo"}, seen), game.bob)
    assert game.view.history.version == 1

    services.rename_seat(game.table, game.alice, seat=1, name="Bob")
    game.send(tap({"do": "redo"}, seen), game.bob)
    assert game.view.history.version == 2


def test_redo_of_what_somebody_else_has_redone_is_stale() -> None:
    game = Game()
    seen = game.do("clank", seat=0, count=1).sequence
    game.do("undo")
    game.send(tap({"do": "redo"}, seen), game.alice)

    with pytest.raises(StaleError):
        game.send(tap({"do": "redo"}, seen), game.bob)


@pytest.mark.parametrize("do", ["end_turn", "refill", "out_turn", "undo", "redo", "buy", "leave"])
def test_what_depends_on_the_moment_must_say_which(do: str) -> None:
    game = Game()

    with pytest.raises(TableError) as refused:
        game.send(tap({"do": do}))

    assert refused.value.code == "no_moment"


def test_taps_that_add_up_never_go_stale() -> None:
    game = Game()
    for _ in range(3):
        game.send(tap({"do": "gold", "seat": 0, "count": 1}), game.alice)
        game.send(tap({"do": "gold", "seat": 0, "count": 1}), game.bob)

    assert game.view.state.seats[0].gold == 6


def test_a_queue_of_taps_is_judged_one_by_one_in_order() -> None:
    game = Game()
    wanted = [
        tap({"do": "gold", "seat": 0, "count": 5}),
        tap({"do": "gold", "seat": 0, "count": -9}),
        tap({"do": "gold", "seat": 0, "count": -5}),
        tap({"do": "undo"}, game.view.sequence),
    ]

    outcomes = services.take_taps(
        [Sent(table=game.id, tap=each, device=game.alice.pk) for each in wanted]
    )

    kinds = [type(outcome) for outcome in outcomes]
    assert kinds == [services.Answer, RuleError, services.Answer, StaleError]
    assert game.view.state.seats[0].gold == 0


def test_an_undo_in_the_same_commit_sees_what_came_just_before() -> None:
    game = Game()
    start = game.view.sequence
    wanted = [
        tap({"do": "gold", "seat": 0, "count": 5}),
        tap({"do": "gold", "seat": 0, "count": 2}),
        tap({"do": "undo"}, start + 2),
        tap({"do": "gold", "seat": 1, "count": 1}),
    ]

    services.take_taps([Sent(table=game.id, tap=each, device=game.alice.pk) for each in wanted])

    assert [seat.gold for seat in game.view.state.seats] == [5, 1]
    cache.forget()
    assert [seat.gold for seat in game.view.state.seats] == [5, 1]


def test_a_redo_in_the_same_commit_sees_the_undo_just_before() -> None:
    game = Game()
    start = game.view.sequence
    wanted = [
        tap({"do": "gold", "seat": 0, "count": 5}),
        tap({"do": "undo"}, start + 1),
        tap({"do": "redo"}, start + 1),
        tap({"do": "gold", "seat": 1, "count": 1}),
    ]

    sent = [Sent(table=game.id, tap=each, device=game.alice.pk) for each in wanted]
    outcomes = services.take_taps(sent)

    assert [type(outcome) for outcome in outcomes] == [services.Answer] * 4
    assert [seat.gold for seat in game.view.state.seats] == [5, 1]
    cache.forget()
    assert [seat.gold for seat in game.view.state.seats] == [5, 1]


def test_taps_for_several_tables_in_one_commit_keep_apart() -> None:
    games = [Game() for _ in range(3)]
    sent = [
        Sent(table=game.id, tap=tap({"do": "gold", "seat": 0, "count": at}), device=game.alice.pk)
        for at, game in enumerate(games, start=1)
    ]

    services.take_taps(sent)

    assert [game.view.state.seats[0].gold for game in games] == [1, 2, 3]


# Draws ------------------------------------------------------------------------


def test_a_tap_costs_the_same_late_in_a_game_as_early() -> None:
    game = Game(setup(rules={"player_cubes": 200}))
    game.do("clank", seat=0, count=1)
    early = _queries(game)
    for _ in range(150):
        game.do("clank", seat=0, count=1)

    assert _queries(game) == early


def test_a_tap_reads_no_snapshot_and_no_log_that_this_process_knows() -> None:
    game = Game()
    game.do("gold", seat=0, count=1)

    with CaptureQueriesContext(connection) as queries:
        game.send(tap({"do": "gold", "seat": 0, "count": 1}))

    asked = " ".join(query["sql"] for query in queries)
    assert "edition_json" not in asked
    assert "checkpoint" not in asked.replace("checkpoint, device_id", "")
    # Begin, lock, look for a repeat, add the row, store the board, commit; PostgreSQL also
    # sends a notification.
    assert len(queries) == (7 if connection.vendor == "postgresql" else 6)


def _queries(game: Game) -> tuple[int, int]:
    sent = tap({"do": "gold", "seat": 0, "count": 1})
    with CaptureQueriesContext(connection) as tapping:
        game.send(sent)
    undo = tap({"do": "undo"}, game.view.sequence)
    with CaptureQueriesContext(connection) as undoing:
        game.send(undo)
    return len(tapping), len(undoing)


# Who may tap ------------------------------------------------------------------


def test_watchers_strangers_and_the_removed_cannot_tap() -> None:
    game = Game()
    watcher = phone()
    services.join(game.table, watcher)
    services.remove_device(game.table, game.alice, device=game.bob)
    sent = tap({"do": "gold", "seat": 0, "count": 1})

    with pytest.raises(NotAllowedError):
        game.send(sent, watcher)
    for stranger in (phone(), game.bob):
        with pytest.raises(NotFoundError):
            game.send(sent, stranger)
    assert game.view.state.seats[0].gold == 0


def test_whoever_holds_a_seat_taps_for_any_seat() -> None:
    game = Game()

    game.do("gold", game.bob, seat=0, count=1)

    assert game.view.state.seats[0].gold == 1


# Envelopes --------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        {},
        {"id": "a"},
        {"id": "", "action": {}},
        {"id": "x" * 65, "action": {}},
        {"id": "tab\t", "action": {}},
        {"id": "ü", "action": {}},
        {"id": 1, "action": {}},
        {"id": "a", "action": []},
        {"id": "a", "action": {}, "more": 1},
        {"id": "a", "action": {}, "expects": True},
        {"id": "a", "action": {}, "expects": "1"},
        {"id": "a", "action": {}, "expects": {"turn": "1"}},
        {"id": "a", "action": {}, "expects": {"turn": 1, "seat": 0}},
        {"id": "a", "action": {"note": "x" * MOST_BYTES}},
        {"id": "a", "action": {"note": float("nan")}},
    ],
)
def test_an_envelope_that_makes_no_sense_is_refused_in_words(raw: object) -> None:
    with pytest.raises(TableError) as refused:
        parse_tap(raw)

    assert refused.value.code == "bad_tap"
    assert refused.value.message.endswith(".")


def test_only_a_note_is_kept_of_what_an_action_may_say_besides() -> None:
    action = {"do": "haunt", "note": "late", "by": "me", "at": "noon", "id": 7}
    tapped = parse_tap({"id": "a", "expects": {"turn": 3}, "action": action})

    assert tapped == Tap(id="a", action={"do": "haunt", "note": "late"}, expects=TurnPhase(3))


# Old snapshots ----------------------------------------------------------------


def test_a_snapshot_of_another_release_is_made_anew_from_the_log() -> None:
    game = Game()
    for _ in range(30):
        game.do("gold", seat=0, count=1)
    state = game.view.state
    Table.objects.filter(pk=game.id).update(snapshot='{"old": true}')
    cache.forget()

    assert game.view.state == state
    start = Paper(game).client.get("/").content.decode()
    assert "Not started yet" not in start
    assert game.table.title in start
    game.do("gold", seat=0, count=1)
    assert game.view.state.seats[0].gold == 31


def test_a_finished_game_of_another_release_can_be_closed() -> None:
    game = Game()
    game.finish()
    Table.objects.filter(pk=game.id).update(snapshot='{"old": true}')

    services.close_game(game.table, game.alice)

    assert game.stored().closed_at is not None
