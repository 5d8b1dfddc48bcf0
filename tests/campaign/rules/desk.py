"""A desk to write a ledger at: lines become entries, as a group would type them."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from campaign.rules import ledger, line
from campaign.rules.campaigns import Campaign, load
from campaign.rules.entries import STRIKE, Draft, Entry
from campaign.rules.errors import LedgerError
from campaign.rules.sentences import paragraph
from campaign.rules.state import State

EVENING = datetime(2026, 11, 28, 19, 30, tzinfo=UTC)
MEMBERS = {"m1": "Alice", "m2": "Bob", "m3": "Carol"}


@dataclass
class Desk:
    """The ledger so far and the state it makes; every line goes through the real grammar."""

    campaign: Campaign
    state: State
    entries: list[Entry] = field(default_factory=list)

    def write(self, *texts: str) -> State:
        for text in texts:
            self.store(line.parse(self.state, text, MEMBERS))
        return self.state

    def store(self, draft: Draft, member: str = "m1") -> Entry:
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
            game=self.state.game,
            member="m1",
            at=EVENING + timedelta(minutes=new),
            strikes=UUID(int=number),
        )

    def refusal(self, text: str) -> LedgerError:
        """Why a line is refused; nothing has changed then."""
        before = self.state
        with pytest.raises(LedgerError) as caught:
            self.write(text)
        assert self.state is before
        return caught.value

    def says(self, text: str) -> str:
        """What the preview of a line says, its consequences included."""
        seen = line.preview(self.state, text, MEMBERS)
        assert seen.error is None, seen.error
        return paragraph(seen.sentences + seen.consequences)


def new_desk(slug: str = "legacy2") -> Desk:
    campaign = load(slug)
    return Desk(campaign=campaign, state=ledger.new_campaign(campaign))


def group_of_four(slug: str = "legacy2") -> Desk:
    """Four characters, nothing played yet."""
    desk = new_desk(slug)
    desk.write(
        "recruit ana name Ana colour red player Alice",
        "recruit ben name Ben colour blue player Bob",
        "recruit cleo name Cleo colour green",
        "recruit dov name Dov colour yellow",
    )
    return desk


def in_game(slug: str = "legacy2", players: str = "ana ben cleo dov") -> Desk:
    """The first game is being played."""
    desk = group_of_four(slug)
    desk.write(f"start 1 {players}")
    return desk


def after_game(scores: str = "ana 85 ben 70 cleo 0 dov 12", slug: str = "legacy2") -> Desk:
    """The first game is over."""
    desk = in_game(slug)
    desk.write(f"finish {scores}")
    return desk
