"""A campaign that came back from its own file: its games are the same evenings, and count once."""

from io import BytesIO

import pytest

from accounts.identity import Person
from campaign.selectors import figures
from campaign.selectors.all_plays import Play, plays_of
from campaign.services import trash, unpacking
from campaign.services.imports import read_archive
from tests.campaign.archives import exported
from tests.campaign.desk import Desk, desk

pytestmark = pytest.mark.django_db


def person(of: Desk) -> Person:
    return Person(account=of.people["alice"].account)


def plays(of: Desk) -> list[Play]:
    return plays_of(person(of))


def copied(of: Desk) -> Desk:
    archive = read_archive(BytesIO(exported(of.campaign)))
    return Desk({"alice": unpacking.import_campaign(person(of), archive, member="alice")})


@pytest.fixture
def played() -> Desk:
    made = desk()
    for line in ("recruit ana red", "recruit ben blue", "start 1 ana ben", "finish ana 3 ben 60"):
        made.type("alice", line)
    return made


def test_a_game_that_two_of_my_campaigns_have_counts_once(played: Desk) -> None:
    before = plays(played)
    copied(played)

    assert plays(played) == before
    assert [each.games for each in figures.people(before)] == [1, 1]


def test_what_the_copy_has_played_since_counts_as_well(played: Desk) -> None:
    copy = copied(played)
    copy.type("alice", "start 2 ana ben")
    copy.type("alice", "finish ana 9 ben 8")

    assert [(each.game, each.campaign) for each in plays(played)] == [
        (2, copy.campaign.pk),
        (1, played.campaign.pk),
    ]


def test_of_a_game_that_only_the_copy_has_ended_that_is_the_one(played: Desk) -> None:
    played.type("alice", "start 2 ana ben")
    copy = copied(played)
    copy.type("alice", "finish ana 9 ben 8")

    assert [(each.game, each.campaign) for each in plays(played)] == [
        (2, copy.campaign.pk),
        (1, played.campaign.pk),
    ]


def test_without_the_first_campaign_its_copy_counts(played: Desk) -> None:
    copy = copied(played)
    trash.trash(played.campaign)

    assert [each.campaign for each in plays(played)] == [copy.campaign.pk]
