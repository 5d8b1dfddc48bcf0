"""The way through an evening by its pages: begin, steps ticked, open tasks, catching up."""

import re

import pytest

from campaign.models import StepTick
from campaign.rules.tasks import open_tasks
from tests.campaign.browser import Pages, text
from tests.campaign.desk import desk
from tests.campaign.test_evening_pages import offered

pytestmark = pytest.mark.django_db

BEGIN = {"begin-players": ["ana", "ben"], "begin-date": "2026-11-28"}


def test_begin_asks_who_is_here_and_what_the_reports_say_and_nothing_else(pages: Pages) -> None:
    shown = text(pages.get("alice", "steps", "setup"))
    asked = set(re.findall(r'name="begin-(\w+)"', shown))
    assert asked == {"players", "date", "side", "prologue", "epilogue"}
    assert pages.url("begin") not in text(pages.get("carol", "steps", "setup"))


def test_a_campaign_without_characters_cannot_begin_a_game_yet() -> None:
    empty = Pages(desk())
    assert empty.url("begin") not in text(empty.get("alice", "steps", "setup"))
    empty.desk.type("alice", "recruit ana")
    assert empty.url("begin") in text(empty.get("alice", "steps", "setup"))


def test_a_player_begins_the_game_and_everything_counts_for_it(pages: Pages) -> None:
    sent = {**BEGIN, "begin-side": "A", "begin-prologue": "7"}
    for who in ("dora", "alice"):  # two begin at once: the game begins once
        assert pages.post(who, "begin", **sent).status_code == 302
    game = pages.desk.state.running
    assert game is not None
    assert (game.number, game.players, game.side, game.prologue) == (1, ("ana", "ben"), "A", "7")
    assert game.date == "2026-11-28"
    assert pages.desk.campaign.entries.filter(verb="start").count() == 1
    shown = text(pages.get("dora", "steps", "setup"))
    assert "Passage 7." in shown
    assert "dragon marker on space" in shown
    assert "Open the table" in shown


def test_begin_with_a_fault_says_it_and_writes_nothing(pages: Pages) -> None:
    before = pages.desk.campaign.sequence
    faults: list[dict[str, object]] = [
        {"begin-players": []},
        {"begin-date": "soon"},
        {"begin-players": ["ana"]},
    ]
    for wrong in faults:
        reply = pages.post("alice", "begin", **{**BEGIN, **wrong})
        assert reply.status_code == 422
        assert re.search(r'class="(?:notice )?error"', text(reply))
    assert pages.desk.campaign.sequence == before


def test_who_begins_is_one_press_at_its_own_step(pages: Pages) -> None:
    pages.post("alice", "begin", **BEGIN)
    pressed = offered(text(pages.get("alice", "steps", "setup")), "Ben begins")
    pages.post("alice", "press", draft=pressed)
    assert pages.desk.state.running is not None
    assert pages.desk.state.running.players == ("ben", "ana")


def test_hand_work_is_ticked_by_whom_on_every_device_and_once(pages: Pages) -> None:
    before = {"step": "prologue_setup", "game": "1", "done": "yes"}
    pages.post("dora", "tick", "setup", **before)
    pages.post("alice", "begin", **BEGIN)
    for who in ("bob", "alice"):
        pages.post(who, "tick", "setup", step="dragon_bag", game="1", done="yes")
    assert StepTick.objects.filter(step="dragon_bag").count() == 1
    seen = text(pages.get("carol", "steps", "setup"))
    assert re.search(r'class="panel done" id="step-prologue_setup"', seen)
    assert re.search(r'id="step-dragon_bag".*?Bob', seen, re.S)
    pages.post("alice", "tick", "setup", step="dragon_bag", game="1", done="no")
    assert not StepTick.objects.filter(step="dragon_bag").exists()
    assert pages.post("alice", "tick", "setup", step="dance", game="1").status_code == 404


