"""Verbs about the map: marks, memorials, remnants, and the layout of the group's drawing."""

from dataclasses import replace

from campaign.rules.arguments.spaces import SpaceRef
from campaign.rules.arguments.values import Number, Text
from campaign.rules.errors import LedgerError
from campaign.rules.lookup import the_character
from campaign.rules.state import Character, Path, Space, SpaceMark, State, put
from campaign.rules.verbs.characters import CHARACTER
from campaign.rules.verbs.verb import Argument, Call, Verb
from kernel.message import gettext_noop, pgettext


def _space(state: State, key: str) -> Space:
    """The space as far as it is known; every space exists from the start."""
    return state.spaces.get(key, Space(key=key))


def _with_space(state: State, space: Space) -> State:
    return replace(state, spaces=put(state.spaces, space.key, space))


def mark_space(call: Call) -> State:
    """Put a round mark on a space; one for each character is enough (docs/rules.md 8.16)."""
    character = the_character(call.state, call.text("character"))
    space = _space(call.state, call.text("space"))
    if any(m.character == character.key and not m.covered for m in space.marks):
        raise LedgerError("space_marked", space=space.key, character=character.name)
    new = SpaceMark(character=character.key, game=call.game)
    return _with_space(call.state, replace(space, marks=(*space.marks, new)))


def memorial(call: Call) -> State:
    """Mark the place where a character was knocked out and scored 0; it covers a mark there."""
    character = the_character(call.state, call.text("character"))
    game = _fallen_in(call, character)
    space = _space(call.state, call.text("space"))
    new = SpaceMark(character=character.key, game=game, memorial=True)
    marks = (*(replace(mark, covered=True) for mark in space.marks), new)
    return _with_space(call.state, replace(space, marks=marks))


def _fallen_in(call: Call, character: Character) -> int:
    """The game of a late entry, or else the latest one scored.

    The character must have scored 0 in it and have no memorial for it yet.
    """
    state = call.state
    over = [game for game in state.games.values() if game.finished]
    last = max(over, key=lambda game: game.number, default=None)
    if call.late:
        last = state.games[str(call.game)]
    number = last.number if last else call.game
    if last is None or last.scores.get(character.key) != 0:
        raise LedgerError("not_fallen", character=character.name, game=number)
    if character.key in remembered(state, number):
        raise LedgerError("remembered", character=character.name, game=number)
    return number


def _in_memory_of(call: Call) -> frozenset[str]:
    """The game that a memorial is for."""
    character = the_character(call.state, call.text("character"))
    return frozenset({str(_fallen_in(call, character))})


def remembered(state: State, game: int) -> frozenset[str]:
    """Who has a memorial for that game."""
    marks = [mark for space in state.spaces.values() for mark in space.marks if mark.memorial]
    return frozenset(mark.character for mark in marks if mark.game == game)


def remnant(call: Call) -> State:
    """Destroy a space: the remnant sticker covers its marks; it can still be entered."""
    space = _space(call.state, call.text("space"))
    if space.remnant:
        raise LedgerError("already_remnant", space=space.key)
    marks = tuple(replace(mark, covered=True) for mark in space.marks)
    return _with_space(call.state, replace(space, remnant_in=call.game, marks=marks))


def arrange(call: Call) -> State:
    """Place a space on the group's drawing of the map."""
    space = _space(call.state, call.text("space"))
    return _with_space(call.state, replace(space, x=call.number("x"), y=call.number("y")))


def name_space(call: Call) -> State:
    """Give a space a name of the group's own."""
    space = _space(call.state, call.text("space"))
    return _with_space(call.state, replace(space, name=call.text("name")))


def connect(call: Call) -> State:
    """Connect two spaces of the drawing with a path."""
    state, ends = call.state, sorted((call.text("space"), call.text("other")))
    key = "|".join(ends)
    if ends[0] == ends[1]:
        raise LedgerError("same_space")
    if key in state.paths:
        raise LedgerError("path_known")
    for end in ends:
        state = _with_space(state, _space(state, end))
    return replace(state, paths=put(state.paths, key, Path(key=key, start=ends[0], end=ends[1])))


SPACE = Argument("space", SpaceRef(), gettext_noop("space"))
_NAME = Argument("name", Text(40), gettext_noop("name"))

VERBS = (
    Verb(
        key="space",
        topic="spaces",
        act=mark_space,
        sentence=gettext_noop("{character} marks {space}."),
        arguments=(SPACE, CHARACTER),
        forms=(pgettext("typed", "space <space> mark <character>"),),
    ),
    Verb(
        key="memorial",
        topic="spaces",
        act=memorial,
        sentence=gettext_noop("{character} is remembered: {space}."),
        arguments=(SPACE, CHARACTER),
        forms=(pgettext("typed", "memorial <space> <character>"),),
        pin=_in_memory_of,
        late=True,
    ),
    Verb(
        key="remnant",
        topic="spaces",
        act=remnant,
        sentence=gettext_noop("Destroyed: {space} is a remnant."),
        arguments=(SPACE,),
        forms=(pgettext("typed", "remnant <space>"),),
    ),
    Verb(
        key="arrange",
        topic="spaces",
        act=arrange,
        sentence=gettext_noop("The drawing shows {space} in another place."),
        arguments=(
            SPACE,
            Argument("x", Number(0, 1000), gettext_noop("distance from the left")),
            Argument("y", Number(0, 1000), gettext_noop("distance from the top")),
        ),
        forms=(pgettext("typed", "space <space> at <x> <y>"),),
    ),
    Verb(
        key="connect",
        topic="spaces",
        act=connect,
        sentence=gettext_noop("A path connects {space} and {other}."),
        arguments=(SPACE, replace(SPACE, name="other", label=gettext_noop("other space"))),
        forms=(pgettext("typed", "space <space> to <other>"),),
    ),
    Verb(
        key="name_space",
        topic="spaces",
        act=name_space,
        sentence=gettext_noop("The group calls {space} “{name}”."),
        arguments=(SPACE, _NAME),
        forms=(pgettext("typed", "space <space> name <name>"),),
    ),
)
