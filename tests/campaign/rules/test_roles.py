"""Who may write and strike what."""

from dataclasses import replace

import pytest

from campaign.rules import line, roles
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.roles import Actor, Role
from campaign.rules.verbs.index import VERBS
from tests.campaign.rules.desk import Desk, in_game

ALICE, BOB = "m1", "m2"
FOR_KEEPERS = {"recruit", "correct", "abandon", "joining", "waive", "house_token"}


@pytest.fixture
def desk() -> Desk:
    desk = in_game()
    desk.write("fetch 017 Giant blue", "contract 031 group", "contract 032 group")
    desk.write("contract 032 done ana", "contract 032 keep")
    return desk


def verdict(desk: Desk, role: Role, text: str, member: str = BOB) -> str:
    draft = line.parse(desk.reading(), text)
    try:
        roles.check_write(desk.state, Actor(member, role), draft)
    except LedgerError as error:
        return error.key
    return "allowed"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mark 017 ben", "allowed"),
        ("mark 017 ana", "allowed"),
        ("milestone M4 ana", "allowed"),
        ("character ben name Benno", "allowed"),
        ("character ben player alice", "forbidden"),
        ("scratch 017", "allowed"),
        ("tick oil ben", "allowed"),
        ("contract 031 done ana", "allowed"),
        ("contract 032 points 5", "forbidden.contract"),
        ("contract 099 done ana", "forbidden.contract"),
        ("cube 031 ana", "allowed"),
        ("read 45", "allowed"),
        ("journal C ben", "allowed"),
        ("note hello", "allowed"),
        ("fetch 018", "allowed"),
        ("destroy 017", "allowed"),
        ("rules 20b", "allowed"),
        ("contract 040 group", "allowed"),
        ("start 2 ana ben", "allowed"),
        ("mission 1 side B", "allowed"),
        ("mission 2 side B", "forbidden.game"),
        ("finish ana 5 ben 6 cleo 7 dov 8", "allowed"),
        ("employee ben", "allowed"),
        ("recruit eve", "forbidden"),
        ("correct 1 ana 5 ben 6 cleo 7 dov 8", "forbidden"),
        ("abandon", "forbidden"),
        ("waive employee:1", "forbidden"),
        ("joining ben milestones 1", "forbidden"),
        ("house minor Owl points 1", "forbidden"),
        ("players ana ben", "allowed"),
        ("pack", "allowed"),
    ],
)
def test_players_write_everything_of_tonights_game(desk: Desk, text: str, expected: str) -> None:
    assert verdict(desk, Role.PLAYER, text) == expected


def test_a_player_without_a_character_writes_as_the_others_do(desk: Desk) -> None:
    assert verdict(desk, Role.PLAYER, "mark 017 ben", member="m3") == "allowed"


def test_a_player_leaves_earlier_reports_alone(desk: Desk) -> None:
    desk.write("finish ana 5 ben 6 cleo 7 dov 8", "start 2 ana ben")

    assert verdict(desk, Role.PLAYER, "mission 1 side B") == "forbidden.game"
    assert verdict(desk, Role.PLAYER, "mission side B") == "allowed"


@pytest.mark.parametrize("key", sorted(VERBS))
@pytest.mark.parametrize("role", list(Role))
def test_every_verb_for_every_role(role: Role, key: str) -> None:
    keeper = role in (Role.OWNER, Role.KEEPER)
    player = role is Role.PLAYER and key not in FOR_KEEPERS

    assert roles.may_use(role, VERBS[key]) == (key != "lot" and (keeper or player))


@pytest.mark.parametrize("role", [Role.OWNER, Role.KEEPER])
def test_owner_and_keeper_write_everything(desk: Desk, role: Role) -> None:
    assert verdict(desk, role, "mark 017 ana") == "allowed"
    assert verdict(desk, role, "destroy 017") == "allowed"


def test_a_player_makes_up_only_for_their_own_character_of_a_game_that_is_over(desk: Desk) -> None:
    desk.write("finish ana 0 ben 0 cleo 7 dov 8", "pack")
    actor = Actor(BOB, Role.PLAYER)

    own = Draft(verb="memorial", arguments={"space": "7", "character": "ben"}, game=1)
    roles.check_write(desk.state, actor, own)
    other = replace(own, arguments={"space": "7", "character": "ana"})
    with pytest.raises(LedgerError) as caught:
        roles.check_write(desk.state, actor, other)

    assert caught.value.key == "forbidden.late"


def test_guests_write_nothing(desk: Desk) -> None:
    assert verdict(desk, Role.GUEST, "read 45") == "forbidden"


def may_strike(desk: Desk, role: Role, number: int) -> bool:
    try:
        roles.check_strike(desk.state, Actor(BOB, role), desk.entries[number - 1])
    except LedgerError:
        return False
    return True


def test_players_strike_their_own_entries_of_the_current_game(desk: Desk) -> None:
    own = desk.store(line.parse(desk.reading(), "mark 017 ben"), member=BOB)
    assert may_strike(desk, Role.PLAYER, own.number)
    assert not may_strike(desk, Role.PLAYER, own.number - 1)

    desk.write("finish ana 5 ben 6 cleo 7 dov 8", "start 2 ana ben")

    assert not may_strike(desk, Role.PLAYER, own.number)
    assert may_strike(desk, Role.KEEPER, own.number)
    assert not may_strike(desk, Role.GUEST, own.number)


def test_a_member_has_the_characters_they_play(desk: Desk) -> None:
    assert roles.own_characters(desk.state, ALICE) == {"ana"}
