"""Taking over from a game's table: written once, as shown, all or nothing, and taken back."""

import json
from uuid import UUID

import pytest

from accounts.models import Device
from campaign.errors import CampaignError
from campaign.models import Campaign, GameRecord, LedgerEntry
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.standings import standings
from campaign.rules.takeover.table import Answers
from campaign.selectors import tables as selectors
from campaign.selectors.games import record_of
from campaign.services.takeover import take_over, undo_take_over
from companion.models import Table
from companion.table import selectors as companion
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import DeviceFactory
from tests.campaign.taking import look, shown, taken
from tests.campaign.test_tables import opened, played, tap
from tests.made_once import MadeOnce, made_once


def in_the_first_game() -> Desk:
    made = desk({"alice": "owner", "bob": "keeper", "dora": "player"})
    made.type("alice", 'recruit ana name "Ana the Quick" colour red player Alice')
    made.type("alice", "recruit ben colour blue player Bob")
    made.type("alice", "recruit cleo")
    made.type("alice", "start 1 ana ben")
    return made


made_campaign = made_once(in_the_first_game)


@pytest.fixture
def campaign(made_campaign: MadeOnce[Desk], db: None) -> Desk:
    return made_campaign()


@pytest.fixture
def device(db: None) -> Device:
    return DeviceFactory.create()


def tied(table: Table, device: Device) -> None:
    """Both leave with an artifact of the same value, and nothing else."""
    for number, seat in enumerate((0, 1)):
        action = {"do": "take", "seat": seat, "token": "artifact", "value": 10}
        tap(table, device, number, action)
    for number, seat in enumerate((1, 0)):
        tap(table, device, 10 + number, {"do": "status", "seat": seat, "status": "escaped"})


# The result --------------------------------------------------------------------------


def test_scores_winner_and_record_are_taken_over(campaign: Desk, device: Device) -> None:
    table = opened(campaign, device)
    played(table, device)
    found = look(campaign)
    seats = companion.view_of(table.pk).state.seats
    assert [seat.status for seat in seats] == ["escaped", "escaped"]
    assert dict(found.table.scores) == {"ana": 37, "ben": 35}
    assert (found.table.winner, found.table.tied) == ("ana", ())
    taken(campaign)
    game = campaign.state.games["1"]
    assert (dict(game.scores), game.winner) == ({"ana": 37, "ben": 35}, "ana")
    assert game.table == str(table.pk)
    kept = json.loads(record_of(campaign.campaign, 1) or "")
    assert [action["do"] for action in kept["actions"]] == ["take"] * 2 + ["score"] + ["status"] * 2
    assert campaign.state == campaign.folded()


def test_pressing_twice_changes_nothing(campaign: Desk, device: Device) -> None:
    played(opened(campaign, device), device)
    seen = shown(look(campaign))
    assert len(take_over(campaign.people["bob"], 1, seen)) == 1
    state, rows = campaign.state, LedgerEntry.objects.count()
    for who in ("bob", "alice"):
        with pytest.raises(CampaignError, match="in the meantime"):
            take_over(campaign.people[who], 1, seen)
        assert taken(campaign, who) == []
    assert (campaign.state, LedgerEntry.objects.count()) == (state, rows)


def test_what_was_shown_is_what_is_taken_over(campaign: Desk, device: Device) -> None:
    table = opened(campaign, device)
    played(table, device)
    seen = shown(look(campaign))
    tap(table, device, 99, {"do": "score", "seat": 1, "cards": 50})
    with pytest.raises(CampaignError, match="The table has changed in the meantime"):
        take_over(campaign.people["bob"], 1, seen)
    seen = shown(look(campaign))
    campaign.type("alice", "note A line in between")
    with pytest.raises(CampaignError, match="written in the ledger in the meantime"):
        take_over(campaign.people["bob"], 1, seen)
    assert campaign.state.running


def test_scores_wait_for_the_end(campaign: Desk, device: Device) -> None:
    with pytest.raises(CampaignError, match="no table of its own"):
        look(campaign)
    played(opened(campaign, device), device, over=False)
    assert not look(campaign).found.proposals
    assert taken(campaign) == []
    assert campaign.state.running


