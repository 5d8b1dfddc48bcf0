"""How far a plan for catching up is carried out (docs/rules.md 8.22 to 8.25)."""

from dataclasses import replace

from campaign.rules.state import State, put


def caught_up(state: State, character: str, step: str) -> State:
    """Tick one entry of a step in the character's plan, if it is still to be written."""
    plan = state.joining.get(character)
    if plan is None or plan.left(step) < 1:
        return state
    done = put(plan.done, step, plan.done.get(step, 0) + 1)
    return replace(state, joining=put(state.joining, character, replace(plan, done=done)))
