"""The ledger line: short forms in two languages, completion, preview, no silent guesses."""

import pytest

from campaign.rules import ledger, line, roles
from campaign.rules.entries import Draft, Value
from campaign.rules.lexicon import lexicon_for
from campaign.rules.verbs.index import VERBS
from tests.campaign.rules.desk import CATALOGUES, Desk, group_of_four, in_game, new_desk


@pytest.fixture
def desk() -> Desk:
    desk = in_game()
    desk.write(
        "fetch 012 Old Coin blue",
        "fetch 003 oil",
        "milestone M4 ben",
        "contract 031 group name Lost Goat",
        "contract 032 group cubes 9",
    )
    return desk


SHORT_FORMS = [
    ("fetch 017 Frost Giant blue", "fetch", {"card": "017", "name": "Frost Giant", "kind": "blue"}),
    ('fetch 17 "Blue Blue"', "fetch", {"card": "017", "name": "Blue Blue"}),
    ("fetch 17 blue", "fetch", {"card": "017", "kind": "blue"}),
    ("hole 017 Frostriese blau", "fetch", {"card": "017", "name": "Frostriese", "kind": "blue"}),
    ("mark 012 ana", "mark", {"card": "012", "character": "ana"}),
    ("MARK Old Coin Ana", "mark", {"card": "012", "character": "ana"}),
    ("markiere 12 ana gesagt", "mark", {"card": "012", "character": "ana", "told": True}),
    ("sticker A13 012", "sticker", {"label": "A13", "target": "card:012"}),
    ("aufkleber b2 auf feld 7", "sticker", {"label": "B2", "target": "space:7"}),
    ("rules 20b", "rules", {"slot": "20B"}),
    ("read 45", "read", {"passage": "45"}),
    ("lies 045 ana", "read", {"passage": "45", "character": "ana"}),
    ("journal C ben", "journal", {"passage": "C", "character": "ben"}),
    ("auftrag 040 weiß", "contract", {"card": "040", "kind": "group"}),
    ("lege 012 Vorrat ana", "put", {"card": "012", "where": "supply", "character": "ana"}),
    ("plättchen 24", "token", {"group": 24}),
    ("hake überstunden ana", "tick", {"track": "midnight-oil", "character": "ana"}),
    ("tick midnight oil ana", "tick", {"track": "midnight-oil", "character": "ana"}),
    ("milestone M4 ben", "milestone", {"label": "M4", "character": "ben"}),
    ("milestone mark ben", "milestone", {"character": "ben"}),
    ("cross 4 ben", "cross", {"space": 4, "character": "ben"}),
    ("point 012", "point", {"card": "012"}),
    ("scratch 003 ana", "scratch", {"card": "003", "character": "ana"}),
    ("destroy 012", "destroy", {"card": "012"}),
    ("vernichte 12", "destroy", {"card": "012"}),
    ("token 24", "token", {"group": 24}),
    ("space 7 mark ana", "space", {"space": "7", "character": "ana"}),
    ("remnant 7", "remnant", {"space": "7"}),
    ("memorial 12 cleo", "memorial", {"space": "12", "character": "cleo"}),
    ("contract 031 done ana", "done", {"contract": "031", "characters": ["ana"]}),
    ("auftrag 031 erfüllt ana ben", "done", {"contract": "031", "characters": ["ana", "ben"]}),
    ("contract 031 fail", "fail", {"contract": "031"}),
    ("contract lost fail", "fail", {"contract": "031"}),
    ("cube 032 ben", "cube", {"contract": "032", "character": "ben"}),
    ("cabinet 002", "cabinet", {"card": "002"}),
    ("tuckbox 040 dov", "tuckbox", {"card": "040", "character": "dov"}),
    ("employee ana", "employee", {"character": "ana"}),
    ("mitarbeiter niemand", "employee", {}),
    ("note on ana We laughed", "note", {"text": "We laughed", "about": "character:ana"}),
    ("notiz zu 012 Sie glänzt", "note", {"text": "Sie glänzt", "about": "card:012"}),
    ('note on "The tower" It is high', "note", {"text": "It is high", "about": "thing:The tower"}),
    ("note on an island", "note", {"text": "on an island"}),
    ("note on 12 May", "note", {"text": "on 12 May"}),
    ("note we laughed a lot", "note", {"text": "we laughed a lot"}),
    ("contract 040 group by 3 cubes 5:2,7:3 setup", "contract",
     {"card": "040", "kind": "group", "deadline": 3, "track": [0, 0, 0, 0, 2, 0, 3],
      "setup": True}),
    ("contract 040 solo setup name Big Deal for dov", "contract",
     {"card": "040", "kind": "solo", "owner": "dov", "name": "Big Deal", "setup": True}),
    ("finish ana 85 ben -3 winner ana", "finish",
     {"scores": {"ana": 85, "ben": -3}, "winner": "ana"}),
    ("start 2 ana ben on 2026-12-05 side Northrim", "start",
     {"game": 2, "players": ["ana", "ben"], "date": "2026-12-05", "side": "Northrim"}),
    ("fet 017", "fetch", {"card": "017"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "verb", "arguments"), SHORT_FORMS)
def test_a_short_form_is_understood(
    desk: Desk, text: str, verb: str, arguments: dict[str, Value]
) -> None:
    assert line.parse(desk.reading(), text) == Draft(verb=verb, arguments=arguments)


def test_every_quotation_mark_of_both_languages_quotes(desk: Desk) -> None:
    for text in ('"Frost Giant"', "“Frost Giant”", "„Frost Giant“", "»Frost Giant«"):
        draft = line.parse(desk.reading(), f"fetch 017 {text} blue")
        assert draft.arguments["name"] == "Frost Giant"


def test_an_ambiguous_first_word_is_asked_with_its_candidates(desk: Desk) -> None:
    assert desk.refusal("m 012").message == (
        "“m” can mean mark, marker, milestone, memorial, mitarbeiter, mission."
    )


def test_an_unknown_word_is_explained(desk: Desk) -> None:
    assert desk.refusal("jump 7").message.startswith(
        "No line begins with “jump”. Try one of: recruit,"
    )
    assert desk.refusal("mark 012 zoe").message == "There is no character called zoe."
    assert desk.refusal("mark zoe ana").message.startswith("No card called zoe")
    assert desk.refusal("start 2 ana zoe").message == "There is no character called zoe."
    assert "“done”" in desk.refusal("contract 031 dnoe ana").message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules", "is missing at the end: a page of the rulebook and a letter such as 20b."),
        (
            "rules 3",
            "“3” does not fit here. Expected: a page of the rulebook and a letter such as 20b",
        ),
        (
            "sticker 12 on 012",
            "“12” does not fit here. Expected: a sheet letter and a group number such as",
        ),
        ("mark 9999 ana", "“9999” does not fit here. Expected: a card number such as 017."),
        ("contract", "a card number such as 031, the number of a contract on the table."),
        ("mark", "Something is missing at the end: a card number such as 017."),
        ("milestone Hat ana", "a milestone sticker such as M4, “mark”."),
        ("start 2 ana ana ben", "Ana is named twice."),
        ("finish ana 1 ana 2", "Ana is named twice."),
    ],
)
def test_what_does_not_fit_is_answered_with_what_does(desk: Desk, text: str, said: str) -> None:
    assert said in desk.refusal(text).message


