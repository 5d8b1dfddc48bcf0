"""A desk to write a ledger at: lines become entries, as a group would type them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from gettext import translation
from uuid import UUID

import pytest

from campaign.rules import ledger, line
from campaign.rules.arguments.kind import Reading
from campaign.rules.campaigns import Campaign, load
from campaign.rules.entries import STRIKE, Draft, Entry
from campaign.rules.errors import LedgerError
from campaign.rules.lexicon import lexicon_for
from campaign.rules.state import State
from kernel.message import Translate, paragraph

EVENING = datetime(2026, 11, 28, 19, 30, tzinfo=UTC)
MEMBERS = {"m1": "Alice", "m2": "Bob", "m3": "Carol"}
CATALOGUES: Mapping[str, Translate] = {
    "en": str,
    "de": translation("django", "locale", languages=["de"]).gettext,
}


@dataclass
class Desk:
    """The ledger so far and its state; every line goes through the real grammar."""

    campaign: Campaign
    state: State
    entries: list[Entry] = field(default_factory=list)

    def reading(self, language: str = "en") -> Reading:
        """What a line is read with; every language is understood, the page is in one."""
        lexicon = lexicon_for(language, CATALOGUES)
        return Reading(state=self.state, members=MEMBERS, lexicon=lexicon)

    def write(self, *texts: str) -> State:
        for text in texts:
            self.store(line.parse(self.reading(), text))
        return self.state

    def store(self, draft: Draft, member: str = "m1") -> Entry:
        ledger.admit(self.state, draft)
        entry = self.entry(draft, member)
        self.state = ledger.apply(self.state, entry)
        self.entries.append(entry)
        return entry

    def entry(self, draft: Draft, member: str = "m1") -> Entry:
        number = len(self.entries) + 1
        return Entry(
            id=UUID(int=number),
            number=number,
            verb=draft.verb,
            arguments=draft.arguments,
            game=ledger.game_of(self.state, draft),
            member=member,
            at=EVENING + timedelta(minutes=number),
        )

    def strike(self, number: int) -> State:
        entry = self.strike_entry(number)
        self.state = ledger.strike(self.campaign, self.entries, entry)
        self.entries.append(entry)
        return self.state

    def strike_entry(self, number: int) -> Entry:
        new = len(self.entries) + 1
        return Entry(
            id=UUID(int=new),
            number=new,
            verb=STRIKE,
            arguments={},
            game=self.state.tonight,
            member="m1",
            at=EVENING + timedelta(minutes=new),
            strikes=self.entries[number - 1].id,
        )

    def refusal(self, text: str) -> LedgerError:
        """Why a line is refused; checks that nothing has changed."""
        before = self.state
        with pytest.raises(LedgerError) as caught:
            self.write(text)
        assert self.state is before
        return caught.value

    def says(self, text: str) -> str:
        """What the preview of a line says, its consequences included."""
        seen = line.preview(self.reading(), text)
        assert seen.error is None, seen.error
        return paragraph(seen.sentences + seen.consequences)


def new_desk(slug: str = "legacy2") -> Desk:
    campaign = load(slug)
    return Desk(campaign=campaign, state=ledger.new_campaign(campaign))


@cache
def _written(slug: str, *texts: str) -> Desk:
    desk = new_desk(slug)
    desk.write(*texts)
    return desk


def written(slug: str, *texts: str) -> Desk:
    """A new desk with these lines; they are read once, since a state never changes."""
    once = _written(slug, *texts)
    return replace(once, entries=[*once.entries])


def group_of_four(slug: str = "legacy2", *more: str) -> Desk:
    """A desk with four characters, before the first game."""
    return written(
        slug,
        "recruit ana name Ana colour red player Alice",
        "recruit ben name Ben colour blue player Bob",
        "recruit cleo name Cleo colour green",
        "recruit dov name Dov colour yellow",
        *more,
    )


def in_game(slug: str = "legacy2", players: str = "ana ben cleo dov", *more: str) -> Desk:
    """A desk during the first game."""
    return group_of_four(slug, f"start 1 {players}", *more)


def after_game(scores: str = "ana 85 ben 70 cleo 0 dov 12", slug: str = "legacy2") -> Desk:
    """A desk after the first game."""
    return group_of_four(slug, "start 1 ana ben cleo dov", f"finish {scores}")
