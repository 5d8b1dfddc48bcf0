"""Lines of the ledger as they are read."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.refusals import said
from campaign.rules.entries import STRIKE
from campaign.rules.verbs import VERBS
from campaign.selectors.ledger import Line

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
    """``struck`` says by which entry; ``strike`` is where it can be struck, if it may be."""

    number: int
    icon: str
    text: str
    game: int
    member: str
    at: datetime
    struck: str
    strike: str


def ledger_lines(campaign_id: UUID, lines: Iterable[Line]) -> tuple[LedgerLine, ...]:
    return tuple(_line(campaign_id, line) for line in lines)


def _line(campaign_id: UUID, line: Line) -> LedgerLine:
    row = line.row
    href = reverse("campaign:strike", args=[campaign_id, row.number]) if line.may_strike else ""
    return LedgerLine(
        number=row.number,
        icon=_icon(row.verb),
        text=_text(line),
        game=row.game,
        member=line.member,
        at=row.at,
        struck=_("struck by entry %(number)d") % {"number": line.struck_by}
        if line.struck_by
        else "",
        strike=href,
    )


def _text(line: Line) -> str:
    if line.row.verb == STRIKE:
        return _("Entry %(number)d is struck.") % {"number": line.strikes or 0}
    return " ".join(map(said, line.sentences))


def _icon(verb: str) -> str:
    known = VERBS.get(verb)
    return ICONS.get(known.topic, "ledger") if known else "undo"
