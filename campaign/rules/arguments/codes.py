"""Arguments with a written form of their own: stickers, slots, passages, cube tracks, dates."""

import re
from dataclasses import dataclass
from datetime import date
from typing import cast

from campaign.rules.arguments.kind import DIGITS, InvalidArgument, Kind, Reading, Ref, in_range
from campaign.rules.campaigns import Campaign
from campaign.rules.entries import Value
from campaign.rules.state import State
from kernel.message import Message, Param, gettext_noop, pgettext

_STICKER = pgettext("typed noun", "sticker")


@dataclass(frozen=True, slots=True)
class StickerLabel(Kind):
    """A sticker by sheet and group, such as A13; the group may be left out of a whole sheet."""

    expected: str = gettext_noop("a sheet letter and a group number such as A13")
    nouns: str = _STICKER

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """In capitals, on a sheet that the campaign has."""
        label = raw.strip().upper() if isinstance(raw, str) else ""
        if not re.fullmatch(r"[A-Z][1-9][0-9]{0,2}", label) or label[0] not in campaign.sheets:
            self.refuse()
        return label

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The sheet and group."""
        return (Ref("sticker", str(value)),)


@dataclass(frozen=True, slots=True)
class MilestoneLabel(Kind):
    """A MILESTONE sticker by its group, such as M4; just ``M`` if the group is unknown."""

    expected: str = gettext_noop("a milestone sticker such as M4")
    nouns: str = _STICKER

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """In capitals."""
        label = raw.strip().upper() if isinstance(raw, str) else ""
        if not re.fullmatch(r"[A-Z]([1-9][0-9]{0,2})?", label):
            self.refuse()
        return label


@dataclass(frozen=True, slots=True)
class Slot(Kind):
    """A slot for a rules sticker: page and letter, such as 20b."""

    expected: str = gettext_noop("a page of the rulebook and a letter such as 20b")
    nouns: str = pgettext("typed noun", "sticker|slot|stickers|slots")

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """Page and capital letter; any letter, because not all slots may be known."""
        match = re.fullmatch(
            r"0*([0-9]{1,2})([A-Za-z])", raw.strip() if isinstance(raw, str) else ""
        )
        pages = campaign.rulebook_pages or 99
        if not match or not 1 <= int(match[1]) <= pages:
            self.refuse()
        return match[1] + match[2].upper()

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The slot."""
        return (Ref("rules", str(value)),)


@dataclass(frozen=True, slots=True)
class PassageLabel(Kind):
    """A passage: a number in the Book, or one or two letters (and a number) in a Journal."""

    journal: bool = False
    expected: str = gettext_noop("the number or letter of a passage")
    nouns: str = pgettext("typed noun", "passage|passages")

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """Without leading zeros; letters in capitals."""
        word = raw.strip().upper() if isinstance(raw, str) else ""
        pattern = r"[A-Z]{1,2}[0-9]{0,2}" if self.journal else r"[0-9]{1,3}[A-Z]?"
        if not re.fullmatch(pattern, word):
            self.refuse()
        return word if self.journal else word.lstrip("0") or self.refuse()


MOST_CUBES = 60
"""The most boxes of a cube track."""


@dataclass(frozen=True, slots=True)
class CubeTrack(Kind):
    """A cube track as the numbers of its boxes in reading order, 0 for a box without one.

    In the line ``9`` means nine boxes, the last one a star; ``5:2,7:3,9:4`` puts the numbers 2,
    3 and 4 (of players) on the boxes 5, 7 and 9.
    """

    expected: str = gettext_noop(
        "a number of boxes such as 9, or box and players in turn such as 5:2,7:3,9:4"
    )

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """A list of whole numbers."""
        if not isinstance(raw, list | tuple) or not 0 < len(raw) <= MOST_CUBES:
            self.refuse()
        if not all(type(number) is int and 0 <= number <= 6 for number in raw):
            self.refuse()
        return list(raw)

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """The short form of the line."""
        word = words[0]
        if re.fullmatch(DIGITS, word):
            return [0] * in_range(int(word), 1, MOST_CUBES, self.expected)
        if not re.fullmatch(r"[1-9][0-9]?:[1-6](,[1-9][0-9]?:[1-6])*", word):
            self.refuse()
        pairs = [tuple(map(int, part.split(":"))) for part in word.split(",")]
        track = [0] * max(box for box, _ in pairs)
        for box, players in pairs:
            track[box - 1] = players
        return self.clean(track, reading.campaign)

    def show(self, value: Value, state: State) -> Param:
        """The number of boxes."""
        return len(cast(list[int], value))


@dataclass(frozen=True, slots=True)
class Day(Kind):
    """A date."""

    expected: str = gettext_noop("a date such as 2026-11-28")

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """In the form 2026-11-28."""
        try:
            return date.fromisoformat(str(raw)).isoformat()
        except ValueError as error:
            raise InvalidArgument(self.expected) from error

    def show(self, value: Value, state: State) -> Param:
        """As the reader's language writes a date."""
        told = date.fromisoformat(str(value))
        month = Message(MONTHS[told.month - 1])
        return Message(
            gettext_noop("{day} {month} {year}"),
            {"day": told.day, "month": month, "year": told.year},
        )


MONTHS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)
