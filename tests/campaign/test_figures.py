"""A figure stands above its word, and the word agrees with it."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.campaign.browser import Pages

pytestmark = pytest.mark.django_db

FIGURE = re.compile(r'<div class="figure"><b class="\w*">(.*?)</b><small>(.*?)</small></div>')
ONE = {
    "en": ["1 game", "1 point", "1 contract", "1 milestone", "1 mark"],
    "de": ["1 Partie", "1 Punkt", "1 Auftrag", "1 Meilenstein", "1 Markierung"],
}
TWO = {
    "en": ["2 games", "3 points", "2 contracts", "2 milestones", "2 marks"],
    "de": ["2 Partien", "3 Punkte", "2 Aufträge", "2 Meilensteine", "2 Markierungen"],
}
OF_A_PERSON = {
    "en": ["1 game", "1 win (100 %)", "1 point at best", "1 win in a row now"],
    "de": ["1 Partie", "1 Sieg (100 %)", "1 Punkt als Bestwert", "1 Sieg in Folge jetzt"],
}
FIRST = ("fetch 017 blue", "mark 017 ana", "milestone M4 ana", "contract 031 group")
SECOND = ("fetch 018 blue", "mark 018 ana", "milestone M5 ana", "contract 032 group")


def figures(pages: Pages, address: str, language: str) -> list[str]:
    page = pages.client("alice").get(address, headers={"accept-language": language})
    html = page.content.decode()
    return [unescape(f"{number} {word}") for number, word in FIGURE.findall(html)]


def written(pages: Pages, game: int, points: int, lines: tuple[str, ...]) -> None:
    contract = lines[-1].split()[1]
    done = (f"contract {contract} done ana", f"finish ana {points} ben 0")
    for line in (f"start {game} ana ben", *lines, *done):
        pages.desk.type("alice", line)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_characters_words_agree_with_their_numbers(pages: Pages, language: str) -> None:
    sheet = pages.url("character", "ana")
    written(pages, 1, 1, FIRST)
    assert set(ONE[language]) <= set(figures(pages, sheet, language))
    written(pages, 2, 2, SECOND)
    assert set(TWO[language]) <= set(figures(pages, sheet, language))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_persons_words_agree_with_their_numbers(pages: Pages, language: str) -> None:
    written(pages, 1, 1, FIRST)
    person = f"{reverse('plays:person')}?name=Alice"
    assert set(OF_A_PERSON[language]) <= set(figures(pages, person, language))
