"""Who may write and strike what."""

import pytest

from campaign.rules import line, roles
from campaign.rules.errors import LedgerError
from campaign.rules.roles import Role, Writer
from campaign.rules.verbs import VERBS
from tests.campaign.rules.desk import MEMBERS, Desk, in_game

ALICE, BOB = "m1", "m2"


@pytest.fixture
def desk() -> Desk:
    desk = in_game()
    desk.write("fetch 017 Giant blue", "contract 031 group", "contract 032 group")
    desk.write("contract 032 done ana", "contract 032 keep")
    return desk


def verdict(desk: Desk, role: Role, text: str, member: str = BOB) -> str:
    draft = line.parse(desk.state, text, MEMBERS)
    try:
        roles.check_write(desk.state, Writer(member, role), draft)
    except LedgerError as error:
        return error.kind
    return "allowed"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mark 017 ben", "allowed"),
        ("mark 017 ana", "forbidden.character"),
        ("milestone M4 ben", "allowed"),
        ("milestone M4 ana", "forbidden.character"),
        ("character ben name Benno", "allowed"),
        ("character ben player alice", "forbidden"),
        ("scratch 017", "forbidden.character"),
        ("tick oil ben", "allowed"),
        ("contract 031 done ana", "allowed"),
        ("contract 032 points 5", "forbidden.contract"),
        ("contract 099 done ana", "forbidden.contract"),
        ("cube 031 ana", "allowed"),
        ("read 45", "allowed"),
        ("journal C ben", "allowed"),
        ("note hello", "forbidden.character"),
        ("fetch 018", "forbidden"),
        ("destroy 017", "forbidden"),
        ("rules 20b", "forbidden"),
        ("contract 040 group", "forbidden"),
        ("finish ana 5 ben 6 cleo 7 dov 8", "forbidden"),
        ("employee ben", "forbidden"),
    ],
)
def test_players_write_about_their_own_part(desk: Desk, text: str, expected: str) -> None:
    assert verdict(desk, Role.PLAYER, text) == expected


def test_a_player_without_a_character_has_none_to_write_about(desk: Desk) -> None:
    assert verdict(desk, Role.PLAYER, "mark 017 ben", member="m3") == "forbidden.character"


@pytest.mark.parametrize("key", sorted(VERBS))
@pytest.mark.parametrize("role", list(Role))
def test_every_verb_for_every_role(role: Role, key: str) -> None:
    keeper = role in (Role.OWNER, Role.KEEPER)
    player = role is Role.PLAYER and VERBS[key].who is not VERBS["start"].who

    assert roles.may_use(role, VERBS[key]) == (keeper or player)


@pytest.mark.parametrize("role", [Role.OWNER, Role.KEEPER])
def test_owner_and_keeper_write_everything(desk: Desk, role: Role) -> None:
    assert verdict(desk, role, "mark 017 ana") == "allowed"
    assert verdict(desk, role, "destroy 017") == "allowed"


def test_guests_write_nothing(desk: Desk) -> None:
    assert verdict(desk, Role.GUEST, "read 45") == "forbidden"


def may_strike(desk: Desk, role: Role, number: int) -> bool:
    try:
        roles.check_strike(desk.state, Writer(BOB, role), desk.entries[number - 1])
    except LedgerError:
        return False
    return True


def test_players_strike_their_own_entries_of_the_current_game(desk: Desk) -> None:
    own = desk.store(line.parse(desk.state, "mark 017 ben"), member=BOB)
    assert may_strike(desk, Role.PLAYER, own.number)
    assert not may_strike(desk, Role.PLAYER, own.number - 1)

    desk.write("finish ana 5 ben 6 cleo 7 dov 8", "start 2 ana ben")

    assert not may_strike(desk, Role.PLAYER, own.number)
    assert may_strike(desk, Role.KEEPER, own.number)
    assert not may_strike(desk, Role.GUEST, own.number)


def test_a_note_about_the_own_character_is_a_players(desk: Desk) -> None:
    draft = line.parse(desk.state, "note brave")
    about = {**draft.arguments, "about": "character:ben"}

    roles.check_write(
        desk.state, Writer(BOB, Role.PLAYER), type(draft)(verb="note", arguments=about)
    )


def test_a_member_has_the_characters_they_play(desk: Desk) -> None:
    assert roles.own_characters(desk.state, ALICE) == {"ana"}
