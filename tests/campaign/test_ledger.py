"""The ledger's service: every entry is stored, none twice, none half."""

from io import BytesIO, StringIO
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings

from accounts.identity import Person
from campaign import models
from campaign.errors import CampaignError
from campaign.models import Campaign, EntryReference, LedgerEntry, Membership, Role, projection
from campaign.rules import codec
from campaign.rules.entries import Draft
from campaign.rules.errors import FoldError, LedgerError
from campaign.rules.ledger import new_campaign
from campaign.rules.state import State
from campaign.selectors import ledger as selectors
from campaign.services import ledger, members, trash
from campaign.services.exports import export_campaign
from campaign.services.imports import read_archive
from campaign.services.unpacking import import_campaign
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import UserFactory
from tests.campaign.wild import BEGINNING, steps
from tests.made_once import MadeOnce, made_once

EVERYBODY = {"alice": "owner", "bob": "keeper", "dora": "player", "carol": "guest"}


def two_characters_and_a_card() -> Desk:
    made = desk(EVERYBODY)
    for line in ("recruit ana player Alice", "recruit cleo player Dora", "fetch 017 blue"):
        made.type("alice", line)
    return made


made_table = made_once(two_characters_and_a_card)


@pytest.fixture
def table(made_table: MadeOnce[Desk], db: None) -> Desk:
    return made_table()


# Writing ------------------------------------------------------------------------


def test_an_entry_says_who_wrote_what_in_which_game(table: Desk) -> None:
    table.type("alice", "start 1 ana cleo")
    entry = table.type("bob", "mark 017 cleo")
    assert (entry.number, entry.verb, entry.member, entry.game) == (5, "mark", "bob", 1)
    assert entry.arguments == {"card": "017", "character": "cleo"}
    touched = set(EntryReference.objects.filter(entry=entry).values_list("kind", "key"))
    assert touched == {("card", "017"), ("character", "cleo")}


def test_a_refused_entry_changes_nothing(table: Desk) -> None:
    table.type("bob", "mark 017 ana")
    before = table.state
    with pytest.raises(LedgerError, match="is already marked"):
        table.type("bob", "mark 017 cleo")
    assert table.state == before
    assert table.campaign.sequence == table.campaign.entries.count() == 4


def test_a_form_sent_twice_is_stored_once(table: Desk) -> None:
    draft, key = Draft(verb="point", arguments={"card": "017"}), uuid4()
    first = ledger.write_entry(table.people["bob"], draft, key=key)
    again = ledger.write_entry(table.people["bob"], draft, key=key)
    assert again == first
    assert table.state.cards["017"].points == 1


def test_a_form_sent_again_with_other_words_is_another_entry(table: Desk) -> None:
    key = uuid4()
    for text in ("One", "Two"):
        draft = Draft(verb="note", arguments={"text": text})
        ledger.write_entry(table.people["bob"], draft, key=key)
    assert [note.text for note in table.state.notes.values()] == ["One", "Two"]


def test_several_entries_are_stored_all_or_none(table: Desk) -> None:
    good = Draft(verb="point", arguments={"card": "017"})
    bad = Draft(verb="point", arguments={"card": "999"})
    with pytest.raises(LedgerError):
        ledger.write_all(table.people["bob"], [good, bad])
    assert table.state.cards["017"].points == 0
    assert len(ledger.write_all(table.people["bob"], [good, good])) == 2
    assert table.state.cards["017"].points == 2


def test_entries_are_never_changed_or_deleted_one_by_one(table: Desk) -> None:
    entry = LedgerEntry.objects.order_by("number")[:1].get()
    with pytest.raises(TypeError, match="strike"):
        entry.save()
    with pytest.raises(TypeError, match="strike"):
        entry.delete()
    for act in (table.campaign.entries.all().delete, table.campaign.entries.all().update):
        with pytest.raises(TypeError, match="strike"):
            act()


def test_who_lost_their_role_meanwhile_writes_nothing(table: Desk) -> None:
    old = table.people["bob"]
    members.change_role(Membership.objects.get(pk=old.pk), Role.GUEST)
    with pytest.raises(LedgerError, match="owner or a keeper"):
        table.type("bob", "point 017")
    members.leave(Membership.objects.get(pk=old.pk))
    with pytest.raises(CampaignError, match="no longer open"):
        table.type("bob", "point 017")


def test_nothing_is_written_into_a_campaign_in_the_trash(table: Desk) -> None:
    trash.trash(table.campaign)
    with pytest.raises(CampaignError, match="no longer open"):
        table.type("alice", "point 017")


# Striking -----------------------------------------------------------------------


def test_a_strike_restores_what_its_entry_changed(table: Desk) -> None:
    before = table.state
    entry = table.type("bob", "mark 017 ana")
    table.strike("bob", entry.number)
    assert table.state == before
    assert table.campaign.entries.filter(pk=entry.pk).exists()


