"""Laws that hold for every ledger, tried on random ones."""

import json
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules import codec, export, ledger, line
from campaign.rules.entries import Draft, Entry
from campaign.rules.errors import FoldError, LedgerError
from campaign.rules.export import Document, MemberName
from campaign.rules.roles import Role
from campaign.rules.state import COLLECTIONS, State
from campaign.rules.verbs.index import VERBS
from tests.campaign.rules.desk import Desk, in_game

WHO = st.sampled_from(["ana", "ben", "cleo", "dov"])
CARD = st.sampled_from(["010", "011", "012", "013"])
CONTRACT = st.sampled_from(["031", "032"])
SPACE = st.sampled_from(["1", "7", "w45"])

LINES = st.one_of(
    st.builds("fetch {} Thing blue".format, CARD),
    st.builds("card {} boxes 2".format, CARD),
    st.builds("mark {} {}".format, CARD, WHO),
    st.builds("mark {} {} told".format, CARD, WHO),
    st.builds("mark {} {} over {}".format, CARD, WHO, WHO),
    st.builds("point {}".format, CARD),
    st.builds("destroy {}".format, CARD),
    st.builds("cabinet {}".format, CARD),
    st.builds("milestone M4 {}".format, WHO),
    st.builds("milestone mark {}".format, WHO),
    st.builds("cross {} {}".format, st.integers(1, 4), WHO),
    st.builds("contract {} group boxes 2 by {}".format, CONTRACT, st.integers(1, 3)),
    st.builds("contract {} group cubes 2:2,3:3,4:4 setup".format, CONTRACT),
    st.builds("contract {} tick {}".format, CONTRACT, WHO),
    st.builds("cube {} {}".format, CONTRACT, WHO),
    st.builds("contract {} done {} told".format, CONTRACT, WHO),
    st.builds("contract {} fail".format, CONTRACT),
    st.builds("contract {} back always do it".format, CONTRACT),
    st.builds("contract {} box 1".format, CONTRACT),
    st.builds("contract {} keep".format, CONTRACT),
    st.builds("space {} mark {}".format, SPACE, WHO),
    st.builds("remnant {}".format, SPACE),
    st.builds("memorial {} {}".format, SPACE, WHO),
    st.builds("tick oil {}".format, WHO),
    st.builds("employee {}".format, WHO),
    st.builds("read {}".format, st.integers(1, 5)),
    st.sampled_from(["finish ana 9 ben 0 cleo 3 dov 0", "deadline", "abandon"]),
    st.builds("start {} ana ben cleo dov".format, st.integers(1, 4)),
)
LEDGERS = st.lists(LINES, max_size=40)


def written(texts: list[str]) -> Desk:
    """A desk with those lines that the rules allow."""
    desk = in_game()
    for text in texts:
        before = desk.state
        try:
            desk.write(text)
        except LedgerError:
            assert desk.state is before
    return desk


@given(LEDGERS)
@settings(max_examples=60, deadline=None)
def test_folding_all_is_folding_a_part_and_then_the_rest(texts: list[str]) -> None:
    desk = written(texts)
    middle = len(desk.entries) // 2

    state = ledger.fold(desk.campaign, desk.entries[:middle])
    for entry in desk.entries[middle:]:
        state = ledger.apply(state, entry)

    assert state == desk.state == ledger.fold(desk.campaign, desk.entries)


@given(LEDGERS)
@settings(max_examples=60, deadline=None)
def test_striking_the_last_entry_restores(texts: list[str]) -> None:
    desk = written(texts)
    before = ledger.fold(desk.campaign, desk.entries[:-1])

    assert desk.strike(len(desk.entries)) == before


@given(LEDGERS, st.data())
@settings(max_examples=60, deadline=None)
def test_a_strike_refolds_or_changes_nothing(texts: list[str], data: st.DataObject) -> None:
    desk = written(texts)
    before = (desk.state, list(desk.entries))
    number = data.draw(st.integers(1, len(desk.entries)))

    in_the_way = struck_or_number(desk, number)

    if in_the_way:
        assert in_the_way > number
        assert (desk.state, desk.entries) == before
    else:
        assert desk.state == ledger.fold(desk.campaign, desk.entries)
        assert desk.strike(len(desk.entries)) == before[0]


def struck_or_number(desk: Desk, number: int) -> int:
    """Strike an entry; returns the number of the one in the way, 0 for none."""
    try:
        desk.strike(number)
    except FoldError as error:
        return error.number
    return 0


