"""What the ledger line forgives: nouns, lists, slips, left-out names; and what it never swallows."""

from dataclasses import replace

import pytest

from campaign.rules import ledger, line
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from tests.campaign.rules.desk import Desk, in_game, new_desk


@pytest.fixture
def desk() -> Desk:
    desk = in_game()
    desk.write(
        "fetch 012 Old Coin blue",
        "contract 120 group name Lost Goat boxes 2",
        "contract 121 solo for cleo name Debt boxes 2",
        "contract 122 group cubes 9",
    )
    return desk


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("fetch Card 19 blue", {"card": "019", "kind": "blue"}),
        ("hole Karte 19 blau", {"card": "019", "kind": "blue"}),
        ("mark Card 012 ana", {"card": "012", "character": "ana"}),
        ("markiere Karte 012 ana", {"card": "012", "character": "ana"}),
        ("read passage 12", {"passage": "12"}),
        ("lies Abschnitt 12", {"passage": "12"}),
        ("journal passage C ana", {"passage": "C", "character": "ana"}),
        ("rules sticker 20B", {"slot": "20B"}),
        ("regel Aufkleber 20B", {"slot": "20B"}),
        ("sticker sticker A13 on card 12", {"label": "A13", "target": "card:012"}),
        ("token group 24", {"group": 24}),
        ("plättchen Gruppe 24", {"group": 24}),
        ("memorial space 7 ana", {"space": "7", "character": "ana"}),
        ("mission game 1 side B", {"game": 1, "side": "B"}),
        ("cross milestone 3 ana", {"space": 3, "character": "ana"}),
        ("cube contract 122 ana", {"contract": "122", "character": "ana"}),
        ("contract card 040 group", {"card": "040", "kind": "group"}),
    ],
)
def test_a_noun_before_a_number_says_nothing_more(
    desk: Desk, text: str, arguments: dict[str, Value]
) -> None:
    assert line.parse(desk.reading(), text).arguments == arguments


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('contract 140 group name "Night" boxes 2 deadline 3', "deadline"),
        ("contract 140 group name Night boxes 2 deadline 3", "deadline"),
        ('fetch 150 blue "Axe" please', "please"),
        ('note "The box" is open', "is"),
        ('auftrag 140 gruppe namens "Nacht" kästchen 2 frist 3', "frist"),
    ],
)
def test_a_text_ends_with_its_quotation_mark(desk: Desk, text: str, left: str) -> None:
    refused = desk.refusal(text)

    assert refused.key in ("line.extra", "line.expected")
    assert f"“{left}”" in refused.message


def test_a_name_may_begin_with_a_word_of_the_line(desk: Desk) -> None:
    desk.write("contract 140 group name By the River boxes 2 by 3")

    contract = desk.state.contracts["140"]
    assert (contract.name, contract.boxes, contract.deadline) == ("By the River", 2, 3)


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("fetch 004 Burn the Midnight Oil", "Burn the Midnight Oil", "oil"),
        ("fetch 004 burn the midnight oil", "burn the midnight oil", "oil"),
        ("fetch 150 Grey Reserve", "Grey Reserve", None),
        ("fetch 150 Grey reserve", "Grey", "reserve"),
        ("hole 150 Der Ritter in Blau", "Der Ritter in Blau", None),
        ("hole 150 Der Ritter blau", "Der Ritter", "blue"),
    ],
)
def test_a_name_keeps_a_word_of_the_vocabulary_at_its_end(
    desk: Desk, text: str, name: str, kind: str | None
) -> None:
    arguments = line.parse(desk.reading(), text).arguments

    assert (arguments["name"], arguments.get("kind")) == (name, kind)


@pytest.mark.parametrize(
    "text", ["fetch 61 62, 63 blue", "fetch cards 61 62 63 blue", "hole Karten 61 62 63 blau"]
)
def test_several_cards_are_an_entry_each(desk: Desk, text: str) -> None:
    drafts = line.parse_all(desk.reading(), text)

    assert [draft.arguments for draft in drafts] == [
        {"card": card, "kind": "blue"} for card in ("061", "062", "063")
    ]


def test_several_cards_do_not_share_a_name(desk: Desk) -> None:
    with pytest.raises(LedgerError) as caught:
        line.parse_all(desk.reading(), "fetch 61 62 Axe")
    assert caught.value.key == "line.extra"


def test_a_second_number_of_another_verb_stays_what_it_was(desk: Desk) -> None:
    (draft,) = line.parse_all(desk.reading(), "point 012 2")
    assert draft.arguments == {"card": "012", "count": 2}


def test_the_preview_of_several_is_of_all_or_says_which_is_refused(desk: Desk) -> None:
    seen = line.preview(desk.reading(), "fetch 61 62 blue")
    assert [str(sentence) for sentence in seen.sentences].count("Fetched Card 061.") == 1
    assert len(seen.drafts) == 2

    refused = line.preview(desk.reading(), "fetch 61 12 blue")
    assert refused.error is not None
    assert refused.error.code == "already_fetched"


