"""What the sheet says about everything a seat holds, and about seats that score nothing."""

import pytest

from companion.rules.score_sheet import SENTENCES, Entry, Reason, counts_secret_tomes, sheet
from companion.rules.scoring import scores
from companion.rules.state import State
from tests.rules.play import after, do, opened, out, quiet_turn, take


def entry(state: State, what: str, seat: int = 0) -> Entry:
    (found,) = [each for each in sheet(state, seat).entries if each.what == what]
    return found


def with_artifact(edition: str, value: int = 10) -> State:
    return after(opened(edition), take(0, "artifact", value=value))


def test_an_artifact_scores_its_value_and_needs_no_words() -> None:
    found = entry(with_artifact("catacombs", 17), "artifact")
    assert (found.points, found.reason.message) == (17, "")


def test_several_of_a_kind_say_what_each_is_worth() -> None:
    state = after(with_artifact("base"), take(0, "chalice"), take(0, "chalice"))
    found = entry(state, "chalice")
    assert (found.count, found.points, found.reason.message) == (2, 14, "7 each")


def test_an_unspent_treasure_counts_as_its_gold() -> None:
    found = entry(after(with_artifact("base"), take(0, "greater_treasure")), "greater_treasure")
    assert found.points == 5
    assert found.reason.message == "kept, so it counts as 5 gold"


def test_a_token_without_points_says_so() -> None:
    found = entry(after(with_artifact("base"), take(0, "potion_of_strength")), "potion_of_strength")
    assert (found.points, found.reason.message) == (0, "scores nothing")


@pytest.mark.parametrize(
    ("prisoner", "help_with"),
    [
        ("primatologist", take(0, "monkey_idol")),
        ("primatologist", take(0, "golden_monkey_bot")),
        ("prince_princess", take(0, "crown")),
        ("sorceress", do("score", seat=0, secret_tomes=2)),
        ("mayor", do("status", seat=0, status="escaped")),
    ],
)
def test_a_prisoner_with_a_condition_says_whether_it_is_met(
    prisoner: str, help_with: dict[str, object]
) -> None:
    without = after(with_artifact("catacombs"), take(0, prisoner))
    assert entry(without, prisoner).points == 0
    assert " only " in entry(without, prisoner).reason.message
    met = entry(after(without, help_with), prisoner)
    assert met.points == 5
    assert met.reason.message.startswith("scores")
    assert " only " not in met.reason.message


def test_the_monk_names_the_wayshrines_it_counts() -> None:
    state = after(
        with_artifact("catacombs"),
        take(0, "monk"),
        do("wayshrine", seat=0),
        do("wayshrine", seat=0),
    )
    assert entry(state, "monk").points == 2
    assert entry(state, "monk").reason.message == "1 for each marked Wayshrine: 2"


def test_the_warrior_counts_every_prisoner_itself_included() -> None:
    state = after(with_artifact("catacombs"), take(0, "warrior"), take(0, "peasant"))
    assert entry(state, "warrior").reason.message == "1 for each freed prisoner: 2"


def test_the_entries_add_up_to_the_score() -> None:
    state = after(
        with_artifact("catacombs", 15),
        *(take(0, token) for token in ("crown", "monk", "warrior", "treasure", "chalice", "mayor")),
        do("wayshrine", seat=0),
        do("gold", seat=0, count=4),
    )
    found = sheet(state, 0)
    assert found.nothing is None
    assert sum(each.points for each in found.entries) == scores(state)[0].total


def test_without_an_artifact_a_seat_learns_why_it_scores_nothing() -> None:
    found = sheet(after(opened(), take(0, "chalice")), 0)
    assert found.nothing is not None
    assert found.nothing.message == "Ana scores 0 because no artifact was brought along."
    assert [each.points for each in found.entries] == [7], "what would have counted stays in sight"


@pytest.mark.parametrize(
    ("edition", "zone"), [("base", "the Depths"), ("legacy2", "the Danger Zone")]
)
def test_a_knock_out_in_the_deep_is_told_in_the_words_of_the_edition(
    edition: str, zone: str
) -> None:
    state = out(after(with_artifact(edition), do("zone", seat=0, zone="deep")), 0)
    found = sheet(state, 0)
    assert found.nothing is not None
    assert found.nothing.message == f"Ana scores 0 because of a knock-out in {zone}."


def test_the_escape_token_says_what_it_is_for() -> None:
    state = quiet_turn(after(with_artifact("base"), do("leave", seat=0)))
    found = entry(state, "mastery")
    assert (found.points, found.reason.message) == (20, "for leaving with an artifact")


def test_secret_tomes_are_asked_for_where_something_needs_them() -> None:
    assert counts_secret_tomes(opened("catacombs"))
    assert not counts_secret_tomes(opened("base"))


def test_contracts_are_counted_where_there_are_contracts() -> None:
    wanted = {slug: opened(slug).edition.switches.contracts.value for slug in ("base", "catacombs")}
    assert not any(wanted.values())
    assert opened("legacy1").edition.switches.contracts.value
    assert opened("legacy2").edition.switches.contracts.value


def test_a_reason_can_be_said_in_another_language() -> None:
    assert Reason("worthless").render({SENTENCES["worthless"]: "zählt nicht"}.__getitem__) == (
        "zählt nicht"
    )
    assert Reason("").render(lambda text: f"never asked: {text}") == ""
