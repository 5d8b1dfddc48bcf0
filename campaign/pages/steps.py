"""Walk-throughs: the steps before and after a game, ticked by whom, and their buttons."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, repeat
from uuid import UUID

from django.utils.translation import gettext as _

from campaign.errors import translate
from campaign.pages.lots import ReadyLot
from campaign.pages.offers import DraftOffer, offer_of
from campaign.rules.labels import character_label
from campaign.rules.state import State
from campaign.rules.steps.numbers import SetupNumber, numbers
from campaign.rules.steps.step import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """``known`` says whether the ledger can tell that it is done; otherwise the group ticks it.

    ``by`` is the member who has ticked or written it; ``joining`` are the keys and names of those
    who catch up. ``lots`` can be drawn at the step, ``main`` is what the last one leads to.
    """

    key: str
    title: str
    lines: tuple[str, ...]
    offers: tuple[DraftOffer, ...]
    done: bool
    known: bool
    by: str
    joining: tuple[tuple[str, str], ...]
    main: DraftOffer | None
    lots: tuple[ReadyLot, ...]


@dataclass(frozen=True, slots=True)
class NumberView:
    label: str
    value: str


def step_views(
    campaign: UUID,
    state: State,
    steps: tuple[Step, ...],
    done_by: Mapping[str, str],
    lots: tuple[ReadyLot, ...] = (),
) -> tuple[StepView, ...]:
    """``done_by`` names who has ticked or written each step; ``lots`` can be drawn now."""
    views = (_step(campaign, state, step, done_by) for step in steps)
    return tuple(
        replace(view, lots=tuple(lot for lot in lots if lot.step == view.key)) for view in views
    )


def _step(campaign: UUID, state: State, step: Step, done_by: Mapping[str, str]) -> StepView:
    known = step.done is not None
    done = bool(step.done) if known else step.key in done_by
    return StepView(
        key=step.key,
        title=translate(step.title),
        lines=tuple(map(translate, step.lines)),
        offers=tuple(_offers(campaign, state, step)),
        done=done,
        known=known,
        by=done_by.get(step.key, "") if done else "",
        joining=tuple((key, character_label(state, key)) for key in step.joining),
        main=offer_of(campaign, state, step.main) if step.main else None,
        lots=(),
    )


def _offers(campaign: UUID, state: State, step: Step) -> Iterator[DraftOffer]:
    """The step's buttons; of those that would say the same, each says which of how many it is."""
    drafts = (*step.drafts, *step.asks)
    for draft, (place, count) in zip(drafts, chain(step.numbered, repeat((1, 1))), strict=False):
        offer = offer_of(campaign, state, draft)
        if count > 1:
            words = {"entry": offer.text, "place": place, "count": count}
            offer = replace(offer, text=_("%(entry)s (%(place)s of %(count)s)") % words)
        yield offer


def number_views(state: State, players: tuple[str, ...]) -> tuple[NumberView, ...]:
    return tuple(_number(number) for number in numbers(state, players))


def _number(number: SetupNumber) -> NumberView:
    return NumberView(translate(number.label), number.value)
