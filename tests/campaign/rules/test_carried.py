"""What a game's table carries of the ledger's contracts, and the way back from a table's key."""

import pytest

from campaign.rules.onto_table import Carried, carried, ledger_key, table_key
from tests.campaign.rules.desk import Desk, in_game

TRACK = "contract 031 group cubes 5:2,7:3,9:4"


def on_the_table(desk: Desk) -> dict[str, Carried]:
    game = desk.state.current
    assert game is not None
    return {each.contract: each for each in carried(desk.state, game)}


def next_game(desk: Desk, players: str) -> None:
    scores = " ".join(f"{key} {10 + at}" for at, key in enumerate(desk.state.games["1"].players))
    desk.write(f"finish {scores}", "pack", f"start 2 {players}")


@pytest.mark.parametrize(
    ("players", "need"), [("ana ben", 5), ("ana ben cleo", 7), ("ana ben cleo dov", 9)]
)
def test_a_track_needs_the_box_for_tonights_number_of_players(players: str, need: int) -> None:
    desk = in_game(players=players)
    desk.write(TRACK)

    there = on_the_table(desk)["031"]

    assert (there.need, there.have, there.cubes) == (need, 0, True)


def test_ticks_of_earlier_games_are_had_and_cubes_are_not() -> None:
    desk = in_game(players="ana ben")
    desk.write(TRACK, "contract 032 group boxes 3", "tick 032 ana", "cube 031 ben")
    next_game(desk, "ana ben")

    there = on_the_table(desk)

    assert (there["032"].need, there["032"].have) == (3, 1)
    assert (there["031"].need, there["031"].have) == (5, 0)


def test_a_solo_contract_lies_at_the_seat_of_its_owner_and_stays_away_with_them() -> None:
    desk = in_game()
    desk.write("contract 032 solo for ben", "contract 033 group")
    assert on_the_table(desk)["032"].solo == 1
    assert on_the_table(desk)["033"].solo is None

    next_game(desk, "ben ana")
    assert on_the_table(desk)["032"].solo == 0

    desk.write("players ana cleo")
    assert list(on_the_table(desk)) == ["033"]


def test_due_and_new_belong_to_this_game_alone() -> None:
    desk = in_game()
    desk.write("contract 031 group by 2", "contract 032 group by 1", "contract 033 group")
    first = on_the_table(desk)
    assert [each.due for each in first.values()] == [False, True, False]
    assert all(each.new for each in first.values())

    desk.write("contract 032 fail")
    next_game(desk, "ana ben")
    desk.write("contract 034 group")

    second = on_the_table(desk)
    assert {key: each.due for key, each in second.items()} == {
        "031": True,
        "033": False,
        "034": False,
    }
    assert [key for key, each in second.items() if each.new] == ["034"]


def test_what_the_prologue_fetched_before_the_start_is_new_in_that_game() -> None:
    desk = in_game()
    desk.write("finish ana 5 ben 6 cleo 7 dov 8", "pack", "contract 040 group", "start 2 ana ben")

    assert on_the_table(desk)["040"].new


def test_what_is_over_is_not_on_the_table() -> None:
    desk = in_game()
    desk.write("contract 031 group", "contract 032 group", "contract 033 group")
    desk.write("done 031 ana", "contract 032 fail")

    assert list(on_the_table(desk)) == ["033"]


def test_a_contract_has_a_name_only_if_the_group_knows_one() -> None:
    desk = in_game()
    desk.write('contract 031 group name "Goat"', "contract 032 group")

    there = on_the_table(desk)

    assert there["031"].setup() == {"key": "031", "name": "Goat", "new": True}
    assert there["032"].setup() == {"key": "032", "new": True}


def test_the_setup_says_what_there_is_to_say() -> None:
    solo = Carried(key="031", contract="031", solo=0, need=4, have=1, due=True)

    assert solo.setup() == {"key": "031", "solo": 0, "need": 4, "have": 1, "due": True}


def test_a_track_too_long_to_count_is_left_to_its_text() -> None:
    desk = in_game()
    desk.write("contract 031 group cubes 41")

    there = on_the_table(desk)["031"]

    assert (there.need, there.have, there.cubes) == (0, 0, False)


def test_the_way_back_finds_the_contract_however_many_zeros_were_typed() -> None:
    desk = in_game()
    desk.write("contract 031 group")

    assert ledger_key(desk.state, "031") == "031"
    assert ledger_key(desk.state, "31") == "031"
    assert ledger_key(desk.state, "0031") == "031"
    assert ledger_key(desk.state, table_key("031")) == "031"


def test_a_contract_that_the_table_met_first_gets_the_number_of_its_card() -> None:
    desk = in_game()

    assert ledger_key(desk.state, "7") == "007"
    assert ledger_key(desk.state, "1234") == ""
    assert ledger_key(desk.state, "A-12") == ""
