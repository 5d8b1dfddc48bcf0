"""Walk-throughs: what to do before and after a game, and what the ledger knows about it.

docs/rules.md 8.8 and 8.12. The campaign's file lists the steps in order; ``steps.setup`` and
``steps.cleanup`` say what each is.
"""

from collections.abc import Iterable
from dataclasses import replace

from campaign.rules.entries import Draft, Entry
from campaign.rules.state import State
from campaign.rules.steps import joining
from campaign.rules.steps.by_lot import with_lots
from campaign.rules.steps.cleanup import CLEANUP
from campaign.rules.steps.setup import SETUP
from campaign.rules.steps.step import Step, evening_of
from campaign.rules.tasks import OpenTask, open_tasks
from campaign.rules.verbs.index import VERBS


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
    """The steps at the end of the current game; none before the first one.

    Once it is packed away, what they offer is written for that game all the same.
    """
    if state.current is None:
        return ()
    evening = evening_of(state, ())
    steps = (CLEANUP[key](evening) for key in state.campaign.cleanup)
    return tuple(_late(step, state) if state.game < state.tonight else step for step in steps)


def _late(step: Step, state: State) -> Step:
    drafts, asks = (_for_game(drafts, state.game) for drafts in (step.drafts, step.asks))
    return replace(step, drafts=drafts, asks=asks)


def _for_game(drafts: tuple[Draft, ...], game: int) -> tuple[Draft, ...]:
    return tuple(replace(d, game=game) if VERBS[d.verb].late else d for d in drafts)


def placed(state: State, draft: Draft) -> Draft:
    """The draft, for the game that is packed away if it does what the steps after it still ask.

    So what is written a little late, on any page or typed, does not count for the coming game.
    """
    if draft.game is not None or state.game == state.tonight:
        return draft
    asked = (each for step in cleanup(state) for each in (*step.drafts, *step.asks))
    own = any(each.game is not None and _does(draft, each) for each in asked)
    return replace(draft, game=state.game) if own else draft


def _does(draft: Draft, asked: Draft) -> bool:
    """Whether a draft is what is asked; it may say more, but not about somebody else."""
    given, wanted = draft.arguments, asked.arguments
    same = all(given.get(name, value) == value for name, value in wanted.items())
    return draft.verb == asked.verb and same and given.get("character") == wanted.get("character")
