"""Verbs about the map: marks, memorials and remnants, and how the group's drawing is laid out."""

from dataclasses import replace

from campaign.rules.arguments import Number, Text
from campaign.rules.characters import CHARACTER
from campaign.rules.errors import LedgerError
from campaign.rules.finding import the_character
from campaign.rules.references import SpaceRef
from campaign.rules.sentences import gettext_noop
from campaign.rules.state import Character, Path, Space, SpaceMark, State, put
from campaign.rules.verb import Argument, Call, Verb, Who


def _space(state: State, key: str) -> Space:
    """The space as far as it is known; every space exists on the board from the start."""
    return state.spaces.get(key, Space(key=key))


def _with_space(state: State, space: Space) -> State:
    return replace(state, spaces=put(state.spaces, space.key, space))


def mark_space(call: Call) -> State:
    """A round mark on a space; one of each character is enough (docs/rules.md 8.16)."""
    character = the_character(call.state, call.text("character"))
    space = _space(call.state, call.text("space"))
    if any(m.character == character.key and not m.covered for m in space.marks):
        raise LedgerError("space_marked", space=space.key, character=character.name)
    new = SpaceMark(character=character.key, game=call.game)
    return _with_space(call.state, replace(space, marks=(*space.marks, new)))


def memorial(call: Call) -> State:
    """The mark of one who scored 0, where they fell; it covers a mark that is there."""
    character = the_character(call.state, call.text("character"))
    game = _fallen_in(call.state, character)
    space = _space(call.state, call.text("space"))
    new = SpaceMark(character=character.key, game=game, memorial=True)
    marks = (*(replace(mark, covered=True) for mark in space.marks), new)
    return _with_space(call.state, replace(space, marks=marks))


def _fallen_in(state: State, character: Character) -> int:
    """The latest game scored, if the character fell in it and is not remembered for it yet."""
    over = [game for game in state.games.values() if game.finished]
    last = max(over, key=lambda game: game.number, default=None)
    number = last.number if last else state.game
    if last is None or last.scores.get(character.key) != 0:
        raise LedgerError("not_fallen", character=character.name, game=number)
    if character.key in remembered(state, number):
        raise LedgerError("remembered", character=character.name, game=number)
    return number


def _in_memory_of(call: Call) -> frozenset[str]:
    """The game that a memorial is for."""
    character = the_character(call.state, call.text("character"))
    return frozenset({str(_fallen_in(call.state, character))})


def remembered(state: State, game: int) -> frozenset[str]:
    """Who has a memorial for that game."""
    marks = [mark for space in state.spaces.values() for mark in space.marks if mark.memorial]
    return frozenset(mark.character for mark in marks if mark.game == game)


def remnant(call: Call) -> State:
    """A space destroyed: the remnant sticker covers its marks; it can still be entered."""
    space = _space(call.state, call.text("space"))
    if space.remnant:
        raise LedgerError("already_remnant", space=space.key)
    marks = tuple(replace(mark, covered=True) for mark in space.marks)
    return _with_space(call.state, replace(space, remnant_in=call.game, marks=marks))


def arrange(call: Call) -> State:
    """Where a space stands on the group's drawing of the map."""
    space = _space(call.state, call.text("space"))
    return _with_space(call.state, replace(space, x=call.number("x"), y=call.number("y")))


def name_space(call: Call) -> State:
    """The group's own name for a space."""
    space = _space(call.state, call.text("space"))
    return _with_space(call.state, replace(space, name=call.text("name")))


def connect(call: Call) -> State:
    """A path between two spaces of the drawing."""
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
        forms=("space|feld <space> mark|marke <character>",),
        who=Who.OWN,
    ),
    Verb(
        key="memorial",
        topic="spaces",
        act=memorial,
        sentence=gettext_noop("{character} is remembered: {space}."),
        arguments=(SPACE, CHARACTER),
        forms=("memorial|gedenken <space> <character>",),
        pin=_in_memory_of,
        who=Who.OWN,
    ),
    Verb(
        key="remnant",
        topic="spaces",
        act=remnant,
        sentence=gettext_noop("Destroyed: {space} is a remnant."),
        arguments=(SPACE,),
        forms=("remnant|überrest <space>",),
    ),
    Verb(
        key="arrange",
        topic="spaces",
        act=arrange,
        sentence=gettext_noop("The drawing shows {space} at another place."),
        arguments=(
            SPACE,
            Argument("x", Number(0, 1000), gettext_noop("place from the left")),
            Argument("y", Number(0, 1000), gettext_noop("place from the top")),
        ),
        forms=("space|feld <space> at|bei <x> <y>",),
    ),
    Verb(
        key="connect",
        topic="spaces",
        act=connect,
        sentence=gettext_noop("A path joins {space} and {other}."),
        arguments=(SPACE, replace(SPACE, name="other", label=gettext_noop("other space"))),
        forms=("space|feld <space> to|nach <other>",),
    ),
    Verb(
        key="name_space",
        topic="spaces",
        act=name_space,
        sentence=gettext_noop("The group's name of {space} is “{name}”."),
        arguments=(SPACE, _NAME),
        forms=("space|feld <space> name|namens <name>",),
    ),
)
