"""Puts onto the running game's table the contracts that the ledger got meanwhile.

Their ticks and cubes follow by `ticks`. The way back, from the table into the ledger, is `takeover`.

Never in the ledger's transaction: a table that refuses, or is busy, holds up no entry.
"""

from contextlib import suppress
from functools import partial
from typing import NamedTuple

from django.db import transaction

from accounts.models import Device
from campaign.models import Campaign, LedgerEntry, Membership
from campaign.rules.onto_table import Carried, carried, ledger_key
from campaign.rules.state import Game, State
from campaign.selectors.tables import table_of
from campaign.services.seats import devices_of, own_seats
from companion.models import Table
from companion.services.log_writer import take_tap
from companion.table import selectors as companion
from companion.table.roles import role_alone
from companion.tap import Tap
from kernel.errors import Refusal, UnreadableError


def lay_after_commit(campaign: Campaign, before: State, after: State) -> None:
    """Once the entries are committed, lay what they brought on a table that has begun.

    One that has not is set up again instead (``services.players``).
    """
    game = after.running
    if game is None or not game.table:
        return
    known = {each.contract for each in carried(before, game)} if before.running else set()
    fresh = [each for each in carried(after, game) if each.contract not in known]
    if fresh:
        laying = partial(_lay, campaign, after, tuple(fresh))
        transaction.on_commit(laying, robust=True)


def _lay(campaign: Campaign, state: State, fresh: tuple[Carried, ...]) -> None:
    game = state.running
    table = table_of(campaign, game) if game else None
    if game is None or table is None or not table.version or table.closed_at:
        return
    with suppress(UnreadableError):
        lies = {ledger_key(state, c.key) for c in companion.view_of(table.pk).state.contracts}
        for each in fresh:
            if each.contract not in lies:
                _lay_one(campaign, game, table, each)


def _lay_one(campaign: Campaign, game: Game, table: Table, each: Carried) -> None:
    """The tap has the id of the entry, so that it counts once however often it is tried."""
    entry = _entry(campaign, each)
    hand = hand_of(campaign.members.get(key=entry.member), game, table)
    action = {"do": "contract", **each.setup(), "new": each.new}
    if hand:
        hand.tap(table, Tap(id=str(entry.key), action=action))


def _entry(campaign: Campaign, each: Carried) -> LedgerEntry:
    rows = campaign.entries.filter(verb="contract", arguments__card=each.contract)
    return rows.order_by("-number")[0]


class Hand(NamedTuple):
    """A device that may tap at a table, and whose tap it is in the log; None is the device's."""

    device: Device
    name: str | None

    def tap(self, table: Table, tap: Tap) -> None:
        """Tap; what the table refuses it does without."""
        with suppress(Refusal):
            take_tap(table.pk, tap, self.device, name=self.name)


def hand_of(member: Membership, game: Game, table: Table) -> Hand | None:
    """The member's own device at the table; without one the first that may tap, under the name
    of the member's character."""
    settings = companion.view_of(table.pk).settings
    present = table.presences.filter(removed_at=None).select_related("device")
    able = [each.device for each in present if role_alone(settings, each.device_id).may_tap]
    own = set(devices_of(member))
    for device in able:
        if device.pk in own:
            return Hand(device, None)
    seats = ", ".join(settings.names[seat] for seat in own_seats(member, game))
    return Hand(able[0], seats) if able else None
