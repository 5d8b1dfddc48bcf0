"""Styles and scripts use nothing that the oldest browsers lack which README.md promises.

Safari 16.0, Chrome 105 and Firefox 121: what only came later is listed here by how it is written.
A feature that merely adorns (`text-wrap: balance`) may be newer and is not listed; one that stands
after a fallback for the same property, or behind a question whether it is there, may stay.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STYLES = sorted((ROOT / "static" / "css").rglob("*.css"))
SCRIPTS = [
    path for path in sorted((ROOT / "static" / "js").rglob("*.js")) if "vendor" not in path.parts
]
PROMISED = ("Safari 16", "Chrome 105", "Firefox 121")

# What is newer, and an example that the pattern has to find.
NEWER_STYLES = {
    r"overflow-[xy]: *clip": "overflow-x: clip",  # blank in Safari 16.0
    r"@(starting-style|scope|property|view-transition|position-try)\b": "@property --x {",
    r"^\s*&|[{};]\s*&": "  & b { color: red; }",
    r"\b(color-mix|light-dark|oklch|oklab|linear|contrast-color)\(": "color: color-mix(in srgb, red)",
    r"\brgb\(from |\bhsl\(from ": "color: rgb(from red r g b)",
    r":(user-valid|user-invalid|dir|open|popover-open|state)\b": "input:user-invalid {",
    r":nth-(last-)?child\([^)]* of ": "li:nth-child(2 of .a)",
    r"\bsubgrid\b|\bmasonry\b": "grid-template-rows: subgrid",
    r"(?<![-\w])(mask|mask-image|mask-size): ": "  mask: url(x)",
    r"\d(d|s|l)v(h|w|min|max|i|b)\b": "height: 50dvh",
    r"\d(r?lh|r?cap|rex|ric)\b": "height: 2lh",
    r"\((width|height|inline-size|block-size|aspect-ratio) *[<>]": "@media (width >= 30rem)",
    r"@container [^{]*style\(": "@container style(--x: 1)",
    r"(animation|scroll|view)-timeline|animation-range": "animation-timeline: scroll()",
    r"anchor-name|position-anchor|\banchor\(": "anchor-name: --x",
    r"field-sizing|interpolate-size|calc-size|\bif\(": "field-sizing: content",
    r"text-box|initial-letter": "text-box: trim-both cap",
    r"content-visibility|transition-behavior": "content-visibility: auto",
    r"@layer [^{;]*\{[^}]*@import|@import .*(layer|supports)\(": "@import url(x) layer(a);",
}
NEWER_SCRIPTS = {
    r"\.(toSorted|toReversed|toSpliced)\(": "list.toSorted()",
    r"\.with\(": "list.with(1, 2)",
    r"(Object|Map)\.groupBy|Array\.fromAsync|Promise\.(withResolvers|try)": "Object.groupBy(a, f)",
    r"\(\?<[=!]": "/(?<=a)b/",
    r"/[a-z]*v[a-z]*\.test|new RegExp\([^)]*, *\"[a-z]*v": 'new RegExp("a", "v")',
    r"^\s*static \{": "  static {",
    r"AbortSignal\.any|URL\.canParse|URL\.parse": "AbortSignal.any([a])",
    r"\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(": "set.isSubsetOf(b)",
    r"Intl\.(Segmenter|DurationFormat)": "new Intl.Segmenter()",
    r"adoptedStyleSheets|CSSStyleSheet\(|importmap": "document.adoptedStyleSheets = []",
    r"\.(show|hide|toggle)Popover\(|startViewTransition|\.moveBefore\(": "node.showPopover()",
    r"\.checkVisibility\(|scheduler\.|requestIdleCallback": "node.checkVisibility()",
    r"OffscreenCanvas|CompressionStream|navigator\.locks\.query": "new OffscreenCanvas(1, 1)",
    r"\.(isWellFormed|toWellFormed)\(|Array\.prototype\.group": "text.isWellFormed()",
    r"crypto\.randomUUID": "crypto.randomUUID()",  # newer or not, it is missing without https
    r"Iterator\.(from|prototype)|\.(values|keys|entries)\(\)\.(map|filter|toArray|some)\(": (
        "map.values().map(f)"
    ),
}


def newer(line: str, before: str, features: dict[str, str]) -> list[str]:
    """The newer features of a line, unless a fallback stands before it."""
    name = line.partition(":")[0].strip()
    falls_back = bool(name) and before.strip().startswith(f"{name}:")
    return [] if falls_back else [each for each in features if re.search(each, line)]


def in_file(path: Path, features: dict[str, str]) -> list[str]:
    text = re.sub(
        r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), path.read_text(), flags=re.S
    )
    lines = ["", *(re.sub(r"(^|\s)//.*", "", line) for line in text.splitlines())]
    return [
        f"{path.name}:{number} {found}"
        for number, line in enumerate(lines[1:], start=1)
        for found in newer(line, lines[number - 1], features)
    ]


@pytest.mark.parametrize("path", STYLES, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_style_is_newer_than_the_oldest_browsers(path: Path) -> None:
    assert in_file(path, NEWER_STYLES) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_is_newer_than_the_oldest_browsers(path: Path) -> None:
    assert in_file(path, NEWER_SCRIPTS) == []


@pytest.mark.parametrize(("pattern", "example"), {**NEWER_STYLES, **NEWER_SCRIPTS}.items())
def test_each_newer_feature_is_found(pattern: str, example: str) -> None:
    features = NEWER_STYLES if pattern in NEWER_STYLES else NEWER_SCRIPTS
    assert pattern in newer(example, "", features)


def test_a_fallback_lets_a_newer_unit_stand() -> None:
    assert newer("    height: 90dvh;", "    height: 90vh;", NEWER_STYLES) == []
    assert newer("    height: 90dvh;", "    width: 90vh;", NEWER_STYLES) != []


@pytest.mark.parametrize(
    "page", ["README.md", "templates/base.html", "templates/companion/help/page.html"]
)
def test_readers_are_told_which_browsers_work(page: str) -> None:
    text = (ROOT / page).read_text()
    assert [browser for browser in PROMISED if browser not in text] == []
