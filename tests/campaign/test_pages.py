"""The pages: a year by HTTP, previews, forms, bad input, what is pressed twice, as of a game."""

import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Membership
from campaign.rules.verbs import verbs_of
from companion.models import Device, Table
from tests.campaign.browser import Pages, client_of
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import UserFactory, picture
from tests.campaign.test_tables import played
from tests.campaign.year import PEOPLE, year

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Desk:
    made = desk({"alice": "owner", "bob": "keeper", "dora": "player", "carol": "guest"})
    for line in ("recruit ana name Ana colour red player Alice", "recruit ben player Dora"):
        made.type("alice", line)
    return made


@pytest.fixture
def pages(table: Desk) -> Pages:
    return Pages(table)


def text(reply: HttpResponse) -> str:
    return reply.content.decode()


# A year ---------------------------------------------------------------------


def test_a_year_through_the_line_is_the_year_at_the_service() -> None:
    typed, sent = desk(PEOPLE), Pages(desk(PEOPLE))
    for each in year():
        before = sent.desk.campaign.sequence
        status = sent.type(each.who, each.line)
        assert status in ((403, 422) if each.refused else (302,)), each
        assert (sent.desk.campaign.sequence > before) is not each.refused
        if not each.refused:
            typed.type(each.who, each.line)
    assert _without_ids(sent.desk) == _without_ids(typed)
    assert sent.desk.state == sent.desk.folded()


def _without_ids(table: Desk) -> list[tuple[object, ...]]:
    rows = table.campaign.entries.order_by("number")
    return list(rows.values_list("number", "verb", "arguments", "game", "member"))


# The line -------------------------------------------------------------------


def test_a_line_is_previewed_before_it_is_stored(pages: Pages) -> None:
    before = pages.desk.campaign.sequence
    shown = text(pages.get("alice", "line", line="fetch 017 blue “Frost Giant”"))
    assert "Frost Giant" in shown
    assert "Write it" in shown
    assert pages.desk.campaign.sequence == before


def test_htmx_gets_the_preview_alone(pages: Pages) -> None:
    url = pages.url("line")
    reply = pages.client("alice").get(url, {"line": "mile"}, headers={"HX-Request": "true"})
    shown = reply.content.decode()
    assert shown.lstrip().startswith('<div id="preview"')
    assert 'value="milestone "' in shown
    assert reply.headers["Vary"].count("HX-Request") == 1


@pytest.mark.parametrize(
    ("typed", "explained"),
    [
        ("m 017 ana", "can mean"),
        ("frobnicate 017", "is no verb"),
        ("mark 017 zoe", "There is no character called zoe"),
        ("fetch", "Something is missing"),
        ("mark 099 ana", "No card called"),
    ],
)
def test_a_line_that_cannot_be_written_is_explained(
    pages: Pages, typed: str, explained: str
) -> None:
    before = pages.desk.campaign.sequence
    seen = pages.get("alice", "line", line=typed)
    assert explained in text(seen)
    assert "data-confirm" not in text(seen)
    sent = pages.post("alice", "line", line=typed)
    assert sent.status_code == 422
    assert explained in text(sent)
    assert pages.desk.campaign.sequence == before


def test_german_words_are_understood(pages: Pages) -> None:
    assert pages.type("alice", "beginne 1 ana ben am 2026-01-02") == 302
    assert pages.type("alice", "notiz Hallo") == 302
    assert pages.desk.state.game == 1


def test_a_line_that_is_sent_twice_is_stored_once(pages: Pages) -> None:
    before, key = pages.desk.campaign.sequence, uuid4()
    for _each in range(2):
        assert pages.post("alice", "line", line="counter Beers to 3", key=key).status_code == 302
    assert pages.desk.campaign.sequence == before + 1


def test_afterwards_one_is_where_one_was_and_nowhere_else(pages: Pages) -> None:
    cards = pages.url("cards")
    there = pages.post("alice", "line", line="note a", next=cards)
    assert there.headers["Location"] == cards
    away = pages.post("alice", "line", line="note b", next="https://evil.example/")
    assert away.headers["Location"] == pages.url("home")


def test_a_guest_gets_no_line(pages: Pages) -> None:
    assert "data-line" not in text(pages.get("carol", "home"))
    assert "data-line" in text(pages.get("dora", "home"))


