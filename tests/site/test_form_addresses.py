"""Addresses that take forms alone: whoever opens one comes to the page above it."""

import re

import pytest
from django.test import Client

from tests.campaign.browser import Pages
from tests.campaign.desk import desk
from tests.companion.browser import Paper
from tests.companion.game import Game

pytestmark = pytest.mark.django_db

LIKE_A_BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("form", "page"),
    [
        ("act/", ""),
        ("people/close/", "people/"),
        ("result/contract/", "result/"),
        ("scores/1/contract/", "scores/1/"),
    ],
)
def test_the_address_of_a_form_leads_to_the_page_it_is_on(form: str, page: str) -> None:
    table = f"/tables/{Game().table.pk}/"
    answer = Client().get(table + form, headers=LIKE_A_BROWSER)
    assert (answer.status_code, answer.headers["location"]) == (302, table + page)


@pytest.mark.parametrize("form", ["/accounts/logout/", "/accounts/devices/end/", "/screen/"])
def test_others_lead_to_the_nearest_page_there_is(form: str) -> None:
    answer = Client().get(form, headers=LIKE_A_BROWSER, follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain


def test_the_steps_of_an_evening_lead_to_the_page_they_are_on() -> None:
    pages = Pages(desk())
    home, client = pages.url("home"), pages.client("alice")
    for form, page in (("steps/setup/begin/", "steps/setup/"), ("steps/joining-ana/tick/", "")):
        answer = client.get(home + form, headers=LIKE_A_BROWSER)
        assert (answer.status_code, answer.headers["location"]) == (302, home + page)


def test_a_language_chosen_where_a_form_was_refused_stays_on_the_site() -> None:
    paper = Paper(Game())
    refused = paper.send({"action": '{"do":"gold","seat":0,"count":-9}'})
    assert refused.status_code == 422
    page = refused.content.decode()
    (here,) = re.findall(r'name="next" value="([^"]*)"', page)

    chosen = {"language": "de", "next": here}
    answer = paper.client.post("/i18n/setlang/", chosen, headers=LIKE_A_BROWSER, follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain[-1] == (paper.url, 302)
    assert 'lang="de"' in answer.content.decode()


def test_who_asks_for_no_page_is_told_which_method_is_meant() -> None:
    answer = Client().get("/accounts/logout/", headers={"accept": "application/json"})
    assert answer.status_code == 405
