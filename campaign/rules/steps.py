"""Walk-throughs: what to do before and after a game, and what the ledger knows of it.

docs/rules.md 8.8 and 8.12. Which steps there are, and in which order, stands in the campaign's
file; campaign/rules/setup_steps.py and campaign/rules/cleanup_steps.py say what each is.
"""

from campaign.rules.cleanup_steps import CLEANUP
from campaign.rules.setup_steps import SETUP
from campaign.rules.state import State
from campaign.rules.step import Evening, Step, evening_of


def setup(state: State, players: tuple[str, ...] = ()) -> tuple[Step, ...]:
    """The steps before the running game, or before the next one with those players."""
    evening = evening_of(state, players)
    return tuple(SETUP[key](evening) for key in state.campaign.setup)


def cleanup(state: State) -> tuple[Step, ...]:
    """The steps at the end of the current game; none before the first one."""
    if state.current is None:
        return ()
    evening = evening_of(state, ())
    return tuple(CLEANUP[key](evening) for key in state.campaign.cleanup)


__all__ = ["Evening", "Step", "cleanup", "setup"]
