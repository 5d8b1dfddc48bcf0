"""Arguments: every kind refuses bad values, shows its values, and offers choices."""

import pytest

from campaign.rules import export, ledger, line
from campaign.rules.arguments.kind import Ref
from campaign.rules.entries import Draft
from campaign.rules.errors import FileError, LedgerError
from campaign.rules.verbs.index import VERBS
from kernel.message import paragraph
from tests.campaign.rules.desk import Desk, group_of_four, in_game

MARK = {"card": "017", "character": "ana"}
STICKER = {"label": "A13", "target": "card:017"}
START = {"game": 1, "players": ["ana", "ben"]}


@pytest.mark.parametrize(
    ("verb", "arguments", "field", "value"),
    [
        ("mark", MARK, "card", 17),
        ("mark", MARK, "card", "1234"),
        ("mark", MARK, "card", "a/b"),
        ("mark", MARK, "card", "x" * 41),
        ("mark", MARK, "character", "-ana"),
        ("mark", MARK, "character", "x" * 25),
        ("fetch", {"card": "017"}, "name", "a\nb"),
        ("fetch", {"card": "017"}, "name", "a\x00b"),
        ("fetch", {"card": "017"}, "name", "x" * 61),
        ("fetch", {"card": "017"}, "kind", "pink"),
        ("fetch", {"card": "017"}, "kind", ["blue"]),
        ("sticker", STICKER, "label", "Ä1"),
        ("sticker", STICKER, "label", "A0"),
        ("sticker", STICKER, "target", "017"),
        ("sticker", STICKER, "target", "game:1"),
        ("sticker", STICKER, "target", "thing:"),
        ("sticker", STICKER, "target", 7),
        ("rules", {}, "slot", "21a"),
        ("rules", {}, "slot", "0a"),
        ("rules", {}, "slot", "aa"),
        ("token", {}, "group", 2.0),
        ("token", {}, "group", "2.0"),
        ("token", {}, "group", True),
        ("read", {}, "passage", "0"),
        ("read", {}, "passage", "C"),
        ("journal", {"character": "ana"}, "passage", "45"),
        ("milestone", {"character": "ana"}, "label", "4"),
        ("remnant", {}, "space", "0"),
        ("remnant", {}, "space", "13"),
        ("remnant", {}, "space", "a|b"),
        ("contract", {"card": "031"}, "card", "Goat"),
        ("contract", {"card": "031"}, "track", [0, 7]),
        ("contract", {"card": "031"}, "track", [0, True]),
        ("contract", {"card": "031"}, "track", "9"),
        ("fail", {}, "contract", "Goat"),
        ("start", START, "players", "ana"),
        ("start", START, "players", ["ana", "ana"]),
        ("start", START, "players", ["ana", 7]),
        ("start", START, "date", "yesterday"),
        ("start", START, "date", "2026-02-30"),
        ("finish", {}, "scores", {"ana": "5"}),
        ("finish", {}, "scores", {"ana": True}),
        ("finish", {}, "scores", {"ana": 99999}),
        ("finish", {}, "scores", [["ana", 5]]),
        ("character", {"character": "ana"}, "player", 7),
        ("character", {"character": "ana"}, "player", "x" * 65),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_by_its_name(
    verb: str, arguments: dict[str, object], field: str, value: object
) -> None:
    desk = group_of_four()

    with pytest.raises(LedgerError) as caught:
        VERBS[verb].clean({**arguments, field: value}, desk.campaign)

    argument = VERBS[verb].argument(field)
    assert argument is not None
    assert caught.value.key == "bad_argument.wrong"
    assert caught.value.message.startswith(f"{argument.label} must be")


@pytest.mark.parametrize(
    "text",
    [
        "finish ana",
        "finish ana many",
        "contract 031 group cubes 5-2",
        "start 1 ana ben on someday",
    ],
)
def test_words_of_the_wrong_kind_are_refused_in_the_line(text: str) -> None:
    assert group_of_four().refusal(text).key.startswith("line.")


def offered(desk: Desk, text: str) -> set[str]:
    return {suggestion.word for suggestion in line.complete(desk.reading(), text)}


def test_lists_and_targets_offer_what_there_is() -> None:
    desk = group_of_four()
    desk.write("space 7 name Tower")

    assert offered(desk, "start 1 ") == {"ana", "ben", "cleo", "dov"}
    assert offered(desk, "finish ") == {"ana", "ben", "cleo", "dov"}
    assert {"on", "ana", "space Tower"} <= offered(desk, "sticker A13 ")
    assert offered(desk, "remnant ") == {"Tower"}
    assert offered(desk, "tuckbox ") == set()
    assert {"group", "solo"} <= offered(desk, "contract 031 ")
    assert not {"blue", "monster"} & offered(desk, "contract 031 ")


def test_a_space_is_found_by_its_own_name() -> None:
    state = group_of_four().write("space 7 name Tall Tower", "remnant tall")

    assert state.spaces["7"].remnant


def said(desk: Desk, draft: Draft) -> str:
    return paragraph(ledger.describe(desk.state, draft))


def test_the_entry_of_a_table_says_so() -> None:
    draft = Draft(verb="mission", arguments={"game": 1, "table": "t1"})

    assert said(in_game(), draft) == "The game’s table is open."
    more = Draft(verb="mission", arguments={"game": 1, "side": "B", "table": "t1"})
    assert said(in_game(), more) == (
        "The Mission Report is filled in. It is the report of game 1. Side of the map: B. "
        "A table has been opened for it."
    )


def test_sentences_show_names_numbers_and_places() -> None:
    desk = in_game()
    desk.write("contract 031 group name Goat", "space w45 name Gate", "journal C ben")

    assert desk.says("contract 031 fail") == (
        "Failed Contract 031 “Goat”. Contract 031 “Goat” has failed: flip it, but do not read its story."
    )
    assert desk.says("remnant w44").startswith("Destroyed: Waypoint 44 is a remnant.")
    assert desk.says("remnant gate").startswith("Destroyed: Space w45 “Gate” is a remnant.")
    assert desk.says("put 031 supply ana").endswith("It is the card of Ana.")
    assert desk.refusal("journal C ben").message.startswith("Journal passage C of Ben was read")
    start = Draft(verb="start", arguments={"game": 2, "players": ["ana", "ben"]})
    assert said(desk, start) == "Game 2 begins: Ana, Ben."
    over = Draft(verb="finish", arguments={"scores": {"ana": 5, "ben": 0}, "winner": "ana"})
    assert said(desk, over) == "The game is over: Ana 5, Ben 0. The winner is Ana."


def test_where_a_card_is_not_available_is_said() -> None:
    desk = group_of_four()
    desk.write("fetch 017 Giant blue to tuckbox for ana")

    assert "(tuckbox of Ana)" in desk.refusal("mark 017 ben").message


def test_what_a_value_refers_to_is_found() -> None:
    desk = in_game()

    def refs(text: str) -> frozenset[Ref]:
        draft = line.parse(desk.reading(), text)
        return VERBS[draft.verb].refs(draft.arguments)

    assert refs("rules 20b") == {Ref("rules", "20B")}
    assert refs("sticker B2 ana") == {Ref("sticker", "B2"), Ref("character", "ana")}
    assert refs('sticker B2 "Clank! board"') == {Ref("sticker", "B2")}
    assert refs("finish ana 5 ben 6") == {Ref("character", "ana"), Ref("character", "ben")}


def test_a_line_with_two_meanings_is_asked_about() -> None:
    desk = group_of_four("legacy1")
    desk.write("character dov name Nobody")

    refused = desk.refusal("valuable nobody")

    assert refused.key == "line.ambiguous"
    assert "Most Valuable Employee: Nobody." in refused.message


def test_a_counter_needs_a_number() -> None:
    desk = group_of_four()

    with pytest.raises(LedgerError) as caught:
        ledger.attempt(desk.state, Draft(verb="counter", arguments={"name": "Gold"}))

    assert caught.value.code == "nothing_to_change"


def test_a_contract_on_the_table_is_refused_whoever_writes_it() -> None:
    desk = group_of_four()
    desk.write("contract 031 group")

    with pytest.raises(LedgerError) as caught:
        ledger.attempt(
            desk.state, Draft(verb="contract", arguments={"card": "31", "kind": "group"})
        )

    assert caught.value.code == "contract_known"


def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(export, "MOST_SIGNS", 10)
    with pytest.raises(FileError, match="too large"):
        export.read("{" + " " * 10 + "}")


@pytest.mark.parametrize("name", ["entries", "members"])
def test_a_file_with_too_many_entries_or_members_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(export, f"MOST_{name.upper()}", 1)
    file = {"format": export.FORMAT, "version": 1, name: [{}, {}]}
    with pytest.raises(FileError, match=f"{name}: there are too many"):
        export.read(export.canonical(file))
