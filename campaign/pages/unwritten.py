"""What the table has and the ledger does not yet, for the pages that show contracts."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from campaign.models import Campaign
from campaign.rules.labels import characters_label
from campaign.rules.state import State
from campaign.rules.unwritten import Unwritten


@dataclass(frozen=True, slots=True)
class UnwrittenRow:
    """``stars`` are names; ``href`` leads to the contract, empty if the ledger has none."""

    told: Unwritten
    stars: str
    href: str


def unwritten_rows(
    campaign: Campaign, state: State, found: Iterable[Unwritten]
) -> tuple[UnwrittenRow, ...]:
    return tuple(_view(campaign, state, each) for each in found)


def _view(campaign: Campaign, state: State, told: Unwritten) -> UnwrittenRow:
    known = told.key in state.contracts
    return UnwrittenRow(
        told=told,
        stars=", ".join(characters_label(state, told.stars)),
        href=reverse("campaign:contract", args=[campaign.pk, told.key]) if known else "",
    )
