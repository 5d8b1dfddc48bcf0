"""Which names are allowed, and that none changes the direction of the text around it."""

import pytest

from kernel.message import Message
from kernel.text import TURNING, is_plain, is_writable, isolated, plain


@pytest.mark.parametrize(
    "name",
    [
        "Jörg",
        "Madame Sørensen",
        "👩‍👩‍👧",
        "🏴‍☠️",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "می‌خواهم",
        "O’Brien & Söhne",
        "7",
        "李",
        "🫩",
    ],
)
def test_names_of_all_kinds_may_be_written(name: str) -> None:
    assert is_writable(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u200d", "\u3164", "a\0b", "a\ud800", "a\u202eb", "a\u2066b", "a\u200fb", "a\ufeffb",
     "a\nb", "a\u2028b", "a\x85b", "a\uffffb", "\u2800\u2800",
     "\u2065", "\U000e0080", "\ufff0", "\u2065 \U000e0fff", "\u034f", "\ufe0f", "\U000e0041"],
)  # fmt: skip
def test_control_signs_and_names_that_nobody_sees_may_not(name: str) -> None:
    assert not is_writable(name)


def test_lines_may_be_broken_only_where_that_is_meant() -> None:
    assert is_writable("a\nb", lines=True)
    assert not is_writable("\n", lines=True)


def test_a_name_from_right_to_left_turns_only_itself() -> None:
    assert isolated("Jörg") == "Jörg"
    assert isolated("דנה") == "\u2068דנה\u2069"
    assert Message("{who} marks 17.", {"who": "דנה"}).render() == "\u2068דנה\u2069 marks 17."


def test_a_name_is_isolated_once_however_often_it_is_shown() -> None:
    name = "\u05d0\u05dc\u05d9"
    assert isolated(isolated(name)) == isolated(name) != name
    assert isolated("Ana") == "Ana"


@pytest.mark.parametrize("sign", sorted(TURNING), ids=ascii)
def test_a_name_of_before_the_rule_is_shown_without_what_turns_the_page(sign: str) -> None:
    assert not is_plain(f"a{sign}b")
    assert isolated(f"a{sign}b") == plain(f"a{sign}b") == "ab"
    assert isolated(f"{sign}\u05d0\u05dc") == "\u2068\u05d0\u05dc\u2069"


JOINED = "\u0645\u06cc\u200c\u062e\u0648 \U0001f469\u200d\U0001f467"
"""A Persian word and an emoji, each held together by a joiner."""


def test_plain_texts_may_be_empty_and_lose_only_what_is_not_allowed() -> None:
    assert is_plain("")
    assert is_plain("a\nb", lines=True)
    assert plain("a\x07\n\u202eb", lines=True) == "a\nb"
    assert plain(JOINED) == JOINED
