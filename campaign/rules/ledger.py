"""The fold: from a ledger's entries to a campaign's state, one by one or all at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast
from uuid import UUID

from campaign.rules.arguments.kind import Ref
from campaign.rules.campaigns import Campaign
from campaign.rules.entries import STRIKE, Draft, Entry, Value, standing, struck, up_to
from campaign.rules.errors import FoldError, LedgerError
from campaign.rules.state import COLLECTIONS, State
from campaign.rules.verbs.index import VERBS, verb_for
from campaign.rules.verbs.verb import NEW_CARD, Call, Verb
from kernel.message import Message, gettext_noop

_NOBODY = UUID(int=0)
MOST_GAMES = 99


@dataclass(frozen=True, slots=True)
class Change:
    """One object that an entry added, replaced or (``item`` is None) removed.

    ``kind`` is the name of the state's mapping, such as ``cards``, or that of a single value such
    as ``employee``, whose key is empty.
    """

    kind: str
    key: str
    item: object | None


def new_campaign(campaign: Campaign) -> State:
    """The state before the first entry."""
    return State(campaign=campaign)


def clean(campaign: Campaign, draft: Draft) -> Draft:
    """The draft with its arguments in canonical form; raises LedgerError for bad input."""
    verb = verb_for(campaign, draft.verb)
    arguments = verb.clean(draft.arguments, campaign)
    return Draft(verb=verb.key, arguments=arguments, game=draft.game)


def game_of(state: State, draft: Draft) -> int:
    """The game that an entry for this draft belongs to (docs/rules.md 8.34).

    The one at hand or coming, the one it starts, or the earlier one that it is for.
    """
    if draft.game is not None:
        return draft.game
    number, verb = draft.arguments.get("game"), VERBS.get(draft.verb)
    if (
        verb is not None
        and type(number) is int
        and (verb.opens_game or _corrects(state, verb, number))
    ):
        return number
    return state.tonight


def _corrects(state: State, verb: Verb, number: int) -> bool:
    return verb.key == "correct" and str(number) in state.games


def coming_game(state: State, verb: str) -> int:
    """The coming game, if an entry between two games may be meant for it; 0 if not.

    That is so for what a Prologue gives, as long as the game before is not packed away.
    """
    current = state.current
    over = current is not None and current.finished and not state.packed
    return state.game + 1 if over and verb in ("contract", "milestone", "fetch") else 0


def apply(state: State, entry: Entry) -> State:
    """The state after one more entry; ``state`` itself is unchanged.

    Raises LedgerError when the verb or an argument is bad, when the entry is for a game that it
    cannot belong to, or when the rules do not allow it. Strikes need ``strike``.
    """
    if entry.strikes is not None or entry.verb == STRIKE:
        raise LedgerError("needs_ledger")
    verb = verb_for(state.campaign, entry.verb)
    args = verb.clean(entry.arguments, state.campaign)
    call = Call(state, str(entry.id), args, entry.game)
    _check_game(verb, call)
    return verb.act(call)


def _check_game(verb: Verb, call: Call) -> None:
    """Raise ``wrong_game`` or ``not_late`` unless the entry may belong to its game."""
    state, game = call.state, call.game
    if verb.opens_game:
        fits = game == call.args.get("game")
    else:
        fits = game == state.tonight or (game == 0 and state.game == 0)
    if fits:
        return
    earlier = state.games.get(str(game))
    if not call.late or earlier is None or not earlier.finished:
        raise LedgerError("wrong_game", game=game, now=state.tonight)
    if not verb.late:
        raise LedgerError("not_late", game=game)


def attempt(state: State, draft: Draft) -> State:
    """What the state would be after this draft; raises as writing it would, stores nothing."""
    admit(state, draft)
    verb = verb_for(state.campaign, draft.verb)
    args = verb.clean(draft.arguments, state.campaign)
    call = Call(state, str(_NOBODY), args, game_of(state, draft))
    _check_game(verb, call)
    return verb.act(call)


def admit(state: State, draft: Draft) -> None:
    """Raise what forbids a new entry, though a stored one of the same kind would still fold."""
    verb = verb_for(state.campaign, draft.verb)
    if verb.guard is not None:
        args = verb.clean(draft.arguments, state.campaign)
        verb.guard(Call(state, str(_NOBODY), args, game_of(state, draft)))


def fold(campaign: Campaign, entries: Sequence[Entry]) -> State:
    """The state that all entries lead to, without struck ones and strikes.

    Raises FoldError naming the first entry that does not fit, and why.
    """
    _check_order(entries)
    left = standing(entries)
    state = _folded(campaign, left, "bad_ledger")
    check_earlier(campaign, left)
    return state


def check_earlier(campaign: Campaign, entries: Sequence[Entry], kind: str = "bad_ledger") -> None:
    """Raise FoldError unless late entries stand in the states of earlier games too.

    ``entries`` are standing ones. Only games that a late entry belongs to or passes are folded.
    """
    late, latest = list[int](), 0
    for entry in entries:
        if entry.game < latest:
            late.append(entry.game)
        latest = max(latest, entry.game)
    for game in range(min(late, default=latest), latest):
        _folded(campaign, up_to(entries, game), kind)


def check_late(campaign: Campaign, entries: Sequence[Entry], entry: Entry) -> None:
    """Raise ``not_then`` unless a new entry stands in the states of the games that it passes."""
    left = (*standing(entries), entry)
    latest = max(old.game for old in left)
    for game in range(entry.game, latest):
        try:
            _folded(campaign, up_to(left, game), "bad_ledger")
        except FoldError as error:
            raise LedgerError("not_then", game=game, reason=error.cause.as_message) from error


def as_of(campaign: Campaign, entries: Sequence[Entry], game: int) -> State:
    """The state as it stood at the end of a game, by the entries that stand today."""
    return _folded(campaign, up_to(standing(entries), game), "bad_ledger")


def strike(campaign: Campaign, entries: Sequence[Entry], entry: Entry) -> State:
    """The state once ``entry``, a strike, is added to the ledger.

    Raises ``unknown_entry``, ``already_struck``, or FoldError ``in_the_way`` with the number of
    the first later entry that depends on the struck one. Striking a strike makes its entry
    stand again.
    """
    return strike_all(campaign, entries, [entry])


def strike_all(campaign: Campaign, entries: Sequence[Entry], strikes: Sequence[Entry]) -> State:
    """The state once several strikes are added together, with one fold; raises as ``strike``."""
    by_id, gone = {old.id: old for old in entries}, set(struck(entries))
    for entry in strikes:
        target = by_id.get(entry.strikes) if entry.strikes else None
        if target is None:
            raise LedgerError("unknown_entry")
        if target.id in gone:
            raise LedgerError("already_struck", number=target.number)
        gone.add(target.id)
    _check_order((*entries, *strikes))
    before, after = standing(entries), standing((*entries, *strikes))
    pairs = enumerate(zip(before, after, strict=False))
    shared = next((at for at, (old, new) in pairs if old is not new), min(len(before), len(after)))
    until = _folded(campaign, before[:shared], "bad_ledger")
    state, pins = _pinned(until, after[shared:])
    _same_meaning(_pinned(until, before[shared:])[1], pins)
    check_earlier(campaign, after, "in_the_way")
    return state


Pins: TypeAlias = Mapping[int, frozenset[str]]


def _pinned(state: State, entries: Iterable[Entry]) -> tuple[State, Pins]:
    """The state after these entries, and what the entries with a ``pin`` are about, by number."""
    pins: dict[int, frozenset[str]] = {}
    for entry in entries:
        try:
            pins[entry.number] = _pin(state, entry)
            state = apply(state, entry)
        except LedgerError as error:
            raise FoldError("in_the_way", entry.number, error) from error
    return state, pins


def _pin(state: State, entry: Entry) -> frozenset[str]:
    verb = verb_for(state.campaign, entry.verb)
    if verb.pin is None:
        return frozenset()
    args = verb.clean(entry.arguments, state.campaign)
    return verb.pin(Call(state, str(entry.id), args, entry.game))


def _same_meaning(before: Pins, after: Pins) -> None:
    """Raise ``in_the_way`` if an entry would be about something that it was not about before."""
    for number, meant in after.items():
        other = meant - before.get(number, meant)
        if other:
            raise FoldError("in_the_way", number, _other_meaning(other))


def _other_meaning(pins: frozenset[str]) -> LedgerError:
    cards = [pin.removeprefix(NEW_CARD) for pin in pins if pin.startswith(NEW_CARD)]
    return LedgerError("unknown_card", word=cards[0]) if cards else LedgerError("other_meaning")


def _folded(campaign: Campaign, entries: Iterable[Entry], kind: str) -> State:
    state = new_campaign(campaign)
    for entry in entries:
        try:
            state = apply(state, entry)
        except LedgerError as error:
            raise FoldError(kind, entry.number, error) from error
    return state


def _check_order(entries: Sequence[Entry]) -> None:
    """Raise FoldError unless numbers rise, ids are unique and strikes name earlier entries."""
    last, seen = 0, set[UUID]()
    for entry in entries:
        if entry.number <= last or entry.id in seen:
            raise FoldError("bad_ledger", entry.number, _taken(entry, last))
        if (entry.verb == STRIKE) != (entry.strikes is not None):
            raise FoldError("bad_ledger", entry.number, LedgerError("unknown_verb", verb=STRIKE))
        if entry.strikes is not None and (entry.strikes not in seen or entry.arguments):
            raise FoldError("bad_ledger", entry.number, LedgerError("unknown_entry"))
        last = entry.number
        seen.add(entry.id)


def _taken(entry: Entry, last: int) -> LedgerError:
    return LedgerError("number_taken", number=entry.number, last=last)


def describe(state: State, entry: Entry | Draft) -> tuple[Message, ...]:
    """What an entry says, with the names known to the state; never fails, even for a bad entry."""
    if entry.verb == STRIKE:
        return (Message(gettext_noop("An entry is struck.")),)
    verb, args = VERBS.get(entry.verb), _arguments(state.campaign, entry)
    if verb is None or args is None:
        return (
            Message(gettext_noop("An entry that cannot be read: {verb}."), {"verb": entry.verb}),
        )
    return verb.say(args, state)


def touched(campaign: Campaign, entry: Entry) -> frozenset[Ref]:
    """Everything an entry names: characters, cards, contracts, spaces, stickers; for filters."""
    verb, args = VERBS.get(entry.verb), _arguments(campaign, entry)
    return verb.refs(args) if verb and args is not None else frozenset()


def _arguments(campaign: Campaign, entry: Entry | Draft) -> Mapping[str, Value] | None:
    try:
        return verb_for(campaign, entry.verb).clean(entry.arguments, campaign)
    except LedgerError:
        return None


def changes(before: State, after: State) -> tuple[Change, ...]:
    """The objects in which two states differ: what a projection has to write."""
    found = [change for kind in COLLECTIONS for change in _changed(kind, before, after)]
    for kind in ("game", "employee", "valuable", "packed", "waived"):
        value = getattr(after, kind)
        if value != getattr(before, kind):
            found.append(Change(kind, "", value))
    return tuple(found)


def _changed(kind: str, before: State, after: State) -> Iterable[Change]:
    old = cast(Mapping[str, object], getattr(before, kind))
    new = cast(Mapping[str, object], getattr(after, kind))
    if old is new:
        return
    for key in old:
        if key not in new:
            yield Change(kind, key, None)
    for key, item in new.items():
        if old.get(key) is not item and old.get(key) != item:
            yield Change(kind, key, item)
