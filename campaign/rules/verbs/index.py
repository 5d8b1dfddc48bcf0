"""All verbs by their keys: line, forms, entries, roles, export and import run on this index."""

from collections.abc import Mapping
from types import MappingProxyType

from campaign.rules.campaigns import Campaign
from campaign.rules.errors import LedgerError
from campaign.rules.verbs import (
    cards,
    characters,
    contract_backs,
    contracts,
    games,
    house_tokens,
    joining,
    lots,
    marks,
    milestones,
    spaces,
    stickers,
    tasks,
    tracks,
)
from campaign.rules.verbs.verb import Verb

_TOPICS = (
    characters,
    cards,
    marks,
    stickers,
    house_tokens,
    milestones,
    spaces,
    contracts,
    contract_backs,
    tracks,
    joining,
    games,
    tasks,
    lots,
)

VERBS: Mapping[str, Verb] = MappingProxyType(
    {verb.key: verb for topic in _TOPICS for verb in topic.VERBS}
)
"""Every verb by its key, in the order of the topics."""


def verb_for(campaign: Campaign, key: str) -> Verb:
    """The verb, if this kind of campaign has it; raises ``unknown_verb``, ``verb_not_here``."""
    if key not in VERBS:
        raise LedgerError("unknown_verb", verb=key)
    if key not in campaign.verbs:
        raise LedgerError("verb_not_here", verb=key)
    return VERBS[key]


def verbs_of(campaign: Campaign) -> tuple[Verb, ...]:
    """The verbs of one kind of campaign, in the order of its file."""
    return tuple(VERBS[key] for key in campaign.verbs)