@pytest.mark.parametrize("text", ["mark 017 ana", "milestone M4 ana", "überrest 7"])
def test_a_word_of_another_kind_of_campaign_is_told_so(text: str) -> None:
    refused = in_game("legacy1").refusal(text)

    assert refused.key == "verb_not_here"
    assert refused.message == f"This campaign has no use for “{text.split()[0]}”."


def test_a_single_letter_is_no_short_form_in_mid_line(desk: Desk) -> None:
    assert desk.refusal("contract 031 d ana").key == "line.expected"


def test_two_cards_with_one_beginning_are_asked_about(desk: Desk) -> None:
    desk.write('fetch 013 "Old Boot" blue')

    refused = desk.refusal("mark Old ana")

    assert refused.message == "“Old” can mean Card 012 “Old Coin”, Card 013 “Old Boot”."


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("fetch 018 Blue Dragon blue", "“Dragon blue”, “Blue Dragon”"),
        ("fetch 018 Solo Traveller blue", "“Traveller blue”, “Solo Traveller”"),
        ("hole 018 Blau Bart blau", "“Bart blau”, “Blau Bart”"),
    ],
)
def test_a_name_that_can_be_read_in_two_ways_is_asked_about(
    desk: Desk, text: str, names: str
) -> None:
    refused = desk.refusal(text)

    assert refused.key == "line.name"
    assert refused.message.startswith(f"The name could be {names}.")


