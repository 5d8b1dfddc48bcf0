"""Mission Reports: one row for each game, as on the paper sheet, and the games still to come."""

from dataclasses import dataclass

from campaign.models import Campaign
from campaign.rules.state import Character, Game, State
from campaign.rules.verbs.games import next_number
from campaign.selectors.ledger import state_at


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRow:
    """A game's row; the sheet prints rows for games that have not been played yet."""

    number: int
    game: Game | None
    has_record: bool
    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    state: State
    characters: tuple[Character, ...]
    rows: tuple[ReportRow, ...]
    next_number: int


def reports_of(campaign: Campaign, game: int | None = None) -> Reports:
    """The whole sheet, today or at the end of a game."""
    state = state_at(campaign, game)
    records = set(campaign.records.values_list("game", flat=True))
    photos = list(campaign.photos.filter(trashed=None).values_list("about", flat=True))
    last = max([state.campaign.games, *(game.number for game in state.games.values())])
    rows = (
        ReportRow(
            number=number,
            game=state.games.get(str(number)),
            has_record=number in records,
            photos=photos.count(f"game:{number}"),
        )
        for number in range(1, last + 1)
    )
    return Reports(
        state=state,
        characters=tuple(state.characters.values()),
        rows=tuple(rows),
        next_number=next_number(state),
    )


def record_of(campaign: Campaign, number: int) -> str | None:
    """The table record that was stored with a game."""
    return campaign.records.filter(game=number).values_list("content", flat=True).first()


def games_of(campaign: Campaign) -> list[int]:
    """The numbers that “as of game” can be asked for, 0 before the first entry.

    The coming game is among them once something is written for it.
    """
    numbers = campaign.entries.order_by().values_list("game", flat=True).distinct()
    return sorted({0, *numbers})
