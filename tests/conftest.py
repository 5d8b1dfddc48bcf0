"""The cast: alice owns, bob plays, carol is a guest, mallory is a stranger."""

import os
from collections.abc import Callable

import pytest
from django.conf import settings as site
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck, settings

# How long an example takes says something of the machine and what else it does, nothing of us.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

PASSWORD = "a long enough password"


def pytest_configure() -> None:
    site.SITE_HOSTS.append("testserver")
    # Tests need no hashed copies of the static files, and log in often.
    site.STORAGES["staticfiles"]["BACKEND"] = site.PLAIN
    site.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _nobody_was_here() -> None:
    """One test's wrong codes must not lock out the next one, nor its language stay in this thread."""
    cache.clear()
    translation.deactivate()


def _person(name: str) -> User:
    return User.objects.create_user(username=name, password=PASSWORD)


@pytest.fixture
def alice(db: None) -> User:
    return _person("alice")


@pytest.fixture
def bob(db: None) -> User:
    return _person("bob")


@pytest.fixture
def carol(db: None) -> User:
    return _person("carol")


@pytest.fixture
def mallory(db: None) -> User:
    return _person("mallory")


@pytest.fixture
def client_of() -> Callable[[User], Client]:
    """A browser in which that person is logged in."""

    def logged_in(person: User) -> Client:
        client = Client()
        client.force_login(person)
        return client

    return logged_in


@pytest.fixture
def alice_client(alice: User, client_of: Callable[[User], Client]) -> Client:
    return client_of(alice)


@pytest.fixture
def bob_client(bob: User, client_of: Callable[[User], Client]) -> Client:
    return client_of(bob)


@pytest.fixture
def carol_client(carol: User, client_of: Callable[[User], Client]) -> Client:
    return client_of(carol)


@pytest.fixture
def mallory_client(mallory: User, client_of: Callable[[User], Client]) -> Client:
    return client_of(mallory)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says aloud what make test had to leave out."""
    for line in os.environ.get("LEFT_OUT", "").splitlines():
        terminalreporter.write_line(line, red=True, bold=True)