def test_a_strike_says_what_stands_in_its_way(table: Desk) -> None:
    table.type("bob", "mark 017 ana")
    before = table.state
    with pytest.raises(FoldError, match="Entry 4 stands in the way"):
        table.strike("alice", 3)
    assert table.state == before


def test_a_struck_strike_brings_its_entry_back(table: Desk) -> None:
    marked = table.type("bob", "mark 017 ana")
    after = table.state
    strike = table.strike("bob", marked.number)
    table.strike("alice", strike.number)
    assert table.state == after


def test_nothing_is_struck_twice(table: Desk) -> None:
    table.strike("alice", 3)
    with pytest.raises(LedgerError, match="already struck"):
        table.strike("alice", 3)
    with pytest.raises(LedgerError, match="no such entry"):
        table.strike("alice", 99)


def test_a_player_strikes_own_entries_of_the_current_game_only(table: Desk) -> None:
    table.type("alice", "start 1 ana cleo")
    mine = table.type("dora", "mark 017 cleo")
    theirs = table.type("alice", "point 017")
    with pytest.raises(LedgerError, match="your own entries"):
        table.strike("dora", theirs.number)
    with pytest.raises(LedgerError, match="owner or a keeper"):
        table.strike("carol", mine.number)
    table.strike("dora", mine.number)
    old = table.type("dora", "mark 017 cleo")
    table.type("alice", "finish ana 1 cleo 2")
    table.type("alice", "start 2 ana cleo")
    with pytest.raises(LedgerError, match="current game"):
        table.strike("dora", old.number)


# Reading ------------------------------------------------------------------------


def test_the_ledger_is_filtered_by_thing_verb_game_and_member(table: Desk) -> None:
    table.type("alice", "start 1 ana cleo")
    table.type("dora", "mark 017 cleo")
    table.type("bob", "point 017")

    def numbers(**asked: object) -> list[int]:
        rows = selectors.rows_of(table.campaign, selectors.EntryFilter(**asked))  # type: ignore[arg-type]
        return [row.number for row in rows]

    assert numbers() == [6, 5, 4, 3, 2, 1]
    assert numbers(kind="card", key="017") == [6, 5, 3]
    assert numbers(kind="character", key="cleo") == [5, 4, 2]
    assert numbers(verbs=("mark", "point")) == [6, 5]
    table.type("alice", "finish ana 1 cleo 2")
    table.type("alice", "pack")
    table.type("alice", "fetch 099")
    assert numbers(game=2) == [9]
    assert numbers(member="dora") == [5]


def test_lines_say_who_may_strike_them(table: Desk) -> None:
    table.type("alice", "start 1 ana cleo")
    table.type("dora", "mark 017 cleo")
    shown = {
        who: [line.row.number for line in _lines(table, who) if line.may_strike]
        for who in EVERYBODY
    }
    everything = [5, 4, 3, 2, 1]
    assert shown == {"alice": everything, "bob": everything, "dora": [5], "carol": []}


def _lines(table: Desk, who: str) -> list[selectors.DescribedEntry]:
    return selectors.lines_of(table.people[who], selectors.rows_of(table.campaign))


def test_a_preview_says_what_would_be_written_and_writes_nothing(table: Desk) -> None:
    draft = Draft(verb="mark", arguments={"card": "017", "character": "cleo"})
    said = selectors.preview(table.people["dora"], table.state, draft)
    assert [str(sentence) for sentence in said] == ["Cleo marks Card 017."]
    assert not table.state.cards["017"].marks
    with pytest.raises(LedgerError, match="owner or a keeper"):
        selectors.preview(
            table.people["dora"],
            table.state,
            Draft(verb="recruit", arguments={"character": "zoe"}),
        )


