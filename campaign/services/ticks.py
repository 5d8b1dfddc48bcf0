"""Ticks on the running game's table what members tick in the ledger, and takes back what they strike.

Never in the ledger's transaction, like `onto_table`.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.db import transaction

from campaign.models import Campaign
from campaign.rules.entries import Entry
from campaign.rules.onto_table import ledger_key
from campaign.rules.state import Game, State
from campaign.rules.takeover.entry_ids import COUNTED
from campaign.rules.takeover.table import TableState
from campaign.rules.ticks import contract_of, is_surplus, lacking
from campaign.selectors.ledger import entries_of, state_of
from campaign.selectors.table_state import table_state_of
from campaign.selectors.tables import table_of
from campaign.services.onto_table import hand_of
from companion.models import Table
from companion.table import selectors as companion
from companion.table.view import TableView
from companion.tap import Tap
from kernel.errors import UnreadableError


def tick_after_commit(
    campaign: Campaign, state: State, written: Sequence[tuple[Entry, Entry]]
) -> None:
    """Once the entries are committed, each with what it is about, put their ticks on the table."""
    ticks = {entry.id for entry, _ in written if entry.verb in COUNTED}
    struck = [
        (entry, about)
        for entry, about in written
        if entry.strikes is not None and about.verb in COUNTED
    ]
    if ticks:
        _once_committed(campaign, state, partial(_lay, ticks=ticks))
    for strike, target in struck:
        _once_committed(campaign, state, partial(_take_back, strike=strike, target=target))


def tick_new_table(campaign: Campaign) -> None:
    """Put the cubes that the ledger has on tonight's tracks on a table that has just been opened.

    A setup has none, for tracks are empty when a game begins (docs/rules.md 8.17).
    """
    state = state_of(campaign)
    if any(contract.cubes for contract in state.contracts.values()):
        _once_committed(campaign, state, partial(_lay, ticks=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """The running game's open table beside the ledger."""

    campaign: Campaign
    game: Game
    table: Table
    view: TableView
    said: TableState
    entries: Sequence[Entry]
    state: State

    def tap(self, by: Entry, tick: Entry, do: dict[str, object]) -> None:
        """An action about the contract that ``tick`` is about, tapped by who wrote the entry ``by``.

        It has the id of that entry, so that it counts once however often it is tried.
        """
        hand = hand_of(self.campaign.members.get(key=by.member), self.game, self.table)
        ledgers = tick.arguments["contract"]
        laid = (c.key for c in self.view.state.contracts)
        key = next(key for key in laid if ledger_key(self.state, key) == ledgers)
        if hand:
            hand.tap(self.table, Tap(id=str(by.id), action={"contract": key, **do}))


def _once_committed(campaign: Campaign, state: State, act: Callable[[_Ground], None]) -> None:
    if state.running and state.running.table:
        transaction.on_commit(partial(_on_table, campaign, state, act), robust=True)


def _on_table(campaign: Campaign, state: State, act: Callable[[_Ground], None]) -> None:
    """Act on the table as it is now, if it is still open and has the seats of the game."""
    game = state.running
    table = table_of(campaign, game) if game else None
    if game is None or table is None or table.closed_at:
        return
    with suppress(UnreadableError):
        view = companion.view_of(table.pk)
        if len(view.state.seats) != len(game.players) or not view.state.contracts:
            return
        act(
            _Ground(
                campaign=campaign,
                game=game,
                table=table,
                view=view,
                said=table_state_of(state, game, table.pk, view.state),
                entries=entries_of(campaign),
                state=state,
            )
        )


def _lay(ground: _Ground, ticks: set[UUID] | None) -> None:
    """Tick what the table lacks of these entries, or of all."""
    wanted = {each.id for each in ground.entries} if ticks is None else ticks
    for tick in lacking(ground.entries, ground.said, wanted):
        who = str(tick.arguments["character"])
        if who in ground.game.players:
            seat = ground.game.players.index(who)
            ground.tap(tick, tick, {"do": "contract_tick", "seat": seat})


def _take_back(ground: _Ground, strike: Entry, target: Entry) -> None:
    """Take a tick back that came from the ledger, unless somebody has done so at the table.

    One that completed its contract is taken back with that.
    """
    laid = companion.has_standing_tap(ground.view, str(target.id))
    lying = contract_of(ground.said, target)
    if lying is None or not laid or not is_surplus(ground.entries, ground.said, target):
        return
    who = str(target.arguments["character"])
    if lying.status == "active":
        seat = ground.game.players.index(who)
        ground.tap(strike, target, {"do": "contract_untick", "seat": seat})
    elif lying.completed and lying.full and lying.ticks[-1] == who:
        ground.tap(strike, target, {"do": "contract_status", "status": "active"})
