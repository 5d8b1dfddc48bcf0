"""Names from right to left turn only themselves, and notes keep to the rule of all texts."""

import pytest
from django.urls import reverse

from campaign.services import members
from kernel.text import isolated
from tests.campaign.browser import Pages
from tests.companion.browser import client_on
from tests.companion.game import Game

HEBREW = "\u05d0\u05dc\u05d9"


def test_a_campaigns_name_is_isolated_in_the_title_of_its_pages(pages: Pages) -> None:
    members.rename_campaign(pages.desk.campaign, HEBREW)
    html = pages.get("alice", "home").content.decode()
    assert f"<title>{isolated(HEBREW)} · " in html.replace("\n", "")


def test_a_members_name_is_isolated_on_their_link(pages: Pages) -> None:
    dora = pages.desk.people["dora"]
    members.rename(dora, HEBREW)
    token = members.personal_link(dora, asked_by=dora)
    html = pages.client("dora").get(reverse("campaign:personal", args=[token])).content.decode()
    assert f"Welcome, {isolated(HEBREW)}" in html


@pytest.mark.django_db
def test_a_tables_title_is_isolated_in_the_title_of_its_pages() -> None:
    game = Game()
    type(game.table).objects.filter(pk=game.id).update(title=HEBREW)
    from companion.table import cache

    cache.forget()
    html = client_on(game.alice).get(f"/tables/{game.id}/log/").content.decode()
    assert f"{isolated(HEBREW)}</title>" in html.replace("\n", "")


@pytest.mark.parametrize("text", ["a\u202eb", "a\x07b", "\u200b"])
def test_a_private_note_has_no_sign_that_turns_or_hides_words(pages: Pages, text: str) -> None:
    assert pages.post("dora", "note-write", text=text).status_code == 422
    assert not pages.desk.people["dora"].notes.exists()


def test_a_private_note_has_lines_and_joined_emoji(pages: Pages) -> None:
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
    assert pages.post("dora", "note-write", text=f"one\r\ntwo {family}").status_code == 302
    assert pages.desk.people["dora"].notes.get().text == f"one\ntwo {family}"
