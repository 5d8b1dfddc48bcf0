"""All characters, and one character's sheet."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.formats import number_format

from campaign.errors import translate
from campaign.models import Campaign, Membership, Photo, PrivateNote
from campaign.pages.cards import CardView, card_view
from campaign.pages.colours import colours_of
from campaign.pages.one_tap import OneTap, character_taps
from campaign.pages.photos import id_of
from campaign.rules.labels import contract_label
from campaign.rules.standings import Standing
from campaign.rules.state import Card, Character, Milestone, Note, State
from campaign.rules.words import COLOURS, LEVELS, TRACKS
from campaign.selectors.characters import Sheet

# How many more spaces are drawn if the number is unknown.
FURTHER = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MilestoneSpace:
    """One space of the milestone track; a filled one without a label has a mark."""

    number: int
    threshold: bool
    state: str = "open"
    label: str = ""
    game: int = 0
    crossed: bool = False
    due: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterView:
    """A character; ``joined_in`` is the number of the first game it could play."""

    key: str
    name: str
    color: str
    href: str
    player: str
    journal: str
    colour: str
    level: str
    joined_in: int
    employee: bool
    valuable: bool
    milestones: tuple[MilestoneSpace, ...]
    portrait: UUID | None


@dataclass(frozen=True, slots=True)
class CharactersPage:
    characters: tuple[CharacterView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """A game the character played, and how it went."""

    number: int
    href: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class ContractLink:
    text: str
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteView:
    """A private note of the reader's own."""

    id: UUID
    text: str
    game: int
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """``average`` is empty before the first game."""

    character: CharacterView
    has_milestones: bool
    taps: tuple[OneTap, ...]
    standing: Standing
    average: str
    tracks: tuple[tuple[str, int], ...]
    conditions: tuple[str, ...]
    deck: tuple[CardView, ...]
    tuckbox: tuple[CardView, ...]
    marks: tuple[CardView, ...]
    contracts: tuple[ContractLink, ...]
    games: tuple[GameScore, ...]
    passages: tuple[str, ...]
    stickers: tuple[str, ...]
    notes: tuple[Note, ...]
    private: tuple[NoteView, ...]
    mine: bool
    shares: bool


def characters_page(
    campaign: Campaign, state: State, names: dict[str, str], portraits: dict[str, Photo]
) -> CharactersPage:
    return CharactersPage(
        tuple(
            _character(
                campaign, state, character, names.get(character.player, ""), portraits.get(key)
            )
            for key, character in state.characters.items()
        )
    )


def _character(
    campaign: Campaign, state: State, character: Character, player: str, portrait: Photo | None
) -> CharacterView:
    key, level = character.key, character.level
    colour = character.colour or character.drawn
    return CharacterView(
        key=key,
        name=character.name,
        color=colours_of(state)[key],
        href=reverse("campaign:character", args=[campaign.pk, key]),
        player=player,
        journal=character.journal,
        colour=translate(COLOURS[colour].sentence) if colour else "",
        level=translate(LEVELS[level].sentence) if level else "",
        joined_in=character.joined_in,
        employee=state.employee == key,
        valuable=state.valuable == key,
        milestones=_road(state, character),
        portrait=id_of(portrait),
    )


def sheet_page(member: Membership, sheet: Sheet) -> SheetPage:
    campaign, state, character = member.campaign, sheet.state, sheet.character
    average = sheet.standing.average
    marked = {card.key: card for card, _mark in sheet.marks}
    tracks = sheet.tracks.items()
    return SheetPage(
        character=_character(campaign, state, character, sheet.player, sheet.portrait),
        has_milestones=state.campaign.milestones is not None,
        taps=character_taps(state, character),
        standing=sheet.standing,
        average="" if average is None else number_format(float(average), 1),
        tracks=tuple((translate(TRACKS[key].sentence), count) for key, count in tracks),
        conditions=character.conditions,
        deck=_cards(campaign, state, sheet.deck),
        tuckbox=_cards(campaign, state, sheet.tuckbox),
        marks=_cards(campaign, state, tuple(marked.values())),
        contracts=tuple(_contracts(campaign, sheet)),
        games=tuple(_games(campaign, sheet)),
        passages=tuple(key.rpartition("/")[2] for key in sheet.passages),
        stickers=tuple(sticker.label for sticker in sheet.stickers),
        notes=sheet.notes,
        private=note_views(sheet.private),
        mine=character.player == member.key,
        shares=member.shares_notes,
    )


def _cards(campaign: Campaign, state: State, cards: tuple[Card, ...]) -> tuple[CardView, ...]:
    colors = colours_of(state)
    return tuple(card_view(campaign, state, colors, card) for card in cards)


def _road(state: State, character: Character) -> tuple[MilestoneSpace, ...]:
    """Every filled space and those up to the next threshold."""
    rules = state.campaign.milestones
    if rules is None:
        return ()
    filled = len(character.milestones)
    ahead = [threshold for threshold in rules.thresholds if threshold > filled]
    length = max(rules.spaces, ahead[0] if ahead else filled + FURTHER)
    open_spaces = (
        MilestoneSpace(number=number, threshold=number in rules.thresholds)
        for number in range(filled + 1, length + 1)
    )
    spaces = (_space(state, milestone, rules.thresholds) for milestone in character.milestones)
    return (*spaces, *open_spaces)


def _space(state: State, milestone: Milestone, thresholds: tuple[int, ...]) -> MilestoneSpace:
    threshold = milestone.space in thresholds
    return MilestoneSpace(
        number=milestone.space,
        threshold=threshold,
        state="filled crossed" if milestone.crossed else "filled",
        label=milestone.label,
        game=milestone.game,
        crossed=milestone.crossed,
        due=threshold and milestone.game == state.game,
    )


def _contracts(campaign: Campaign, sheet: Sheet) -> Iterator[ContractLink]:
    for contract in sheet.contracts:
        text = translate(contract_label(sheet.state, contract.key))
        yield ContractLink(text, reverse("campaign:contract", args=[campaign.pk, contract.key]))


def _games(campaign: Campaign, sheet: Sheet) -> Iterator[GameScore]:
    for game, points in sheet.games:
        yield GameScore(
            number=game.number,
            href=reverse("campaign:game", args=[campaign.pk, game.number]),
            points=points,
            won=sheet.character.key in game.winners,
        )


def note_views(notes: Iterable[PrivateNote]) -> tuple[NoteView, ...]:
    return tuple(
        NoteView(id=note.pk, text=note.text, game=note.game, created_at=note.created_at)
        for note in notes
    )
