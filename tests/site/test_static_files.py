"""Static files are gathered at the first start, and again when one of them is another."""

import json
import os
import re
import shutil
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.conf import settings as of_site
from pytest_django import Settings

from config import static_files

Gathered = dict[str, int]


@pytest.fixture
def style(tmp_path: Path, settings: Settings) -> Path:
    """The one file of a site whose static files lie beside it, as gathered."""
    (tmp_path / "static").mkdir()
    style = tmp_path / "static" / "style.css"
    style.write_text("main { color: red }")
    hashed = {"BACKEND": of_site.HASHED}
    settings.STORAGES = of_site.STORAGES | {"staticfiles": hashed}
    settings.STATICFILES_DIRS = [style.parent]
    # Without those of Django's admin, whose hundred files take a second each time.
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "gathered"
    return style


def gather() -> Gathered:
    """What lies gathered after a start, and when each file was written."""
    static_files.gather()
    files = Path(of_site.STATIC_ROOT).rglob("*.css")
    return {file.name: file.stat().st_mtime_ns for file in files}


def test_a_second_start_gathers_nothing(style: Path) -> None:
    first = gather()
    assert [name for name in first if name.startswith("style.") and name != "style.css"]
    assert gather() == first


def test_a_changed_file_is_gathered_though_neither_its_size_nor_its_time_tell(style: Path) -> None:
    first, time = gather(), style.stat()
    style.write_text("main { color: tan }")
    os.utime(style, ns=(time.st_atime_ns, time.st_mtime_ns))
    assert set(gather()) > set(first)


def test_a_style_is_gathered_with_what_it_imports(style: Path) -> None:
    (style.parent / "parts").mkdir()
    part = style.parent / "parts" / "links.css"
    part.write_text("a { color: blue }\n")
    style.write_text('/* All of it. */\n@import "parts/links.css";\nmain { color: red }\n')
    first = gathered_style(gather())
    assert first.read_text() == "/* All of it. */\na { color: blue }\nmain { color: red }\n"
    part.write_text("a { color: green }\n")
    gather()
    (second,) = {*first.parent.glob("style.*.css")} - {first}
    assert "green" in second.read_text()


def gathered_style(gathered: Gathered) -> Path:
    (name,) = [name for name in gathered if re.fullmatch(r"style\.\w+\.css", name)]
    return Path(of_site.STATIC_ROOT) / name


@pytest.mark.parametrize("kind", ["IMPORT", "STYLE_IMPORT"])
def test_who_names_imports_otherwise_gathers_again(
    style: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    gathered = static_files.fingerprint()
    monkeypatch.setattr(f"web.static_storage.{kind}", "another pattern")
    assert static_files.fingerprint() != gathered


def test_whoever_deletes_what_was_gathered_gets_it_back(style: Path) -> None:
    first = gather()
    shutil.rmtree(of_site.STATIC_ROOT)
    assert set(gather()) == set(first)


def test_a_start_that_was_cut_off_gathers_again(
    style: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_off(*command: str, **options: object) -> None:
        raise OSError("no room")

    gather()
    red = style.read_text()
    style.write_text("main { color: tan }")
    with monkeypatch.context() as patch:
        patch.setattr(static_files, "call_command", cut_off)
        with pytest.raises(OSError, match="no room"):
            static_files.gather()
    style.write_text(red)
    note = Path(of_site.STATIC_ROOT) / static_files.NOTE
    assert not note.exists()
    static_files.gather()
    assert note.exists()


def test_modules_of_a_gathered_site_import_each_other_by_names_that_last(made: Path) -> None:
    gathered = made / "static"
    named = json.loads((gathered / "staticfiles.json").read_text())["paths"]
    imported = re.compile(r"""(?:\bfrom|^import)\s*["']([^"']+)["']""", re.MULTILINE)
    modules = {
        urljoin(name, module)
        for name in named
        if name.startswith("js/")
        for module in imported.findall((gathered / named[name]).read_text())
    }
    assert len(modules) > 20
    assert modules <= set(named.values())