def test_what_is_open_stays_on_home_and_begin_names_it(pages: Pages) -> None:
    """C5."""
    for line in ("start 1 ana ben", "finish ana 0 ben 12", "pack"):
        pages.desk.type("alice", line)
    left = "Ana scored 0 in game 1 and has no memorial yet."
    assert left in text(pages.get("carol", "home"))
    assert left in text(pages.get("alice", "steps", "setup"))
    pages.post("alice", "begin", **BEGIN)
    home = text(pages.get("alice", "home"))
    assert "Ben won game 1 but is not Employee of the Month." in home
    pages.post("alice", "press", draft=offered(home, "Employee of the Month: Ben"))
    assert pages.desk.state.employee == "ben"
    assert pages.desk.campaign.entries.get(verb="employee").game == 1

    link = re.search(r'href="([^"]+/write/memorial/[^"]+)"', home)
    assert link
    form = pages.client("alice").get(link[1].replace("&amp;", "&")).content.decode()
    assert "This is for game 1." in form
    sent = {"sure": "yes", "late": "1", "a-space": "7", "a-character": "ana"}
    assert pages.post("alice", "write", "memorial", **sent).status_code == 302
    assert not open_tasks(pages.desk.state)
    assert "Still open" not in text(pages.get("alice", "home"))


def test_a_task_is_waived_by_owner_or_keeper_only(pages: Pages) -> None:
    for line in ("start 1 ana ben", "finish ana 0 ben 12"):
        pages.desk.type("alice", line)
    home = text(pages.get("alice", "home"))
    waived = offered(home, "Waive")
    assert ">Waive<" not in text(pages.get("dora", "home"))
    pages.post("dora", "press", draft=waived)
    assert len(open_tasks(pages.desk.state)) == 2
    pages.post("alice", "press", draft=waived)
    assert len(open_tasks(pages.desk.state)) == 1


