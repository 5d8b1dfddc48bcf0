"""What the rules' code cites is in docs/rules.md, and every case there has its test."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from companion.rules.errors import SENTENCES
from tests.rules import test_rulings

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text()
SOURCES = sorted((ROOT / "companion" / "rules").rglob("*.py"))
NUMBERS = {
    *re.findall(r"^##+ ([\d.]+) ", RULES, re.MULTILINE),
    *re.findall(r"^\| (9\.\d+) ", RULES, re.MULTILINE),
}
CITATION = re.compile(r"docs/rules\.md ([\d.]+(?:(?:, | and | to )[\d.]+)*)")


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_the_rules_that_are_cited_exist(path: Path) -> None:
    for cited in CITATION.findall(path.read_text()):
        for number in re.findall(r"\d+(?:\.\d+)*", cited):
            assert number in NUMBERS, f"{path.name} cites {number}"


def test_rules_are_cited() -> None:
    cited = sum(len(CITATION.findall(path.read_text())) for path in SOURCES)

    assert cited > 40


def test_every_case_that_a_table_can_express_is_a_test() -> None:
    marked = re.findall(r"^\| 9\.(\d+) \| T", RULES, re.MULTILINE)
    tests = [re.match(r"test_9_(\d+)_", name) for name in dir(test_rulings)]

    assert {int(number) for number in marked} == {int(test[1]) for test in tests if test}


def raised() -> list[tuple[str, set[str] | None]]:
    """Every refusal the rules raise by a literal kind: the kind, and the parameters given."""
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and _is_refusal(node.func) and node.args:
                kind = node.args[0]
                names = {word.arg for word in node.keywords if word.arg}
                spread = any(word.arg is None for word in node.keywords)
                if isinstance(kind, ast.Constant):
                    found.append((str(kind.value), None if spread else names))
    return found


def _is_refusal(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id in ("RuleError", "RecordError")


def test_every_sentence_gets_the_parameters_it_needs() -> None:
    for kind, given in raised():
        needed = {name for _, name, _, _ in Formatter().parse(SENTENCES[kind]) if name}
        assert given is None or needed == given, kind


def test_every_sentence_is_raised_somewhere() -> None:
    code = "".join(path.read_text() for path in SOURCES if path.stem != "errors")

    assert [kind for kind in SENTENCES if f'"{kind}"' not in code] == []
