"""The fold: a ledger's entries make a campaign's state, one by one or all at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast
from uuid import UUID

from campaign.rules.arguments import Ref
from campaign.rules.campaigns import Campaign
from campaign.rules.entries import STRIKE, Draft, Entry, Value, standing, struck, up_to
from campaign.rules.errors import FoldError, LedgerError
from campaign.rules.sentences import Sentence, gettext_noop
from campaign.rules.state import COLLECTIONS, State
from campaign.rules.verb import Call
from campaign.rules.verbs import VERBS, verb_for

_NOBODY = UUID(int=0)
MOST_GAMES = 99


@dataclass(frozen=True, slots=True)
class Change:
    """One object that an entry added, replaced or (``item`` is nothing) took away.

    ``kind`` is the name of the state's mapping, such as ``cards``, or ``employee``, ``valuable``
    and ``game`` for the single values, whose key is empty.
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
    return Draft(verb=verb.key, arguments=verb.clean(draft.arguments, campaign))


def game_of(state: State, draft: Draft) -> int:
    """The game an entry for this draft is counted in: the current one, or the one it begins."""
    number = draft.arguments.get("game")
    opens = draft.verb in VERBS and VERBS[draft.verb].opens_game
    return number if opens and type(number) is int else state.game


def apply(state: State, entry: Entry) -> State:
    """The state after one more entry; the state before it is left as it was.

    Raises LedgerError when the verb or an argument is bad, when the entry is for another game
    than the current one, or when the rules do not allow it. Strikes need ``strike``.
    """
    if entry.strikes is not None or entry.verb == STRIKE:
        raise LedgerError("needs_ledger")
    verb = verb_for(state.campaign, entry.verb)
    args = verb.clean(entry.arguments, state.campaign)
    expected = args.get("game") if verb.opens_game else state.game
    if entry.game != expected:
        raise LedgerError("wrong_game", game=entry.game, now=state.game)
    return verb.act(Call(state, str(entry.id), args))


def attempt(state: State, draft: Draft) -> State:
    """What the state would be after this draft; raises as ``apply`` does, stores nothing."""
    verb = verb_for(state.campaign, draft.verb)
    args = verb.clean(draft.arguments, state.campaign)
    return verb.act(Call(state, str(_NOBODY), args))


def fold(campaign: Campaign, entries: Sequence[Entry]) -> State:
    """The state that all entries make, struck ones and strikes left out.

    Raises FoldError naming the first entry that does not fit, and why.
    """
    _check_order(entries)
    return _folded(campaign, standing(entries), "bad_ledger")


def as_of(campaign: Campaign, entries: Sequence[Entry], game: int) -> State:
    """The state as it stood at the end of a game, by the entries that stand today."""
    return _folded(campaign, up_to(standing(entries), game), "bad_ledger")


def strike(campaign: Campaign, entries: Sequence[Entry], entry: Entry) -> State:
    """The state once ``entry``, a strike, is added to the ledger.

    Raises ``unknown_entry``, ``already_struck``, or FoldError ``in_the_way`` with the number of
    the first later entry that cannot do without the struck one. Striking a strike makes its
    entry stand again.
    """
    by_id = {old.id: old for old in entries}
    target = by_id.get(entry.strikes) if entry.strikes else None
    if target is None:
        raise LedgerError("unknown_entry")
    if target.id in struck(entries):
        raise LedgerError("already_struck", number=target.number)
    _check_order((*entries, entry))
    before, after = standing(entries), standing((*entries, entry))
    pairs = enumerate(zip(before, after, strict=False))
    shared = next((at for at, (old, new) in pairs if old is not new), min(len(before), len(after)))
    until = _folded(campaign, before[:shared], "bad_ledger")
    state, pins = _pinned(until, after[shared:])
    _same_meaning(_pinned(until, before[shared:])[1], pins)
    return state


Pins: TypeAlias = Mapping[int, frozenset[str]]


def _pinned(state: State, entries: Iterable[Entry]) -> tuple[State, Pins]:
    """The state after these entries, and by number what they are about that do not name it."""
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
    return verb.pin(Call(state, str(entry.id), verb.clean(entry.arguments, state.campaign)))


def _same_meaning(before: Pins, after: Pins) -> None:
    """What is gone may be missing, but nothing may come in that an entry was not about."""
    for number, meant in after.items():
        if not meant <= before.get(number, meant):
            raise FoldError("in_the_way", number, LedgerError("other_meaning"))


def _folded(campaign: Campaign, entries: Iterable[Entry], kind: str) -> State:
    state = new_campaign(campaign)
    for entry in entries:
        try:
            state = apply(state, entry)
        except LedgerError as error:
            raise FoldError(kind, entry.number, error) from error
    return state


def _check_order(entries: Sequence[Entry]) -> None:
    """Numbers rise, ids are unique, and a strike names an entry before it."""
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


def describe(state: State, entry: Entry | Draft) -> tuple[Sentence, ...]:
    """What an entry says, with the names the state knows; never fails, whatever the entry holds."""
    if entry.verb == STRIKE:
        return (Sentence(gettext_noop("An entry is struck.")),)
    verb, args = VERBS.get(entry.verb), _arguments(state.campaign, entry)
    if verb is None or args is None:
        return (
            Sentence(gettext_noop("An entry that cannot be read: {verb}."), {"verb": entry.verb}),
        )
    return verb.say(args, state)


def touched(campaign: Campaign, entry: Entry) -> frozenset[Ref]:
    """What an entry names: characters, cards, contracts, spaces, stickers; for filters."""
    verb, args = VERBS.get(entry.verb), _arguments(campaign, entry)
    return verb.refs(args) if verb and args is not None else frozenset()


def _arguments(campaign: Campaign, entry: Entry | Draft) -> Mapping[str, Value] | None:
    try:
        return verb_for(campaign, entry.verb).clean(entry.arguments, campaign)
    except LedgerError:
        return None


def changes(before: State, after: State) -> tuple[Change, ...]:
    """The objects in which two states differ: what a projection has to write anew."""
    found = [change for kind in COLLECTIONS for change in _changed(kind, before, after)]
    for kind in ("game", "employee", "valuable"):
        value = getattr(after, kind)
        if value != getattr(before, kind):
            found.append(Change(kind, "", value))
    return tuple(found)


def _changed(kind: str, before: State, after: State) -> Iterable[Change]:
    old = cast(Mapping[str, object], getattr(before, kind))
    new = cast(Mapping[str, object], getattr(after, kind))
    if old is new:
        return
    for key in old.keys() - new.keys():
        yield Change(kind, key, None)
    for key, item in new.items():
        if old.get(key) is not item and old.get(key) != item:
            yield Change(kind, key, item)