def test_where_no_card_goes_to_the_winner_a_victory_that_is_shared_stays_so(
    db: None, device: Device
) -> None:
    house = desk({"alice": "owner"}, kind="house")
    Campaign.objects.update(edition="catacombs")
    for line in ("recruit ana", "recruit ben", "start 1 ana ben"):
        house.type("alice", line)
    tied(opened(house, device), device)
    found = look(house)
    assert (found.table.shared, found.table.tied) == (True, ())
    taken(house, "alice")
    assert house.state.games["1"].winners == ("ana", "ben")
    assert [row.won for row in standings(house.state)] == [1, 1]
    assert house.state == house.folded()


def test_a_tie_asks_who_has_won(campaign: Desk, device: Device) -> None:
    tied(opened(campaign, device), device)
    found = look(campaign)
    assert (found.table.winner, found.table.tied) == ("", ("ana", "ben"))
    with pytest.raises(LedgerError, match="say who"):
        taken(campaign)
    taken(campaign, answers=Answers(winner="ben"))
    assert campaign.state.games["1"].winner == "ben"


def test_a_contract_that_is_due_is_settled_first(campaign: Desk, device: Device) -> None:
    campaign.type("alice", "contract 031 group by 1")
    played(opened(campaign, device), device)
    with pytest.raises(LedgerError, match="due before scoring"):
        taken(campaign)
    assert record_of(campaign.campaign, 1) is None
    campaign.type("bob", "deadline")
    taken(campaign)
    assert not campaign.state.running


def test_a_table_typed_in_by_hand_may_be_anything(campaign: Desk) -> None:
    for name in ("the kitchen", str(UUID(int=1))):
        campaign.write("alice", Draft(verb="mission", arguments={"table": name}))
        with pytest.raises(CampaignError, match="no table of its own"):
            look(campaign)


# Contracts, while the table is running -----------------------------------------------


@pytest.fixture
def table(campaign: Desk, device: Device) -> Table:
    """Two contracts lie on it; Ana has ticked one, and Ben has completed the other."""
    campaign.type("alice", "contract 031 group boxes 3")
    campaign.type("alice", "contract 032 solo for ben boxes 1")
    made = opened(campaign, device)
    tap(made, device, 1, {"do": "contract_tick", "contract": "031", "seat": 0})
    tap(made, device, 2, {"do": "contract_tick", "contract": "032", "seat": 1})
    tap(made, device, 3, {"do": "contract_back", "contract": "032", "points": 10, "bonus": 5})
    return made


def test_what_the_table_says_is_written_in_the_middle_of_the_game(
    campaign: Desk, table: Table
) -> None:
    rows = taken(campaign, "dora")
    assert [row.verb for row in rows] == ["tick_contract", "tick_contract", "points"]
    ended = campaign.state.contracts["032"]
    assert (ended.status, ended.stars, ended.points, ended.bonus) == ("completed", ("ben",), 10, 5)
    assert campaign.state.running
    assert not GameRecord.objects.exists()
    assert campaign.state == campaign.folded()
    assert taken(campaign, "bob") == []


