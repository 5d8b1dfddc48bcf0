"""What the server draws, and what undo and redo do with it."""

import pytest

from companion import services
from companion.pages.log import back_page
from companion.rules import codec, fairness
from companion.rules.state import State
from companion.table import cache, states
from kernel import draws
from tests.companion.game import Game, phone, setup

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_server_draws_what_its_seed_says() -> None:
    game = Game()
    before = game.view.state

    answer = game.do("attack")

    stored = game.stored()
    fair = fairness.Fairness(stored.commitment, stored.salt, stored.seed)
    assert answer.action["drawn"] == fairness.draw(before, fair, before.rage_cubes)
    assert stored.commitment == draws.commit(stored.seed)


def test_no_device_names_the_cubes_of_a_server_draw() -> None:
    game = Game()

    assert game.refused("attack", drawn=["black", "black", "black"]) == "hand_unmarked"


@pytest.mark.parametrize("cubes", [None, 0, False, "", {}])
def test_what_is_no_list_of_cubes_is_no_server_draw(cubes: object) -> None:
    game = Game()

    assert game.refused("attack", drawn=cubes) == "bad_value"
    assert game.do("attack", drawn=[]).action["drawn"]


def test_cubes_from_the_cloth_bag_are_taken_as_they_are() -> None:
    game = Game()
    size = game.view.state.rage_cubes

    answer = game.do("attack", drawn=["black"] * size, by_hand=True)

    assert answer.action["drawn"] == ["black"] * size
    assert game.view.state.attacks == 0


def test_the_salt_is_fixed_by_the_first_draw() -> None:
    game = Game()
    game.do("attack")
    salt = game.stored().salt

    services.hold_seat(game.table, phone(), seat=0, salt="a" * 32)

    assert game.stored().salt == salt
    assert game.stored().salt_fixed


def test_undo_then_redo_gives_the_same_cubes() -> None:
    game = Game()
    drawn = game.do("attack").action["drawn"]
    after = codec.dump(game.view.state)

    game.do("undo")
    game.do("redo")

    assert codec.dump(game.view.state) == after
    assert states.actions_of(game.view)[-1]["drawn"] == drawn


def test_an_undone_attack_gives_its_number_back_and_leaves_a_mark() -> None:
    game = Game()
    drawn = game.do("attack").action["drawn"]

    game.do("undo")
    again = game.do("attack")

    assert again.action["drawn"] == drawn
    marks = [line.past_draw for line in game.view.tail if line.kind == "undo"]
    assert marks == [True]


def test_after_a_restart_the_next_draw_is_neither_repeated_nor_foreseen() -> None:
    game = Game(setup(rules={"health": 30, "player_cubes": 60, "starting_clank": [60, 60]}))
    first = game.do("attack", size=20).action["drawn"]
    cache.forget()
    second = game.do("attack", size=20).action["drawn"]

    assert game.view.state.attacks == 2
    assert first != second


# Undo and redo ----------------------------------------------------------------


def test_undo_takes_back_the_last_standing_action_whoever_made_it() -> None:
    game = Game()
    game.do("gold", game.bob, seat=1, count=3)
    game.do("undo", game.alice)

    line = game.view.tail[-2]
    assert game.view.state.seats[1].gold == 0
    assert line.undone is not None
    assert line.undone.actor_name == "Alice"


def test_undo_down_to_a_line_takes_back_what_the_preview_said() -> None:
    game = Game()
    first = game.do("gold", seat=0, count=1)
    second = game.do("gold", seat=0, count=2)
    game.do("gold", seat=0, count=4)

    preview = back_page(game.view, second.sequence)
    game.do("undo", to=second.sequence)

    assert preview is not None
    assert [line.sequence for line in preview.lines] == [second.sequence + 1, second.sequence]
    assert game.view.state.seats[0].gold == 1
    assert game.view.history.top == first.sequence


def test_redo_brings_back_step_by_step_or_up_to_a_line() -> None:
    game = Game()
    taken = [game.do("gold", seat=0, count=count).sequence for count in (1, 2, 4)]
    game.do("undo", to=taken[0])

    game.do("redo")
    assert game.view.state.seats[0].gold == 1
    game.do("redo", to=taken[2])
    assert game.view.state.seats[0].gold == 7
    assert not game.view.can_redo


def test_something_new_ends_redo() -> None:
    game = Game()
    game.do("gold", seat=0, count=1)
    game.do("undo")
    game.do("gold", seat=1, count=1)

    assert game.refused("redo") == "nothing_to_redo"


def test_a_setting_in_between_does_not_end_redo() -> None:
    game = Game()
    game.do("gold", seat=0, count=1)
    game.do("undo")
    services.rename_seat(game.table, game.alice, seat=1, name="Bobby")

    game.do("redo")

    assert game.view.state.seats[0].gold == 1
    assert game.view.state.seats[1].name == "Bobby"


def test_undo_with_nothing_standing_and_odd_targets_are_refused() -> None:
    game = Game()
    assert game.refused("undo") == "nothing_to_undo"
    game.do("gold", seat=0, count=1)

    assert game.refused("undo", to=1) == "not_standing"
    assert game.refused("undo", to="1") == "bad_value"
    assert game.refused("undo", until=1) == "bad_value"
    assert game.refused("redo", to=1) == "nothing_to_redo"
    game.do("undo")
    assert game.refused("redo", to=1) == "not_undone"


def test_undo_300_restart_redo_300() -> None:
    game = Game(setup(rules={"player_cubes": 200}))
    states: list[State] = [game.view.state]
    for number in range(300):
        game.do("clank", seat=number % 2, count=1)
        states.append(game.view.state)

    for number in reversed(range(300)):
        game.do("undo")
        assert game.view.state == states[number]
    cache.forget()
    for number in range(300):
        game.do("redo")
        assert game.view.state == states[number + 1]


def test_the_round_and_the_last_attack_follow_undo_and_redo() -> None:
    game = Game()
    game.turn()
    attacked = game.turn(attack=True)
    assert (game.view.round, game.view.attack_at) == (2, attacked.sequence)
    assert game.view.attack_is_newest

    game.do("undo")
    assert (game.view.round, game.view.attack_at) == (1, None)
    game.do("redo")
    assert (game.view.round, game.view.attack_at) == (2, attacked.sequence)
    game.do("gold", seat=0, count=1)
    assert not game.view.attack_is_newest


# The cost of a tap ------------------------------------------------------------
