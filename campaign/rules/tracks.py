"""Verbs about boxes that are ticked off: tracks of the campaign, and counters of the group."""

from dataclasses import replace

from campaign.rules.arguments import Kind, Number, OneOf, Text
from campaign.rules.characters import CHARACTER
from campaign.rules.errors import LedgerError
from campaign.rules.finding import the_character
from campaign.rules.references import Target
from campaign.rules.sentences import gettext_noop
from campaign.rules.state import Counter, Note, State, Track, put
from campaign.rules.verb import Argument, Call, Verb, Who
from campaign.rules.words import TRACKS


def tick(call: Call) -> State:
    """The next box of a track (docs/rules.md 8.9, 8.30)."""
    state, name, character = call.state, call.text("track"), call.text("character")
    rule = state.campaign.track(name)
    if rule.shared and character:
        raise LedgerError("nobodys_track")
    if not rule.shared and not character:
        raise LedgerError("whose_track")
    if character:
        the_character(state, character)
    ticked = ticks(state, name, character) + 1
    if rule.boxes and ticked > rule.boxes:
        raise LedgerError("track_full")
    key, lately = track_key(name, character), ticks_in(state, state.game, name, character) + 1
    track = Track(key=key, ticked=ticked, game=state.game, lately=lately)
    return replace(state, tracks=put(state.tracks, key, track))


def track_key(track: str, character: str = "") -> str:
    """The key under which a track's ticks are kept."""
    return f"{track}/{character}" if character else track


def ticks(state: State, track: str, character: str = "") -> int:
    """How many boxes of a track are ticked."""
    known = state.tracks.get(track_key(track, character))
    return known.ticked if known else 0


def ticks_in(state: State, game: int, track: str, character: str = "") -> int:
    """How many boxes of a track were ticked in a game, if no later one has ticked any."""
    known = state.tracks.get(track_key(track, character))
    return known.lately if known and known.game == game else 0


def counter(call: Call) -> State:
    """A counter of the group set to a number, or changed by some."""
    state, name = call.state, call.text("name")
    key = name.casefold()
    known = state.counters.get(key, Counter(key=key, name=name, count=0))
    if "to" not in call.args and "by" not in call.args:
        raise LedgerError("nothing_to_change")
    count = call.number("to", known.count) + call.number("by")
    return replace(state, counters=put(state.counters, key, replace(known, count=count)))


def note(call: Call) -> State:
    """A line of the group's own, about something or about nothing in particular."""
    written = Note(key=call.key, text=call.text("text"), game=call.game, about=call.text("about"))
    return replace(call.state, notes=put(call.state.notes, call.key, written))


_TRACK: Kind = OneOf(TRACKS, "tracks")

VERBS = (
    Verb(
        key="tick",
        topic="tracks",
        act=tick,
        sentence=gettext_noop("One box ticked: {track}."),
        extras={"character": gettext_noop("It is one of {character}.")},
        arguments=(
            Argument("track", _TRACK, gettext_noop("track")),
            replace(CHARACTER, optional=True),
        ),
        forms=("tick|hake|kreuze <track> [ <character> ]",),
        who=Who.OWN,
    ),
    Verb(
        key="counter",
        topic="counters",
        act=counter,
        sentence=gettext_noop("Counter “{name}” changes."),
        extras={"to": gettext_noop("It is {to} now."), "by": gettext_noop("Change: {by}.")},
        arguments=(
            Argument("name", Text(40), gettext_noop("name")),
            Argument("to", Number(-9999, 9999), gettext_noop("new number"), optional=True),
            Argument("by", Number(-9999, 9999), gettext_noop("change"), optional=True),
        ),
        forms=("counter|zähler <name> to|auf <to>", "counter|zähler <name> by|um <by>"),
    ),
    Verb(
        key="note",
        topic="notes",
        act=note,
        sentence=gettext_noop("Note: {text}"),
        extras={"about": gettext_noop("It is about {about}.")},
        arguments=(
            Argument("text", Text(2000, lines=True), gettext_noop("text")),
            Argument("about", Target(whole=True), gettext_noop("about"), optional=True),
        ),
        forms=("note|notiz <text>", "note|notiz on|zu <about> <text>"),
        who=Who.OWN,
    ),
)
