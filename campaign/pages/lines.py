"""Lines of the ledger as they are read."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from django.urls import reverse

from campaign.errors import translate
from campaign.rules.entries import STRIKE
from campaign.rules.verbs.index import VERBS
from campaign.selectors.ledger import DescribedEntry

A_PAGE = 50
ICONS = {
    "characters": "account",
    "cards": "card",
    "marks": "mark",
    "stickers": "sticker",
    "tokens": "token",
    "passages": "passage",
    "milestones": "milestone",
    "spaces": "space",
    "contracts": "contract",
    "tracks": "check",
    "counters": "plus",
    "games": "dragon",
    "notes": "edit",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """``text`` is empty for a strike; ``strike`` is the address to strike the entry, if allowed.

    ``strikes`` and ``struck_by`` are numbers of entries, or 0.
    """

    number: int
    icon: str
    text: str
    game: int
    member: str
    at: datetime
    strikes: int
    struck_by: int
    strike: str


def ledger_lines(campaign_id: UUID, lines: Iterable[DescribedEntry]) -> tuple[LedgerLine, ...]:
    return tuple(_line(campaign_id, line) for line in lines)


def _line(campaign_id: UUID, line: DescribedEntry) -> LedgerLine:
    row = line.row
    return LedgerLine(
        number=row.number,
        icon=_icon(row.verb),
        text="" if row.verb == STRIKE else " ".join(map(translate, line.sentences)),
        game=row.game,
        member=line.member,
        at=row.created_at,
        strikes=line.strikes or 0,
        struck_by=line.struck_by or 0,
        strike=_strike_address(campaign_id, row.number) if line.may_strike else "",
    )


@lru_cache(maxsize=2_000)
def _strike_address(campaign_id: UUID, number: int) -> str:
    return reverse("campaign:strike", args=[campaign_id, number])


def _icon(verb: str) -> str:
    known = VERBS.get(verb)
    return ICONS.get(known.topic, "ledger") if known else "undo"