def test_only_what_is_offered_can_be_pressed(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ana ben")
    before = pages.desk.campaign.sequence
    for draft in (
        '{"verb": "note", "arguments": {"text": "x"}, "game": null}',
        '{"verb": "employee", "arguments": {"character": "ana"}, "game": null}',
        '{"verb": "frobnicate", "arguments": {}, "game": null}',
    ):
        assert pages.post("alice", "press", draft=draft).status_code == 302
    for draft in ("", "[]", "{", '{"verb": 1, "arguments": {}, "game": null}', "x" * 3000):
        assert pages.post("alice", "press", draft=draft).status_code == 404
    assert pages.desk.campaign.sequence == before


def test_between_two_games_a_contract_asks_for_which_it_is(pages: Pages) -> None:
    for line in ("start 1 ana ben", "finish ana 3 ben 12"):
        pages.desk.type("alice", line)
    seen = text(pages.get("alice", "line", line="contract 140 group"))
    assert "For game 2?" in seen
    assert "For game 2?" not in text(pages.get("alice", "line", line="read 5"))
    form = text(pages.get("alice", "write", "milestone", label="M1", character="ana"))
    assert "For game 2?" in form

    pages.post("alice", "line", line="contract 140 group", coming="yes")

    assert pages.desk.state.packed
    assert pages.desk.state.contracts["140"].fetched_in == 2
    assert "For game 2?" not in text(pages.get("alice", "line", line="contract 141 group"))
    sent = {"sure": "coming", "a-label": "M1", "a-character": "ana"}
    pages.post("alice", "write", "milestone", **sent)
    assert pages.desk.state.characters["ana"].milestones[0].game == 2


def cleo_comes_to_the_third_game(pages: Pages) -> None:
    for line in ("recruit cleo", "mark 017 ana", "mark 018 ben", "mark 019 ana", "mark 020 ben"):
        pages.desk.type("alice", line)
    for game in (1, 2):
        pages.desk.type("alice", f"start {game} ana ben")
        pages.desk.type("alice", "milestone mark ana")
        pages.desk.type("alice", "milestone mark ben")
        pages.desk.type("alice", "finish ana 5 ben 6")
    pages.desk.type("alice", "pack")
    pages.post("alice", "begin", **{**BEGIN, "begin-players": ["ana", "ben", "cleo"]})


def test_catching_up_is_a_plan_made_once_with_its_buttons(pages: Pages) -> None:
    """C2."""
    cleo_comes_to_the_third_game(pages)
    assert pages.url("joining", "cleo") in text(pages.get("alice", "steps", "setup"))
    assert "Keep this plan" not in text(pages.get("carol", "joining", "cleo"))
    for _each in range(2):
        assert pages.post("alice", "joining", "cleo").status_code == 302
    assert pages.desk.campaign.entries.filter(verb="joining").count() == 1

    shown = text(pages.get("dora", "joining", "cleo"))
    for _each in range(2):
        pages.post("dora", "press", draft=offered(shown, "Milestone: Cleo"))
    link = re.search(r'href="([^"]+/write/mark/[^"]+over=ana[^"]*)"', shown)
    assert link
    pages.desk.type("alice", "mark 017 cleo over ana")
    plan = pages.desk.state.joining["cleo"]
    assert (plan.left("milestones"), plan.left("covers/ana"), plan.left("covers/ben")) == (0, 0, 1)
    pages.post("dora", "tick", "joining-cleo", step="prologues", game="3", done="yes")
    shown = text(pages.get("carol", "joining", "cleo"))
    assert "Cover marks of Ana with your own: 1." in shown
    assert re.search(r'class="panel done" id="step-covers/ana"', shown)
    assert re.search(r'class="panel done" id="step-prologues"', shown)


def test_a_plan_carried_out_tonight_stays_and_no_other_is_offered(pages: Pages) -> None:
    cleo_comes_to_the_third_game(pages)
    pages.post("alice", "joining", "cleo")
    for line in ("milestone mark cleo",) * 2 + ("mark 017 cleo over ana", "mark 018 cleo over ben"):
        pages.desk.type("alice", line)
    assert pages.desk.state.joining["cleo"].finished
    shown = text(pages.get("alice", "joining", "cleo"))
    assert "Keep this plan" not in shown
    assert re.search(r'class="panel done" id="step-covers/ben"', shown)


def test_packing_leads_on_to_the_next_game(pages: Pages) -> None:
    for line in ("start 1 ana ben", "finish ana 3 ben 12"):
        pages.desk.type("alice", line)
    after = text(pages.get("dora", "steps", "cleanup"))
    pages.post("dora", "press", draft=offered(after, "Pack away"))
    assert pages.desk.state.tonight == 2
    assert "To the next game" in text(pages.get("dora", "steps", "cleanup"))
    assert "Begin game 2" in text(pages.get("dora", "steps", "setup"))


def test_as_of_reaches_the_game_that_is_over_once_it_is_packed(pages: Pages) -> None:
    for line in ("start 1 ana ben", "finish ana 3 ben 12", "pack", "fetch 061 blue Axe"):
        pages.desk.type("alice", line)
    assert "Axe" in text(pages.get("carol", "cards"))
    assert "Axe" not in text(pages.get("carol", "cards", **{"as-of": "1"}))


def test_home_says_in_one_sentence_which_game_of_how_many_is_played(pages: Pages) -> None:
    pages.post("alice", "begin", **BEGIN)
    assert "Game 1 of 12 is being played" in text(pages.get("carol", "home"))


def test_the_ledger_says_the_date_in_the_language_of_its_reader(pages: Pages) -> None:
    pages.post("alice", "begin", **BEGIN)
    assert "Date: 28 November 2026." in text(pages.get("alice", "ledger"))
    pages.client("alice").cookies.load({"django_language": "de"})
    assert "28. November 2026." in text(pages.get("alice", "ledger"))


def test_correcting_begins_with_the_scores_of_the_last_game(pages: Pages) -> None:
    for line in ("start 1 ana ben", "finish ana 7 ben 12", "pack", "start 2 ana ben", "abandon"):
        pages.desk.type("alice", line)
    shown = text(pages.get("alice", "write", "correct"))
    asked = [
        each
        for each in re.findall(r"<input[^>]*>", shown)
        if "a-game" in each or "a-scores" in each
    ]
    values = [re.findall(r'value="([^"]*)"', each)[0] for each in asked]
    assert values == ["1", "7", "12"]
