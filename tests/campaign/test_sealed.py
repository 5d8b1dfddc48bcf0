"""What a member typed is visible to nobody else, not even the host."""

from collections.abc import Callable

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client

from campaign import models
from campaign.admin import SHOWN
from campaign.models import Campaign
from campaign.rules.ledger import describe
from campaign.selectors import ledger as selectors
from tests.campaign.desk import Desk
from tests.campaign.sealed import reveals, sealed_campaign


@pytest.fixture
def sealed(db: None) -> Desk:
    return sealed_campaign()


@pytest.fixture
def host(db: None, client_of: Callable[[User], Client]) -> Client:
    return client_of(User.objects.create_superuser("host"))


def test_the_marker_is_in_every_kind_of_row(sealed: Desk) -> None:
    """Otherwise the tests below could not fail."""
    entries = selectors.entries_of(sealed.campaign)
    said = " ".join(str(s) for entry in entries for s in describe(sealed.state, entry))
    assert reveals(said)
    for model in (
        models.Character,
        models.Card,
        models.Contract,
        models.Sticker,
        models.LedgerEntry,
    ):
        assert reveals(str(list(model._default_manager.values())))


@pytest.mark.parametrize("model", SHOWN, ids=lambda model: model.__name__)
def test_the_admin_shows_no_word(sealed: Desk, host: Client, model: type[Model]) -> None:
    name = model.__name__.lower()
    assert model in admin.site._registry
    rows = model._default_manager.all()
    assert rows or model is models.Invite
    pages = [f"/admin/campaign/{name}/", *(f"/admin/campaign/{name}/{r.pk}/change/" for r in rows)]
    for page in pages:
        answer = host.get(page)
        assert answer.status_code == 200
        assert not reveals(answer.content), page


def test_the_admin_changes_and_finds_nothing(sealed: Desk, host: Client) -> None:
    campaign = Campaign.objects.get()
    for page in ("add/", f"{campaign.pk}/delete/"):
        assert host.get(f"/admin/campaign/campaign/{page}").status_code == 403
    changed = host.post(f"/admin/campaign/campaign/{campaign.pk}/change/", {"game": 9})
    assert changed.status_code == 403
    assert not reveals(host.get("/admin/").content)


def test_private_notes_are_in_no_list_of_the_host() -> None:
    assert models.PrivateNote not in admin.site._registry


def test_rows_are_named_without_words(sealed: Desk) -> None:
    for model in SHOWN:
        rows = model._default_manager.all()
        assert not any(reveals(str(row)) for row in rows if not isinstance(row, Campaign))
