"""The campaign's home: standings, the game at hand, what is open, the last evening."""

from dataclasses import dataclass

from campaign.models import Membership, Photo
from campaign.rules.standings import Standing, standings
from campaign.rules.state import Game, State
from campaign.rules.unwritten import Unwritten
from campaign.rules.verbs.games import next_number
from campaign.selectors.contracts import ContractsView, contracts_view_of
from campaign.selectors.ledger import DescribedEntry, EntryFilter, lines_of, rows_of, state_of
from campaign.selectors.photos import photos_of
from campaign.selectors.unwritten import unwritten_of

LINES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """``lying`` is what the table has and the ledger not yet; ``last`` is the last game that is over, with its photos; ``lines`` are the newest of the
    ledger, or that game's while no game is running."""

    member: Membership
    state: State
    standings: tuple[Standing, ...]
    running: Game | None
    next_number: int
    contracts: ContractsView
    lying: tuple[Unwritten, ...]
    lines: tuple[DescribedEntry, ...]
    last: Game | None
    last_photos: tuple[Photo, ...]


def home_of(member: Membership) -> Home:
    campaign = member.campaign
    state = state_of(campaign)
    over = [game for game in state.games.values() if game.status != "running"]
    last = max(over, key=lambda game: game.number, default=None)
    shown = EntryFilter(game=last.number) if last and not state.running else EntryFilter()
    rows = list(rows_of(campaign, shown)[:LINES]) or list(rows_of(campaign)[:LINES])
    return Home(
        member=member,
        state=state,
        standings=standings(state),
        running=state.running,
        next_number=next_number(state),
        contracts=contracts_view_of(state),
        lying=unwritten_of(campaign, state),
        lines=tuple(lines_of(member, rows, state)),
        last=last,
        last_photos=tuple(photos_of(campaign, f"game:{last.number}") if last else ()),
    )
