"""Forms of a campaign whose text was changed elsewhere since they were opened."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaign.services import photos, private
from tests.campaign.browser import client_of
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import picture
from tests.companion.cast import text
from tests.forms_on_page import forms_on

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Page:
    """A page open on two devices, and the field of its form that both change."""

    url: str
    field: str
    hers: Client
    his: Client

    def open(self) -> dict[str, str]:
        return self.shown(self.hers.get(self.url))

    def shown(self, answer: object) -> dict[str, str]:
        """What the form of a page would send; a browser ends lines with both signs."""
        assert isinstance(answer, HttpResponse)
        fields = [dict(form.fields) for form in forms_on(answer.content.decode())]
        found = next(each for each in fields if self.old in each)
        return {name: value.replace("\n", "\r\n") for name, value in found.items()}

    @property
    def old(self) -> str:
        return f"initial-{self.field}"

    @property
    def stored(self) -> str:
        return self.open()[self.old]


def settings(table: Desk) -> Page:
    url = reverse("campaign:settings", args=[table.campaign.pk])
    return Page(url, "name", client_of("alice"), client_of("alice"))


def note(table: Desk) -> Page:
    own = private.write_note(table.people["dora"], "The map\nlies here.")
    url = reverse("campaign:note", args=[table.campaign.pk, own.pk])
    return Page(url, "text", client_of("dora"), client_of("dora"))


def photo(table: Desk) -> Page:
    made = photos.add_photo(table.people["dora"], BytesIO(picture()), caption="Look")
    url = reverse("campaign:photo", args=[table.campaign.pk, made.pk])
    return Page(url, "caption", client_of("alice"), client_of("dora"))


@pytest.fixture(params=[settings, note, photo])
def page(request: pytest.FixtureRequest) -> Page:
    made: Callable[[Desk], Page] = request.param
    return made(desk({"alice": "owner", "dora": "player"}))


def test_what_was_changed_elsewhere_is_replaced_on_purpose_alone(page: Page) -> None:
    hers, his = page.open(), page.open()
    page.his.post(page.url, his | {page.field: "His"})
    asked = page.hers.post(page.url, hers | {page.field: "Hers"})
    assert asked.status_code == 409
    words = text(asked.content.decode())
    assert "changed elsewhere" in words
    assert "Saved meanwhile: His" in words
    assert "Hers" in asked.content.decode()
    assert page.stored == "His"
    again = page.shown(asked)
    assert page.hers.post(page.url, again | {page.field: "Hers"}).status_code == 302
    assert page.stored == "Hers"


def test_a_campaign_is_called_by_its_stored_name_while_another_is_only_asked_about() -> None:
    page = settings(desk({"alice": "owner"}))
    hers = page.open()
    page.his.post(page.url, page.open() | {"name": "His"})
    head = text(page.hers.post(page.url, hers | {"name": "Hers"}).content.decode())
    assert "Hers" not in head


def test_the_same_text_and_a_page_opened_anew_are_saved_at_once(page: Page) -> None:
    hers = page.open()
    page.his.post(page.url, page.open() | {page.field: "His"})
    assert page.hers.post(page.url, hers | {page.field: "His"}).status_code == 302
    assert page.hers.post(page.url, page.open() | {page.field: "Hers"}).status_code == 302
    assert page.stored == "Hers"


def test_what_was_left_alone_stays_as_somebody_else_has_saved_it(page: Page) -> None:
    hers = page.open()
    page.his.post(page.url, page.open() | {page.field: "His"})
    left = hers | {page.field: hers[page.old], "about": "map"}
    assert page.hers.post(page.url, left).status_code == 302
    assert page.stored == "His"


def test_a_form_that_is_refused_twice_over_still_knows_what_it_showed(page: Page) -> None:
    hers = page.open()
    page.his.post(page.url, page.open() | {page.field: "His"})
    bad = page.hers.post(page.url, hers | {page.field: "\x07"})
    assert bad.status_code == 422
    again = page.shown(bad)
    assert page.hers.post(page.url, again | {page.field: "Hers"}).status_code == 409


def test_what_a_photo_shows_is_said_in_words() -> None:
    page = photo(desk({"alice": "owner", "dora": "player"}))
    hers = page.open()
    page.his.post(page.url, page.open() | {"about": "map"})
    asked = page.hers.post(page.url, hers | {"about": "", "caption": "Mine"})
    assert asked.status_code == 302, "each field stands for itself"
    assert page.open()["initial-about"] == "map"
    asked = page.hers.post(page.url, page.open() | {"about": "", "initial-about": "game:1"})
    assert "Saved meanwhile: the board" in text(asked.content.decode())