@pytest.mark.parametrize(
    ("text", "verb", "arguments"),
    [
        ("done 120", "done", {"contract": "120", "characters": ["ben"]}),
        ("erledigt 120", "done", {"contract": "120", "characters": ["ben"]}),
        ("done 121", "done", {"contract": "121", "characters": ["cleo"]}),
        ("done 120 ana told", "done", {"contract": "120", "characters": ["ana"], "told": True}),
        ("tick 120", "tick_contract", {"contract": "120", "character": "ben"}),
        ("hake 120", "tick_contract", {"contract": "120", "character": "ben"}),
        ("tick oil", "tick", {"track": "midnight-oil", "character": "ben"}),
        ("cube 122", "cube", {"contract": "122", "character": "ben"}),
        ("mark 12", "mark", {"card": "012", "character": "ben"}),
        ("milestone M4", "milestone", {"label": "M4", "character": "ben"}),
    ],
)
def test_a_character_left_out_is_the_owner_or_the_writer(
    desk: Desk, text: str, verb: str, arguments: dict[str, Value]
) -> None:
    draft = line.parse(replace(desk.reading(), own="ben"), text)

    assert (draft.verb, draft.arguments) == (verb, arguments)


def test_who_has_no_character_must_name_one(desk: Desk) -> None:
    assert desk.refusal("done 120").key == "line.missing"
    assert desk.refusal("mark 12").key == "line.missing"


@pytest.mark.parametrize(("text", "meant"), [("fetsh 17", "fetch"), ("markeire 12", "markiere")])
def test_a_slip_in_the_verb_is_asked_about(desk: Desk, text: str, meant: str) -> None:
    refused = desk.refusal(text)

    assert refused.key == "line.meant"
    assert f"Did you mean {meant}" in refused.message


@pytest.mark.parametrize(
    ("text", "word", "line_meant"),
    [
        ("mark 12 cloe", "cloe", "mark 12 cleo"),
        ("contract 120 dnoe ana", "dnoe", "contract 120 done ana"),
        ("mark 12 ana tolt", "tolt", "mark 12 ana told"),
    ],
)
def test_a_slip_further_on_is_put_right(desk: Desk, text: str, word: str, line_meant: str) -> None:
    assert line_meant in line.corrections(desk.reading(), text, word)


@pytest.mark.parametrize(
    ("text", "key", "name"),
    [
        ('recruit "Madame Sørensen"', "madame-sørensen", "Madame Sørensen"),
        ("recruit Madame Sørensen", "madame-sørensen", "Madame Sørensen"),
        ("anwerben Madame Sørensen farbe rot", "madame-sørensen", "Madame Sørensen"),
        ("recruit McDonald", "mcdonald", "McDonald"),
        ("recruit ana", "ana", "Ana"),
        ("recruit Ana", "ana", "Ana"),
        ("recruit “¡!”", "character", "¡!"),
    ],
)
def test_the_word_of_a_character_follows_from_the_name(text: str, key: str, name: str) -> None:
    state = new_desk().write(text)

    assert [(c.key, c.name) for c in state.characters.values()] == [(key, name)]


def test_two_names_that_make_one_word_get_two() -> None:
    desk = new_desk()
    desk.write('recruit "Anna-Lena Stahl"', 'recruit "Anna Lena Stahl"')

    assert list(desk.state.characters) == ["anna-lena-stahl", "anna-lena-stahl-2"]
    assert desk.refusal('recruit "Anna Lena Stahl"').key == "character_taken"


@pytest.mark.parametrize("text", ["undo", "Undo ", "rückgängig", "zurück"])
def test_undo_is_a_line_of_its_own(desk: Desk, text: str) -> None:
    assert line.is_undo(desk.reading().lexicon, text)
    assert not line.is_undo(desk.reading().lexicon, f"{text} 12")


def test_the_hint_of_a_kind_of_campaign_with_one_sort_of_contract_is_understood() -> None:
    desk = in_game("legacy1")
    desk.write("contract 031 new by 4", "auftrag 032 neu bis 4")
    assert [contract.deadline for contract in desk.state.contracts.values()] == [4, 4]


def test_a_sheet_that_the_rulebook_does_not_name_is_taken(desk: Desk) -> None:
    desk.write("sticker U3 on 12", "sticker Z1 on 12")
    assert [sticker.label for sticker in desk.state.stickers.values()] == ["U3", "Z1"]


# Refusals that say what would fit ---------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("contract 31 personal for dagmar", "kind of contract (group, solo)"),
        ("scratch burgel 3 ben", "Did you mean Burgle?"),
        ("finish 40 30 20", "Expected: a score after each name"),
        ("new contract 31 group", "No line begins with “new contract”. Did you mean contract?"),
        ("help", "Try one of: recruit, fetch, mark, scratch, read, contract, start, finish."),
    ],
)
def test_a_refused_line_says_what_would_fit(desk: Desk, text: str, said: str) -> None:
    assert said in desk.refusal(text).message


