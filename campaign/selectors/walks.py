"""How far a walk-through is: what was ticked by hand, what was written, and by whom."""

from collections.abc import Callable, Iterable, Mapping

from campaign.models import Campaign, StepTick
from campaign.rules.entries import Arguments
from campaign.rules.state import Game, State
from campaign.rules.steps.step import Step
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
    "dran": ("tick",),
}
"""The verbs by which each step is carried out."""

ABOUT: Mapping[str, Callable[[Arguments, State, Game], bool]] = {
    "prologue": lambda said, state, game: said.get("passage") == game.prologue,
    "epilogue": lambda said, state, game: said.get("passage") == game.epilogue,
    "flipped_contracts": lambda said, state, game: (
        str(said.get("contract", said.get("card"))) in state.contracts
    ),
    "midnight_oil": lambda said, state, game: state.campaign.burns_oil(str(said.get("card"))),
    "dran": lambda said, state, game: said.get("track") == "dran",
}
"""Which entries of these verbs are the step's own, where others use the same verb."""


def done_by(
    campaign: Campaign, walk: str, state: State, game: int, steps: Iterable[Step]
) -> Mapping[str, str]:
    """Who has carried out or ticked each step, by name; a tick counts before an entry.

    What only the group can tell to be done is done by its tick alone: no entry says it.
    """
    known = [step.key for step in steps if step.done]
    written = _written_by(campaign, state, game, known)
    return _named(campaign, {**written, **_ticked_by(campaign, walk, game)})


def _written_by(
    campaign: Campaign, state: State, number: int, steps: Iterable[str]
) -> Mapping[str, str]:
    rows = campaign.entries.filter(game=number).order_by("number")
    found, game = {}, state.games.get(str(number))
    for verb, said, member in rows.values_list("verb", "arguments", "member"):
        for step in steps:
            about = ABOUT.get(step)
            if verb in WRITTEN.get(step, ()) and (not about or (game and about(said, state, game))):
                found[step] = member
    return found


def ticked_names(campaign: Campaign, walk: str, game: int) -> Mapping[str, str]:
    """Who has ticked each step, by name."""
    return _named(campaign, _ticked_by(campaign, walk, game))


def _ticked_by(campaign: Campaign, walk: str, game: int) -> Mapping[str, str]:
    ticks = StepTick.objects.filter(campaign=campaign, walk=walk, game=game)
    return dict(ticks.values_list("step", "member"))


def _named(campaign: Campaign, found: Mapping[str, str]) -> Mapping[str, str]:
    names = names_of(campaign)
    return {step: names.get(key, key) for step, key in found.items()}