def test_quotation_marks_say_which_words_are_the_name(desk: Desk) -> None:
    assert line.parse(desk.reading(), 'fetch 018 "Blue Dragon" blue').arguments == {
        "card": "018", "name": "Blue Dragon", "kind": "blue",
    }  # fmt: skip
    assert line.parse(desk.reading(), 'fetch 018 "Red"').arguments == {"card": "018", "name": "Red"}
    assert (
        line.parse(desk.reading(), 'tick "midnight oil" ana').arguments["track"] == "midnight-oil"
    )


def test_only_quoted_words_make_a_new_thing_or_space(desk: Desk) -> None:
    assert desk.refusal("sticker C1 Bord").key == "unknown_target"
    assert desk.refusal("space Tower mark ana").key == "unknown_space"
    assert desk.refusal("memorial w45 ana cleo").key == "line.extra"

    desk.write('sticker C1 "Clank! board"', 'space "The Tower" mark ana', "space The name Keep")

    assert [s.target for s in desk.state.stickers.values()] == ["thing:Clank! board"]
    assert list(desk.state.spaces) == ["The Tower"]


def test_a_sticker_goes_on_what_a_beginning_names_alone(desk: Desk) -> None:
    desk.write("sticker C1 An", 'sticker C2 "old coin"')

    assert [s.target for s in desk.state.stickers.values()] == ["character:ana", "card:012"]
    desk.write('space 7 name "Dry Well"', 'sticker C3 on "Dry Well"', "sticker C4 dry")
    assert [s.target for s in desk.state.stickers.values()][2:] == ["space:7", "space:7"]
    desk.write('fetch 013 "Old Boot" blue')
    assert desk.refusal("sticker C5 Old").key == "line.ambiguous"


def test_members_are_found_by_name(desk: Desk) -> None:
    draft = line.parse(desk.reading(), "character ana player bo")

    assert draft.arguments["player"] == "m2"
    assert desk.refusal("character ana player zoe").key == "line.expected"


def words(desk: Desk, text: str, *, language: str = "en") -> list[str]:
    return [s.word for s in line.complete(desk.reading(language), text)]


def test_a_verb_tells_its_form_while_the_rest_is_typed(desk: Desk) -> None:
    (form,) = line.usages(desk.reading(), "recover ")
    assert str(form) == "recover <character> <condition>"
    forms = list(map(str, line.usages(desk.reading(), "space 7 ")))
    assert "space <space> at <distance from the left> <distance from the top>" in forms
    assert str(line.usages(desk.reading("de"), "genesen ana ")[0]).startswith("genesen ")
    assert list(map(str, line.usages(desk.reading(), "rules 3"))) == ["rules <slot> [<note>]"]
    for nothing_to_tell in ("", "contract ", "recover", "zzz 7", "recover ana Gout", "fetch 099"):
        assert line.usages(desk.reading(), nothing_to_tell) == ()


def test_a_player_is_offered_what_players_may_write(desk: Desk) -> None:
    offered = {s.word for s in line.complete(desk.reading(), "re", role=roles.Role.PLAYER)}

    assert "read" in offered
    assert "recruit" not in offered
    assert "recruit" in words(desk, "re")


def test_completion_offers_verbs(desk: Desk) -> None:
    assert words(desk, "mi") == ["milestone", "mitarbeiter", "mission"]
    assert words(desk, "meil") == ["meilenstein"]
    assert words(desk, "mil", language="de") == ["milestone"]
    assert len(words(desk, "")) == line.MOST_SUGGESTIONS
    assert words(desk, "hol", language="de") == ["hole"]


