"""Who may write what: every verb and every role, against a table of its own."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from campaign.rules.errors import LedgerError
from campaign.rules.verbs.index import VERBS
from tests.campaign.desk import Desk, desk
from tests.campaign.year import PEOPLE

# What a player may write, the first about anybody.
ABOUT_CHARACTERS = {
    "character": "character cleo name Zoe",
    "condition": "condition cleo Tired",
    "recover": "recover cleo Sleepy",
    "mark": "mark 017 cleo",
    "scratch": "scratch 017 cleo",
    "milestone": "milestone M4 cleo",
    "cross": "cross 1 cleo",
    "space": "space 7 mark cleo",
    "memorial": "memorial 7 cleo",
    "tick": "tick midnight oil cleo",
}
ABOUT_CONTRACTS = {
    "setup": "contract 031 setup",
    "tick_contract": "contract 031 tick cleo",
    "cube": "cube 032 cleo",
    "done": "contract 031 done cleo told",
    "fail": "contract 031 fail",
    "deadline": "contract 031 deadline 9",
    "marker": "contract 031 marker 7",
    "back": "contract 033 back always Read",
    "box": "contract 033 box 1",
    "turn": "contract 033 turn",
    "points": "contract 033 points 5",
    "keep": "contract 034 keep",
}
THE_EVENING = {
    "start": "start 3 ana cleo",
    "players": "players cleo ana",
    "finish": "finish ana 5 cleo 6",
    "pack": "pack",
}
PASSAGES = {"read": "read 45", "journal": "journal C cleo"}
FOR_PLAYERS = {
    "fetch": "fetch 018",
    "card": "card 017 name Wren",
    "put": "put 017 row",
    "cabinet": "cabinet 017",
    "tuckbox": "tuckbox 017 cleo",
    "destroy": "destroy 017",
    "point": "point 017",
    "sticker": "sticker A13 017",
    "rules": "rules 20b",
    "token": "token 24",
    "remnant": "remnant 7",
    "arrange": "space 7 at 10 10",
    "connect": "space 7 to 12",
    "name_space": "space 7 name Landing",
    "contract": "contract 040 group",
    "due": "deadline",
    "employee": "employee cleo",
    "mission": "mission side B",
    "counter": "counter Beers to 4",
    "note": "note Hi",
}
FOR_KEEPERS = {
    "recruit": "recruit dov",
    "joining": "joining cleo milestones 1",
    "waive": "waive memorial:cleo:1",
    "abandon": "abandon",
    "correct": "correct 1 ana 5 cleo 6",
    "house_token": "house market Fang points 3",
}
PLAYERS = {**ABOUT_CHARACTERS, **ABOUT_CONTRACTS, **PASSAGES, **THE_EVENING, **FOR_PLAYERS}
EVERYTHING = {**PLAYERS, **FOR_KEEPERS}


@pytest.fixture(scope="module")
def table(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Desk]:
    """A campaign in the middle of its second game, with something for every verb to do."""
    lines = (
        "recruit ana player Alice",
        "recruit cleo player Dora",
        "fetch 017 blue",
        "start 1 ana cleo",
        "finish ana 5 cleo 0",
        "start 2 ana cleo",
        "condition cleo Sleepy",
        "condition ana Sleepy",
        "milestone M1 cleo",
        "milestone M1 ana",
        "contract 031 group setup boxes 3",
        "contract 032 group cubes 9",
        "contract 033 group",
        "contract 034 group",
        "contract 035 group by 2",
        "contract 033 done cleo",
        "contract 033 back completed turn Wait",
        "contract 034 fail",
    )
    with django_db_blocker.unblock(), transaction.atomic():
        made = desk(PEOPLE)
        for line in lines:
            made.type("alice", line)
        yield made
        transaction.set_rollback(True)


pytestmark = [pytest.mark.django_db, pytest.mark.prove_on_postgres]


def refused(table: Desk, who: str, line: str) -> LedgerError | None:
    """Why the line is refused, if it is; either way it is rolled back."""
    try:
        with transaction.atomic():
            table.type(who, line)
            transaction.set_rollback(True)
    except LedgerError as error:
        return error
    return None


def test_every_verb_has_a_row() -> None:
    only_in_legacy_1 = {"promote", "valuable"}
    drawn_by_the_site = {"lot"}
    assert set(EVERYTHING) == set(VERBS) - only_in_legacy_1 - drawn_by_the_site


@pytest.mark.parametrize("verb", EVERYTHING)
@pytest.mark.parametrize("who", ["alice", "bob", "dora", "carol"])
def test_a_role_may_write(table: Desk, who: str, verb: str) -> None:
    error = refused(table, who, EVERYTHING[verb])
    forbidden = error is not None and error.code == "forbidden"
    allowed = {"alice": True, "bob": True, "dora": verb in PLAYERS, "carol": False}[who]
    assert forbidden != allowed, error


@pytest.mark.parametrize("line", ABOUT_CHARACTERS.values())
def test_a_player_writes_for_others_too(table: Desk, line: str) -> None:
    error = refused(table, "dora", line.replace("cleo", "ana"))
    assert error is None or error.code not in ("forbidden", "line")


def test_a_player_gives_no_character_away(table: Desk) -> None:
    error = refused(table, "dora", "character cleo player Alice")
    assert error is not None
    assert error.code == "forbidden"


def test_a_player_writes_nothing_about_contracts_that_are_put_away(table: Desk) -> None:
    with transaction.atomic():
        table.type("alice", "contract 034 keep")
        error = refused(table, "dora", "contract 034 back always Read")
        transaction.set_rollback(True)
    assert error is not None
    assert error.code in ("forbidden", "unknown_contract")
