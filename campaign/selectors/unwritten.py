"""What lies on the running game's table and is not in the ledger yet."""

from campaign.models import Campaign
from campaign.rules.state import State
from campaign.rules.unwritten import Unwritten, unwritten
from campaign.selectors.table_state import table_state_of
from campaign.selectors.tables import table_of
from companion.table import selectors as companion
from kernel.errors import UnreadableError


def unwritten_of(campaign: Campaign, state: State) -> tuple[Unwritten, ...]:
    """Its contracts with something that is not written yet; none without a table."""
    game = state.running
    table = table_of(campaign, game) if game else None
    if game is None or table is None:
        return ()
    try:
        played = companion.view_of(table.pk).state
    except UnreadableError:
        return ()
    if len(played.seats) != len(game.players):
        return ()
    return unwritten(state, table_state_of(state, game, table.pk, played))
