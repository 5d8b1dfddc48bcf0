"""Walk-throughs: what to do before and after a game, and what the ledger knows about it.

docs/rules.md 8.8 and 8.12. The campaign's file lists the steps in order; ``steps.setup`` and
``steps.cleanup`` say what each is.
"""

from collections.abc import Iterable

from campaign.rules.entries import Draft, Entry
from campaign.rules.state import State
from campaign.rules.steps import joining
from campaign.rules.steps.by_lot import with_lots
from campaign.rules.steps.cleanup import CLEANUP
from campaign.rules.steps.setup import SETUP
from campaign.rules.steps.step import Step, evening_of
from campaign.rules.tasks import OpenTask, open_tasks


def offers(state: State, lots: Iterable[Entry] = ()) -> tuple[Draft, ...]:
    """Every entry that can be written with one press now: of steps, open tasks, and plans.

    ``lots`` are the standing lots of the ledger, the oldest first.
    """
    steps = (*with_lots(state, setup(state), lots), *cleanup(state))
    tasks = open_tasks(state)
    return (
        *(step.main for step in steps if step.main),
        *(draft for step in steps for draft in step.drafts),
        *(task.draft for task in tasks if task.draft),
        *map(waiver, tasks),
        *(draft for plan in state.joining.values() for draft in joining.drafts(plan)),
    )


def waiver(task: OpenTask) -> Draft:
    """The entry that leaves a task undone for good."""
    return Draft(verb="waive", arguments={"task": task.key})


def setup(state: State, players: tuple[str, ...] = ()) -> tuple[Step, ...]:
    """The steps before the running game, or before the next one with these players."""
    evening = evening_of(state, players)
    steps = (SETUP[key](evening) for key in state.campaign.setup)
    return tuple(step for step in steps if step is not None)


def cleanup(state: State) -> tuple[Step, ...]:
    """The steps at the end of the current game; none before the first one."""
    if state.current is None:
        return ()
    evening = evening_of(state, ())
    return tuple(CLEANUP[key](evening) for key in state.campaign.cleanup)
