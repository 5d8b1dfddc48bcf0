"""Draws lots for the ledger, from a seed that was promised before."""

import re
import secrets
from collections.abc import Sequence
from uuid import UUID

from campaign.errors import CampaignError
from campaign.models import Campaign, LedgerEntry, Membership
from campaign.models.campaigns import new_seed
from campaign.rules.entries import Arguments, Draft
from campaign.rules.state import State
from campaign.rules.verbs.lots import SALT, drawn
from campaign.services.ledger import write_with
from kernel.draws import commit


def draw_lot(
    member: Membership,
    of: Sequence[str],
    *,
    take: int,
    why: str = "",
    salt: str | None = None,
    key: UUID | None = None,
) -> LedgerEntry:
    """Draw ``take`` of a list and write it down, with the seed; the next lot gets a new seed.

    ``salt`` are 16 random bytes of the drawing device as hexadecimal digits; without them the
    server makes some, and the entry says so. ``key`` comes from the form: sent twice, drawn once.
    Raises LedgerError for a list that cannot be drawn from, CampaignError for a bad salt.
    """
    seeds: list[str] = []

    def make(_state: State) -> Draft:
        seed = Campaign.objects.values_list("lot_seed", flat=True).get(pk=member.campaign_id)
        seeds[:] = [seed, new_seed()]
        names = tuple(name.strip() for name in of)
        own = _checked(salt) or secrets.token_hex(SALT // 2)
        arguments: Arguments = {
            "why": why,
            "of": list(names),
            "drawn": list(drawn(seed, own, names, take)),
            "seed": seed,
            "salt": own,
            "promise": commit(seeds[1]),
            "server": not salt,
        }
        return Draft(verb="lot", arguments=arguments)

    def promise() -> None:
        Campaign.objects.filter(pk=member.campaign_id).update(lot_seed=seeds[1])

    return write_with(member, make, promise, key=key)


def _checked(salt: str | None) -> str:
    if salt and not re.fullmatch(rf"[0-9a-f]{{{SALT}}}", salt):
        raise CampaignError("bad_salt")
    return salt or ""
