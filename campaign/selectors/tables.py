"""A game's table, held against the ledger."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from campaign.errors import CampaignError
from campaign.models import Campaign, Membership
from campaign.rules.entries import Entry
from campaign.rules.onto_table import MOST_CONTRACTS, ledger_key, tonight
from campaign.rules.state import Game, State
from campaign.rules.takeover.difference import Difference, difference
from campaign.rules.takeover.entry_ids import latest_standing
from campaign.rules.takeover.table import Answers, TableState
from campaign.selectors.ledger import Reader, actor_of, entries_of, snapshot_of
from campaign.selectors.table_state import table_state_of, unknown_contracts
from companion.models import Table
from companion.rules import record
from companion.table import selectors as companion
from companion.table.view import TableView
from kernel.errors import UnreadableError


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A game's table held against the ledger, for one member.

    ``ledger`` and ``sequence`` are those of ledger and table, so that what is taken over is what
    was shown. ``unknown`` are contracts on the table without a card's number; ``latest`` is the
    latest take-over that stands.
    """

    state: State
    game: Game
    ledger: int
    sequence: int
    table: TableState
    found: Difference
    unknown: tuple[str, ...]
    latest: tuple[Entry, ...]
    view: TableView

    @property
    def record(self) -> str:
        """The table's record as it is kept with the game."""
        written = record.to_json(companion.record_of(self.view))
        return json.dumps(written, ensure_ascii=False, sort_keys=True)


def comparison_of(member: Membership, number: int, answers: Answers | None = None) -> Comparison:
    """A game's table held against today's ledger; raises CampaignError if it has no table."""
    snapshot = snapshot_of(member.campaign)
    reader = Reader(
        campaign=member.campaign,
        actor=actor_of(member),
        sequence=snapshot.sequence,
        state=snapshot.state,
        entries=entries_of(member.campaign),
    )
    return compare(reader, number, answers)


def compare(reader: Reader, number: int, answers: Answers | None = None) -> Comparison:
    """The same for a ledger that has been read."""
    game, view = _board(reader, number)
    table = table_state_of(reader.state, game, view.table, view.state)
    found = difference(reader.state, reader.entries, table, reader.actor, answers)
    return Comparison(
        state=reader.state,
        game=game,
        ledger=reader.sequence,
        sequence=view.sequence,
        table=table,
        found=found,
        unknown=unknown_contracts(reader.state, view.state),
        latest=latest_standing(reader.entries, view.table),
        view=view,
    )


def _board(reader: Reader, number: int) -> tuple[Game, TableView]:
    game = reader.state.games.get(str(number))
    table = table_of(reader.campaign, game) if game else None
    if game is None or table is None:
        raise CampaignError("table_foreign", game=number)
    view = companion.view_of(table.pk)
    if len(view.state.seats) != len(game.players):
        raise CampaignError("table_players", game=number)
    return game, view


def has_more(member: Membership, game: Game) -> bool:
    """Whether the game's table says something that the member can take over as it is."""
    if table_of(member.campaign, game) is None:
        return False
    try:
        return bool(comparison_of(member, game.number).found.ready)
    except (CampaignError, UnreadableError):
        return False


def sequence_of(table: UUID) -> int:
    """The table's sequence as it is stored now."""
    return Table.objects.values_list("sequence", flat=True).get(pk=table)


def on_open_table(campaign: Campaign, state: State, contract: str) -> bool:
    """Whether a contract lies on the running game's table, which is not closed."""
    return contract in (_laid(campaign, state) or ())


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Contracts that belong on the running game's open table and do not lie there; whether it is
    full."""

    contracts: tuple[str, ...] = ()
    full: bool = False


def left_out(campaign: Campaign, state: State, contracts: Collection[str] | None = None) -> LeftOut:
    """What the table has not taken, of all contracts or of those given."""
    game = state.running
    laid = _laid(campaign, state) if game else None
    if game is None or laid is None:
        return LeftOut()
    missing = [each.key for each in tonight(state, game) if each.key not in laid]
    asked = tuple(key for key in missing if contracts is None or key in contracts)
    return LeftOut(asked, full=len(laid) >= MOST_CONTRACTS)


def _laid(campaign: Campaign, state: State) -> list[str] | None:
    """The ledger's keys of what lies on the running game's table, empty where a contract has no
    number of a card; None without an open table."""
    game = state.running
    table = table_of(campaign, game) if game else None
    if table is None or table.closed_at is not None:
        return None
    try:
        laid = companion.view_of(table.pk).state.contracts
    except UnreadableError:
        return None
    return [ledger_key(state, each.key) for each in laid]


def is_over(campaign: Campaign, game: Game) -> bool:
    """Whether the game's table has a result that the ledger does not have yet."""
    if game.finished:
        return False
    try:
        table = table_of(campaign, game)
        return bool(table and companion.view_of(table.pk).state.over)
    except UnreadableError:
        return False


def table_of(campaign: Campaign, game: Game) -> Table | None:
    """The game's table, if this campaign has opened it.

    A ledger may name any other table, whose scores and record these members must not see.
    """
    table = companion.table_by_id(UUID(game.table)) if _is_id(game.table) else None
    return table if table and str(campaign.pk) in table.return_link else None


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
