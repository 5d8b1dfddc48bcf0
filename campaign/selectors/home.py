"""The campaign's home: standings, the game at hand, what is open, the last evening."""

from dataclasses import dataclass

from campaign.models import Membership, Photo
from campaign.rules.games import next_number
from campaign.rules.standings import Standing, standings
from campaign.rules.state import Game, State
from campaign.selectors.contracts import Board, board_of
from campaign.selectors.ledger import Filter, Line, lines_of, rows_of, state_of
from campaign.selectors.members import members_of
from campaign.selectors.photos import photos_of

LINES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """``last`` is the last game that is over, with its lines of the ledger and its photos."""

    member: Membership
    state: State
    members: tuple[Membership, ...]
    standings: tuple[Standing, ...]
    running: Game | None
    next_number: int
    contracts: Board
    lines: tuple[Line, ...]
    last: Game | None
    last_lines: tuple[Line, ...]
    last_photos: tuple[Photo, ...]


def home_of(member: Membership) -> Home:
    campaign = member.campaign
    state = state_of(campaign)
    over = [game for game in state.games.values() if game.status != "running"]
    last = max(over, key=lambda game: game.number, default=None)
    of_last = rows_of(campaign, Filter(game=last.number))[:LINES] if last else []
    return Home(
        member=member,
        state=state,
        members=tuple(members_of(campaign)),
        standings=standings(state),
        running=state.running,
        next_number=next_number(state),
        contracts=board_of(state),
        lines=tuple(lines_of(member, rows_of(campaign)[:LINES], state)),
        last=last,
        last_lines=tuple(lines_of(member, of_last, state)),
        last_photos=tuple(photos_of(campaign, f"game:{last.number}") if last else ()),
    )
