"""The page of taking over: what it lists, what it asks, what a tap too many does."""

import pytest

from accounts.models import Device
from campaign.rules.entries import standing
from campaign.selectors.ledger import entries_of
from companion.models import Table
from tests.campaign.browser import Pages, text
from tests.campaign.taking import filled
from tests.campaign.test_tables import tap

pytestmark = pytest.mark.django_db


class AtTable:
    """A running game whose table carries contract 031."""

    def __init__(self, pages: Pages) -> None:
        self.pages, self.taps = pages, 0
        pages.desk.type("alice", "start 1 ana ben")
        pages.desk.type("alice", "contract 031 group boxes 3 name Lanterns")
        pages.post("alice", "open-table", 1, title="Friday")
        self.table, self.device = Table.objects.get(), Device.objects.get()

    def tap(self, do: str, **fields: object) -> None:
        self.taps += 1
        tap(self.table, self.device, self.taps, {"do": do, **fields})

    def tick(self, seat: int = 0) -> None:
        self.tap("contract_tick", contract="031", seat=seat)

    def shown(self, who: str = "dora") -> str:
        return text(self.pages.get(who, "result", 1))

    def press(self, page: str, who: str = "dora", **more: str) -> int:
        sent = {**filled(page), **more}
        return self.pages.post(who, "result", 1, **sent).status_code

    def entries(self) -> int:
        return len(standing(entries_of(self.pages.desk.campaign)))


@pytest.fixture
def evening(pages: Pages) -> AtTable:
    return AtTable(pages)


def test_while_it_runs_the_difference_is_listed_and_written_once(evening: AtTable) -> None:
    evening.tick()
    evening.tick()
    evening.tick(1)
    page = evening.shown()
    assert "Ana ticks a box of Contract 031 “Lanterns”." in page
    assert "×2" in page
    assert "The table goes on; scores come once it is over." in page
    before = evening.entries()
    assert evening.press(page) == 302
    assert evening.entries() == before + 3
    assert evening.press(page) == 302, "a second tap finds table and ledger agreeing"
    assert evening.press(page, "alice") == 302
    assert evening.entries() == before + 3
    assert "Table and ledger agree." in evening.shown()
    assert evening.pages.desk.state.contracts["031"].stars == ("ben",)


def test_what_was_shown_too_long_ago_is_worked_out_again(evening: AtTable) -> None:
    evening.tick()
    page, before = evening.shown(), evening.entries()
    evening.tick(1)
    refused = evening.pages.post("dora", "result", 1, **filled(page))
    assert refused.status_code == 409
    assert "The table has changed in the meantime" in text(refused)
    assert "Ben ticks a box" in text(refused)
    assert evening.entries() == before
    assert evening.press(text(refused)) == 302
    assert evening.entries() == before + 2


def test_what_was_struck_is_listed_unticked_and_what_the_table_lost_as_a_strike(
    evening: AtTable,
) -> None:
    evening.tick()
    evening.press(evening.shown())
    evening.pages.desk.type("alice", "strike last")
    page = evening.shown()
    assert "struck by hand" in page
    assert filled(page)["take"] == []
    evening.tick(1)
    evening.press(evening.shown())
    evening.tap("contract_untick", contract="031", seat=1)
    page = evening.shown()
    assert "the table does not say it any more" in page
    assert evening.press(page) == 302
    assert evening.pages.desk.state.contracts["031"].ticked == 0