def test_completion_offers_what_may_come_next(desk: Desk) -> None:
    assert words(desk, "mark ") == ['"Old Coin"']
    assert words(desk, "mark 012 ") == ["ana", "ben", "cleo", "dov"]
    assert words(desk, "mark 012 b") == ["ben"]
    assert words(desk, "mark 012 ana ") == ["told", "over"]
    assert words(desk, "mark 012 ana ", language="de") == ["gesagt", "über"]
    assert words(desk, "contract 031 d") == ["done", "deadline"]
    assert words(desk, "contract Lo") == ['"Lost Goat"']
    assert words(desk, 'mark "Old C') == ['"Old Coin"']
    assert words(desk, "tick ") == ["midnight oil"]
    assert words(desk, "hake ", language="de") == ["überstunden"]
    assert words(desk, "card 012 bl") == ["blue"]
    assert words(desk, "karte 012 bl", language="de") == ["blau"]
    assert words(desk, "character ana player ") == ["Alice", "Bob", "Carol"]


def test_completion_offers_a_character_once_by_key_or_by_the_name_that_was_begun() -> None:
    desk = new_desk()
    desk.write('recruit ann name "Tally Sixpence"', "recruit ben name Bob", "fetch 012 blue")

    assert words(desk, "mark 012 ") == ["ann", "ben"]
    assert words(desk, "mark 012 b") == ["ben"]
    assert words(desk, "mark 012 tal") == ['"Tally Sixpence"']
    assert words(desk, "mark 012 bo") == ["Bob"]


def test_completion_of_nonsense_is_empty(desk: Desk) -> None:
    assert words(desk, "jump ") == []
    assert words(desk, "m 012 ") == []
    assert words(desk, 'fetch "Fro') == []


def test_what_completion_offers_can_be_typed(desk: Desk) -> None:
    for suggestion in line.complete(desk.reading(), "mark "):
        assert line.parse(desk.reading(), f"mark {suggestion.word} ana").verb == "mark"
    (track,) = line.complete(desk.reading(), "tick ")
    assert line.parse(desk.reading(), f"tick {track.word} ana").verb == "tick"


def test_the_preview_says_what_would_happen_and_stores_nothing(desk: Desk) -> None:
    before = desk.state

    seen = line.preview(desk.reading(), "milestone mark ana")

    assert seen.error is None
    assert seen.draft == Draft(verb="milestone", arguments={"character": "ana"})
    assert [str(s) for s in seen.sentences] == ["Ana fills the next milestone space."]
    assert desk.state is before


def test_the_preview_of_a_refused_line_says_why(desk: Desk) -> None:
    desk.write("mark 012 ana")

    seen = line.preview(desk.reading(), "mark 012 ben")

    assert seen.error is not None
    assert seen.error.code == "already_marked"
    assert seen.draft is not None
    assert line.preview(desk.reading(), "jump").draft is None


def test_a_form_previews_the_same(desk: Desk) -> None:
    draft = Draft(verb="mark", arguments={"card": "012", "character": "ana"})

    assert line.preview_draft(desk.state, draft) == line.preview(desk.reading(), "mark 012 ana")


def test_every_verb_shows_its_short_form() -> None:
    assert str(line.short_form(VERBS["mark"])) == "mark <card> <character> [told]"
    german = line.short_form(VERBS["mark"], lexicon_for("de", CATALOGUES))
    assert (
        german.render(lambda word: {"card": "Karte"}.get(word, word))
        == "markiere <Karte> <character> [gesagt]"
    )
    for verb in (verb for verb in VERBS.values() if verb.forms):
        assert str(line.short_form(verb)).count("<") == str(line.short_form(verb)).count(">")


def test_names_that_look_like_code_stay_text() -> None:
    desk = new_desk()

    state = desk.write('recruit ana name "<b>Ann & Bob #1 {x} %s</b>"', 'note =1+1 "<script>"')

    assert state.characters["ana"].name == "<b>Ann & Bob #1 {x} %s</b>"
    assert [note.text for note in state.notes.values()] == ['=1+1 "<script>"']
    entry = desk.entries[-2]
    assert "{x}" in str(ledger.describe(state, entry)[0])


def test_a_very_long_line_is_cut_not_searched_forever() -> None:
    desk = group_of_four()

    refused = desk.refusal("contract 031 group name " + "by cubes boxes name for " * 400)

    assert refused.key.startswith("line")