def test_a_failure_in_the_middle_writes_nothing(
    campaign: Desk, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, rows = campaign.state, LedgerEntry.objects.count()
    save, saved = LedgerEntry.save, list[int]()

    def dies(row: LedgerEntry, **options: bool) -> None:
        if len(saved) == 1:
            raise KeyboardInterrupt
        saved.append(row.number)
        save(row, **options)

    with monkeypatch.context() as patched:
        patched.setattr(LedgerEntry, "save", dies)
        with pytest.raises(KeyboardInterrupt):
            taken(campaign)
    assert saved
    assert (campaign.state, LedgerEntry.objects.count()) == (before, rows)
    assert campaign.state == campaign.folded()
    assert len(taken(campaign)) == 3


def test_a_tap_between_working_out_and_the_lock_is_seen(
    campaign: Desk, table: Table, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = selectors.sequence_of

    def tapped(of: UUID) -> int:
        tap(table, device, 50, {"do": "contract_tick", "contract": "031", "seat": 1})
        return read(of)

    monkeypatch.setattr(selectors, "sequence_of", tapped)
    rows = LedgerEntry.objects.count()
    with pytest.raises(CampaignError, match="in the meantime"):
        taken(campaign)
    assert LedgerEntry.objects.count() == rows


def test_of_two_members_at_once_one_writes_it(
    campaign: Desk, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alice confirms while Bob's is being worked out: his is stale, and nothing is doubled."""
    compare, first = selectors.compare, [True]

    def meanwhile(*given: object) -> object:
        found = compare(*given)  # type: ignore[arg-type]
        if first.pop() if first else False:
            taken(campaign, "alice")
        return found

    monkeypatch.setattr(selectors, "compare", meanwhile)
    with pytest.raises(CampaignError, match="in the meantime"):
        taken(campaign, "bob")
    assert [e.verb for e in LedgerEntry.objects.filter(verb="tick_contract")] == [
        "tick_contract"
    ] * 2
    assert taken(campaign, "bob") == []


def test_an_undo_past_a_completion_is_offered_as_strikes(
    campaign: Desk, table: Table, device: Device
) -> None:
    taken(campaign)
    tap(table, device, 60, {"do": "contract_status", "contract": "032", "status": "active"})
    found = look(campaign)
    assert [lost.entry.verb for lost in found.found.lost] == ["tick_contract", "points"]
    assert len(taken(campaign)) == 2
    assert campaign.state.contracts["032"].status == "active"
    assert campaign.state == campaign.folded()
    assert taken(campaign) == []


def test_only_what_was_chosen_is_written(campaign: Desk, table: Table) -> None:
    assert [row.verb for row in taken(campaign, keys={"tick_contract 031 ana 1", "none"})] == [
        "tick_contract"
    ]
    assert campaign.state.contracts["032"].active


def test_a_contract_met_at_the_table_comes_with_what_the_group_knows(
    campaign: Desk, table: Table, device: Device
) -> None:
    laid = {"do": "contract", "key": "40", "name": "Night watch", "need": 2, "cubes": True}
    tap(table, device, 70, laid)
    known = Answers(contracts={"040": {"deadline": 2, "track": [0, 2, 3]}})
    taken(campaign, answers=known)
    contract = campaign.state.contracts["040"]
    assert (contract.name, contract.deadline, contract.track) == ("Night watch", 2, (0, 2, 3))
    assert taken(campaign) == []


# Undo --------------------------------------------------------------------------------


def first(campaign: Desk) -> int:
    return look(campaign).latest[0].number


def test_a_take_over_is_undone_as_a_whole(campaign: Desk, table: Table) -> None:
    before = campaign.state
    taken(campaign, "dora")
    number = first(campaign)
    assert len(undo_take_over(campaign.people["dora"], 1, first=number)) == 3
    assert campaign.state == before
    assert undo_take_over(campaign.people["dora"], 1, first=number) == [], "a second tap"
    assert campaign.state == campaign.folded()


def test_a_second_tap_on_undo_leaves_the_take_over_before_alone(
    campaign: Desk, table: Table, device: Device
) -> None:
    taken(campaign)
    tap(table, device, 80, {"do": "contract_tick", "contract": "031", "seat": 1})
    taken(campaign)
    state, number = campaign.state, first(campaign)
    assert state.contracts["031"].ticked == 2
    for _ in range(2):
        undo_take_over(campaign.people["bob"], 1, first=number)
    assert campaign.state.contracts["031"].ticked == 1


def test_a_player_takes_back_their_own_take_over_only(campaign: Desk, table: Table) -> None:
    taken(campaign, "bob")
    with pytest.raises(LedgerError, match="your own entries"):
        undo_take_over(campaign.people["dora"], 1, first=first(campaign))


def test_an_undo_names_what_stands_on_it(campaign: Desk, table: Table) -> None:
    taken(campaign)
    campaign.type("bob", "contract 032 back always do it")
    with pytest.raises(LedgerError, match="stands in the way"):
        undo_take_over(campaign.people["bob"], 1, first=first(campaign))
    assert campaign.state.contracts["032"].points == 10


def test_an_export_keeps_what_was_taken_over(campaign: Desk, table: Table) -> None:
    """The mark is in the entries' ids, which a file has."""
    taken(campaign)
    keys = [row.key for row in LedgerEntry.objects.order_by("-number")[:3]]
    assert {entry.id for entry in look(campaign).latest} == set(keys)
