"""The plan with which a character catches up, made once and kept (docs/rules.md 8.22 to 8.25)."""

from dataclasses import replace
from typing import cast

from campaign.rules.arguments.characters import Scores
from campaign.rules.arguments.values import Number
from campaign.rules.catch_up import CatchUp
from campaign.rules.errors import LedgerError
from campaign.rules.labels import character_label
from campaign.rules.lookup import the_character
from campaign.rules.state import Game, State, put
from campaign.rules.verbs.characters import CHARACTER
from campaign.rules.verbs.verb import Argument, Call, Verb, Who
from kernel.message import gettext_noop, pgettext


def missed(state: State, character: str, game: int) -> tuple[int, ...]:
    """The games before that one which the character did not play."""
    games = [g for g in state.games.values() if g.number < game and g.status != "abandoned"]
    return tuple(sorted(g.number for g in games if character not in g.players))


def needs_plan(state: State, character: str, game: Game) -> bool:
    """Whether a character was not there the game before and has no plan for catching up."""
    kept = state.joining.get(character)
    planned = kept is not None and kept.game == game.number
    return not planned and game.number - 1 in missed(state, character, game.number)


def join(call: Call) -> State:
    """Keep the plan; another one can be made until the first step of it is written."""
    state, key = call.state, the_character(call.state, call.text("character")).key
    known = state.joining.get(key)
    if known is not None and known.game == call.game and known.done:
        raise LedgerError("joining_begun", character=character_label(state, key))
    plan = CatchUp(
        key=key,
        game=call.game,
        prologues=missed(state, key, call.game),
        milestones=call.number("milestones"),
        scratches=call.number("scratches"),
        covers=_covers(call, key),
        random=call.number("random"),
    )
    return replace(state, joining=put(state.joining, key, plan))


def _covers(call: Call, newcomer: str) -> dict[str, int]:
    covers = dict(cast(dict[str, int], call.args.get("covers", {})))
    for key, count in covers.items():
        the_character(call.state, key)
        if key == newcomer:
            raise LedgerError("own_mark", character=character_label(call.state, key))
        if count < 1:
            raise LedgerError("joining_numbers")
    return covers


VERBS = (
    Verb(
        key="joining",
        topic="characters",
        act=join,
        sentence=gettext_noop("{character} catches up."),
        extras={
            "milestones": gettext_noop("Milestone spaces to mark: {milestones}."),
            "scratches": gettext_noop("Cards to scratch: {scratches}."),
            "covers": gettext_noop("Marks to cover: {covers}."),
            "random": gettext_noop("Random cards to mark: {random}."),
        },
        who=Who.KEEPER,
        arguments=(
            CHARACTER,
            Argument("milestones", Number(1, 99), gettext_noop("milestone spaces"), optional=True),
            Argument("scratches", Number(1, 99), gettext_noop("scratched cards"), optional=True),
            Argument("covers", Scores(), gettext_noop("marks to cover"), optional=True),
            Argument("random", Number(1, 999), gettext_noop("random cards"), optional=True),
        ),
        forms=(
            pgettext(
                "typed",
                "joining <character> { [ milestones <milestones> ] [ scratches <scratches> ] "
                "[ covers <covers> ] [ random <random> ] }",
            ),
        ),
    ),
)
