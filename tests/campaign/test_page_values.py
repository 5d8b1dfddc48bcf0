"""What a page shows is a value: the same twice, different once something changed, and no row of a store."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import datetime
from fractions import Fraction
from uuid import UUID

import pytest

from tests.campaign.browser import Pages
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import PhotoFactory
from tests.made_once import MadeOnce, made_once

pytestmark = pytest.mark.django_db

LINES = (
    "recruit ana name Ana colour red player Alice",
    "recruit ben",
    "start 1 ana ben on 2026-01-10",
    "fetch 017 blue",
    "fetch 018 blue",
    "mark 017 ana",
    "milestone M4 ana",
    "contract 031 group by 2 boxes 3",
    "space 7 mark ben",
    "remnant 8",
    "sticker A13 space 7",
    "read 45",
    "token 24",
    "tick oil ana",
    "note on ana Brave",
    "finish ana 12 ben 7",
)
# A page, and an entry by which it is another one.
PAGES = (
    (("home",), "start 2 ana ben"),
    (("characters",), "milestone M5 ana"),
    (("character", "ana"), "condition ana Gout"),
    (("cards",), "point 017"),
    (("card", "017"), "point 017"),
    (("contracts",), "contract 031 tick ana"),
    (("contract", "031"), "contract 031 fail"),
    (("map",), "space 7 mark ana"),
    (("pieces",), "sticker A14 017"),
    (("reports",), "start 2 ana ben"),
    (("game", 1), "correct 1 ana 5 ben 9"),
)
PLAIN = (str, int, Fraction, UUID, datetime, type(None))


def whole_game() -> Desk:
    made = desk()
    for line in LINES:
        made.type("alice", line)
    return made


made_desk = made_once(whole_game)


@pytest.fixture
def pages(made_desk: MadeOnce[Desk], db: None) -> Pages:
    made = made_desk()
    for about in ("game:1", "card:017", "character:ana", "map"):
        PhotoFactory.create(campaign=made.campaign, about=about)
    return Pages(made)


def page_of(pages: Pages, name: str, *keys: object) -> object:
    return pages.get("alice", name, *keys).context["page"]  # type: ignore[attr-defined]


def parts(value: object) -> Iterator[object]:
    """The value and everything it is made of."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from parts(item)


@pytest.mark.parametrize(("page", "entry"), PAGES)
def test_a_page_is_compared_by_what_it_shows(
    pages: Pages, page: tuple[str, object], entry: str
) -> None:
    first, again = page_of(pages, *page), page_of(pages, *page)
    assert first == again
    assert hash(first) == hash(again)

    pages.desk.type("alice", entry)
    assert page_of(pages, *page) != first


@pytest.mark.parametrize("page", [*(page for page, _ in PAGES), ("members",)])
def test_a_page_holds_numbers_words_and_addresses_alone(
    pages: Pages, page: tuple[str, object]
) -> None:
    for part in parts(page_of(pages, *page)):
        assert isinstance(part, (*PLAIN, tuple)) or is_dataclass(part), type(part)


def test_a_page_is_another_one_once_a_photo_has_another_caption(pages: Pages) -> None:
    before = page_of(pages, "game", 1)
    pages.desk.campaign.photos.filter(about="game:1").update(caption="The end")

    assert page_of(pages, "game", 1) != before
