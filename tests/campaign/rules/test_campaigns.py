"""The campaigns' files: strict, and only with verbs and steps that exist."""

from importlib.resources import files

import pytest

from campaign.rules.campaigns import CampaignFileError, load, read, slugs
from campaign.rules.steps.cleanup import CLEANUP
from campaign.rules.steps.setup import SETUP
from campaign.rules.verbs.index import VERBS, verbs_of

TEXT = files("campaign.rules.campaigns").joinpath("legacy2.toml").read_text(encoding="utf-8")


def test_there_are_three_campaigns() -> None:
    assert slugs() == ("house", "legacy1", "legacy2")


@pytest.mark.parametrize("slug", slugs())
def test_every_verb_and_step_of_a_campaign_exists(slug: str) -> None:
    campaign = load(slug)

    assert set(campaign.verbs) <= set(VERBS)
    assert set(campaign.setup) <= set(SETUP)
    assert set(campaign.cleanup) <= set(CLEANUP)
    assert len(verbs_of(campaign)) == len(set(campaign.verbs))


def test_every_verb_and_step_belongs_to_some_campaign() -> None:
    campaigns = [load(slug) for slug in slugs()]

    assert {verb for campaign in campaigns for verb in campaign.verbs} == set(VERBS)
    assert {step for campaign in campaigns for step in campaign.setup} == set(SETUP)
    assert {step for campaign in campaigns for step in campaign.cleanup} == set(CLEANUP)


def test_the_numbers_of_legacy_2_are_those_of_its_rulebook() -> None:
    campaign = load("legacy2")

    assert campaign.games == 12
    assert campaign.milestones is not None
    assert campaign.milestones.thresholds == (3, 9, 15)
    assert campaign.midnight_oil == {"2": ("002", "003"), "3": ("004",)}
    assert campaign.supplies.rage_start == {"4": 1, "3": 2, "2": 3}
    assert sum(campaign.starting_deck.values()) == 10
    assert campaign.stickers.mark == "A13"
    assert campaign.stickers.remnant == "T2"
    assert campaign.after_passage == "82"


def test_legacy_1_has_its_own_objects_and_none_of_legacy_2() -> None:
    campaign = load("legacy1")

    assert {"promote", "valuable"} <= set(campaign.verbs)
    assert not {"mark", "milestone", "journal", "memorial", "employee"} & set(campaign.verbs)
    assert [track.key for track in campaign.tracks] == ["checkmarks", "goals", "dran"]
    assert campaign.kind("solo") is None
    assert campaign.milestones is None
    assert campaign.contracts_first


def test_an_unknown_campaign_is_named() -> None:
    with pytest.raises(CampaignFileError, match="legacy3"):
        load("legacy3")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("games = 12", "gamez = 12", r"legacy2\.gamez: unknown key"),
        ("games = 12", 'games = "12"', r"legacy2\.games: a whole number"),
        ("games = 12", "games = true", r"legacy2\.games: a whole number"),
        ("markable = true", "markable = 1", r"legacy2\.kinds\[0\]\.markable: true or false"),
        ("markable = true", "marked = true", r"legacy2\.kinds\[0\]\.marked: unknown key"),
        ("thresholds = [3, 9, 15]", "thresholds = 3", r"legacy2\.milestones\.thresholds: a list"),
        ("thresholds = [3, 9, 15]", "", r"legacy2\.milestones\.thresholds: missing"),
        ('3 = ["004"]', "3 = [4]", r"legacy2\.midnight_oil\.3\[0\]: a text"),
        ('name = "Clank! Legacy 2"', "", r"legacy2\.name: missing"),
        ("least = 2", "least = 5", r"legacy2\.players: least"),
        ('"green", "red"', '"green", "pink"', r"legacy2\.colours: 'pink'"),
        ('key = "oil"\n', 'key = "petrol"\n', r"legacy2\.kinds: 'petrol'"),
        ('place = "row"', 'place = "shelf"', r"legacy2\.kinds: 'shelf'"),
        ("games = 12", "games = ", "Invalid value"),
    ],
)
def test_a_fault_in_a_file_is_named_with_its_place(old: str, new: str, place: str) -> None:
    assert TEXT.count(old) == 1

    with pytest.raises(CampaignFileError, match=place):
        read(TEXT.replace(old, new), "legacy2")
