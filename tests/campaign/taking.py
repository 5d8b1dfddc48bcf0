"""Taking over as a member does it: what was looked at is what is written."""

import re
from collections.abc import Set
from html import unescape
from typing import Any

from campaign.models import LedgerEntry
from campaign.rules.takeover.table import Answers
from campaign.selectors.tables import Comparison, comparison_of
from campaign.services.takeover import Shown, take_over
from tests.campaign.desk import Desk


def look(campaign: Desk, who: str = "alice", answers: Answers | None = None) -> Comparison:
    """What game 1's page of taking over shows to a member."""
    member = campaign.people[who]
    member.campaign.refresh_from_db()
    return comparison_of(member, 1, answers)


def shown(found: Comparison) -> Shown:
    return Shown(ledger=found.ledger, table=found.sequence)


def taken(
    campaign: Desk,
    who: str = "bob",
    *,
    keys: Set[str] | None = None,
    answers: Answers | None = None,
) -> list[LedgerEntry]:
    """Looked at and confirmed at once."""
    found = shown(look(campaign, who))
    return take_over(campaign.people[who], 1, found, keys=keys, answers=answers)


def filled(page: str) -> dict[str, Any]:
    """The form of a page of taking over as a browser sends it untouched."""
    values = re.findall(r'name="(ledger|sequence)" value="([^"]*)"', page)
    boxes = re.findall(r'name="take" value="([^"]*)"( checked)?', page)
    return {**dict(values), "take": [unescape(key) for key, checked in boxes if checked]}
