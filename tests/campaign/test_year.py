"""A whole year of the ledger: what is written is what stands, at every step and at the end."""

from collections.abc import Callable, Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from campaign.errors import CampaignError
from campaign.models import Campaign
from campaign.rules.entries import Entry, standing
from campaign.rules.errors import LedgerError
from campaign.rules.ledger import fold
from campaign.rules.state import Mark, SpaceMark, State
from campaign.selectors import ledger as selectors
from campaign.services.ledger import rebuild
from tests.campaign.desk import Desk, desk
from tests.campaign.year import PEOPLE, Typed, year

pytestmark = [pytest.mark.django_db, pytest.mark.prove_on_postgres]


def play(table: Desk, after: Callable[[Typed, Desk], None] | None = None) -> None:
    """Type the whole year through the services; test_pages does it through the pages."""
    for typed in year():
        if typed.refused:
            with pytest.raises((LedgerError, CampaignError)):
                table.type(typed.who, typed.line)
        else:
            table.type(typed.who, typed.line)
        if after:
            after(typed, table)


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Desk]:
    """The year once for all tests that only read it; each is rolled back by itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        table = desk(PEOPLE)
        play(table)
        yield table
        transaction.set_rollback(True)


def test_every_verb_of_the_campaign_is_in_the_year(played: Desk) -> None:
    used = set(played.campaign.entries.values_list("verb", flat=True))
    # Lots are drawn, not typed: test_lots.py.
    assert used == {*played.campaign.rules.verbs, "strike"} - {"lot"}


def test_the_rows_equal_the_ledger_after_every_step() -> None:
    seen: list[State] = []

    def compare(typed: Typed, table: Desk) -> None:
        state, folded = table.state, table.folded()
        assert state == folded, typed
        assert list(state.cards) == list(folded.cards)
        assert not typed.refused or state == seen[-1], typed
        seen.append(state)

    play(desk(PEOPLE), compare)


def test_a_rebuild_changes_no_row(played: Desk) -> None:
    before = _rows(played.campaign)
    rebuild(played.campaign)
    assert _rows(played.campaign) == before


def _rows(campaign: Campaign) -> dict[str, list[object]]:
    related = Campaign._meta.related_objects
    managers = {rel.name: getattr(campaign, rel.get_accessor_name() or "") for rel in related}
    return {name: list(rows.order_by("pk").values()) for name, rows in managers.items()}


def test_the_year_ends_as_it_was_written(played: Desk) -> None:
    state = played.state
    assert state.game == 12
    assert not state.running
    assert state.employee == "ana"
    assert [c.name for c in state.characters.values()] == ["Ana the Slow", "Ben", "Cleo", "Dov"]
    wins = {key: sum(g.winner == key for g in state.games.values()) for key in state.characters}
    assert wins == {"ana": 5, "ben": 2, "cleo": 2, "dov": 2}
    assert state.games["9"].winner == ""
    assert state.games["8"].scores == {"ana": 33, "ben": 34, "cleo": 35, "dov": 36}
    assert state.games["10"].scores["cleo"] == 65


def test_cards_marks_and_stickers_of_the_year(played: Desk) -> None:
    cards = played.state.cards
    assert cards["018"].name == "Ember Fox"
    assert cards["018"].marks == (Mark(character="ben", game=8, covers="cleo"),)
    assert (cards["018"].boxes, cards["018"].scratched) == (2, 2)
    assert [mark.character for mark in cards["051"].marks] == ["dov", "ana"]
    assert cards["017"].points == 1
    assert cards["017"].place.where == "cabinet"
    assert (cards["040"].place.where, cards["040"].place.character) == ("tuckbox", "dov")
    assert (cards["050"].place.where, cards["050"].place.character) == ("starting", "cleo")
    assert cards["020"].destroyed
    assert cards["033"].destroyed
    assert (cards["052"].name, cards["052"].points) == ("Clay Golem", 0)
    assert sorted(s.target for s in played.state.stickers.values()) == ["card:017", "space:7"]
    assert (list(played.state.rules), list(played.state.tokens)) == (["20B"], ["24"])


def test_contracts_of_the_year(played: Desk) -> None:
    contracts = played.state.contracts
    door, debt = contracts["031"], contracts["032"]
    assert (door.status, door.stars, door.fate) == ("completed", ("ben",), "kept")
    assert (door.points, door.bonus, door.resolved_in) == (5, 3, 2)
    assert [box.done_in for box in door.back] == [2, 2]
    assert (debt.status, debt.stars, debt.owner) == ("completed", ("cleo",), "cleo")
    assert (debt.cubes, debt.markers) == ((), ())
    assert (contracts["033"].status, contracts["033"].fate) == ("failed", "destroyed")
    assert (contracts["034"].status, contracts["034"].resolved_in) == ("failed", 8)
    assert contracts["035"].stars == ("cleo", "ana")


def test_map_milestones_and_counters_of_the_year(played: Desk) -> None:
    state = played.state
    landing = state.spaces["7"]
    assert (landing.name, landing.x, landing.y, landing.remnant_in) == ("The landing", 250, 400, 4)
    assert landing.marks == (SpaceMark(character="ben", game=3, covered=True),)
    remembered = [(m.character, m.covered) for m in state.spaces["3"].marks]
    assert remembered == [("ana", True), ("ben", False)]
    assert [m.memorial for m in state.spaces["12"].marks] == [True]
    labels = [(m.label, m.game, m.crossed) for m in state.characters["ana"].milestones]
    assert labels == [("M4", 1, False), ("M7", 7, True), ("M7", 7, False)]
    assert [m.is_mark for m in state.characters["cleo"].milestones] == [True]
    assert state.counters["beers"].count == 13
    assert state.tracks["midnight-oil/ben"].ticked == 1
    assert state.characters["ana"].conditions == ("Cursed ring",)
    assert state.characters["cleo"].conditions == ()
    assert set(state.passages) == {"1", "45", "82", "cleo/A"}
    assert [note.text for note in state.notes.values()] == ["The box is open.", "What a year."]


def test_every_game_stands_in_the_ledger_as_it_stood_on_its_evening() -> None:
    """Without strikes, as of game N is what the state was at the end of game N."""
    kept: dict[int, State] = {}

    def keep(typed: Typed, table: Desk) -> None:
        kept[selectors.rows_of(table.campaign)[0].game] = table.state

    table = desk(PEOPLE)
    play(table, keep)
    assert len(kept) == 12
    for game, state in kept.items():
        assert selectors.as_of(table.campaign, game) == state


def test_struck_entries_stay_struck_and_readable(played: Desk) -> None:
    lines = selectors.lines_of(played.people["alice"], selectors.rows_of(played.campaign))
    struck = [line for line in lines if not line.standing]
    assert [line.row.verb for line in struck] == ["point", "fetch"]
    strikes = {line.row.number: line.strikes for line in lines if line.strikes}
    assert {line.struck_by: line.row.number for line in struck} == strikes


def test_the_ledger_without_its_struck_lines_makes_the_same_year(played: Desk) -> None:
    kept: tuple[Entry, ...] = standing(selectors.entries_of(played.campaign))
    assert fold(played.campaign.rules, kept) == played.state