def test_a_new_contract_is_asked_about_and_bad_answers_change_nothing(evening: AtTable) -> None:
    evening.tap("contract", key="40", need=2, cubes=True, due=True)
    page, before = evening.shown(), evening.entries()
    assert 'name="deadline-040"' in page
    assert 'name="track-040"' in page
    for track, reason in (("nine", "cube track must be"), ("3", "needs 2 tonight, here 3")):
        sent = {**filled(page), "deadline-040": "1", "track-040": track}
        refused = evening.pages.post("dora", "result", 1, **sent)
        assert refused.status_code == 422
        assert reason in text(refused)
        assert f'value="{track}"' in text(refused), "what was typed is still there"
    assert evening.entries() == before
    told = {"deadline-040": "3", "track-040": "2:2,4:3", "setup-040": "yes"}
    assert evening.press(page, **told) == 302
    contract = evening.pages.desk.state.contracts["040"]
    assert (contract.deadline, contract.track, contract.has_setup) == (3, (0, 2, 0, 3), True)


def test_what_was_chosen_and_typed_outlives_what_somebody_writes_meanwhile(
    evening: AtTable,
) -> None:
    evening.tick()
    evening.tap("contract", key="40", need=2, cubes=True, due=True)
    form = filled(evening.shown())
    assert form["take"] == ["contract 040", "tick_contract 031 ana 1"]
    told = {"deadline-040": ["3"], "track-040": ["2:2,4:3"], "setup-040": ["yes"]}
    form |= told | {"take": ["contract 040"]}
    for _each in range(2):
        evening.pages.desk.type("alice", "note Meanwhile")
        evening.tick(1)
        refused = evening.pages.post("dora", "result", 1, **form)
        assert refused.status_code == 409
        form = filled(text(refused))
        assert form["take"] == ["contract 040", "tick_contract 031 ben 1"], "only what is new"
        assert told.items() <= form.items()
    assert evening.pages.post("dora", "result", 1, **form).status_code == 302
    contract = evening.pages.desk.state.contracts["040"]
    assert (contract.deadline, contract.track, contract.has_setup) == (3, (0, 2, 0, 3), True)
    assert evening.pages.desk.state.contracts["031"].ticked == 2, "not the line that was unticked"


def tied(evening: AtTable) -> None:
    for seat in (0, 1):
        evening.tap("take", seat=seat, token="artifact", value=10)
    for seat in (1, 0):
        evening.tap("status", seat=seat, status="escaped")


def test_the_winner_of_a_tie_stays_chosen_on_a_page_that_is_shown_again(evening: AtTable) -> None:
    evening.tap("contract", key="40", need=2, cubes=True, due=True)
    tied(evening)
    form = filled(evening.shown())
    assert "winner" not in form
    form |= {"winner": ["ben"], "track-040": ["nine"]}
    for track, status in (("2:2", 422), ("2:2", 409)):
        refused = evening.pages.post("dora", "result", 1, **form)
        assert refused.status_code == status
        form = filled(text(refused))
        assert form["winner"] == ["ben"]
        form |= {"track-040": [track]}
        evening.pages.desk.type("alice", "note Meanwhile")


def test_the_winner_of_a_tie_that_is_none_any_more_is_forgotten(evening: AtTable) -> None:
    tied(evening)
    form = filled(evening.shown())
    evening.tap("score", seat=0, cards=50)
    refused = evening.pages.post("dora", "result", 1, **form, winner="ben")
    assert refused.status_code == 409
    assert filled(text(refused))["take"] == ["finish"]
    assert 'class="ember"' not in text(refused), "nothing speaks against it"
    assert evening.press(text(refused)) == 302
    assert evening.pages.desk.state.games["1"].winner == "ana"


def test_a_space_that_was_all_there_was_to_say_is_kept(evening: AtTable) -> None:
    evening.tap("take", seat=0, token="artifact", value=10)
    evening.tap("status", seat=1, status="knocked_out")
    evening.tap("status", seat=0, status="escaped")
    evening.press(evening.shown())
    page = evening.shown()
    assert filled(page)["take"] == ["memorial ben"]
    evening.pages.desk.type("alice", "note Meanwhile")
    form = filled(page)
    for take in ([], ["memorial ben"]):
        form |= {"space-ben": ["the old mill"], "take": take}
        refused = evening.pages.post("dora", "result", 1, **form)
        assert refused.status_code == 409
        form = filled(text(refused))
        assert (form["space-ben"], form["take"]) == (["the old mill"], take)
        evening.pages.desk.type("alice", "note Meanwhile")
    again = text(evening.pages.post("dora", "result", 1, **form))
    assert evening.press(again) == 302
    assert list(evening.pages.desk.state.spaces) == ["the old mill"]


