"""An evening through the pages: table and result, walk-throughs, photos, files, the demo."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Device
from accounts.throttle.openings import TABLES
from campaign.models import Campaign
from campaign.views import games
from companion.models import Table
from tests.campaign.browser import Pages, text
from tests.campaign.desk import desk
from tests.campaign.factories import UserFactory, picture
from tests.campaign.taking import filled
from tests.campaign.test_tables import played

pytestmark = pytest.mark.django_db


# The table ------------------------------------------------------------------


def test_the_running_game_opens_one_table(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ben ana")
    first = pages.post("alice", "open-table", 1, title="Friday")
    again = pages.post("bob", "open-table", 1, title="Another")
    assert first.status_code == 302
    assert first.headers["Location"] == again.headers["Location"]
    shown = pages.client("alice").get(first.headers["Location"]).content.decode()
    assert "Friday" in shown
    assert "Ana" in shown
    assert pages.url("game", 1) in shown
    assert pages.url("drawer") in shown
    assert pages.url("to-table", 1) in text(pages.get("alice", "drawer"))


def test_a_campaigns_tables_count_like_all_others(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = replace(TABLES, strangers=replace(TABLES.strangers, most=2))
    monkeypatch.setattr(games, "TABLES", few)
    assert pages.post("alice", "open-table", 1).status_code == 302, "there is no game"
    pages.desk.type("alice", "start 1 ben ana")
    for _ in range(2):
        assert pages.post("alice", "open-table", 1).status_code == 302, "it is the same table"
    pages.desk.type("alice", "strike last")
    assert pages.post("alice", "open-table", 99).status_code == 302, "another one, though not there"
    pages.desk.type("alice", "strike last")
    assert pages.post("alice", "open-table", 1).status_code == 429
    assert Table.objects.count() == 2


def test_a_table_is_offered_under_a_title_that_says_whose_game_it_is(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ben ana")
    for page in (pages.get("alice", "game", 1), pages.get("alice", "steps", "setup")):
        assert 'value="The long year, game 1"' in text(page)


def test_a_result_waits_for_the_end_of_the_game(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ben ana")
    pages.post("alice", "open-table", 1, title="Friday")
    assert "Take over its result" not in text(pages.get("alice", "game", 1))
    shown = text(pages.get("alice", "result", 1))
    assert "Table and ledger agree." in shown
    assert "The game is over" not in shown
    sent = {**filled(shown), "take": ["finish"]}
    assert pages.post("alice", "result", 1, **sent).status_code == 302
    assert pages.desk.state.running is not None


def offered(page: str, words: str) -> str:
    """The entry behind the button with these words, as it is posted."""
    found = re.search(rf'name="draft" value="([^"]*)">(?:(?!</button>).)*?{words}', page, re.S)
    assert found, words
    return unescape(found[1])


# Walk-throughs --------------------------------------------------------------


def test_the_walk_throughs_know_what_the_ledger_knows(pages: Pages) -> None:
    setup = text(pages.get("carol", "steps", "setup"))
    assert "Setup of game 1" in setup
    pages.desk.type("alice", "start 1 ana ben")
    pages.desk.type("alice", "finish ana 0 ben 12")
    after = text(pages.get("alice", "steps", "cleanup"))
    assert "After game 1" in after
    assert "Employee of the Month: Ben" in after
    assert pages.url("press") not in text(pages.get("carol", "steps", "cleanup"))
    dance = pages.url("steps", "setup").replace("setup", "dance")
    assert pages.client("alice").get(dance).status_code == 404


def test_what_a_step_offers_is_written_by_one_press_and_once(pages: Pages) -> None:
    for line in ("start 1 ana ben", "contract 031 group", "contract 031 done ana"):
        pages.desk.type("alice", line)
    pages.desk.type("alice", "finish ana 0 ben 12")
    after = text(pages.get("alice", "steps", "cleanup"))
    assert "Destroy a card: Card 031" in after
    pressed = offered(after, "Destroy a card: Card 031")
    for who in ("alice", "dora"):
        assert pages.post(who, "press", draft=pressed).status_code == 302
    assert pages.desk.campaign.entries.filter(verb="destroy").count() == 1
    assert "That is written already." in text(pages.get("dora", "home"))
    assert pages.desk.state.cards["031"].destroyed
    assert "Destroy a card" not in text(pages.get("alice", "steps", "cleanup"))


def test_each_of_two_checkmarks_says_which_of_them_it_is() -> None:
    """Both have to be pressed; nobody pressed the second who saw two buttons with the same words."""
    pages = Pages(desk(kind="legacy1"))
    for line in ("recruit ana", "recruit ben", "start 1 ana ben", "finish ana 12 ben 7"):
        pages.desk.type("alice", line)
    both = reviews(pages)
    assert both == [
        "Tick a track: Checkmarks of Grudging Approval, Ana (1 of 2)",
        "Tick a track: Checkmarks of Grudging Approval, Ana (2 of 2)",
        "Tick a track: Checkmarks of Grudging Approval, Ben",
    ]
    shown = text(pages.get("alice", "steps", "cleanup"))
    pages.post("alice", "press", draft=offered(shown, r"Ana \(1 of 2\)"))
    assert reviews(pages) == both[1:]


def reviews(pages: Pages) -> list[str]:
    """What the buttons of the Employee Reviews say."""
    own = text(pages.get("alice", "steps", "cleanup")).split('id="step-reviews"')[1]
    buttons = re.findall(r'name="draft".*?</svg>(.*?)</button>', own.split('id="step-')[0], re.S)
    return [unescape(words).strip() for words in buttons]


def test_who_presses_a_step_comes_back_to_it(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ana ben")
    report = text(pages.get("alice", "steps", "cleanup")).split('id="step-mission_report"')[1]
    assert f"next={pages.url('steps', 'cleanup')}%23step-mission_report" in report
    pages.desk.type("alice", "finish ana 0 ben 12")
    shown = text(pages.get("alice", "steps", "cleanup"))
    for step, words in (("employee", "Employee of the Month: Ben"), ("pack", "Pack away")):
        back = f"{pages.url('steps', 'cleanup')}#step-{step}"
        own = shown.split(f'id="step-{step}"')[1]
        assert f'name="next" value="{back}"' in own
        reply = pages.post("alice", "press", draft=offered(own, words), next=back)
        assert reply.headers["Location"] == back
    assert pages.desk.state.packed


def ticked(page: str, step: str) -> bool:
    return bool(re.search(rf'<li class="panel done" id="step-{step}">', page))


def test_what_only_the_group_can_tell_is_done_by_its_own_tick_alone(pages: Pages) -> None:
    """Reading the Prologue must not tick the Epilogue off, and a group skip a passage."""
    pages.desk.type("alice", "start 1 ana ben prologue 112")
    for line in ("read 112", "employee ana", "destroy 032", "read 150 ana"):
        pages.desk.type("alice", line)
    after = text(pages.get("alice", "steps", "cleanup"))
    for step in ("epilogue", "employee", "flipped_contracts", "pack"):
        assert not ticked(after, step), step
    assert "Alice" not in after.split('id="step-epilogue"')[1].split("</li>")[0]
    setup = text(pages.get("alice", "steps", "setup"))
    assert ticked(setup, "prologue")
    sent = {"game": "1", "step": "epilogue", "done": "yes"}
    assert pages.post("dora", "tick", "cleanup", **sent).status_code == 302
    assert ticked(text(pages.get("alice", "steps", "cleanup")), "epilogue")


def test_who_read_the_epilogue_is_not_who_read_something_else(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ana ben prologue 112 epilogue 113")
    pages.desk.type("dora", "read 113")
    pages.desk.type("alice", "read 150")
    after = text(pages.get("alice", "steps", "cleanup"))
    own = after.split('id="step-epilogue"')[1].split("</li>")[0]
    assert "Dora" in own
    assert "Alice" not in own


def test_what_is_pressed_after_packing_away_stays_with_its_game(pages: Pages) -> None:
    for line in ("start 1 ana ben", "contract 032 group", "contract 032 done ana"):
        pages.desk.type("alice", line)
    pages.desk.type("alice", "finish ana 7 ben 12")
    before = text(pages.get("alice", "steps", "cleanup"))
    assert "Still open: Ben won game 1 but is not Employee of the Month." in before
    pages.post("alice", "press", draft=offered(before, "Pack away"))
    after = text(pages.get("alice", "steps", "cleanup"))
    for words in ("Employee of the Month: Ben", "Destroy a card: Card 032"):
        pages.post("alice", "press", draft=offered(after, words))
    written = pages.desk.campaign.entries.filter(verb__in=["employee", "destroy"])
    assert [entry.game for entry in written] == [1, 1]
    pages.desk.type("alice", "start 2 ana ben")
    after = text(pages.get("alice", "steps", "cleanup"))
    assert not ticked(after, "employee")
    assert not ticked(after, "flipped_contracts")


def test_what_is_typed_after_packing_away_is_for_the_game_that_asks_for_it(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ana ben")
    pages.desk.type("alice", "finish ana 7 ben 12")
    pages.desk.type("alice", "pack")
    assert "This is for game 1." in text(pages.get("alice", "line", line="employee ben"))
    assert pages.desk.type("alice", "employee ben").game == 1
    assert pages.desk.type("alice", "fetch 061").game == 2


def test_a_form_that_a_link_cannot_fill_in_shows_no_fault_yet(pages: Pages) -> None:
    shown = pages.get("alice", "write", "character", character="ana")
    assert shown.status_code == 200
    assert "This is what will be written" not in text(shown)
    assert not re.search(r'role="alert"(?! hidden)', text(shown))


@pytest.mark.parametrize(("verb", "field"), [("contract", "kind"), ("tick", "character")])
def test_a_field_that_cannot_be_left_empty_is_not_called_optional(
    pages: Pages, verb: str, field: str
) -> None:
    shown = text(pages.get("dora", "write", verb))
    label = re.search(rf'<label for="id_a-{field}">(.*?)</label>', shown, re.S)
    assert label
    assert "optional" not in label[1]
    assert re.search(rf'<select name="a-{field}"[^>]* required', shown)
    sent = {"a-card": "044", "a-track": "checkmarks"}
    refused = pages.post("dora", "write", verb, **sent)
    assert refused.status_code == 422
    assert f'id="id_a-{field}_error"' in text(refused)


def test_marks_of_a_newcomer_are_counted_against_those_who_play(pages: Pages) -> None:
    for line in ("recruit cleo", "recruit dov", "fetch 017 blue", "fetch 018 blue", "mark 017 ana"):
        pages.desk.type("alice", line)
    for game in (1, 2):
        pages.desk.type("alice", f"start {game} ana ben dov")
        pages.desk.type("alice", "finish ana 5 ben 6 dov 7")
    pages.desk.type("alice", "mark 018 ben")
    everybody = text(pages.get("carol", "joining", "cleo"))
    assert "Cover marks" not in everybody
    some = text(pages.get("carol", "joining", "cleo", player="ana"))
    for told in (
        "Take the contracts they name from the tuckbox",
        "mark a random blue one",
        "keeps back up to half",
        "Cover marks of Ana with your own: 1.",
        "Shuffle the cards that were set aside",
    ):
        assert told in some
    assert "Cover marks of Ben" not in some


def test_a_result_is_shown_then_taken_over_and_once_only(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ana ben")
    pages.post("alice", "open-table", 1, title="Friday")
    played(Table.objects.get(), Device.objects.get())
    assert pages.url("result", 1) in text(pages.get("alice", "game", 1))
    shown = text(pages.get("alice", "result", 1))
    assert pages.desk.state.running is not None
    sent = filled(shown)
    assert sent["take"] == ["finish"]
    assert pages.post("alice", "result", 1, **{**sent, "sequence": "0"}).status_code == 409
    assert pages.post("alice", "result", 1, **{**sent, "ledger": "0"}).status_code == 409
    assert pages.desk.state.running is not None
    for _each in range(2):
        assert pages.post("alice", "result", 1, **sent).status_code == 302
    finished = pages.desk.campaign.entries.filter(verb="finish")
    assert finished.count() == 1
    assert pages.desk.state.games["1"].finished
    assert pages.url("steps", "cleanup") in text(pages.get("alice", "game", 1))
    assert "Take over its result" not in text(pages.get("alice", "game", 1))
    kept = pages.get("carol", "record", 1)
    assert kept.status_code == 200
    assert "dragonbag-table" in text(kept)


def test_the_steps_after_a_game_begin_with_what_its_table_says(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ana ben")
    pages.post("alice", "open-table", 1, title="Friday")
    played(Table.objects.get(), Device.objects.get())
    before = text(pages.get("alice", "steps", "cleanup")).partition('<ol class="steps')[0]
    assert f'class="button primary" href="{pages.url("result", 1)}"' in before
    assert "Take over from the table" not in text(pages.get("carol", "steps", "cleanup"))
    sent = filled(text(pages.get("alice", "result", 1)))
    reply = pages.post("alice", "result", 1, **sent)
    assert reply["Location"] == pages.url("steps", "cleanup"), "that is what comes next"
    after = text(pages.get("alice", "steps", "cleanup"))
    assert "1 entry taken over." in after
    assert "Take over from the table" not in after


def test_the_reports_of_a_house_campaign_ask_for_no_story(pages: Pages) -> None:
    assert "Prologue" in text(pages.get("carol", "reports"))
    house = Pages(desk(kind="house"))
    shown = text(house.get("alice", "reports"))
    assert "Winner" in shown
    assert "Prologue" not in shown


# Photos ---------------------------------------------------------------------


def test_photos_are_kept_from_who_has_left(pages: Pages) -> None:
    shot = SimpleUploadedFile("x.jpg", picture(), "image/jpeg")
    assert pages.post("dora", "photos", photo=shot, about="", caption="Stairs").status_code == 302
    one = pages.desk.campaign.photos.get()
    first = pages.client("carol").get(pages.url("photo-small", one.pk))
    assert b"".join(first) != b""
    assert "no-cache" in first.headers["Cache-Control"]
    known = {"If-None-Match": first.headers["ETag"]}
    again = pages.client("carol").get(pages.url("photo-small", one.pk), headers=known)
    assert again.status_code == 304
    pages.post("carol", "leave")
    gone = pages.client("carol").get(pages.url("photo-small", one.pk), headers=known)
    assert gone.status_code == 404


def test_a_sticker_has_its_photo(pages: Pages) -> None:
    pages.desk.type("alice", "sticker B2 ana note Shiny")
    (sticker,) = pages.desk.state.stickers.values()
    assert "B2: Ana" in text(pages.get("alice", "photos"))
    shot = SimpleUploadedFile("x.jpg", picture(), "image/jpeg")
    sent = pages.post("dora", "photos", photo=shot, about=f"sticker:{sticker.key}", caption="")
    assert sent.status_code == 302
    shown = pages.url("photo", pages.desk.campaign.photos.get().pk)
    assert shown in text(pages.get("carol", "pieces"))


@pytest.mark.parametrize("content", [b"GIF89a not a picture", picture("GIF"), b"<svg onload=x>"])
def test_what_is_no_photo_is_refused_in_words(pages: Pages, content: bytes) -> None:
    sent = SimpleUploadedFile("x.jpg", content, "image/jpeg")
    reply = pages.post("alice", "photos", photo=sent, about="", caption="")
    assert reply.status_code == 422
    assert "not a picture that can be read" in text(reply)
    assert not pages.desk.campaign.photos.exists()


# Files ----------------------------------------------------------------------


def test_a_campaign_is_exported_looked_at_and_imported(pages: Pages) -> None:
    content = b"".join(pages.client("alice").get(pages.url("export")))
    client = pages.client("dora")
    sent = SimpleUploadedFile("x.zip", content, "application/zip")
    made = client.post(reverse("campaign:import"), {"file": sent})
    assert made.status_code == 302
    preview = made.headers["Location"]
    assert "The long year" in client.get(preview).content.decode()
    assert Campaign.objects.count() == 1
    assert client.post(preview, {}).status_code == 422
    assert client.post(preview, {"member": "dora"}).status_code == 302
    assert Campaign.objects.count() == 2
    # The file is gone, so pressing again creates no second campaign.
    assert client.post(preview, {"member": "dora"}).status_code == 302
    assert Campaign.objects.count() == 2


@pytest.mark.parametrize("content", [b"x", b"PK\x05\x06" + b"\x00" * 18])
def test_a_file_that_is_none_is_refused_in_words(pages: Pages, content: bytes) -> None:
    sent = SimpleUploadedFile("x.zip", content, "application/zip")
    reply = pages.client("alice").post(reverse("campaign:import"), {"file": sent})
    assert reply.status_code == 422
    assert 'class="error"' in reply.content.decode()


# Names ----------------------------------------------------------------------


def test_names_are_text_wherever_they_stand(pages: Pages) -> None:
    evil = '<svg/onload="alert(1)">'
    for line in (f"recruit eve name '{evil}'", f"fetch 017 blue {evil}", f"note {evil}"):
        pages.desk.type("alice", line)
    for page in ("home", "characters", "cards", "ledger", "reports", "photos", "members"):
        assert "<svg/onload" not in text(pages.get("carol", page)), page


# The demo -------------------------------------------------------------------


def test_the_demo_is_loaded_once_and_its_people_come_in(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("load_demo_campaign")
    told = capsys.readouterr().out
    call_command("load_demo_campaign")
    assert "already there" in capsys.readouterr().out
    one = Campaign.objects.get()
    assert one.game == 5
    about = sorted(one.photos.values_list("about", flat=True))
    faces = [f"character:{each}" for each in ("brim", "odo", "pella", "tally")]
    assert about == [*faces, "game:5", "map"]
    for name, role in (("alice", "owner"), ("bob", "keeper"), ("carol", "player")):
        (password,) = re.findall(rf"^  {name} +(\w+)$", told, re.M)
        client = Client()
        assert client.login(username=name, password=password)
        assert client.get(reverse("campaign:home", args=[one.pk])).status_code == 200
        assert one.members.get(key=name).role == role


def test_the_demo_takes_no_login_name_that_somebody_has() -> None:
    UserFactory.create(username="alice")
    call_command("load_demo_campaign")
    owner = Campaign.objects.get().members.get(key="alice").account
    assert owner is not None
    assert owner.username == "alice2"


def test_a_caption_holds_no_sign_that_turns_the_page(pages: Pages) -> None:
    sent = SimpleUploadedFile("x.jpg", picture(), "image/jpeg")
    reply = pages.post("alice", "photos", photo=sent, about="", caption="Sta\u202eirs")
    assert reply.status_code == 422
    assert "Write ordinary characters" in text(reply)
    assert not pages.desk.campaign.photos.exists()
