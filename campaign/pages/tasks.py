"""Open tasks of finished games, each with the button that does it."""

from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse

from campaign.errors import translate
from campaign.pages.offers import DraftOffer, offer_of
from campaign.rules.state import State
from campaign.rules.steps.walkthrough import waiver
from campaign.rules.tasks import OpenTask, open_tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskView:
    """``href`` is the page of a plan for catching up; ``waive`` is the waiver as it is posted."""

    game: int
    title: str
    offer: DraftOffer | None
    href: str
    waive: str


def task_views(campaign: UUID, state: State) -> tuple[TaskView, ...]:
    return tuple(_task(campaign, state, task) for task in open_tasks(state))


def _task(campaign: UUID, state: State, task: OpenTask) -> TaskView:
    joining = reverse("campaign:joining", args=[campaign, task.joining]) if task.joining else ""
    return TaskView(
        game=task.game,
        title=translate(task.title),
        offer=offer_of(campaign, state, task.draft) if task.draft else None,
        href=joining,
        waive=offer_of(campaign, state, waiver(task)).draft,
    )
