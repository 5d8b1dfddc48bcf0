"""Every module that a page's script imports is named by the page, as the import names it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.conf import settings as of_site
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import Settings

from tests.companion.browser import client_on
from tests.companion.game import Game
from web.modules import imported_by

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.prove_on_postgres]

ROOT = Path(__file__).parents[2]
LOOSE = re.compile(r"""(?:\bfrom|^import)\s*["']([^"']+)["']""", re.MULTILINE)
"""More than is an import; what it finds in our modules is one."""
SCRIPTS = re.compile(r'<script src="([^"]+)" type="module">')
PRELOADED = re.compile(r'<link rel="modulepreload" href="([^"]+)">')

Reads = Callable[[str], str]


@pytest.fixture(params=["gathered", "while testing"])
def reads(request: pytest.FixtureRequest, settings: Settings, made: Path) -> Reads:
    """Reads what lies at a static address, on a site that hashes its files and on one that does not."""
    if request.param == "gathered":
        settings.STORAGES = of_site.STORAGES | {"staticfiles": {"BACKEND": of_site.HASHED}}
        settings.STATIC_ROOT = made / "static"
        return lambda address: (made / address[1:]).read_text()
    return lambda address: Path(str(finders.find(address.removeprefix("/static/")))).read_text()


def pages() -> Iterator[str]:
    """The table's page, the television before and after, and pages beside the table."""
    game = Game()
    alice, television = client_on(game.alice), Client()
    waiting = television.post("/screen/").headers["Location"]
    for client, path in (
        (alice, f"/tables/{game.id}/"),
        (alice, f"/tables/{game.id}/log/"),
        (alice, f"/tables/{game.id}/people/"),
        (television, waiting),
        (television, f"/tv/{game.table.tv_code}/"),
        (television, "/help/"),
    ):
        answer = client.get(path)
        assert answer.status_code == 200
        yield answer.content.decode()


def brought(address: str, reads: Reads) -> set[str]:
    """What a module imports, directly or not, as a browser finds it."""
    found: set[str] = set()
    waiting = [address]
    while waiting:
        each = waiting.pop()
        new = {urljoin(each, path) for path in LOOSE.findall(reads(each))} - found
        found |= new
        waiting += new
    return found


def test_each_page_names_exactly_what_its_scripts_import(reads: Reads) -> None:
    most = 0
    for page in pages():
        scripts, preloaded = SCRIPTS.findall(page), PRELOADED.findall(page)
        assert scripts
        assert sorted(preloaded) == sorted(
            {each for one in scripts for each in brought(one, reads)}
        )
        most = max(most, len(preloaded))
    assert most > 20


def test_while_debugging_a_new_import_is_seen_at_once(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\n')
    (tmp_path / "two.js").write_text("")
    settings.DEBUG = True
    settings.STATICFILES_DIRS = [tmp_path]
    assert imported_by("/static/one.js") == ("/static/two.js",)
    (tmp_path / "two.js").write_text('import "./one.js";\nimport "./three.js";\n')
    (tmp_path / "three.js").write_text("")
    assert imported_by("/static/one.js") == ("/static/two.js", "/static/three.js")


def test_what_only_looks_like_an_import_is_none(settings: Settings, tmp_path: Path) -> None:
    looks = [
        '// import "./no.js";',
        'export const path = "./no.js";',
        'export const load = () => import("./no.js");',
        'export {\n  one,\n  two,\n} from "./yes.js";',
    ]
    (tmp_path / "looks.js").write_text("\n".join(looks))
    (tmp_path / "yes.js").write_text("")
    settings.STATICFILES_DIRS = [tmp_path]
    assert imported_by("/static/looks.js") == ("/static/yes.js",)


def test_no_template_names_a_module_past_it() -> None:
    templates = (ROOT / "templates").rglob("*.html")
    assert not [path.name for path in templates if 'type="module"' in path.read_text()]
