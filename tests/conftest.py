"""The cast: alice owns, bob plays, carol is a guest, mallory is a stranger."""

import fcntl
import gc
import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import SystemRandom

import pytest
from django.conf import settings as site
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation
from hypothesis import HealthCheck, settings

from tests import emptying
from tests.browser.server import SiteServer
from tests.proof import Proof

# How long an example takes depends on the machine and its load, not on the code.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

PASSWORD = "a long enough password"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine",
        default="chromium",
        choices=("chromium", "firefox"),
        help="what the tests in tests/browser run in",
    )
    parser.addoption("--stored", action="store_true", help="only the tests that touch the database")
    parser.addoption(
        "--long", action="store_true", help="the tests marked prove in their long form"
    )
    parser.addoption(
        "--seed", type=int, help="the seed of the tests marked prove, to see a failure again"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.option.seed is None:
        config.option.seed = SystemRandom().randrange(1_000_000)
    # What day it is depends on the zone, which the site takes from the computer: tests have one of
    # their own, and so have the sites and browsers that they start.
    os.environ["DRAGONBAG_TIME_ZONE"] = os.environ["TZ"] = site.TIME_ZONE = "UTC"
    time.tzset()
    timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]
    site.SITE_HOSTS.append("testserver")
    # Tests need no hashed copies of the static files, and log in often.
    site.STORAGES["staticfiles"]["BACKEND"] = site.PLAIN
    site.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_report_header(config: pytest.Config) -> str:
    return f"prove: {'long' if config.option.long else 'short'} form, --seed={config.option.seed}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.stored:
        idle = [item for item in items if not _touches_database(item)]
        config.hook.pytest_deselected(items=idle)
        items[:] = [item for item in items if _touches_database(item)]

    for item in items:
        if _shares(item):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected stays: looking through it for garbage again and again takes seconds.

    Looking rarely through what the tests leave behind spares another twentieth of their time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        gc.enable()


def _shares(item: pytest.Item) -> bool:
    """Whether it uses a fixture shared by its module; such tests run in one process."""
    info = getattr(item, "_fixtureinfo", None)
    made = info.name2fixturedefs.values() if info else ()
    return any(each[-1].scope == "module" for each in made)


def _touches_database(item: pytest.Item) -> bool:
    asks = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
    return bool(asks) or item.get_closest_marker("django_db") is not None


@pytest.fixture
def proof(request: pytest.FixtureRequest) -> Proof:
    """What a test marked prove is bounded by: a seed, and the short or the long form."""
    chosen = request.config.option
    return Proof(name=request.node.nodeid, seed=chosen.seed, long=chosen.long)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that a first start makes, made once for all processes of the run."""
    mine = tmp_path_factory.getbasetemp()
    folder = (mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine) / "made"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            making = Path(tempfile.mkdtemp(dir=folder.parent))
            server = SiteServer(making, DRAGONBAG_DATABASE="")
            server.start()
            server.stop()
            making.rename(folder)
    return folder


@pytest.fixture(scope="session", autouse=True)
def _emptied_quickly() -> Iterator[None]:
    with emptying.quick():
        yield


@pytest.fixture(autouse=True)
def _nobody_was_here() -> None:
    """A test's wrong codes must not lock out the next one, nor its language stay in the thread."""
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
    """Write down how long each test took and which failed, for the summary of make test."""
    notes = os.environ.get("NOTES")
    if notes is None:
        return
    took: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for each in reports:
            if isinstance(each, pytest.TestReport):
                took[name_of(each.nodeid)] += each.duration  # type: ignore[assignment]
    bad = [
        name_of(each.nodeid)
        for kind in ("failed", "error")
        for each in terminalreporter.getreports(kind)
    ]
    _write(f"{notes}.times", [f"{seconds:.2f} {name}" for name, seconds in took.items()])
    _write(f"{notes}.failed", bad)


def name_of(told: str) -> str:
    """The name by which pytest finds a test, without the group that pytest-xdist writes behind it."""
    return re.sub(r"@\w+$", "", told)


def _write(file: str, lines: list[str]) -> None:
    Path(file).write_text("".join(f"{line}\n" for line in lines))
