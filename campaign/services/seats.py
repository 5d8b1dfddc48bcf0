"""Members at a game's table: each in the seat of their own character, with the rights of their role."""

from django.db import transaction

from accounts.models import Device
from campaign.errors import CampaignError
from campaign.models import Campaign, Membership, Role
from campaign.rules.roles import KEEPERS
from campaign.rules.state import Game
from campaign.selectors import tables as selectors
from campaign.selectors.ledger import state_of
from companion.errors import NotAllowedError
from companion.models import Table
from companion.services import bring_in, end_opening, release, set_runs, take_off


@transaction.atomic
def go_to_table(member: Membership, device: Device, number: int) -> Table:
    """Bring a member's device to the table of a game: to the seats of the characters they play
    while it runs, guests and everybody else to watch. Owners and keepers may run the table.

    Raises CampaignError if the game has no table, or if the device was taken off it.
    """
    game = state_of(member.campaign).games.get(str(number))
    table = selectors.table_of(member.campaign, game) if game else None
    if game is None or table is None:
        raise CampaignError("table_foreign", game=number)
    try:
        bring_in(table, device, seats=own_seats(member, game), runs=member.role in KEEPERS)
    except NotAllowedError as refused:
        raise CampaignError("taken_off") from refused
    return table


def own_seats(member: Membership, game: Game) -> tuple[int, ...]:
    """The seats of a running game whose characters a member plays; none for a guest."""
    if game.status != "running" or member.role == Role.GUEST:
        return ()
    characters = state_of(member.campaign).characters
    players = enumerate(game.players)
    return tuple(seat for seat, key in players if characters[key].player == member.key)


@transaction.atomic
def rights_changed(member: Membership) -> None:
    """At the running game's table, let a member's devices do what their role allows now; the
    devices of one who has left or only looks on give up their seats, and what they opened."""
    table, devices = _running_table(member), devices_of(member)
    if table is None:
        return
    plays = member.left is None and member.role != Role.GUEST
    if not plays:
        end_opening(table, devices=devices, account=member.account_id)
    present = table.presences.filter(removed_at=None, device__in=devices)
    for presence in present.prefetch_related("device", "holdings__seat"):
        set_runs(table, presence.device, runs=member.left is None and member.role in KEEPERS)
        for holding in () if plays else presence.holdings.all():
            release(table, presence.device, seat=holding.seat.index)


def removed(member: Membership, by: Device | None) -> None:
    """Somebody else has removed the member: their devices are taken off the running game's table."""
    rights_changed(member)
    if table := _running_table(member):
        take_off(table, by, devices=devices_of(member))


def _running_table(member: Membership) -> Table | None:
    campaign = Campaign.objects.get(pk=member.campaign_id)
    game = state_of(campaign).running
    return selectors.table_of(campaign, game) if game else None


def devices_of(member: Membership) -> list[int]:
    """The devices that a member comes with."""
    own = Device.objects.filter(account=member.account) if member.account_id else member.devices
    return list(own.values_list("pk", flat=True))