# Forms ----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["legacy2", "legacy1", "house"])
def test_every_verb_has_a_form(kind: str) -> None:
    pages = Pages(desk({"alice": "owner"}, kind=kind))
    menu = text(pages.get("alice", "verbs"))
    for verb in verbs_of(pages.desk.campaign.rules):
        assert pages.url("write", verb.key) in menu
        assert pages.get("alice", "write", verb.key).status_code == 200


FORMS = (
    ("recruit", {"character": "cleo", "name": "Cleo", "colour": "green"}),
    ("start", {"game": "1", "players_0": "ben", "players_1": "ana", "date": "2026-01-02"}),
    ("fetch", {"card": "17", "kind": "blue", "name": "Frost Giant"}),
    ("mark", {"card": "017", "character": "ana"}),
    ("contract", {"card": "031", "kind": "group", "deadline": "1", "track": "3:2,4:3"}),
    ("cube", {"contract": "031", "character": "ana"}),
    ("sticker", {"label": "A13", "target": "card:017"}),
    ("note", {"text": "Two\nlines", "about": "character:ana"}),
    ("done", {"contract": "031", "characters_0": "ana", "told": "on"}),
    ("finish", {"scores_0": "61", "scores_1": "72"}),
)


def test_forms_write_what_the_line_writes(pages: Pages) -> None:
    for verb, fields in FORMS:
        sent = {f"a-{name}": value for name, value in fields.items()}
        before = pages.desk.campaign.sequence
        seen = pages.post("alice", "write", verb, **sent)
        assert seen.status_code == 200, (verb, re.findall("error.*", text(seen)))
        assert 'name="sure"' in text(seen)
        assert pages.desk.campaign.sequence == before
        assert pages.post("alice", "write", verb, sure="yes", **sent).status_code == 302, verb
    state = pages.desk.state
    assert state.games["1"].players == ("ben", "ana")
    assert state.games["1"].scores == {"ben": 61, "ana": 72}
    assert state.cards["017"].marks[0].character == "ana"
    assert state.contracts["031"].track == (0, 0, 2, 3)
    assert state.contracts["031"].stars == ("ana",)
    assert [note.text for note in state.notes.values()] == ["Two\nlines"]
    assert [sticker.target for sticker in state.stickers.values()] == ["card:017"]


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("mark", {}),
        ("mark", {"card": "999", "character": "ana"}),
        ("mark", {"card": "\x00", "character": "nobody"}),
        ("start", {"game": "7", "players_0": "ana", "players_1": "ben"}),
        ("start", {"game": "one", "players_0": "ana"}),
        ("start", {"game": "1", "players_0": "ana", "players_1": "ana"}),
        ("sticker", {"label": "?", "target": "card:1"}),
        ("note", {"text": "x" * 2001}),
        ("read", {"passage": "-1"}),
    ],
)
def test_a_form_with_bad_input_changes_nothing(
    pages: Pages, verb: str, fields: dict[str, str]
) -> None:
    before = pages.desk.campaign.sequence
    sent = {f"a-{name}": value for name, value in fields.items()}
    reply = pages.post("alice", "write", verb, sure="yes", **sent)
    assert reply.status_code == 422
    assert 'class="error' in text(reply)
    assert pages.desk.campaign.sequence == before


def test_a_form_sent_twice_is_stored_once(pages: Pages) -> None:
    sent = {"sure": "yes", "key": str(uuid4()), "a-text": "Once"}
    for _each in range(2):
        assert pages.post("alice", "write", "note", **sent).status_code == 302
    assert len(pages.desk.state.notes) == 1


