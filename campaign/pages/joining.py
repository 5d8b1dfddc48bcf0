"""How a newcomer catches up: the plan that would be made, or the kept one with its buttons."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from campaign.pages.offers import DraftOffer, offer_of
from campaign.rules.catch_up import CatchUp
from campaign.rules.labels import character_label
from campaign.rules.state import State
from campaign.rules.steps import joining
from campaign.rules.steps.joining import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something that a newcomer does; ``kind`` picks its sentence, ``step`` is its tick.

    ``left`` is how often it is still to be written; ``known`` says whether the ledger counts it.
    """

    kind: str
    step: str
    count: int = 0
    left: int = 0
    name: str = ""
    games: tuple[int, ...] = ()
    offer: DraftOffer | None = None
    known: bool = False
    done: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoiningPage:
    """``kept`` says whether the plan is made, ``missed`` whether there is anything to catch up,
    ``marks`` whether marks are evened out with those of others who play."""

    tasks: tuple[Task, ...]
    kept: bool
    missed: bool
    marks: bool


def joining_page(
    campaign: UUID,
    state: State,
    plan: Plan | None,
    kept: CatchUp | None,
    ticked: Mapping[str, str],
) -> JoiningPage:
    """``ticked`` names who has ticked the steps that only the group can tell."""
    shown = kept or (_as_kept(plan) if plan else None)
    tasks = tuple(_tasks(campaign, state, shown, kept is not None, ticked)) if shown else ()
    marks = bool(plan and plan.marks and not kept)
    return JoiningPage(tasks=tasks, kept=kept is not None, missed=shown is not None, marks=marks)


def _as_kept(plan: Plan) -> CatchUp:
    covered = plan.marks.covered if plan.marks else {}
    return CatchUp(
        key=plan.character,
        game=0,
        prologues=plan.prologues,
        milestones=plan.milestones,
        scratches=plan.scratches,
        covers={key: count for key, count in covered.items() if count},
        random=plan.marks.random if plan.marks else 0,
    )


def _tasks(
    campaign: UUID, state: State, plan: CatchUp, kept: bool, ticked: Mapping[str, str]
) -> Iterator[Task]:
    def by_hand(kind: str, games: tuple[int, ...] = ()) -> Task:
        by = ticked.get(kind, "")
        return Task(kind=kind, step=kind, games=games, done=kind in ticked, by=by)

    if plan.prologues:
        yield by_hand("prologues", games=plan.prologues)
        yield by_hand("contracts")
        yield by_hand("set-aside")
    for step, count in plan.steps.items():
        if step.startswith("covers/") and step == next(s for s in plan.steps if "/" in s):
            yield by_hand("offer")
        if count:
            yield _counted(campaign, state, plan, step, kept)
    if plan.prologues:
        yield by_hand("shuffle")


def _counted(campaign: UUID, state: State, plan: CatchUp, step: str, kept: bool) -> Task:
    left, count = plan.left(step), plan.steps[step]
    draft = joining.drafts(plan)[0] if step == "milestones" and left else joining.asks(plan, step)
    whose = step.removeprefix("covers/")
    return Task(
        kind="cover" if whose != step else step,
        step=step,
        count=count,
        left=left,
        name=character_label(state, whose) if whose != step else "",
        offer=offer_of(campaign, state, draft) if kept and left else None,
        known=True,
        done=kept and not left,
    )