def test_a_card_that_several_have_is_asked_about_by_whose_it_is(desk: Desk) -> None:
    refused = desk.refusal("scratch burgle 3")
    assert "Card “Burgle 3” of Ben" in refused.message
    assert "Burgle 3 of ben" in str(refused.params["typed"]), "as it is typed"


def test_names_after_commas_are_characters_of_their_own() -> None:
    desk = new_desk()
    found = line.parse_all(desk.reading(), "recruit cara, Ben colour blue, Madame Sørensen")
    assert [draft.arguments["character"] for draft in found] == ["cara", "ben", "madame-sørensen"]
    assert found[1].arguments["colour"] == "blue"
    (one,) = line.parse_all(desk.reading(), 'recruit "Ana, the Quick"')
    assert one.arguments["name"] == "Ana, the Quick"


def test_a_struck_newcomer_keeps_its_name_in_the_ledger() -> None:
    desk = new_desk()
    desk.write("recruit Ben blue")
    desk.strike(1)
    (said, *_) = ledger.describe(desk.state, desk.entries[0])
    assert said.render() == "Ben blue joins the campaign."


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("lese 113", "read"),
        ("rekrutiere cara", "recruit"),
        ("rekrutieren cara", "recruit"),
        ("kratze 12", "scratch"),
        ("kratzen 12", "scratch"),
        ("vertrag 31 gruppe", "contract"),
        ("partie 2 ana ben", "start"),
        ("beenden ana 1 ben 2", "finish"),
        ("zerstören 12", "destroy"),
    ],
)
def test_other_forms_of_a_german_verb_are_understood(desk: Desk, text: str, verb: str) -> None:
    assert line.parse(desk.reading("de"), text).verb == verb


def test_who_asks_for_help_is_told_the_verbs(desk: Desk) -> None:
    with pytest.raises(LedgerError) as caught:
        line.parse_all(desk.reading("de"), "hilfe")
    assert caught.value.key == "line.unknown"
    assert "rubble" in str(caught.value.params["candidates"])


def test_a_german_slip_proposes_german_words(desk: Desk) -> None:
    for text, meant in (("neuer auftrag 31", "auftrag"), ("hohle 31", "hole")):
        with pytest.raises(LedgerError) as caught:
            line.parse_all(desk.reading("de"), text)
        assert caught.value.key == "line.meant"
        assert caught.value.params["candidates"] == (meant,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "recruit Dora colour purple",
            "“purple” does not fit here. Expected: colour (blue, green,",
        ),
        ("recruit Madame Sørensen color pink", "Expected: colour (blue, green, red, yellow)"),
        ("recruit Dora journal C colour pink", "Expected: colour (blue, green, red, yellow)"),
        ("recruit Dora player zoe", "Expected: player (Alice, Bob, Carol)"),
        ("character ana name Anna colour pink", "Expected: colour (blue, green, red, yellow)"),
        ("anwerben Dora farbe lila", "“lila” does not fit here. Expected: colour (blue, green,"),
        ("contract 140 group name Night boxes many", "“many” does not fit here."),
        ("contract 140 group name Night cubes many", "“many” does not fit here."),
        ("card 12 name Old Coin boxes many", "“many” does not fit here."),
    ],
)
def test_a_name_does_not_swallow_what_a_word_of_the_line_asks_for(
    desk: Desk, text: str, said: str
) -> None:
    refused = desk.refusal(text)
    assert said in refused.message
    assert "put the name in quotation marks" in refused.message


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('recruit "The colour purple"', "The colour purple"),
        ("contract 140 group name Death by Chocolate boxes 2", "Death by Chocolate"),
        ("contract 140 group boxes 2 name Two boxes too many", "Two boxes too many"),
        ("fetch 150 Letter to Mum blue", "Letter to Mum"),
        ("hole 150 Ein Brief für Oma blau", "Ein Brief für Oma"),
        ("house market Pot of gold coins points 3", "Pot of gold coins"),
    ],
)
def test_a_name_keeps_the_words_that_cannot_mean_anything_else(
    desk: Desk, text: str, name: str
) -> None:
    assert line.parse(desk.reading(), text).arguments["name"] == name


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("counter gems to 99999999999999999999", "large", "new number: that number is too large"),
        ("counter gems by -99999999999999999999", "small", "the least is −9999"),
        ("counter gems by 10000", "large", "the most is 9999"),
        ("contract 140 group boxes 31", "large", "number of checkboxes: that number is too large"),
        ("contract 140 group cubes 0", "small", "the least is 1"),
        ("contract 140 group cubes 61", "large", "the most is 60"),
        ("contract 140 group name Night boxes 31", "large", "the most is 30"),
        ("token 0", "small", "the least is 1"),
        ("contract 120 points 100", "large", "the most is 99"),
        ("house market Sword points 31", "large", "the most is 30"),
        ("finish ana 99999 ben 3", "large", "the most is 9999"),
        ("start 100 ana ben", "large", "the most is 99"),
    ],
)
def test_a_number_out_of_range_is_told_its_limit(
    desk: Desk, text: str, key: str, said: str
) -> None:
    refused = desk.refusal(text)
    assert refused.key == f"bad_argument.{key}"
    assert said in refused.message
