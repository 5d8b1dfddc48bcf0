"""A game's table: opened once, with the characters of tonight."""

from dataclasses import replace

from django.utils.translation import gettext

from accounts.identity import Person
from campaign.errors import CampaignError
from campaign.models import Campaign, Membership
from campaign.rules.entries import Arguments, Draft
from campaign.rules.state import State
from campaign.selectors import tables as selectors
from campaign.selectors.plays import identity_of
from campaign.services.ledger import write_with
from campaign.services.players import setup_of
from campaign.services.seats import own_seats
from campaign.services.ticks import tick_new_table
from companion.errors import TableError
from companion.models import Table
from companion.services.opening import Links, Opener, Opening, prepare


class _OpenError(Exception):
    """The game's table is open already."""

    def __init__(self, table: Table) -> None:
        self.table = table


def open_table_for_game(
    member: Membership, person: Person, *, title: str, links: Links, salt: str | None = None
) -> Table:
    """The running game's table, opened only once; asked again, it is the same one.

    ``title``, the characters' names and what lies on the table (contracts and house tokens
    by the names they were given) are all that leaves the campaign, and ids that tell nothing.
    """
    campaign = Campaign.objects.defer("snapshot").get(pk=member.campaign_id)
    opened: list[Opening] = []

    def make(state: State) -> Draft:
        game = state.running
        if game is None:
            raise CampaignError("no_game")
        if known := selectors.table_of(campaign, game):
            raise _OpenError(known)
        given = replace(links, identity=identity_of(campaign, state, game))
        seats = own_seats(member, game)
        opener = Opener(device=person.device, account=person.account)
        setup = setup_of(campaign, state, game)
        try:
            opening = prepare(
                setup, opener=opener, title=title, links=given, salt=salt, holds=seats
            )
        except TableError as error:
            raise CampaignError("table_setup", reason=error.render(gettext)) from error
        opened[:] = [opening]
        arguments: Arguments = {"game": game.number, "table": str(opening.table.pk)}
        return Draft(verb="mission", arguments=arguments)

    try:
        write_with(member, make, lambda: opened[0].store())
    except _OpenError as known:
        return known.table
    tick_new_table(campaign)
    return opened[0].table
