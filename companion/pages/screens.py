"""A screen that waits for its table, and the tables that a phone may send to it."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from companion.models import Screen
from companion.table.summaries import TableSummary
from kernel.text import isolated
from web import qr


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenPage:
    """What the screen shows to a phone: a QR code, or a code and the page where it is typed."""

    secret: str
    code: str
    link: str
    door: str
    qr_code: str


@dataclass(frozen=True, slots=True)
class Candidate:
    table: UUID
    title: str
    over: bool


@dataclass(frozen=True, slots=True)
class ChoicePage:
    code: str
    tables: tuple[Candidate, ...]


def screen_page(secret: str, screen: Screen, link: str, door: str) -> ScreenPage:
    return ScreenPage(secret=secret, code=screen.code, link=link, door=door, qr_code=qr.svg(link))


def choice_page(code: str, tables: Iterable[TableSummary]) -> ChoicePage:
    """Running tables first; those that cannot be read are left out."""
    readable = [each for each in tables if each.state]
    found = [
        Candidate(each.table, isolated(each.title), bool(each.state and each.state.over))
        for each in readable
    ]
    return ChoicePage(code, tuple(sorted(found, key=lambda each: each.over)))
