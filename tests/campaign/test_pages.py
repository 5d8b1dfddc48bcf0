"""Writing through the pages: a year over HTTP, previews, forms, bad input."""

import re
from html import unescape
from uuid import uuid4

import pytest

from campaign.rules.verbs.index import verbs_of
from campaign.rules.verbs.verb import Who
from tests.campaign.browser import Pages, text
from tests.campaign.desk import Desk, desk
from tests.campaign.year import PEOPLE, year

pytestmark = pytest.mark.django_db


# A year ---------------------------------------------------------------------


@pytest.mark.prove
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
    assert "no-store" in reply.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("typed", "explained"),
    [
        ("m 017 ana", "can mean"),
        ("frobnicate 017", "No line begins with"),
        ("mark 017 zoe", "There is no character called zoe"),
        ("fetch", "Something is missing"),
        ("point 099", "No card called"),
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


def test_a_refused_line_looks_refused_and_offers_what_comes_first(pages: Pages) -> None:
    shown = text(pages.get("alice", "line", line="point 017"))
    assert "No card called 017 is written down yet. Type “fetch 017” first." in shown
    assert 'class="notice error"' in shown
    assert "A point sticker" not in shown
    assert 'value="fetch 017 "' in shown
    assert 'class="notice error"' not in text(pages.get("alice", "line", line="mark 01"))
    named = text(pages.get("alice", "line", line='mark "Old Hat" ana'))
    assert "fetch &quot;Old Hat&quot; " in named


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "fetch 018 Blue Dragon blue",
            ['fetch 018 Blue "Dragon blue"', 'fetch 018 "Blue Dragon" blue'],
        ),
        ("scratch Burgle 1", ['scratch "Burgle 1 of ana"', 'scratch "Burgle 1 of ben"']),
        (r"fetch 018 Blue \d blue", [r'fetch 018 Blue "\d blue"', r'fetch 018 "Blue \d" blue']),
    ],
)
def test_what_a_line_can_mean_is_one_tap_away(pages: Pages, typed: str, lines: list[str]) -> None:
    shown = unescape(text(pages.get("alice", "line", line=typed)))
    offered = re.findall(r'<button type="submit" name="line" value="(.*?)" data-way', shown)
    assert offered[: len(lines)] == lines


@pytest.mark.parametrize(
    ("who", "known", "example"),
    [
        ("alice", (), "note pizza at eight"),
        ("dora", (), "note pizza at eight"),
        ("alice", ("fetch 017 blue",), "mark 017 ana"),
        ("dora", ("fetch 021 blue",), "mark 021 ben"),
        ("alice", ("fetch 017 blue", "destroy 017"), "note pizza at eight"),
        ("alice", ("fetch 017 blue", "mark 017 ben", "fetch 019 blue"), "mark 019 ana"),
    ],
)
def test_the_example_in_the_empty_line_can_be_written(
    pages: Pages, who: str, known: tuple[str, ...], example: str
) -> None:
    for line in known:
        pages.desk.type("alice", line)
    assert f'placeholder="{example}"' in text(pages.get(who, "home"))
    assert pages.type(who, example) == 302


@pytest.mark.parametrize("page", ["home", "cards"])
def test_the_example_can_be_written_in_german_too(pages: Pages, page: str) -> None:
    pages.client("alice").cookies["django_language"] = "de"
    assert 'placeholder="notiz Pizza um acht"' in text(pages.get("alice", page))
    assert pages.type("alice", "notiz Pizza um acht") == 302


def test_the_first_line_of_a_campaign_is_a_character() -> None:
    new = Pages(desk())
    assert 'placeholder="recruit ana"' in text(new.get("alice", "home"))
    assert new.type("alice", "recruit ana") == 302


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


FILLED = {"a-text": "b", "sure": "on"}
NOWHERE = (
    "1e999",
    "a b",
    "{}",
    "campaign:home",
    "//evil.example",
    "/\\evil.example",
    "http://[",
    "\0",
)


@pytest.mark.parametrize("after", NOWHERE)
def test_what_is_no_address_of_this_site_leads_home(pages: Pages, after: str) -> None:
    typed = pages.post("alice", "line", line="note a", next=after)
    filled = pages.post("alice", "write", "note", **FILLED, next=after)
    assert [typed.headers["Location"], filled.headers["Location"]] == [pages.url("home")] * 2
    told = {"HX-Request": "true", "HX-Current-URL": after}
    shown = pages.client("alice").get(pages.url("line"), {"line": "note a"}, headers=told)
    assert shown.status_code == 200


def test_a_line_typed_on_the_page_of_a_refused_one_leads_back_to_where_all_began(
    pages: Pages,
) -> None:
    cards = pages.url("cards")
    refused = text(pages.get("alice", "line", line="zzz", next=cards))
    assert f'name="next" value="{cards}"' in refused
    here = f"http://testserver{pages.url('line')}?line=zzz&next={cards}"
    typed = {"HX-Request": "true", "HX-Current-URL": here}
    seen = pages.client("alice").get(pages.url("line"), {"line": "fetch 017"}, headers=typed)
    assert f'name="next" value="{cards}"' in seen.content.decode()


def test_whoever_may_fetch_an_unknown_card_is_offered_it(pages: Pages) -> None:
    assert 'value="fetch 099 "' in text(pages.get("alice", "line", line="point 099"))
    assert 'value="fetch 099 "' in text(pages.get("dora", "line", line="point 099"))


def test_a_guest_gets_no_line(pages: Pages) -> None:
    assert "data-line" not in text(pages.get("carol", "home"))
    assert "data-line" in text(pages.get("dora", "home"))


# Forms ----------------------------------------------------------------------


