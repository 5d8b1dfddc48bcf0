"""Seats without a name are called by their colour, in the reader's language."""

import json
import re

import pytest
from django.utils.translation import override

from companion import services
from companion.forms.opening import SeatForm
from companion.fragments.board import fragments
from companion.fragments.television import fragments as tv_fragments
from companion.sharing import bgstats
from companion.table import selectors
from companion.table.naming import told_apart
from tests.companion.browser import client_on
from tests.companion.cast import text
from tests.companion.game import Game

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("", "log/", "scores/0/", "result/", "people/", "invite/")


def unnamed(language: str) -> Game:
    """A table opened in a language: nobody typed a name for the first seat."""
    with override(language):
        form = SeatForm({"name": "", "color": "red"})
        assert form.is_valid(), form.errors
        player = form.player()
    people: list[dict[str, object]] = [player, {"name": "Bob", "color": "blue"}]
    return Game(services.read_setup(edition="base", seats=people))


def page(game: Game, path: str, language: str) -> str:
    headers = {"Accept-Language": language}
    answer = client_on(game.alice).get(f"/tables/{game.id}/{path}", headers=headers)
    assert answer.status_code == 200
    return text(answer.content.decode())


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("opened", "read", "name"), [("en", "de", "Rot"), ("de", "en", "Red")])
def test_every_page_calls_an_unnamed_seat_in_the_readers_language(
    opened: str, read: str, name: str, path: str
) -> None:
    game = unnamed(opened)
    stored = game.view.settings.names
    game.do("clank", seat=0, count=2)
    shown = page(game, path, read)
    assert name in shown.split()
    assert stored[0] not in shown.split()
    assert "Bob" in shown
    assert selectors.view_of(game.id).settings.names == stored


def test_the_stream_and_the_television_speak_the_language_of_their_page() -> None:
    game = unnamed("en")
    game.do("damage", seat=0, count=2)
    for read in (fragments, tv_fragments):
        told = text(" ".join(read(game.view, "de").values()))
        assert "Rot erleidet 2 Schaden." in told
        assert "Red" not in told.split()
        assert "Red takes 2 damage." in text(" ".join(read(game.view, "en").values()))


def test_one_phone_for_everybody_is_named_in_no_line_in_any_language() -> None:
    people = [{"name": name, "color": name.lower()} for name in ("Red", "Blue")]
    game = Game(services.read_setup(edition="base", seats=people), holds=(0, 1))
    game.do("clank", seat=0, count=1)
    line = next(each for each in game.view.tail if each.name == "clank")
    assert line.actor_name == "Red, Blue"
    assert "Rot, Blau" not in page(game, "log/", "de")
    assert "Red" not in page(game, "log/", "de").split()


def test_a_name_that_somebody_typed_is_nobodys_to_change() -> None:
    people = [{"name": "Blue", "color": "red"}, {"name": "Rosa", "color": "purple"}]
    game = Game(services.read_setup(edition="base", seats=people))
    shown = page(game, "", "de")
    assert "Blue" in shown.split()
    assert "Rosa" in shown.split()


def test_a_record_keeps_the_names_that_are_stored() -> None:
    game = unnamed("en")
    answer = client_on(game.alice).get(
        f"/tables/{game.id}/record/", headers={"Accept-Language": "de"}
    )
    assert [seat["name"] for seat in json.loads(answer.content)["seats"]] == ["Red", "Bob"]


# Two of one name ------------------------------------------------------------------


def two_anas() -> Game:
    people = [{"name": "Ana", "color": "red"}, {"name": "Ana", "color": "blue"}]
    return Game(services.read_setup(edition="legacy2", seats=people))


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    ("language", "one", "other"),
    [("en", "Ana (Red)", "Ana (Blue)"), ("de", "Ana (Rot)", "Ana (Blau)")],
)
def test_two_seats_of_one_name_are_told_apart_on_every_page(
    path: str, language: str, one: str, other: str
) -> None:
    game = two_anas()
    game.do("clank", seat=1, count=2)
    shown = page(game, path, language)
    assert one in shown
    assert other in shown
    assert "Ana" not in shown.replace(one, "").replace(other, "").split()


def test_two_seats_of_one_name_are_told_apart_in_every_fragment_list_and_file() -> None:
    game = two_anas()
    game.do("damage", seat=1, count=2)
    for read in (fragments, tv_fragments):
        told = text(" ".join(read(game.view, "en").values()))
        assert "Ana (Blue) takes 2 damage." in told
        assert "Ana (Red)" in told
    home = text(client_on(game.alice).get("/").content.decode())
    assert "Ana (Red)" in home
    with override("de"):
        play = bgstats.play_of(game.view)
    assert [each.name for each in play.players] == ["Ana", "Ana (Blue)"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_is_loaded_again_because_it_calls_seats_otherwise(language: str) -> None:
    for game in (two_anas(), unnamed("en")):
        headers = {"Accept-Language": language}
        html = client_on(game.alice).get(f"/tables/{game.id}/", headers=headers).content.decode()
        look = r'data-look="(\w+)"'
        sent = fragments(game.view, language)["moment"]
        assert re.findall(look, html) == re.findall(look, sent) != []


def test_the_name_that_is_changed_is_the_one_that_was_typed() -> None:
    game = two_anas()
    html = client_on(game.alice).get(f"/tables/{game.id}/people/").content.decode()
    assert html.count('name="name" value="Ana"') == 2
    services.rename_seat(game.table, game.alice, seat=1, name="Anna")
    assert "(Red)" not in page(game, "", "en")


def test_one_phone_for_two_of_one_name_is_named_in_no_line() -> None:
    people = [{"name": "Ana", "color": "red"}, {"name": "Ana", "color": "blue"}]
    game = Game(services.read_setup(edition="base", seats=people), holds=(0, 1))
    game.do("clank", seat=0, count=1)
    shown = page(game, "log/", "en")
    assert "Ana (Red) makes 1 Clank!" in shown
    assert "Ana, Ana" not in shown


def test_names_with_their_colours_fit_into_what_is_stored() -> None:
    cut = told_apart(["x" * 40] * 2, ["orange", "red"], "en", most=40)
    assert [len(name) for name in cut] == [40, 40]
    assert cut[0].endswith("x (Orange)")
    assert told_apart(["Ana", "ana"], ["red", "blue"], "en") == ("Ana (Red)", "ana (Blue)")
