"""A form that is refused: whose mistake it was, on the page and in the log."""

import logging

import pytest
from django.test import Client
from pytest_django import Settings

from tests.companion.cast import text
from web import csrf

LOGIN = "/accounts/login/"


@pytest.fixture(autouse=True)
def _nothing_told_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csrf, "_told", set())


def send(host: str, origin: str | None, **more: str) -> str:
    browser = Client(enforce_csrf_checks=True)
    headers = {"host": host, **({"origin": origin} if origin else {}), **more}
    answer = browser.post(LOGIN, {"username": "alice", "password": "x"}, headers=headers)
    assert answer.status_code == 403
    return text(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "origin", "setting"),
    [
        ("localhost", "http://localhost:8443", "proxy_set_header Host $http_host"),
        ("localhost:8000", "https://localhost:8000", "X-Forwarded-Proto"),
        ("localhost:8000", "null", "Referrer-Policy"),
    ],
)
def test_a_mistake_of_a_proxy_is_the_hosts_matter_and_one_line(
    host: str, origin: str, setting: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert "Nothing is wrong on your side" in send(host, origin)
    (line,) = [each.getMessage() for each in caplog.records if each.name == "web.csrf"]
    assert setting in line
    assert f"Origin '{origin}', Host '{host}'" in line


@pytest.mark.django_db
def test_secure_cookies_over_http_are_told_as_well(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CSRF_COOKIE_SECURE = True
    with caplog.at_level(logging.WARNING):
        assert "Nothing is wrong on your side" in send("localhost:8000", "http://localhost:8000")
    assert "visit is http" in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://localhost.evil.example",
        "http://localhost:9000",
        None,
        "http://[",
        "x" * 999,
    ],
)
def test_another_site_or_a_lost_cookie_is_not(
    origin: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert "reload the page and send it once more" in send("localhost:8000", origin)
    assert not [each for each in caplog.records if each.name == "web.csrf"]
