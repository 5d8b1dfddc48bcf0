"""A game's table: opened with the characters of tonight, its result written when confirmed."""

import json
from uuid import UUID

import pytest

from campaign.models import Campaign
from campaign.person import Person
from campaign.refusals import Refusal
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.standings import standings
from campaign.selectors.games import record_of
from campaign.selectors.tables import result_of
from campaign.services.tables import open_table_for_game, take_over_result
from companion import selectors as companion
from companion import services as table_services
from companion.models import Device, Table
from companion.services import Links
from companion.tap import parse_tap
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import DeviceFactory

RECORD = json.dumps(
    {
        "format": "dragonbag-table",
        "version": 1,
        "edition": "legacy2",
        "seats": [{"name": "Ana", "color": "red"}, {"name": "Ben", "color": "blue"}],
        "actions": [],
    }
)


@pytest.fixture
def campaign(db: None) -> Desk:
    made = desk({"alice": "owner", "bob": "keeper"})
    made.type("alice", 'recruit ana name "Ana the Quick" colour red player Alice')
    made.type("alice", "recruit ben colour blue player Bob")
    made.type("alice", "recruit cleo")
    return made


@pytest.fixture
def device(db: None) -> Device:
    return DeviceFactory.create()


def opened(campaign: Desk, device: Device, title: str = "Friday") -> Table:
    alice = campaign.people["alice"]
    person = Person(account=alice.account, device=device)
    return open_table_for_game(alice, person, title=title, links=links(campaign))


def links(campaign: Desk) -> Links:
    home = f"/campaigns/{campaign.campaign.pk}/"
    return Links(back=f"{home}games/1/", drawer=f"{home}drawer/")


def tap(table: Table, device: Device, number: int, action: dict[str, object]) -> None:
    sent = {"id": f"tap-{number}", "action": action}
    if action["do"] in ("end_turn", "refill", "out_turn"):
        state = companion.board_of(table.pk).state
        sent["expects"] = {"turn": state.turn.number, "phase": state.turn.phase}
    table_services.play(table.pk, parse_tap(sent), device)


def played(table: Table, device: Device, *, over: bool = True) -> None:
    """Both leave with an artifact and some points."""
    actions: list[dict[str, object]] = [
        {"do": "take", "seat": 0, "token": "artifact", "value": 10},
        {"do": "take", "seat": 1, "token": "artifact", "value": 15},
        {"do": "score", "seat": 0, "cards": 7},
    ]
    if over:
        actions += [{"do": "status", "seat": seat, "status": "escaped"} for seat in (1, 0)]
    for number, action in enumerate(actions):
        tap(table, device, number, action)


# Opening ----------------------------------------------------------------------------


def test_the_table_has_the_characters_and_colours_of_tonight(
    campaign: Desk, device: Device
) -> None:
    campaign.type("alice", "start 1 ben ana cleo")
    table = opened(campaign, device, "Friday night")
    board = companion.board_of(table.pk)
    assert [(seat.name, seat.color) for seat in board.state.seats] == [
        ("Ben", "blue"),
        ("Ana the Quick", "red"),
        ("Cleo", "yellow"),
    ]
    assert (board.facts.title, board.facts.return_link) == ("Friday night", links(campaign).back)
    assert board.facts.drawer_link == links(campaign).drawer
    assert campaign.state.games["1"].table == str(table.pk)
    person = board.facts.person(device.pk)
    assert person
    assert person.seats == (1,), "who opens it sits at their own character"