@pytest.mark.prove_on_postgres
@pytest.mark.parametrize("kind", ["legacy2", "legacy1", "house"])
def test_every_verb_has_a_form(kind: str) -> None:
    pages = Pages(desk({"alice": "owner"}, kind=kind))
    menu = text(pages.get("alice", "verbs"))
    for verb in verbs_of(pages.desk.campaign.rules):
        if verb.who is Who.SITE:
            assert pages.get("alice", "write", verb.key).status_code == 403
            continue
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


@pytest.mark.parametrize("typed", ["Clank! board", '"Clank! board"', "“Clank! board”"])
def test_a_field_takes_a_new_name_with_and_without_quotation_marks(
    pages: Pages, typed: str
) -> None:
    sticker = {"a-label": "C1", "a-target": typed, "sure": "yes"}
    assert pages.post("alice", "write", "sticker", **sticker).status_code == 302
    place = {"a-space": typed, "a-character": "ana", "sure": "yes"}
    assert pages.post("alice", "write", "space", **place).status_code == 302
    assert [s.target for s in pages.desk.state.stickers.values()] == ["thing:Clank! board"]
    assert list(pages.desk.state.spaces) == ["Clank! board"]


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("mark", {}),
        ("mark", {"card": "Old Hat", "character": "ana"}),
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
    assert re.search(r'class="(?:notice )?error"', text(reply))
    assert pages.desk.campaign.sequence == before


def test_a_form_sent_twice_is_stored_once(pages: Pages) -> None:
    sent = {"sure": "yes", "key": str(uuid4()), "a-text": "Once"}
    for _each in range(2):
        assert pages.post("alice", "write", "note", **sent).status_code == 302
    assert len(pages.desk.state.notes) == 1


def test_a_player_writes_about_any_character_but_not_who_plays_it(pages: Pages) -> None:
    for line in ("start 1 ana ben", "fetch 017 blue", "fetch 018 blue"):
        pages.desk.type("alice", line)
    for card, who in (("017", "ana"), ("018", "ben")):
        sent = {"a-card": card, "a-character": who, "sure": "yes"}
        assert pages.post("dora", "write", "mark", **sent).status_code == 302
    taken = {"a-character": "ana", "a-player": "Dora", "sure": "yes"}
    assert pages.post("dora", "write", "character", **taken).status_code == 422


def test_a_player_notes_something_in_the_line(pages: Pages) -> None:
    assert pages.type("dora", "note Hello") == 302
    assert pages.type("dora", "note on ana Hello") == 302
    assert pages.type("dora", "note on ben Hello") == 302
    assert [(n.about, n.text) for n in pages.desk.state.notes.values()] == [
        ("", "Hello"),
        ("character:ana", "Hello"),
        ("character:ben", "Hello"),
    ]


def test_a_verb_of_another_kind_of_campaign_is_not_there(pages: Pages) -> None:
    assert pages.get("alice", "write", "promote").status_code == 404
    assert pages.get("alice", "write", "nonsense").status_code == 404


def test_a_contract_offers_what_can_be_done_next(pages: Pages) -> None:
    for line in ("start 1 ana ben", "contract 031 group", "contract 031 done ana"):
        pages.desk.type("alice", line)
    assert _offered(pages) == {"back", "points", "keep"}
    assert "Ana scores" not in text(pages.get("alice", "contract", "031"))
    pages.desk.type("alice", "contract 031 back completed turn Wait")
    assert _offered(pages) == {"back", "points", "turn", "box"}
    pages.desk.type("alice", "contract 031 turn")
    pages.desk.type("alice", "contract 031 points 5")
    assert _offered(pages) == {"back", "points", "box"}
    assert "Ana scores 5" in text(pages.get("alice", "contract", "031"))
    for line in ("strike last",) * 4 + ("contract 031 fail",):
        pages.desk.type("alice", line)
    assert _offered(pages) == {"back", "keep"}


def test_contracts_that_are_all_put_away_are_still_listed(pages: Pages) -> None:
    assert "No contract on the table" in text(pages.get("alice", "contracts"))
    for line in ("start 1 ana ben", "contract 031 group", "contract 031 fail"):
        pages.desk.type("alice", line)
    pages.desk.type("alice", "contract 031 keep")
    assert not pages.desk.state.contracts["031"].in_play
    shown = text(pages.get("alice", "contracts"))
    assert "No contract on the table" not in shown
    assert pages.url("contract", "031") in shown


@pytest.mark.parametrize(
    ("track", "ends"),
    [("2:2,4:3", [False, True, False, True]), ("2", [False, True])],
)
def test_each_box_at_which_a_contract_can_be_completed_looks_so(
    pages: Pages, track: str, ends: list[bool]
) -> None:
    sent = {"a-card": "031", "a-kind": "group", "a-track": track}
    assert pages.post("alice", "write", "contract", sure="yes", **sent).status_code == 302
    shown = re.search(
        r'<ol class="boxes">.*?</ol>', text(pages.get("alice", "contract", "031")), re.S
    )
    assert shown
    assert ["goal" in each for each in re.findall(r'<li class="([^"]*)">', shown.group())] == ends


def _offered(pages: Pages) -> set[str]:
    shown = text(pages.get("alice", "contract", "031")).partition("<h1")[2]
    return set(re.findall(r"/write/(\w+)/\?contract=", shown))


def test_a_form_is_shown_to_whom_it_is_of_use_alone(pages: Pages) -> None:
    assert pages.get("dora", "write", "recruit").status_code == 403
    assert pages.get("dora", "write", "fetch").status_code == 200
    assert pages.get("dora", "write", "mark").status_code == 200
