"""All characters, and one character's sheet."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from campaign.models import Campaign, Membership, Photo, PrivateNote
from campaign.pages.cards import CardDrawn, draw
from campaign.pages.colours import colours_of
from campaign.refusals import said
from campaign.rules.naming import contract_said
from campaign.rules.state import Character, Game, Milestone, Note, State
from campaign.rules.words import COLOURS, LEVELS, TRACKS
from campaign.selectors.characters import Sheet

# How far the road is drawn when nobody knows its length.
FURTHER = 3


@dataclass(frozen=True, slots=True)
class Stone:
    """One space of the milestone road."""

    number: int
    state: str
    text: str
    threshold: bool
    due: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """A character in the list of all."""

    name: str
    color: str
    href: str
    player: str
    facts: tuple[str, ...]
    milestones: tuple[Stone, ...]
    portrait: Photo | None


@dataclass(frozen=True, slots=True)
class Played:
    """A game the character played, and how it went."""

    number: int
    href: str
    points: int
    won: bool
    fallen: bool


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that leads to its page."""

    text: str
    href: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    key: str
    name: str
    color: str
    player: str
    facts: tuple[str, ...]
    portrait: Photo | None
    milestones: tuple[Stone, ...]
    has_milestones: bool
    tracks: tuple[tuple[str, int], ...]
    conditions: tuple[str, ...]
    deck: tuple[CardDrawn, ...]
    tuckbox: tuple[CardDrawn, ...]
    marks: tuple[CardDrawn, ...]
    contracts: tuple[Thing, ...]
    games: tuple[Played, ...]
    totals: tuple[tuple[str, str], ...]
    passages: tuple[str, ...]
    stickers: tuple[str, ...]
    notes: tuple[Note, ...]
    private: tuple[PrivateNote, ...]
    mine: bool
    shares: bool


def faces(
    campaign: Campaign, state: State, names: dict[str, str], portraits: dict[str, Photo]
) -> tuple[Face, ...]:
    colors = colours_of(state)
    return tuple(
        Face(
            name=character.name,
            color=colors[key],
            href=reverse("campaign:character", args=[campaign.pk, key]),
            player=names.get(character.player, ""),
            facts=tuple(_facts(state, character)),
            milestones=_road(state, character),
            portrait=portraits.get(key),
        )
        for key, character in state.characters.items()
    )


def sheet_page(member: Membership, sheet: Sheet) -> SheetPage:
    campaign, state, character = member.campaign, sheet.state, sheet.character
    colors = colours_of(state)
    marked = {card.key: card for card, _mark in sheet.marks}
    return SheetPage(
        key=character.key,
        name=character.name,
        color=colors[character.key],
        player=sheet.player,
        facts=tuple(_facts(state, character)),
        portrait=sheet.portrait,
        milestones=_road(state, character),
        has_milestones=state.campaign.milestones is not None,
        tracks=tuple((said(TRACKS[key].sentence), count) for key, count in sheet.tracks.items()),
        conditions=character.conditions,
        deck=tuple(draw(campaign, state, colors, card) for card in sheet.deck),
        tuckbox=tuple(draw(campaign, state, colors, card) for card in sheet.tuckbox),
        marks=tuple(draw(campaign, state, colors, card) for card in marked.values()),
        contracts=tuple(_contracts(campaign, sheet)),
        games=tuple(_played(campaign, character, *pair) for pair in sheet.games),
        totals=tuple(_totals(sheet)),
        passages=tuple(key.rpartition("/")[2] for key in sheet.passages),
        stickers=tuple(sticker.label for sticker in sheet.stickers),
        notes=sheet.notes,
        private=sheet.private,
        mine=character.player == member.key,
        shares=member.shares_notes,
    )


def _facts(state: State, character: Character) -> Iterator[str]:
    if character.journal:
        yield _("Journal: %(journal)s") % {"journal": character.journal}
    if character.colour:
        yield said(COLOURS[character.colour].sentence)
    if character.level:
        yield _("Status: %(level)s") % {"level": said(LEVELS[character.level].sentence)}
    if character.joined_in > 1:
        yield _("Since game %(game)d") % {"game": character.joined_in}
    if state.employee == character.key:
        yield _("Employee of the Month")
    if state.valuable == character.key:
        yield _("Most Valuable Employee")


def _road(state: State, character: Character) -> tuple[Stone, ...]:
    """Every filled space and the road to the next threshold."""
    rules = state.campaign.milestones
    if rules is None:
        return ()
    filled = len(character.milestones)
    ahead = [threshold for threshold in rules.thresholds if threshold > filled]
    length = max(rules.spaces, ahead[0] if ahead else filled + FURTHER)
    open_stones = (
        Stone(number, "open", _("open"), number in rules.thresholds)
        for number in range(filled + 1, length + 1)
    )
    stones = (_stone(state, milestone) for milestone in character.milestones)
    return (*stones, *open_stones)


def _stone(state: State, milestone: Milestone) -> Stone:
    rules = state.campaign.milestones
    text = _("mark") if milestone.is_mark else milestone.label
    words = [text, _("game %(game)d") % {"game": milestone.game}]
    if milestone.crossed:
        words.append(_("crossed out"))
    threshold = rules is not None and milestone.space in rules.thresholds
    due = threshold and milestone.game == state.game
    kind = "filled crossed" if milestone.crossed else "filled"
    return Stone(milestone.space, kind, ", ".join(words), threshold, due)


def _contracts(campaign: Campaign, sheet: Sheet) -> Iterator[Thing]:
    for contract in sheet.contracts:
        text = said(contract_said(sheet.state, contract.key))
        yield Thing(text, reverse("campaign:contract", args=[campaign.pk, contract.key]))


def _played(campaign: Campaign, character: Character, game: Game, points: int) -> Played:
    href = reverse("campaign:game", args=[campaign.pk, game.number])
    return Played(game.number, href, points, character.key in game.winners, points == 0)


def _totals(sheet: Sheet) -> Iterator[tuple[str, str]]:
    row = sheet.standing
    yield _("games"), str(row.played)
    yield _("won"), str(row.won)
    yield _("points"), str(row.points)
    if row.best is not None and row.average is not None:
        yield _("best"), str(row.best)
        yield _("average"), number_format(float(row.average), 1)
    yield _("contracts"), str(row.contracts)
    if sheet.state.campaign.milestones:
        yield _("milestones"), str(row.milestones)
        yield _("marks"), str(row.marks)
