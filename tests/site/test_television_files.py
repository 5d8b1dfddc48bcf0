"""The television's files run on old sets: nothing in them is newer than what browsers of 2018 know.

Chrome 69 (Tizen 5.5), Safari 12 and Firefox 62. No set was at hand to try: these are the features
that are known to be missing there, each with an example that its pattern has to find.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STYLE = ROOT / "static" / "css" / "tv.css"
FIRST_SCRIPTS = [ROOT / "static" / "js" / "tv" / f"{name}.js" for name in ("screen", "waiting")]
PAGES = {
    ROOT / "templates" / "companion" / "tv.html": ["js/tv/screen.js"],
    ROOT / "templates" / "companion" / "screens" / "screen.html": ["js/tv/waiting.js"],
}

NEWER_STYLES = {
    r"@layer|@container|@supports selector|@property": "@layer page {",
    r"^\s*&|[{};]\s*&": "  & b { color: red; }",
    r":(has|is|where|focus-visible|modal|popover-open)\b": "li:has(b) {",
    r":not\([^)]*[ ,>~+]": ".a:not(.b, .c) {",
    r"(?<![-\w])gap: ": "  gap: 1rem;",
    r"(?<![-(\w])(inset|aspect-ratio|accent-color|content-visibility): ": "  inset: 0;",
    r"\b(margin|padding|border|inset)-(inline|block)": "  margin-inline: 1rem;",
    r"\b(clamp|max|env|color-mix|light-dark)\(": "  width: clamp(1rem, 2vw, 3rem);",
    r"\d(d|s|l)v(h|w)\b": "  height: 100dvh;",
    r"\brgb\(\d+ ": "  color: rgb(0 0 0 / .5);",
    r"text-wrap|place-(items|content)|overflow: clip": "  text-wrap: balance;",
    r"\((width|height|aspect-ratio) *[<>]": "@media (width >= 30rem) {",
    r"(?<![-\w])(scale|rotate|translate): ": "  rotate: 5deg;",
}
NEWER_SCRIPTS = {
    r"\?\.[\w(\[]": "a?.b",
    r"\?\?": "a ?? b",
    r"(\|\||&&|\?\?)=": "a ||= b",
    r"catch \{": "} catch {",
    r"\.(at|replaceAll|matchAll|flat|flatMap|replaceChildren|toSorted|allSettled)\(": "list.at(-1)",
    r"Object\.(fromEntries|hasOwn|groupBy)|Promise\.(any|allSettled)": "Object.fromEntries(a)",
    r"toggleAttribute\(|\.getAnimations\(|structuredClone\(|AbortSignal\.": "a.toggleAttribute('b')",
    r"showModal|<dialog|HTMLDialogElement": "sheet.showModal()",
    r"^\s*(static )?#\w+": "  #hidden = 1;",
    r"^\s*static \w+ =": "  static count = 1;",
    r"\bimport\(|import\.meta|globalThis|\d_\d|\d+n\b": "await import('./a.js')",
    r"^await |^const \w+ = await": "const a = await b();",
}


def loaded() -> list[Path]:
    """The first script of each page and all that it imports."""
    found: list[Path] = []
    waiting = list(FIRST_SCRIPTS)
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.append(path)
        waiting += [
            (path.parent / name).resolve()
            for name in re.findall(r'^import .*?"([^"]+)";', path.read_text(), re.M | re.S)
        ]
    return found


def newer(text: str, features: dict[str, str]) -> list[str]:
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    lines = [re.sub(r"(^|\s)//.*", "", line) for line in plain.splitlines()]
    return [
        f"{line.strip()}: {each}" for line in lines for each in features if re.search(each, line)
    ]


def test_the_style_is_one_file_for_old_sets() -> None:
    for page in PAGES:
        assert re.findall(r"css/([\w-]+)\.css", page.read_text()) == ["tv"]
    assert newer(STYLE.read_text(), NEWER_STYLES) == []


@pytest.mark.parametrize("path", loaded(), ids=lambda path: path.name)
def test_the_scripts_are_for_old_sets(path: Path) -> None:
    assert newer(path.read_text(), NEWER_SCRIPTS) == []


def test_the_pages_load_no_other_script() -> None:
    for page, scripts in PAGES.items():
        assert re.findall(r"'(js/[\w/-]+\.js|vendor/[\w/.-]+)'", page.read_text()) == scripts
    assert {path.name for path in loaded()} >= {"screen.js", "channel.js", "hold.js", "play.js"}


@pytest.mark.parametrize(("pattern", "example"), {**NEWER_STYLES, **NEWER_SCRIPTS}.items())
def test_each_newer_feature_is_found(pattern: str, example: str) -> None:
    assert newer(example, {pattern: example}) != []
