"""The look: themes complete and readable, colours told apart by shape, files small."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from companion.templatetags import pictures
from config.patterns import samples

ROOT = Path(__file__).resolve().parents[2]
CSS = ROOT / "static" / "css"
IMAGES = ROOT / "static" / "img"
TEMPLATES = ROOT / "templates"
PARTS = sorted((TEMPLATES / "components").glob("_*.html"))
SEATS = ("red", "yellow", "green", "blue", "purple", "orange")
THEMES = ("dark", "light", "contrast")
TEXTS = ("ink", "ash", "ember", "blood", "coin", "moss")
FLOORS = ("vault", "stone", "slab")

Theme = dict[str, str]


def _blocks() -> dict[str, Theme]:
    text = re.sub(r"/\*.*?\*/", "", (CSS / "tokens.css").read_text(), flags=re.S)
    found = re.findall(r"(@media \([^)]*\)\s*{\s*)?(:root[^{]*){([^}]*)}", text)
    return {
        " ".join(f"{media}{selector}".split()): dict(re.findall(r"--([\w-]+): ([^;]+);", body))
        for media, selector, body in found
    }


BLOCKS = _blocks()
SYSTEM = {
    "light": "@media (prefers-color-scheme: light) { :root:not([data-theme])",
    "contrast": "@media (prefers-contrast: more) { :root:not([data-theme])",
}


def theme(name: str) -> Theme:
    chosen = BLOCKS[f':root[data-theme="{name}"]'] if name in SYSTEM else {}
    return BLOCKS[":root"] | chosen


def luminance(color: str) -> float:
    digits = color.removeprefix("#")
    digits = "".join(each * 2 for each in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", SYSTEM)
def test_who_follows_the_system_sees_the_theme_one_can_choose(name: str) -> None:
    assert BLOCKS[SYSTEM[name]] == BLOCKS[f':root[data-theme="{name}"]']


@pytest.mark.parametrize("name", THEMES)
def test_every_word_can_be_read_on_every_stone(name: str) -> None:
    tokens = theme(name)
    pairs = [(text, floor) for text in TEXTS for floor in FLOORS]
    pairs += [("ink", "button"), ("ink", "button-over"), ("ink", "well"), ("ash", "well")]
    pairs += [("on-ember", f"ember-{part}") for part in ("hi", "mid", "lo")]
    pairs += [("on-blood", "blood-fill"), ("gate-past-ink", "gate-past")]
    pairs += [("gate-shut-ink", "gate-in")]
    pairs += [(f"{seat}-mark", seat) for seat in SEATS]
    weak = {pair: contrast(*(tokens[each] for each in pair)) for pair in pairs}
    assert not {pair: ratio for pair, ratio in weak.items() if ratio < 4.5}


@pytest.mark.parametrize("name", THEMES)
def test_every_control_and_seat_stands_out_from_every_stone(name: str) -> None:
    tokens = theme(name)
    lines = ("rim", "focus", "blood-line", *(f"{seat}-line" for seat in SEATS))
    pairs = [(line, floor) for line in lines for floor in FLOORS]
    weak = {pair: contrast(*(tokens[each] for each in pair)) for pair in pairs}
    assert not {pair: ratio for pair, ratio in weak.items() if ratio < 3}


def _symbols(sprite: str) -> dict[str, str]:
    text = (IMAGES / f"{sprite}.svg").read_text()
    return dict(re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', text, re.S))


def test_every_cube_has_a_shape_and_every_seat_a_letter_of_its_own() -> None:
    cubes = _symbols("cubes")
    shapes = {color: re.findall(r"<g [^>]*>(.*?)</g>", body, re.S) for color, body in cubes.items()}
    assert set(cubes) == set(pictures.NAMES)
    assert len({tuple(shape) for shape in shapes.values() if shape}) == len(cubes)
    assert len({pictures.color_letter(seat) for seat in SEATS}) == len(SEATS)


def test_every_picture_that_a_template_asks_for_is_drawn() -> None:
    drawn = {"icon": "icons", "cube": "cubes", "gate": "vault"}
    asked = {
        (tag, name)
        for path in TEMPLATES.rglob("*.html")
        for tag, name in re.findall(r'{%\s*(icon|cube|gate) "([\w-]+)"', path.read_text())
    }
    missing = {
        (tag, name)
        for tag, name in asked
        if (f"gate-{name}" if tag == "gate" else name) not in _symbols(drawn[tag])
    }
    assert asked
    assert not missing


def test_styles_have_one_declaration_a_line() -> None:
    for path in sorted(CSS.rglob("*.css")):
        plain = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", path.read_text(), flags=re.S)
        crowded = [line for line in plain.splitlines() if re.search(r";[^}]*;|}.*}", line)]
        assert crowded == [], path.name


def _zipped(*names: str) -> int:
    return sum(len(gzip.compress((CSS / f"{name}.css").read_bytes(), 9)) for name in names)


def _parts(folder: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{path.stem}" for path in sorted((CSS / folder).glob("*.css")))


SHARED = ("tokens", "base", *_parts("components"))
# Alarms at twice the sizes of November 2026; `make bench` prints today's.
MOST_SHARED = 17_000
MOST_STYLE = {
    (*_parts("table"), "attack"): 26_700,
    (*_parts("campaign"), "tabs"): 27_000,
    (*_parts("after"), "tabs"): 24_000,
    _parts("pages"): 22_500,
}


@pytest.mark.parametrize("own", MOST_STYLE)
def test_no_page_loads_much_style(own: tuple[str, ...]) -> None:
    shared = _zipped(*SHARED)
    assert shared <= MOST_SHARED
    assert shared + _zipped(*own) <= MOST_STYLE[own]


def test_the_television_loads_one_small_style() -> None:
    assert _zipped("tv") <= 9_000


def test_every_part_says_what_it_takes_and_knows_no_address() -> None:
    for path in PARTS:
        text = path.read_text()
        assert text.startswith("{# "), path.name
        if path.name != "_nav.html":
            assert "{% url" not in text, path.name


def test_the_pattern_pages_show_every_part() -> None:
    pages = [TEMPLATES / "patterns.html", *(TEMPLATES / "patterns").glob("*.html")]
    shown = " ".join(path.read_text() for path in [*pages, *PARTS, TEMPLATES / "base.html"])
    unseen = [path.name for path in PARTS if f'"components/{path.name}"' not in shown]
    assert unseen == []


@pytest.mark.parametrize(("seats", "rows"), [("four", 4), ("six", 6)])
def test_a_board_of_samples_shows_every_seat_with_its_meter(seats: str, rows: int) -> None:
    page = render_to_string("patterns/phone.html", samples(seats))
    assert page.count('<article class="panel seat') == rows
    assert page.count('role="img" aria-label="') == rows + 1
    assert "Bartholomew-Maximilian von Donnerschlag" in page


def test_the_vendored_files_are_the_ones_listed() -> None:
    vendor = ROOT / "static" / "vendor"
    listed = re.findall(
        r"^\| (\S+) .* ([0-9a-f]{64}) \|$", (vendor / "README.md").read_text(), re.M
    )
    assert {name for name, _sum in listed} == {
        str(path.relative_to(vendor)) for path in vendor.rglob("*.js")
    }
    for name, checksum in listed:
        assert hashlib.sha256((vendor / name).read_bytes()).hexdigest() == checksum
