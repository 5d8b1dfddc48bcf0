"""The headers of every answer."""

import pytest
from django.test import Client, RequestFactory
from django.views.defaults import server_error

PAGES = ["/accounts/login/", "/no-such-page/", "/static/no-such-file.css", "/admin/login/"]


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_every_answer_allows_this_site_and_nothing_inline(client: Client, page: str) -> None:
    policy = client.get(page).headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["object-src"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in policy
    assert "*" not in policy


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_every_answer_keeps_addresses_and_frames_to_itself(client: Client, page: str) -> None:
    headers = client.get(page).headers
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", "/join/", "/tables/open/", "/campaigns/", *PAGES])
def test_no_page_is_kept_for_who_comes_next_to_this_computer(client: Client, page: str) -> None:
    assert "no-store" in client.get(page).headers["Cache-Control"]


@pytest.mark.django_db
def test_a_missing_page_is_answered_in_words(client: Client) -> None:
    answer = client.get("/no-such-page/")
    assert answer.status_code == 404
    assert "Check the link or the code" in answer.content.decode()


def test_the_page_for_faults_needs_nothing_of_the_request(rf: RequestFactory) -> None:
    answer = server_error(rf.get("/"))
    assert answer.status_code == 500
    assert "nothing was changed" in answer.content.decode()


@pytest.mark.django_db
def test_the_browser_chooses_the_language(client: Client) -> None:
    german = client.get("/accounts/login/", headers={"accept-language": "de"})
    assert german.headers["Content-Language"] == "de"
