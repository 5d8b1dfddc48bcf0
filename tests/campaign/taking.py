"""Taking over as a member does it: what was looked at is what is written."""

from collections.abc import Set

from campaign.models import LedgerEntry
from campaign.rules.takeover.table import Answers
from campaign.selectors.tables import Comparison, comparison_of
from campaign.services.takeover import Shown, take_over
from tests.campaign.desk import Desk
from tests.forms_on_page import forms_on


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


def filled(page: str) -> dict[str, list[str]]:
    """The form of a page of taking over as a browser sends it untouched, if there is one."""
    fields = (form.fields for form in forms_on(page) if form.label == "Take it over")
    sent: dict[str, list[str]] = {"take": []}
    for name, value in next(fields, ()):
        sent.setdefault(name, []).append(value)
    return sent