def test_a_player_writes_about_their_own_character_only(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ana ben")
    pages.desk.type("alice", "fetch 017 blue")
    own = {"a-card": "017", "a-character": "ben", "sure": "yes"}
    other = own | {"a-character": "ana"}
    assert pages.post("dora", "write", "mark", **other).status_code == 422
    assert pages.post("dora", "write", "mark", **own).status_code == 302


def test_a_verb_of_another_kind_of_campaign_is_not_there(pages: Pages) -> None:
    assert pages.get("alice", "write", "promote").status_code == 404
    assert pages.get("alice", "write", "nonsense").status_code == 404


# The ledger -----------------------------------------------------------------


def test_the_ledger_is_filtered(pages: Pages) -> None:
    for line in ("start 1 ana ben", "fetch 017 blue", "mark 017 ana", "counter Beers to 1"):
        pages.desk.type("alice", line)
    assert "counter" not in _entries(pages, card="17").lower()
    assert "marks Card 017" in _entries(pages, card="17")
    assert "Beers" not in _entries(pages, character="ana")
    assert "Beers" in _entries(pages, kind="counters")
    assert "Beers" not in _entries(pages, game="0")
    assert pages.get("alice", "ledger", game="none").status_code == 422


def _entries(pages: Pages, **asked: str) -> str:
    shown = text(pages.get("carol", "ledger", **asked))
    return shown.partition('class="ledger"')[2].partition("</ol>")[0]


def test_a_strike_says_what_it_restores_and_stays_visible(pages: Pages) -> None:
    for line in ("start 1 ana ben", "fetch 017 blue Bear", "point 017"):
        pages.desk.type("alice", line)
    number = pages.desk.last
    shown = text(pages.get("alice", "strike", number))
    assert "As it was before" in shown
    assert "Card 017" in shown
    assert pages.post("alice", "strike", number).status_code == 302
    assert pages.desk.state.cards["017"].points == 0
    assert 'class="struck"' in _entries(pages)
    again = pages.post("alice", "strike", number)
    assert again.status_code == 422
    assert "already struck" in text(again)


def test_a_strike_says_what_stands_in_the_way(pages: Pages) -> None:
    for line in ("start 1 ana ben", "fetch 017 blue"):
        pages.desk.type("alice", line)
    number = pages.desk.last
    pages.desk.type("alice", "mark 017 ana")
    assert "stands in the way" in text(pages.get("alice", "strike", number))
    assert pages.post("alice", "strike", number).status_code == 422
    assert pages.desk.state.cards["017"].marks


# As of a game ---------------------------------------------------------------


def test_the_registry_as_of_a_game(pages: Pages) -> None:
    for line in ("start 1 ana ben", "fetch 017 blue Bear", "finish ana 1 ben 2"):
        pages.desk.type("alice", line)
    for line in ("start 2 ana ben", "fetch 018 blue Fox", "mark 017 ana"):
        pages.desk.type("alice", line)
    then = text(pages.get("carol", "cards", **{"as-of": "1"}))
    assert "Bear" in then
    assert "Fox" not in then
    assert 'class="mark"' not in then
    assert "You look at the past" in then
    now = text(pages.get("carol", "cards"))
    assert "Fox" in now
    assert 'class="mark"' in now


@pytest.mark.parametrize("typed", ["", "-1", "99", "x", "1e9", "٣", "9" * 400])
def test_a_game_that_was_never_played_is_today(pages: Pages, typed: str) -> None:
    for page in ("cards", "map", "characters", "contracts", "reports", "pieces"):
        assert pages.get("alice", page, **{"as-of": typed}).status_code == 200


# Campaigns ------------------------------------------------------------------


def test_a_campaign_is_founded_thrown_away_and_brought_back() -> None:
    UserFactory.create(username="alice")
    client = client_of("alice")
    fields = {"name": "Ours", "kind": "house", "member": "Alice"}
    assert client.post(reverse("campaign:new"), fields).status_code == 422
    assert client.post(reverse("campaign:new"), fields | {"edition": "base"}).status_code == 302
    one = Campaign.objects.get()
    client.post(reverse("campaign:settings", args=[one.pk]), {"name": "Ours, again"})
    client.post(reverse("campaign:trash", args=[one.pk]))
    assert client.get(reverse("campaign:home", args=[one.pk])).status_code == 404
    client.post(reverse("campaign:restore", args=[one.pk]))
    assert client.get(reverse("campaign:home", args=[one.pk])).status_code == 200
    client.post(reverse("campaign:trash", args=[one.pk]))
    delete = reverse("campaign:delete", args=[one.pk])
    assert client.post(delete, {"typed": "Ours"}).status_code == 422
    assert client.post(delete, {"typed": "Ours, again"}).status_code == 302
    assert not Campaign.objects.exists()


def test_somebody_joins_by_invitation_without_an_account(pages: Pages) -> None:
    made = pages.post("alice", "invite", role="player", days="7")
    shown = pages.client("alice").get(made.headers["Location"])
    url = reverse("campaign:invitation", args=[pages.desk.campaign.invites.latest("created").token])
    assert url in shown.content.decode()
    phone = Client()
    assert "The long year" in phone.get(url).content.decode()
    assert phone.post(url, {"name": ""}).status_code == 422
    assert phone.post(url, {"name": "Alice"}).status_code == 422
    assert phone.post(url, {"name": "Erin"}).status_code == 302
    assert phone.get(pages.url("home")).status_code == 200
    assert phone.get(url).status_code == 302


def test_a_personal_link_is_claimed_by_an_account_later(pages: Pages) -> None:
    frank = _added(pages, "Frank")
    shown = text(pages.post("alice", "member-link", frank.pk))
    path = "/campaigns/member/" + shown.partition("/campaigns/member/")[2].partition('"')[0]
    phone = Client()
    assert phone.get(path).status_code == 200
    assert phone.get(pages.url("home")).status_code == 404
    assert phone.post(path).status_code == 302
    assert phone.get(pages.url("home")).status_code == 200
    UserFactory.create(username="frank")
    login = {"username": "frank", "password": "a long enough password"}
    assert phone.post(reverse("login"), login).status_code == 302
    frank.refresh_from_db()
    assert frank.account is not None
    assert client_of("frank").get(pages.url("home")).status_code == 200


def _added(pages: Pages, name: str) -> Membership:
    assert pages.post("alice", "member-add", name=name, role="player").status_code == 302
    return pages.desk.campaign.members.get(name=name)


def test_private_notes_are_for_their_writer_alone(pages: Pages) -> None:
    assert pages.post("dora", "note-write", text="The key is mine").status_code == 302
    assert "The key is mine" in text(pages.get("dora", "character", "ben"))
    for who in ("alice", "bob", "carol"):
        assert "The key is mine" not in text(pages.get(who, "character", "ben"))


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


def test_a_result_waits_for_the_end_of_the_game(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ben ana")
    pages.post("alice", "open-table", 1, title="Friday")
    assert pages.get("alice", "result", 1).status_code == 302
    assert pages.desk.state.running is not None


# Walk-throughs --------------------------------------------------------------


def test_the_walk_throughs_know_what_the_ledger_knows(pages: Pages) -> None:
    setup = text(pages.get("carol", "steps", "setup"))
    assert "Setup of game 1" in setup
    pages.desk.type("alice", "start 1 ana ben")
    pages.desk.type("alice", "finish ana 0 ben 12")
    after = text(pages.get("alice", "steps", "cleanup"))
    assert "After game 1" in after
    assert pages.url("write", "employee") in after
    assert pages.url("write", "employee") not in text(pages.get("carol", "steps", "cleanup"))
    assert pages.get("alice", "steps", "dance").status_code == 404


def test_a_result_is_shown_then_taken_over_and_once_only(pages: Pages) -> None:
    pages.desk.type("alice", "start 1 ana ben")
    pages.post("alice", "open-table", 1, title="Friday")
    played(Table.objects.get(), Device.objects.get())
    shown = text(pages.get("alice", "result", 1))
    sequence = shown.partition('name="sequence" value="')[2].partition('"')[0]
    assert pages.desk.state.running is not None
    assert pages.post("alice", "result", 1, sequence="0").status_code == 422
    assert pages.desk.state.running is not None
    for _each in range(2):
        assert pages.post("alice", "result", 1, sequence=sequence).status_code == 302
    finished = pages.desk.campaign.entries.filter(verb="finish")
    assert finished.count() == 1
    assert pages.desk.state.games["1"].finished
    kept = pages.get("carol", "record", 1)
    assert kept.status_code == 200
    assert "dragonbag-table" in text(kept)


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


@pytest.mark.parametrize("content", [b"GIF89a not a picture", picture("GIF"), b"<svg onload=x>"])
def test_what_is_no_photo_is_refused_in_words(pages: Pages, content: bytes) -> None:
    sent = SimpleUploadedFile("x.jpg", content, "image/jpeg")
    reply = pages.post("alice", "photos", photo=sent, about="", caption="")
    assert reply.status_code == 422
    assert "no picture that can be read" in text(reply)
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
    # The file is used up, so pressing again makes no second one.
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
    assert "here already" in capsys.readouterr().out
    one = Campaign.objects.get()
    assert one.game == 5
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