# Several at once ------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_members_writing_at_once_both_keep_everything() -> None:
    table, start = desk({"alice": "owner", "bob": "keeper"}), Barrier(2)
    table.type("alice", "recruit ana")
    table.type("alice", "recruit ben")
    faults: list[Exception] = []

    def write(who: str, character: str) -> None:
        try:
            start.wait()
            for name in ("One", "Two", "Three", "Four", "Five"):
                arguments = {"character": character, "name": f"{character} {name}"}
                table.write(who, Draft(verb="character", arguments=arguments))
        except Exception as fault:  # noqa: BLE001 - the assertion below shows it
            faults.append(fault)
        finally:
            connection.close()

    threads = [Thread(target=write, args=pair) for pair in (("alice", "ana"), ("bob", "ben"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    numbers = table.campaign.entries.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 13))
    names = {key: character.name for key, character in table.state.characters.items()}
    assert names == {"ana": "ana Five", "ben": "ben Five"}
    assert table.state == table.folded()


def meanwhile(table: Desk, monkeypatch: pytest.MonkeyPatch, *texts: str) -> None:
    """Let alice write these once somebody else's entry is prepared, one at each attempt."""
    waiting, prepared = list(texts), projection.changes

    def interrupted(campaign: Campaign, before: State, after: State) -> projection.Changes:
        made = prepared(campaign, before, after)
        if waiting:
            table.type("alice", waiting.pop())
        return made

    monkeypatch.setattr(projection, "changes", interrupted)


@pytest.mark.parametrize("times", [1, 3])
def test_an_entry_is_prepared_again_if_somebody_else_wrote_meanwhile(
    table: Desk, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    meanwhile(table, monkeypatch, *["point 017"] * times)
    entry = table.type("bob", "mark 017 ana")
    assert entry.number == table.campaign.sequence == 4 + times
    card = table.state.cards["017"]
    assert (card.points, len(card.marks)) == (times, 1)
    assert table.state == table.folded()


def test_a_strike_is_prepared_again_too(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(table, monkeypatch, "mark 017 ana")
    with pytest.raises(FoldError, match="Entry 4 stands in the way"):
        table.strike("bob", 3)
    assert table.state == table.folded()


def test_what_was_written_meanwhile_refuses_an_entry_that_it_rules_out(
    table: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(table, monkeypatch, "mark 017 cleo")
    with pytest.raises(LedgerError, match="is already marked"):
        table.type("bob", "mark 017 ana")
    assert [mark.character for mark in table.state.cards["017"].marks] == ["cleo"]


# The snapshot -------------------------------------------------------------------


def test_several_entries_are_folded_and_written_once(table: Desk) -> None:
    drafts = [Draft(verb="point", arguments={"card": "017"})] * 9
    with CaptureQueriesContext(connection) as few:
        ledger.write_all(table.people["bob"], drafts[:2])
    with CaptureQueriesContext(connection) as many:
        ledger.write_all(table.people["bob"], drafts)

    def updates(seen: CaptureQueriesContext) -> int:
        return sum(q["sql"].startswith("UPDATE") for q in seen.captured_queries)

    assert updates(few) == updates(many) == 1
    assert len(many) - len(few) == 7  # a row for each entry more
    assert table.state == table.folded()


@pytest.mark.parametrize(
    "worn",
    [
        {"snapshot": ""},
        {"snapshot": "[]"},
        {"snapshot": '{"form": 0, "state": {}}'},
        {"snapshot": '{"form": 1, "state": {"fetched": {}}}'},
        {"snapshot_sequence": 2},
    ],
    ids=["empty", "no snapshot", "another release", "unknown key", "stale"],
)
def test_a_snapshot_that_cannot_be_trusted_is_folded_again(
    table: Desk, worn: dict[str, Any]
) -> None:
    Campaign.objects.filter(pk=table.campaign.pk).update(**worn)
    assert table.state == table.folded()
    table.type("bob", "mark 017 ana")
    assert differences(table) == []


def differences(table: Desk) -> list[str]:
    """What is stored otherwise than the ledger says."""
    return projection.differences(table.campaign, table.folded())


def test_a_rebuild_names_and_mends_what_is_not_equal(table: Desk) -> None:
    table.type("bob", "mark 017 ana")
    models.Card.objects.update(points=7)
    models.CardMark.objects.update(character="cleo")
    models.Character.objects.filter(key="cleo").delete()
    Campaign.objects.update(snapshot=codec.dump(new_campaign(table.state.campaign)), game=3)
    said = StringIO()
    call_command("rebuild_campaign", stdout=said)
    assert "4 entries, rebuilt: Campaign, snapshot, Character, Card" in said.getvalue()
    assert differences(table) == []
    call_command("rebuild_campaign", stdout=said)
    assert said.getvalue().endswith("4 entries, all equal\n")


# Any ledger ---------------------------------------------------------------------


@pytest.mark.django_db
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps)
def test_whatever_is_typed_the_rows_equal_the_ledger(wanted: list[Draft | int]) -> None:
    rows_equal_the_ledger(wanted)


@pytest.mark.prove
@pytest.mark.django_db
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps)
def test_whatever_else_is_typed_the_rows_equal_the_ledger(wanted: list[Draft | int]) -> None:
    rows_equal_the_ledger(wanted)


def rows_equal_the_ledger(wanted: list[Draft | int]) -> None:
    with transaction.atomic():
        table = desk()
        for step in (*BEGINNING, *wanted):
            _try(table, step)
            assert table.state == table.folded()
            assert differences(table) == []
        assert ledger.rebuild(table.campaign) == []
        assert list(table.state.cards) == list(table.folded().cards)
        brought = imported(table)
        assert brought.state == table.state
        assert differences(brought) == []
        transaction.set_rollback(True)


def imported(table: Desk) -> Desk:
    """The campaign once more, out of its own file."""
    file = BytesIO()
    export_campaign(table.campaign, file)
    file.seek(0)
    person = Person(account=UserFactory.create())
    return Desk({"alice": import_campaign(person, read_archive(file), member="alice")})


def _try(table: Desk, step: Draft | int) -> None:
    before = table.state
    try:
        if isinstance(step, Draft):
            table.write("alice", step)
        else:
            table.strike("alice", step)
    except LedgerError:
        assert table.state == before
