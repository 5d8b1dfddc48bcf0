"""Walk-throughs: the steps before and after a game, and how a newcomer catches up."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from campaign.pages.verbs import button
from campaign.refusals import said
from campaign.rules.entries import Draft
from campaign.rules.joining import CatchUp
from campaign.rules.naming import character_said
from campaign.rules.sentences import render
from campaign.rules.state import State
from campaign.rules.step import Step
from campaign.rules.verbs import VERBS


@dataclass(frozen=True, slots=True)
class DraftOffer:
    """An entry that a step proposes: its form, with its arguments filled in.

    ``text`` says what pressing it does, as nothing has happened yet.
    """

    verb: str
    text: str
    arguments: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDrawn:
    """``done`` is nothing where only the group can tell, so that they tick it themselves."""

    key: str
    title: str
    lines: tuple[str, ...]
    offers: tuple[DraftOffer, ...]
    done: bool | None


def steps_drawn(state: State, steps: tuple[Step, ...]) -> tuple[StepDrawn, ...]:
    return tuple(_drawn(state, step) for step in steps)


def _drawn(state: State, step: Step) -> StepDrawn:
    return StepDrawn(
        key=step.key,
        title=said(step.title),
        lines=tuple(map(said, step.lines)),
        offers=tuple(
            DraftOffer(
                draft.verb,
                _proposed(state, draft),
                tuple((name, _typed(value)) for name, value in draft.arguments.items()),
            )
            for draft in step.drafts
        ),
        done=step.done,
    )


def _proposed(state: State, draft: Draft) -> str:
    """The verb by the name of its button, and what it is done to."""
    verb = VERBS[draft.verb]
    given = [
        (arg, draft.arguments[arg.name]) for arg in verb.arguments if arg.name in draft.arguments
    ]
    shown = [
        render(arg.kind.show(value, state), gettext) for arg, value in given if value is not True
    ]
    return ": ".join(filter(None, (button(verb).name, ", ".join(shown))))


def _typed(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | dict) else str(value)


def catch_up(state: State, plan: CatchUp) -> tuple[str, ...]:
    """What the newcomer does, step by step."""
    return tuple(_catching_up(state, plan))


def _catching_up(state: State, plan: CatchUp) -> Iterator[str]:
    if plan.prologues:
        games = ", ".join(map(str, plan.prologues))
        yield _("Read the Journal passages of the games that were missed: %(games)s.") % {
            "games": games
        }
        yield _("Take the contracts they name from the tuckbox, and resolve each as you like.")
        yield _(
            "For each card they have you mark, mark a random blue one of the adventure deck that "
            "may be marked, and set it aside."
        )
    if plan.milestones:
        yield (
            ngettext(
                "Fill %d milestone space with a mark.",
                "Fill %d milestone spaces with marks.",
                plan.milestones,
            )
            % plan.milestones
        )
    if plan.scratches:
        yield (
            ngettext(
                "Scratch a box on %d card of the starting deck.",
                "Scratch a box on %d cards of the starting deck.",
                plan.scratches,
            )
            % plan.scratches
        )
    yield from _marks(state, plan)
    if plan.prologues:
        yield _("Shuffle the cards that were set aside back into the adventure deck.")


def _marks(state: State, plan: CatchUp) -> Iterator[str]:
    if plan.marks is None:
        return
    if plan.marks.passes:
        yield _(
            "Each of the others keeps back up to half of their marked cards, and offers the rest."
        )
    for key, count in plan.marks.covered.items():
        if count:
            named = {"count": count, "name": character_said(state, key)}
            yield _("Cover marks of %(name)s with your own: %(count)d.") % named
    if plan.marks.random:
        yield (
            ngettext(
                "Mark %d random blue card of the adventure deck.",
                "Mark %d random blue cards of the adventure deck.",
                plan.marks.random,
            )
            % plan.marks.random
        )
