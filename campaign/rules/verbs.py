"""The one table of verbs: line, forms, entries, roles, export and import all run on it."""

from collections.abc import Mapping
from types import MappingProxyType

from campaign.rules import (
    cards,
    characters,
    contract_verbs,
    games,
    marks,
    milestones,
    spaces,
    stickers,
    tracks,
)
from campaign.rules.campaigns import Campaign
from campaign.rules.errors import LedgerError
from campaign.rules.verb import Verb

_TOPICS = (
    characters,
    cards,
    marks,
    stickers,
    milestones,
    spaces,
    contract_verbs,
    tracks,
    games,
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
