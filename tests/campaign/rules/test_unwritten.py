"""What a table says of contracts while it is played, beside a ledger that does not have it yet."""

from uuid import UUID

from campaign.rules.takeover.table import TableContract, TableState
from campaign.rules.unwritten import Unwritten, unwritten
from tests.campaign.rules.desk import Desk, in_game


def seen(desk: Desk, *lying: TableContract) -> dict[str, Unwritten]:
    table = TableState(table=UUID(int=1), game=1, contracts=lying)
    return {each.key: each for each in unwritten(desk.state, table)}


def test_what_the_ledger_has_is_not_shown() -> None:
    desk = in_game()
    desk.write("contract 031 group boxes 3", "tick 031 ana", "contract 032 group cubes 4")
    desk.write("contract 033 group", "done 033 ana", "contract 033 points 4 bonus 2")

    assert not seen(
        desk,
        TableContract(key="031", need=3, have=1),
        TableContract(key="032", need=4, cubes=True),
        TableContract(key="033", status="completed", stars=("ana",), points=4, bonus=2),
    )


def test_boxes_count_that_were_ticked_at_the_table_since() -> None:
    desk = in_game()
    desk.write("contract 031 group name Goat boxes 4", "tick 031 ana", "tick 031 ana")

    found = seen(desk, TableContract(key="031", need=4, have=1, ticks=("ana", "ben")))["031"]

    assert (found.name, found.more, found.done, found.need) == ("Goat", 1, 3, 4)
    assert (found.met, found.status) == (False, "")


def test_how_it_ended_and_what_it_is_worth() -> None:
    desk = in_game()
    desk.write("contract 031 group", "contract 032 group", "contract 033 group", "done 033 ana")
    ended = TableContract(key="031", status="completed", stars=("ben",), points=5, bonus=1)
    late = TableContract(key="033", status="completed", stars=("ana",), points=3)

    found = seen(desk, ended, TableContract(key="032", status="failed"), late)

    assert (found["031"].status, found["031"].stars) == ("completed", ("ben",))
    assert (found["031"].points, found["031"].bonus) == (5, 1)
    assert found["032"].status == "failed"
    assert (found["033"].status, found["033"].points) == ("", 3)


def test_a_contract_that_the_table_met_first() -> None:
    found = seen(in_game(), TableContract(key="131", name="Owl", need=2, ticks=("ana",)))["131"]

    assert (found.met, found.name, found.more) == (True, "Owl", 1)


def test_a_contract_ended_in_the_ledger_alone_is_nothing_to_write() -> None:
    desk = in_game()
    desk.write("contract 031 group", "done 031 ana")

    assert not seen(desk, TableContract(key="031"))
