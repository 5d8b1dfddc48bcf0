"""What lies on the running game's table and is not in the ledger yet, and the other way round."""

from campaign.models import Campaign
from campaign.rules.state import State
from campaign.rules.takeover.table import TableState
from campaign.rules.unwritten import Behind, Unwritten, behind, unwritten
from campaign.selectors.table_state import table_state_of
from campaign.selectors.tables import table_of
from companion.table import selectors as companion
from kernel.errors import UnreadableError


def unwritten_of(campaign: Campaign, state: State) -> tuple[Unwritten, ...]:
    """Its contracts with something that is not written yet; none without a table."""
    table = _said(campaign, state)
    return unwritten(state, table) if table else ()


def behind_of(campaign: Campaign, state: State) -> Behind:
    """The contracts of its open table about which the ledger says more."""
    table = _said(campaign, state, closed=False)
    return behind(state, table) if table else Behind()


def _said(campaign: Campaign, state: State, *, closed: bool = True) -> TableState | None:
    game = state.running
    table = table_of(campaign, game) if game else None
    if game is None or table is None or (table.closed_at and not closed):
        return None
    try:
        played = companion.view_of(table.pk).state
    except UnreadableError:
        return None
    if len(played.seats) != len(game.players):
        return None
    return table_state_of(state, game, table.pk, played)
