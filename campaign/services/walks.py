"""Carries a walk-through out: ticks of hand work, and the entries that its steps offer."""

from collections.abc import Callable, Iterable

from django.db import transaction

from campaign.errors import CampaignError
from campaign.models import Campaign, LedgerEntry, Membership, StepTick
from campaign.rules.entries import Draft
from campaign.rules.state import State
from campaign.services.ledger import write_offered

JOINING = "joining-"
"""Before a character's key: the walk of those who catch up."""
CATCHING_UP = ("prologues", "contracts", "set-aside", "offer", "shuffle")


def is_step(state: State, walk: str, step: str) -> bool:
    """Whether a walk-through of this campaign has that step."""
    if walk.startswith(JOINING):
        return walk.removeprefix(JOINING) in state.characters and step in CATCHING_UP
    steps = {"setup": state.campaign.setup, "cleanup": state.campaign.cleanup}
    return step in steps.get(walk, ())


@transaction.atomic
def tick(member: Membership, *, walk: str, game: int, step: str, done: bool) -> None:
    """Tick a step or take its tick away; pressed by two at once, it is ticked once."""
    campaign = Campaign.objects.select_for_update().defer("snapshot").get(pk=member.campaign_id)
    if campaign.trashed:
        raise CampaignError("gone")
    where = {"walk": walk, "game": game, "step": step}
    if done:
        StepTick.objects.get_or_create(campaign=campaign, **where, defaults={"member": member.key})
    else:
        StepTick.objects.filter(campaign=campaign, **where).delete()


def press(
    member: Membership, draft: Draft, offered: Callable[[State], Iterable[Draft]]
) -> list[LedgerEntry]:
    """Write what a step offers, unless somebody has just done it; then nothing is written."""
    return write_offered(member, draft, offered)
