"""Verbs about tracks of the campaign, and counters and notes of the group."""

from collections.abc import Mapping
from dataclasses import replace

from campaign.rules.arguments.kind import Kind, Reading
from campaign.rules.arguments.spaces import Target
from campaign.rules.arguments.values import Number, OneOf, Text
from campaign.rules.campaigns import Campaign
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.lookup import the_character
from campaign.rules.state import Counter, Note, State, Track, put
from campaign.rules.verbs.characters import CHARACTER
from campaign.rules.verbs.verb import Argument, Call, Verb
from campaign.rules.words import TRACKS
from kernel.message import gettext_noop, pgettext


def tick(call: Call) -> State:
    """Tick the next box of a track (docs/rules.md 8.9, 8.30)."""
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
    key = track_key(name, character)
    known = state.tracks.get(key)
    if known is not None and call.game < known.game:
        return replace(state, tracks=put(state.tracks, key, replace(known, ticked=ticked)))
    lately = ticks_in(state, call.game, name, character) + 1
    track = Track(key=key, ticked=ticked, game=call.game, lately=lately)
    return replace(state, tracks=put(state.tracks, key, track))


def _own_box(args: Mapping[str, Value], reading: Reading) -> Mapping[str, Value]:
    """A box of nobody in particular is one of whoever writes, on a track that is not shared."""
    shared = reading.campaign.track(str(args.get("track", ""))).shared
    return (
        args
        if shared or args.get("character") or not reading.own
        else {
            **args,
            "character": reading.own,
        }
    )


def track_key(track: str, character: str = "") -> str:
    """The key under which a track's ticks are stored."""
    return f"{track}/{character}" if character else track


def ticks(state: State, track: str, character: str = "") -> int:
    """How many boxes of a track are ticked."""
    known = state.tracks.get(track_key(track, character))
    return known.ticked if known else 0


def ticks_in(state: State, game: int, track: str, character: str = "") -> int:
    """How many boxes of a track were ticked in a game; 0 once a later game has ticked one."""
    known = state.tracks.get(track_key(track, character))
    return known.lately if known and known.game == game else 0


def counter(call: Call) -> State:
    """Set a counter of the group to a number, or change it by a number."""
    state, name = call.state, call.text("name")
    key = name.casefold()
    known = state.counters.get(key, Counter(key=key, name=name, count=0))
    if "to" not in call.args and "by" not in call.args:
        raise LedgerError("nothing_to_change")
    count = call.number("to", known.count) + call.number("by")
    return replace(state, counters=put(state.counters, key, replace(known, count=count)))


def note(call: Call) -> State:
    """Write a note, about something or about nothing in particular."""
    written = Note(key=call.key, text=call.text("text"), game=call.game, about=call.text("about"))
    return replace(call.state, notes=put(call.state.notes, call.key, written))


def _has_owned_tracks_only(campaign: Campaign) -> bool:
    return not any(track.shared for track in campaign.tracks)


_TRACK: Kind = OneOf(TRACKS, "tracks")

VERBS = (
    Verb(
        key="tick",
        topic="tracks",
        act=tick,
        sentence=gettext_noop("One box ticked: {track}."),
        extras={"character": gettext_noop("It belongs to {character}.")},
        arguments=(
            Argument("track", _TRACK, gettext_noop("track")),
            replace(CHARACTER, optional=True, asked=_has_owned_tracks_only),
        ),
        forms=(pgettext("typed", "tick <track> [ <character> ]"),),
        complete=_own_box,
        late=True,
    ),
    Verb(
        key="counter",
        topic="counters",
        act=counter,
        sentence=gettext_noop("Counter “{name}” changes."),
        extras={"to": gettext_noop("It is now {to}."), "by": gettext_noop("Change: {by}.")},
        arguments=(
            Argument("name", Text(40), gettext_noop("name")),
            Argument("to", Number(-9999, 9999), gettext_noop("new number"), optional=True),
            Argument("by", Number(-9999, 9999), gettext_noop("change"), optional=True),
        ),
        forms=(
            pgettext("typed", "counter <name> to <to>"),
            pgettext("typed", "counter <name> by <by>"),
        ),
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
        forms=(
            pgettext("typed", "note <text>"),
            pgettext("typed", "note on <about> <text>"),
        ),
    ),
)
