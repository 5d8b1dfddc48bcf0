"""Random ledgers: anything a group might type, mostly sensible, some of it refused."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from hypothesis import strategies as st

from campaign.rules import ledger
from campaign.rules.campaigns import load
from campaign.rules.entries import STRIKE, Draft, Entry
from campaign.rules.errors import LedgerError
from campaign.rules.state import State

MEMBER = "alice"
NAMES = ("ana", "ben", "cleo")
CARDS = ("012", "017", "031", "Map scrap")
SPACES = ("7", "12", "w45", "The landing")
EVENING = datetime(2026, 1, 10, 20, tzinfo=UTC)

words = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S")) | st.just(" "),
    min_size=1,
    max_size=12,
).filter(lambda text: text.isprintable() and bool(text.strip()))
character, card, space = map(st.sampled_from, (NAMES, CARDS, SPACES))
number = st.integers(1, 3)


def _draft(verb: str, **arguments: st.SearchStrategy[object]) -> st.SearchStrategy[Draft]:
    return st.builds(Draft, verb=st.just(verb), arguments=st.fixed_dictionaries(arguments))


drafts = st.one_of(
    _draft("recruit", character=character, name=words),
    _draft("character", character=character, name=words),
    _draft("condition", character=character, condition=words),
    _draft("fetch", card=card, kind=st.sampled_from(("blue", "monster")), name=words),
    _draft("card", card=card, boxes=number),
    _draft("put", card=card, where=st.sampled_from(("adventure", "row", "cabinet"))),
    _draft("tuckbox", card=card, character=character),
    _draft("destroy", card=card),
    _draft("mark", card=card, character=character, told=st.booleans()),
    _draft("scratch", card=card),
    _draft("point", card=card),
    _draft("employee", character=character),
    _draft("sticker", label=st.just("A13"), target=st.sampled_from(("card:017", "space:7"))),
    _draft("rules", slot=st.sampled_from(("20B", "3E")), note=words),
    _draft("token", group=number),
    _draft("house_token", kind=st.sampled_from(("market", "minor")), name=words, points=number),
    _draft("read", passage=st.sampled_from(("1", "45"))),
    _draft("journal", passage=st.just("C"), character=character),
    _draft("milestone", character=character, label=st.sampled_from(("M4", ""))),
    _draft("cross", character=character, space=number),
    _draft("space", space=space, character=character),
    _draft("remnant", space=space),
    _draft("arrange", space=space, x=number, y=number),
    _draft("connect", space=space, other=space),
    _draft("contract", card=card, kind=st.just("group"), boxes=number, deadline=number),
    _draft("contract", card=card, kind=st.just("solo"), owner=character, track=st.just([0, 2, 3])),
    _draft("tick_contract", contract=card, character=character),
    _draft("cube", contract=card, character=character),
    _draft("marker", contract=card, space=space),
    _draft("fail", contract=card),
    _draft("back", contract=card, kind=st.just("always"), text=words),
    _draft("box", contract=card, number=number),
    _draft("keep", contract=card),
    _draft("due"),
    _draft("tick", track=st.just("midnight-oil"), character=character),
    _draft("counter", name=words, by=number),
    _draft("note", text=words),
    _draft("start", game=number, players=st.permutations(NAMES).map(lambda all: all[:2])),
    _draft("finish", scores=st.fixed_dictionaries({"ana": number, "ben": st.just(9)})),
    _draft("abandon"),
)
strikes = st.integers(1, 12)
steps = st.lists(st.one_of(drafts, drafts, drafts, strikes), max_size=30)
BEGINNING = (
    Draft(verb="recruit", arguments={"character": "ana"}),
    Draft(verb="recruit", arguments={"character": "ben"}),
    Draft(verb="start", arguments={"game": 1, "players": ["ana", "ben"]}),
    Draft(verb="fetch", arguments={"card": "017", "kind": "blue"}),
)


def grown(wanted: list[Draft | int]) -> tuple[Entry, ...]:
    """A ledger of those drafts that the rules allow; a number strikes that entry."""
    campaign, entries = load("legacy2"), list[Entry]()
    state = ledger.new_campaign(campaign)
    for step in (*BEGINNING, *wanted):
        try:
            entry = _entry(state.game, entries, step, state)
            after = (
                ledger.strike(campaign, entries, entry)
                if entry.strikes
                else ledger.apply(state, entry)
            )
        except (LedgerError, IndexError):
            continue
        entries.append(entry)
        state = after
    return tuple(entries)


def _entry(game: int, entries: list[Entry], step: Draft | int, state: State) -> Entry:
    count = len(entries) + 1
    draft = step if isinstance(step, Draft) else Draft(verb=STRIKE)
    return Entry(
        id=UUID(int=count),
        number=count,
        verb=draft.verb,
        arguments=draft.arguments,
        game=game if isinstance(step, int) else ledger.game_of(state, draft),
        member=MEMBER,
        at=EVENING + timedelta(minutes=count, microseconds=count),
        strikes=entries[step - 1].id if isinstance(step, int) else None,
    )