def test_a_take_over_is_undone_from_its_page(evening: AtTable) -> None:
    evening.tick()
    evening.press(evening.shown())
    page = evening.shown()
    assert "Last taken over" in page
    first = page.partition('name="first" value="')[2].partition('"')[0]
    before = evening.entries()
    for _each in range(2):
        assert evening.pages.post("dora", "result-undo", 1, first=first).status_code == 302
    assert evening.entries() == before - 1
    assert filled(evening.shown())["take"] == ["tick_contract 031 ana 1"]


def test_who_fell_is_asked_for_their_space(evening: AtTable) -> None:
    evening.tap("take", seat=0, token="artifact", value=10)
    evening.tap("status", seat=1, status="knocked_out")
    evening.tap("status", seat=0, status="escaped")
    page = evening.shown()
    assert "Ben scored 0: where were they knocked out?" in page
    assert evening.press(page, **{"space-ben": "the old mill"}) == 302
    (space,) = evening.pages.desk.state.spaces.values()
    assert (space.key, space.marks[0].character) == ("the old mill", "ben")


def test_a_guest_takes_nothing_over(evening: AtTable) -> None:
    assert evening.pages.get("carol", "result", 1).status_code == 403
    assert "/result/" not in text(evening.pages.get("carol", "game", 1))


def test_a_contract_on_an_open_table_leads_there_and_can_be_written_here_all_the_same(
    evening: AtTable,
) -> None:
    pages = evening.pages
    page = text(pages.get("dora", "contract", "031"))
    assert "It lies on tonight’s table" in page
    assert pages.url("to-table", 1) in page
    assert "Here all the same" in page
    assert pages.url("write", "done") in page.partition("Here all the same")[2]
    assert pages.url("write", "done") not in page.partition("Here all the same")[0]
    assert pages.url("write", "deadline") in page
    pages.desk.type("alice", "contract 032 group")
    evening.tick()
    pages.desk.type("alice", "contract 033 group")
    assert "tonight’s table" in text(pages.get("dora", "contract", "032")), "it followed in time"
    assert "tonight’s table" not in text(pages.get("dora", "contract", "033"))
    Table.objects.update(closed_at="2026-11-28T23:00Z")
    assert "tonight’s table" not in text(pages.get("dora", "contract", "031"))


def test_a_guest_is_led_to_the_table_and_offered_nothing_to_write(evening: AtTable) -> None:
    page = text(evening.pages.get("carol", "contract", "031"))
    assert "It lies on tonight’s table" in page
    assert "Here all the same" not in page
    assert evening.pages.url("result", 1) not in page


def test_points_that_differ_by_hand_are_told_instead_of_agreement(evening: AtTable) -> None:
    for _ in range(3):
        evening.tick()
    evening.tap("contract_back", contract="031", waits=["scoring"])
    evening.press(evening.shown())
    assert "Table and ledger agree." in evening.shown()

    evening.pages.type("alice", "contract 031 points 10")

    page = evening.shown()
    assert "Contract 031 “Lanterns” scores 10 in the ledger and 0 at the table." in page
    assert "Table and ledger agree." not in page


def test_who_escaped_and_scores_0_is_told_and_not_asked_for_a_space(evening: AtTable) -> None:
    evening.tap("status", seat=0, status="escaped")
    evening.tap("status", seat=1, status="knocked_out")
    page = evening.shown()
    assert "Ana escaped and scores 0 all the same." in page
    assert "Ana scored 0: where were they knocked out?" not in page
    assert "Ben scored 0: where were they knocked out?" in page