def test_who_asks_again_gets_the_same_table(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    assert opened(campaign, device) == opened(campaign, device)
    assert Table.objects.count() == 1


def test_no_game_no_table(campaign: Desk, device: Device) -> None:
    with pytest.raises(Refusal, match="Start the game first"):
        opened(campaign, device)


def test_a_table_for_one_is_refused_in_words(db: None, device: Device) -> None:
    house = desk(kind="house")
    house.type("alice", "recruit ana")
    house.type("alice", "start 1 ana")
    house.campaign.__class__.objects.update(edition="base")
    with pytest.raises(Refusal, match="No table can be opened for this game"):
        opened(house, device)


def test_a_title_that_no_page_can_show_is_refused_in_words(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    with pytest.raises(Refusal, match="No table can be opened for this game"):
        opened(campaign, device, "Fri\0day")
    assert not Table.objects.exists()


def test_a_table_that_the_campaign_did_not_open_tells_it_nothing(
    campaign: Desk, device: Device
) -> None:
    """Who was removed from a table may write its address into another ledger."""
    campaign.type("alice", "start 1 ana ben")
    table = opened(campaign, device)
    played(table, device)
    other = desk()
    for text in ("recruit ana", "recruit ben", "start 1 ana ben"):
        other.type("alice", text)
    for named in ("the kitchen", str(table.pk)):
        other.write("alice", Draft(verb="mission", arguments={"game": 1, "table": named}))
        with pytest.raises(Refusal, match="no table of its own"):
            result_of(other.campaign, 1)
    own = opened(other, device)
    assert own != table
    assert other.state.games["1"].table == str(own.pk)


# Taking over ------------------------------------------------------------------------


def test_scores_winner_and_record_are_taken_over(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    table = opened(campaign, device)
    played(table, device)
    result = result_of(campaign.campaign, 1)
    seats = companion.board_of(table.pk).state.seats
    assert [seat.status for seat in seats] == ["escaped", "escaped"]
    assert dict(result.scores) == {"ana": 37, "ben": 35}
    assert (result.winner, result.tied, result.taken_over) == ("ana", (), False)
    take_over_result(campaign.people["bob"], 1, sequence=result.sequence)
    game = campaign.state.games["1"]
    assert (dict(game.scores), game.winner) == ({"ana": 37, "ben": 35}, "ana")
    assert game.table == str(table.pk)
    kept = json.loads(record_of(campaign.campaign, 1) or "")
    assert [action["do"] for action in kept["actions"]] == ["take"] * 2 + ["score"] + ["status"] * 2


def test_pressing_twice_changes_nothing(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    played(opened(campaign, device), device)
    sequence = result_of(campaign.campaign, 1).sequence
    first = take_over_result(campaign.people["bob"], 1, sequence=sequence)
    state = campaign.state
    assert take_over_result(campaign.people["alice"], 1, sequence=sequence) == first
    assert campaign.state == state


def test_what_was_shown_is_what_is_taken_over(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    table = opened(campaign, device)
    played(table, device)
    sequence = result_of(campaign.campaign, 1).sequence
    tap(table, device, 99, {"do": "score", "seat": 1, "cards": 50})
    with pytest.raises(Refusal, match="Look at its scores again"):
        take_over_result(campaign.people["bob"], 1, sequence=sequence)
    assert campaign.state.running


def test_nothing_is_taken_over_before_the_end(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    with pytest.raises(Refusal, match="no table of its own"):
        result_of(campaign.campaign, 1)
    played(opened(campaign, device), device, over=False)
    with pytest.raises(Refusal, match="not over yet"):
        result_of(campaign.campaign, 1)


def tied(table: Table, device: Device) -> None:
    """Both leave with an artifact of the same value, and nothing else."""
    for number, seat in enumerate((0, 1)):
        action = {"do": "take", "seat": seat, "token": "artifact", "value": 10}
        tap(table, device, number, action)
    for number, seat in enumerate((1, 0)):
        tap(table, device, 10 + number, {"do": "status", "seat": seat, "status": "escaped"})


def test_where_no_card_goes_to_the_winner_a_victory_that_is_shared_stays_so(
    db: None, device: Device
) -> None:
    house = desk({"alice": "owner"}, kind="house")
    Campaign.objects.update(edition="catacombs")
    for line in ("recruit ana", "recruit ben", "start 1 ana ben"):
        house.type("alice", line)
    tied(opened(house, device), device)
    result = result_of(house.campaign, 1)
    assert (result.winners, result.tied) == (("ana", "ben"), ())
    take_over_result(house.people["alice"], 1, sequence=result.sequence)
    assert house.state.games["1"].winners == ("ana", "ben")
    assert [row.won for row in standings(house.state)] == [1, 1]
    assert house.state == house.folded()


def test_a_tie_asks_who_has_won(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    tied(opened(campaign, device), device)
    result = result_of(campaign.campaign, 1)
    assert (result.winner, result.tied) == ("", ("ana", "ben"))
    bob = campaign.people["bob"]
    with pytest.raises(LedgerError, match="name who"):
        take_over_result(bob, 1, sequence=result.sequence)
    take_over_result(bob, 1, sequence=result.sequence, winner="ben")
    assert campaign.state.games["1"].winner == "ben"


def test_a_contract_that_is_due_is_settled_first(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "start 1 ana ben")
    campaign.type("alice", "contract 031 group by 1")
    played(opened(campaign, device), device)
    sequence = result_of(campaign.campaign, 1).sequence
    with pytest.raises(LedgerError, match="due before scoring"):
        take_over_result(campaign.people["bob"], 1, sequence=sequence)
    assert record_of(campaign.campaign, 1) is None
    campaign.type("bob", "deadline")
    take_over_result(campaign.people["bob"], 1, sequence=sequence)
    assert not campaign.state.running


def test_a_table_typed_in_by_hand_may_be_anything(campaign: Desk) -> None:
    campaign.type("alice", "start 1 ana ben")
    for name in ("the kitchen", str(UUID(int=1))):
        campaign.write("alice", Draft(verb="mission", arguments={"table": name}))
        with pytest.raises(Refusal, match="no table of its own"):
            result_of(campaign.campaign, 1)
