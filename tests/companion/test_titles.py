"""What tables are called: their title in the reader's language, and that of a rematch."""

from datetime import UTC, date, datetime
from html import unescape

import pytest
from django.utils import translation

from companion import services
from companion.models import TITLE_LENGTH, Table
from companion.table import titles
from tests.companion.cast import around
from tests.companion.game import Game

AT = datetime(2026, 12, 1, 12, tzinfo=UTC)
DAY = {"en": "Clank!, 1 December 2026", "de": "Clank!, 1. Dezember 2026"}


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        (DAY["en"], DAY["de"]),
        (DAY["de"], DAY["de"]),
        ("Clank! Catacombs, 1 December 2026 (3)", "Clank! Catacombs, 1. Dezember 2026 (3)"),
        ("Clank!, 2 December 2026", "Clank!, 2 December 2026"),
        ("Clank!, 11 December 2026", "Clank!, 11 December 2026"),
        ("Game 12", "Partie 12"),
        ("Game 12 at last", "Game 12 at last"),
        ("Friday (2)", "Friday (2)"),
    ],
)
def test_a_title_that_nobody_typed_is_read_in_the_readers_language(stored: str, read: str) -> None:
    with translation.override("de"):
        assert titles.read_here(stored, AT) == read
    with translation.override("en"):
        assert titles.read_here(DAY["de"], AT) == DAY["en"]
        assert titles.read_here("Partie 12", AT) == "Game 12"


def test_a_rematch_has_a_title_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "localdate", AT.date)
    assert titles.of_rematch("Friday", AT.date()) == "Friday (2)"
    assert titles.of_rematch("Friday (2)", AT.date()) == "Friday (3)"
    assert titles.of_rematch(DAY["de"], AT.date()) == f"{DAY['de']} (2)"
    assert titles.of_rematch("Clank!, 30. November 2026 (2)", date(2026, 11, 30)) == DAY["de"]
    longest = titles.of_rematch("W" * TITLE_LENGTH, AT.date())
    assert (longest[-4:], len(longest)) == (" (2)", TITLE_LENGTH)


@pytest.mark.django_db(transaction=True)
def test_pages_and_lists_read_such_a_title_in_the_readers_language() -> None:
    cast = around(Game())
    Table.objects.filter(pk=cast.game.id).update(title=DAY["de"], opened_at=AT)
    here = f"/tables/{cast.game.id}/"
    for path in ("/", here, f"{here}log/"):
        for language, other in (("en", "de"), ("de", "en")):
            answer = cast.alice.get(path, headers={"accept-language": language})
            page = unescape(answer.content.decode())
            assert (DAY[language] in page, DAY[other] in page) == (True, False), path


@pytest.mark.django_db(transaction=True)
def test_a_list_tells_a_rematch_from_its_game() -> None:
    cast = around(Game())
    again = services.rematch(cast.game.table, cast.game.alice)
    assert (cast.game.table.title, again.title) == ("Friday", "Friday (2)")
    assert "Friday (2)" in unescape(cast.alice.get("/").content.decode())
