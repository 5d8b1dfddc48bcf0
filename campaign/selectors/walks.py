"""How far a walk-through is: what was ticked by hand, what was written, and by whom."""

from collections.abc import Mapping

from campaign.models import Campaign, StepTick
from campaign.selectors.members import names_of

WRITTEN = {
    "deadlines": ("due",),
    "mission_report": ("finish", "correct"),
    "memorials": ("memorial",),
    "after_scoring": ("box",),
    "contract_texts": ("box",),
    "flipped_contracts": ("destroy", "keep"),
    "prologue": ("read",),
    "epilogue": ("read",),
    "employee": ("employee",),
    "valuable": ("valuable",),
    "milestone_passages": ("journal",),
    "pack": ("pack",),
    "joining": ("joining",),
    "contract_setups": ("setup",),
    "midnight_oil": ("contract",),
    "reviews": ("tick",),
    "dran": ("tick",),
}
"""The verbs by which each step is carried out."""


def done_by(campaign: Campaign, walk: str, game: int) -> Mapping[str, str]:
    """Who has carried out or ticked each step, by name; a tick counts before an entry."""
    rows = campaign.entries.filter(game=game).order_by("number").values_list("verb", "member")
    last = dict(rows)
    written = {
        step: last[verb] for step, verbs in WRITTEN.items() for verb in verbs if verb in last
    }
    return _named(campaign, {**written, **_ticked_by(campaign, walk, game)})


def ticked_names(campaign: Campaign, walk: str, game: int) -> Mapping[str, str]:
    """Who has ticked each step, by name."""
    return _named(campaign, _ticked_by(campaign, walk, game))


def _ticked_by(campaign: Campaign, walk: str, game: int) -> Mapping[str, str]:
    ticks = StepTick.objects.filter(campaign=campaign, walk=walk, game=game)
    return dict(ticks.values_list("step", "member"))


def _named(campaign: Campaign, found: Mapping[str, str]) -> Mapping[str, str]:
    names = names_of(campaign)
    return {step: names.get(key, key) for step, key in found.items()}