@given(LEDGERS)
@settings(max_examples=40, deadline=None)
def test_as_of_a_game_is_what_stood_then(texts: list[str]) -> None:
    desk, stood = in_game(), dict[int, State]()
    for text in texts:
        try:
            desk.write(text)
        except LedgerError:
            continue
        stood[desk.state.game] = desk.state

    for game, state in stood.items():
        assert ledger.as_of(desk.campaign, desk.entries, game) == state


@given(LEDGERS)
@settings(max_examples=40, deadline=None)
def test_changes_lead_from_one_state_to_the_next(texts: list[str]) -> None:
    desk = written(texts)
    before = ledger.fold(desk.campaign, desk.entries[:6])
    collections = {name: dict(getattr(before, name)) for name in COLLECTIONS}

    for change in ledger.changes(before, desk.state):
        if change.kind not in collections:
            continue
        if change.item is None:
            del collections[change.kind][change.key]
        else:
            collections[change.kind][change.key] = change.item

    for name, items in collections.items():
        assert items == getattr(desk.state, name)


@given(LEDGERS)
@settings(max_examples=40, deadline=None)
def test_out_and_in_again_gives_the_same_bytes_and_state(texts: list[str]) -> None:
    desk = written(texts)
    members = (MemberName(key="m1", name="Alice", role=Role.OWNER),)
    document = Document(campaign="legacy2", title="T", members=members, entries=tuple(desk.entries))

    text = export.write(document)
    read = export.read(text)

    assert read == document
    assert export.write(read) == text
    assert export.state_of(read) == desk.state


@given(LEDGERS)
@settings(max_examples=40, deadline=None)
def test_a_snapshot_is_the_state_again(texts: list[str]) -> None:
    desk = written(texts)

    stored = json.loads(json.dumps(codec.to_json(desk.state)))

    assert codec.from_json(desk.campaign, stored) == desk.state


@given(LEDGERS)
@settings(max_examples=30, deadline=None)
def test_marks_are_unique_unless_told_and_employees_are_one(texts: list[str]) -> None:
    state = written(texts).state

    for card in state.cards.values():
        assert not card.boxes or card.scratched <= card.boxes
    for contract in state.contracts.values():
        assert contract.active == (not contract.stars and contract.resolved_in < 0)
        assert contract.ticked <= max(contract.boxes, 0)
    for character in state.characters.values():
        assert [m.space for m in character.milestones] == list(
            range(1, len(character.milestones) + 1)
        )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(
    st.sampled_from(sorted(VERBS)),
    st.dictionaries(
        st.sampled_from(sorted({a.name for v in VERBS.values() for a in v.arguments})), JSON
    ),
)
@settings(max_examples=200, deadline=None)
def test_any_input_is_refused_with_a_sentence_or_fits(
    verb: str, arguments: dict[str, object]
) -> None:
    desk = in_game()
    entry = Entry(
        id=UUID(int=99),
        number=99,
        verb=verb,
        arguments=arguments,
        game=1,
        member="m1",
        at=desk.entries[-1].at,
    )

    state, refusal = desk.state, "allowed"
    try:
        state = ledger.apply(desk.state, entry)
    except LedgerError as error:
        refusal = error.message

    assert refusal
    assert codec.from_json(desk.campaign, codec.to_json(state)) == state
    assert ledger.describe(desk.state, entry)


@given(
    st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            [
                "fetch",
                "mark",
                "contract",
                "031",
                "017",
                "ana",
                "ben",
                "group",
                "done",
                "told",
                "name",
                "by",
                "cubes",
                "5:2",
                "space",
                "7",
                '"',
                "“",
                "to",
            ]
        ),
        max_size=12,
    ).map(" ".join)
)
@settings(max_examples=300, deadline=None)
def test_any_line_is_refused_with_a_sentence_or_read(text: str) -> None:
    desk = in_game()
    desk.write("fetch 017 Giant blue", "contract 031 group")

    seen = line.preview(desk.reading(), text)

    assert (seen.draft is None) <= (seen.error is not None)
    line.complete(desk.reading(), text)


@given(WHO, CARD)
def test_a_line_and_a_form_make_the_same_draft(who: str, card: str) -> None:
    desk = in_game()
    desk.write(f"fetch {card} Thing blue")
    raw = Draft(verb="mark", arguments={"card": card.lstrip("0"), "character": who.upper()})

    assert ledger.clean(desk.campaign, raw) == line.parse(desk.reading(), f"mark {card} {who}")
