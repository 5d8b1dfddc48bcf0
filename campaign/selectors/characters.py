"""A character's sheet: everything the ledger says about one of them."""

from dataclasses import dataclass

from campaign.models import Membership, Photo, PrivateNote
from campaign.rules.standings import Standing, standings
from campaign.rules.state import Card, Character, Contract, Game, Mark, Note, State, Sticker
from campaign.selectors.cards import in_order
from campaign.selectors.ledger import state_at
from campaign.selectors.members import names_of, notes_open_to
from campaign.selectors.photos import picture_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """``marks`` are the character's marks with the cards they are on, ``private`` the reader's own
    notes, which are there only for the player of this character."""

    state: State
    character: Character
    player: str
    standing: Standing
    deck: tuple[Card, ...]
    tuckbox: tuple[Card, ...]
    marks: tuple[tuple[Card, Mark], ...]
    stickers: tuple[Sticker, ...]
    contracts: tuple[Contract, ...]
    games: tuple[tuple[Game, int], ...]
    passages: tuple[str, ...]
    tracks: dict[str, int]
    notes: tuple[Note, ...]
    portrait: Photo | None
    private: tuple[PrivateNote, ...]


def sheet_of(member: Membership, key: str, game: int | None = None) -> Sheet | None:
    """The sheet today or at the end of a game; None if there was no such character."""
    state = state_at(member.campaign, game)
    character = state.characters.get(key)
    if character is None:
        return None
    mine = character.player == member.key
    return Sheet(
        state=state,
        character=character,
        player=names_of(member.campaign).get(character.player, ""),
        standing=next(row for row in standings(state) if row.character == key),
        deck=_held(state, "starting", key),
        tuckbox=_held(state, "tuckbox", key),
        marks=_marks(state, key),
        stickers=tuple(s for s in state.stickers.values() if s.target == f"character:{key}"),
        contracts=tuple(c for c in state.contracts.values() if key in (c.owner, *c.stars)),
        games=tuple((g, g.scores[key]) for g in state.games.values() if key in g.scores),
        passages=tuple(p.key for p in state.passages.values() if p.character == key),
        tracks=_tracks(state, key),
        notes=tuple(n for n in state.notes.values() if n.about == f"character:{key}"),
        portrait=picture_of(member.campaign, f"character:{key}"),
        private=tuple(notes_open_to(member)) if mine else (),
    )


def _held(state: State, where: str, key: str) -> tuple[Card, ...]:
    cards = state.cards.values()
    held = [c for c in cards if (c.place.where, c.place.character) == (where, key)]
    return tuple(sorted(held, key=in_order))


def _marks(state: State, key: str) -> tuple[tuple[Card, Mark], ...]:
    pairs = [(card, mark) for card in state.cards.values() for mark in card.marks]
    return tuple(pair for pair in pairs if pair[1].character == key)


def _tracks(state: State, key: str) -> dict[str, int]:
    ends = f"/{key}"
    tracks = state.tracks.items()
    return {name.removesuffix(ends): t.ticked for name, t in tracks if name.endswith(ends)}
