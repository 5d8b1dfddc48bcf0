"""Modules and house values of one table, open on two devices at once."""

from typing import Any

import pytest

from accounts.models import Device
from companion import services
from companion.models import Table
from tests.companion.cast import Cast, around, text
from tests.companion.game import Game, setup
from tests.forms_on_page import forms_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return around(Game(setup("catacombs")))


def shown(html: str) -> dict[str, object]:
    """What the form would send as it stands."""
    form = next(form for form in forms_on(html) if "seen" in dict(form.fields))
    sent: dict[str, object] = dict(form.fields)
    return sent | {"modules": [value for name, value in form.fields if name == "modules"]}


def opened(cast: Cast) -> dict[str, object]:
    return shown(cast.alice.get(cast.url("setup/")).content.decode())


def saved(cast: Cast, sent: dict[str, object]) -> None:
    assert cast.alice.post(cast.url("setup/"), sent).status_code == 302


def rules(cast: Cast) -> dict[str, object]:
    return dict(cast.game.stored().house_rules)


def test_what_each_of_two_devices_has_changed_is_kept(cast: Cast) -> None:
    one, other = opened(cast), opened(cast)
    saved(cast, one | {"house-health": "8", "modules": ["monsters"], "house-difficulty": "hard"})
    saved(cast, other | {"house-rage_track": "1, 2, 3"})
    table = cast.game.stored()
    assert table.modules == ["monsters"]
    assert rules(cast) == {"health": 8, "difficulty": "hard", "rage_track": [1, 2, 3]}


def test_what_both_have_changed_is_replaced_on_purpose_alone(cast: Cast) -> None:
    one, other = opened(cast), opened(cast)
    saved(cast, one | {"house-health": "8"})
    asked = cast.alice.post(cast.url("setup/"), other | {"house-health": "9"})
    html = asked.content.decode()
    assert asked.status_code == 409
    assert "This was changed elsewhere" in text(html)
    assert "Saved meanwhile: 8" in text(html)
    assert rules(cast)["health"] == 8
    again = shown(html)
    assert again["house-health"] == "9"
    saved(cast, again)
    assert rules(cast)["health"] == 9


def test_modules_that_both_have_changed_are_told_by_name(cast: Cast) -> None:
    other = opened(cast)
    saved(cast, opened(cast) | {"modules": ["monsters"]})
    other["seen"] = '{"modules": ["adventuring-party"]}'
    asked = cast.alice.post(cast.url("setup/"), other)
    assert asked.status_code == 409
    assert "Saved meanwhile: Monsters" in text(asked.content.decode())


def test_the_same_value_and_a_page_opened_anew_are_saved_at_once(cast: Cast) -> None:
    other = opened(cast)
    saved(cast, opened(cast) | {"house-health": "8"})
    saved(cast, other | {"house-health": "8"})
    saved(cast, opened(cast) | {"house-health": "9"})
    assert rules(cast) == {"health": 9}


@pytest.mark.parametrize("seen", ["", "[]", "{", "[" * 9_000])
def test_a_form_that_does_not_say_what_it_showed_is_taken_as_it_is(cast: Cast, seen: str) -> None:
    saved(cast, opened(cast) | {"house-health": "9", "seen": seen})
    assert rules(cast) == {"health": 9}


def test_two_that_are_sent_in_the_same_moment_are_not_both_stored(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent, change = opened(cast), services.change_setup

    def late(table: Table, device: Device, **setup: Any) -> None:
        change(cast.game.table, cast.game.alice, rules={"health": 8})
        change(table, device, **setup)

    monkeypatch.setattr(services, "change_setup", late)
    asked = cast.alice.post(cast.url("setup/"), sent | {"house-health": "9"})
    assert asked.status_code == 409
    assert "This was changed elsewhere" in text(asked.content.decode())
    assert rules(cast) == {"health": 8}
    monkeypatch.undo()
    asked = cast.alice.post(cast.url("setup/"), shown(asked.content.decode()))
    assert "Saved meanwhile: 8" in text(asked.content.decode())


def test_a_value_that_cannot_be_still_tells_what_somebody_else_has_saved(cast: Cast) -> None:
    other = opened(cast)
    saved(cast, opened(cast) | {"house-health": "8"})
    asked = cast.alice.post(cast.url("setup/"), other | {"house-health": "many"})
    assert asked.status_code == 409
    assert "Saved meanwhile: 8" in text(asked.content.decode())
