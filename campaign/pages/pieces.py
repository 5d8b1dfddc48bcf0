"""Stickers, rules slots, passages, token groups and tracks: what else the box holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Photo
from campaign.refusals import said
from campaign.rules.arguments import Ref
from campaign.rules.naming import card_said, character_said, passage_said, space_said
from campaign.rules.state import State, Sticker
from campaign.rules.words import TRACKS


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of the rulebook, bare until its sticker is in; ``game`` −1 while it is empty."""

    letter: str
    key: str
    note: str
    game: int

    @property
    def filled(self) -> bool:
        return self.game >= 0


@dataclass(frozen=True, slots=True)
class SlotPage:
    page: int
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A sticker, a passage or a group of tokens, with the game it belongs to."""

    label: str
    text: str
    game: int
    photo: Photo | None = None


@dataclass(frozen=True, slots=True)
class TrackRow:
    name: str
    who: str
    ticked: int
    boxes: tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesPage:
    slots: tuple[SlotPage, ...]
    stickers: tuple[Piece, ...]
    passages: tuple[Piece, ...]
    tokens: tuple[Piece, ...]
    tracks: tuple[TrackRow, ...]


def pieces_page(state: State, photos: Mapping[str, Photo]) -> PiecesPage:
    """``photos`` are those of stickers, by the sticker's key."""
    return PiecesPage(
        slots=tuple(_slots(state)),
        stickers=tuple(_sticker(state, s, photos.get(s.key)) for s in state.stickers.values()),
        passages=tuple(
            Piece(said(passage_said(state, p.key)), _times(p.times), p.game)
            for p in state.passages.values()
        ),
        tokens=tuple(Piece(t.key, "", t.game) for t in state.tokens.values()),
        tracks=tuple(track_rows(state)),
    )


def _sticker(state: State, sticker: Sticker, photo: Photo | None) -> Piece:
    text = " · ".join(filter(None, (_target(state, sticker.target), sticker.note)))
    return Piece(sticker.label, text, sticker.game, photo)


def _slots(state: State) -> Iterator[SlotPage]:
    """The slots that are known to exist, and those that turned up besides."""
    pages: dict[int, set[str]] = {row.page: set(row.letters) for row in state.campaign.slots}
    for key in state.rules:
        pages.setdefault(int(key[:-1]), set()).add(key[-1])
    for page, letters in sorted(pages.items()):
        yield SlotPage(page, tuple(_slot(state, page, letter) for letter in sorted(letters)))


def _slot(state: State, page: int, letter: str) -> Slot:
    key = f"{page}{letter}"
    found = state.rules.get(key)
    return Slot(letter, key, found.note if found else "", found.game if found else -1)


def _target(state: State, target: str) -> str:
    kind, _colon, key = target.partition(":")
    return thing_said(state, Ref(kind, key))


def thing_said(state: State, ref: Ref) -> str:
    """A thing of the campaign as it is called."""
    if ref.kind == "card":
        return said(card_said(state, ref.key))
    if ref.kind == "space":
        return said(space_said(state, ref.key))
    return character_said(state, ref.key) if ref.kind == "character" else ref.key


def _times(times: int) -> str:
    return _("read %(count)d times") % {"count": times} if times > 1 else ""


def track_rows(state: State) -> Iterator[TrackRow]:
    """Every track with its ticked boxes, and those that stay open where their number is known."""
    for key, track in state.tracks.items():
        name, _slash, who = key.partition("/")
        boxes = max(state.campaign.track(name).boxes, track.ticked)
        ticks = tuple(at < track.ticked for at in range(boxes))
        called = character_said(state, who) if who else _("all")
        yield TrackRow(said(TRACKS[name].sentence), called, track.ticked, ticks)
