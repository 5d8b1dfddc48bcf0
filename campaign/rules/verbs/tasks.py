"""Open tasks that nobody is to do any more (docs/rules.md 8.34)."""

from dataclasses import replace

from campaign.rules.arguments.values import Text
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.rules.tasks import open_tasks
from campaign.rules.verbs.verb import Argument, Call, Verb, Who
from kernel.message import gettext_noop, pgettext


def waive(call: Call) -> State:
    """Leave a task undone for good."""
    state, task = call.state, call.text("task")
    if task in state.waived:
        raise LedgerError("task_gone")
    return replace(state, waived=(*state.waived, task))


def _open(call: Call) -> None:
    if call.text("task") not in {task.key for task in open_tasks(call.state)}:
        raise LedgerError("task_gone")


VERBS = (
    Verb(
        key="waive",
        topic="games",
        act=waive,
        sentence=gettext_noop("An open task is waived: {task}."),
        arguments=(Argument("task", Text(80), gettext_noop("open task")),),
        forms=(pgettext("typed", "waive <task>"),),
        who=Who.KEEPER,
        guard=_open,
    ),
)
