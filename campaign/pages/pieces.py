"""Stickers, rules slots, passages, token groups and tracks: what else the box holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from campaign.errors import translate
from campaign.models import Photo
from campaign.pages.photos import id_of
from campaign.rules.arguments.kind import Ref
from campaign.rules.labels import card_label, character_label, passage_label, space_label
from campaign.rules.state import HouseToken, State, Sticker
from campaign.rules.verbs.index import VERBS
from campaign.rules.words import HOUSE_TOKENS, TRACKS
from kernel.message import Message, gettext_noop

HOUSE_TOKEN = VERBS["house_token"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of the rulebook; ``game`` is −1 while it is empty."""

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
    """A sticker, a passage, read so many ``times``, a group of tokens or a house token, with its
    game."""

    label: str
    game: int
    text: str = ""
    times: int = 1
    photo: UUID | None = None


@dataclass(frozen=True, slots=True)
class TrackRow:
    """A track shared by all is nobody's."""

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
    house_tokens: tuple[Piece, ...]
    tracks: tuple[TrackRow, ...]


def pieces_page(state: State, photos: Mapping[str, Photo]) -> PiecesPage:
    """``photos`` are those of stickers, by the sticker's key."""
    return PiecesPage(
        slots=tuple(_slots(state)),
        stickers=tuple(_sticker(state, s, photos.get(s.key)) for s in state.stickers.values()),
        passages=tuple(
            Piece(translate(passage_label(state, p.key)), p.game, times=p.times)
            for p in state.passages.values()
        ),
        tokens=tuple(Piece(t.key, t.game) for t in state.tokens.values()),
        house_tokens=tuple(_house_token(token) for token in state.house_tokens.values()),
        tracks=tuple(track_rows(state)),
    )


def _sticker(state: State, sticker: Sticker, photo: Photo | None) -> Piece:
    text = " · ".join(filter(None, (_target(state, sticker.target), sticker.note)))
    return Piece(sticker.label, sticker.game, text, photo=id_of(photo))


def _house_token(token: HouseToken) -> Piece:
    """With what the ledger says of it, but what it does not have."""
    has = {name: getattr(token, name) for name in HOUSE_TOKEN.extras}
    said = [
        HOUSE_TOKENS[token.kind].sentence,
        Message(gettext_noop("Points: {points}."), {"points": token.points}),
        *(Message(HOUSE_TOKEN.extras[n], {n: value}) for n, value in has.items() if value),
    ]
    return Piece(token.name, token.game, " · ".join(translate(each).rstrip(".") for each in said))


def _slots(state: State) -> Iterator[SlotPage]:
    """The slots that are known to exist, and any others that were used."""
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
    return thing_label(state, Ref(kind, key))


def thing_label(state: State, ref: Ref) -> str:
    """The name of a thing of the campaign."""
    if ref.kind == "card":
        return translate(card_label(state, ref.key))
    if ref.kind == "space":
        return translate(space_label(state, ref.key))
    return character_label(state, ref.key) if ref.kind == "character" else ref.key


def track_rows(state: State) -> Iterator[TrackRow]:
    """Every track with its ticked boxes, and the open ones if their number is known."""
    for key, track in state.tracks.items():
        name, _slash, who = key.partition("/")
        boxes = max(state.campaign.track(name).boxes, track.ticked)
        ticks = tuple(at < track.ticked for at in range(boxes))
        whose = character_label(state, who) if who else ""
        yield TrackRow(translate(TRACKS[name].sentence), whose, track.ticked, ticks)
