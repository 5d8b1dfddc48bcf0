"""Logging in and out."""

from django.contrib.auth.models import User
from django.test import Client

from tests.conftest import PASSWORD


def test_alice_logs_in_with_her_password(client: Client, alice: User) -> None:
    answer = client.post("/accounts/login/", {"username": "alice", "password": PASSWORD})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_mallory_does_not_get_in_as_alice(client: Client, alice: User) -> None:
    client.post("/accounts/login/", {"username": "alice", "password": "guessed"})
    assert "_auth_user_id" not in client.session


def test_the_login_never_leads_to_another_site(client: Client, alice: User) -> None:
    answer = client.post(
        "/accounts/login/?next=https://evil.example/",
        {"username": "alice", "password": PASSWORD, "next": "https://evil.example/"},
    )
    assert answer.headers["Location"] == "/"


def test_a_form_from_another_site_is_refused(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/accounts/login/", {"username": "alice", "password": PASSWORD})
    assert answer.status_code == 403
    assert "send it once more" in answer.content.decode()
