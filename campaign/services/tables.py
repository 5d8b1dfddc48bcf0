"""A game's table: opened with the characters of tonight, its result taken over when confirmed."""

from collections.abc import Iterator, Mapping

from django.db import transaction
from django.utils.translation import gettext

from campaign.models import Campaign, GameRecord, LedgerEntry, Membership
from campaign.person import Person
from campaign.refusals import Refusal
from campaign.rules.entries import Draft
from campaign.rules.state import Character, Game, State
from campaign.selectors import tables as found
from campaign.selectors.ledger import state_of
from campaign.services.ledger import record
from companion.models import Table
from companion.refusals import Refusal as TableRefusal
from companion.rules.errors import RecordError
from companion.rules.record import Record
from companion.rules.state import COLORS
from companion.services.opening import Links, Opener, open_table
from companion.services.running import read_setup

FOUR = 4
BIG_TABLE = ("adventuring-party",)


@transaction.atomic
def open_table_for_game(
    member: Membership, person: Person, *, title: str, links: Links, salt: str | None = None
) -> Table:
    """The running game's table, opened once; who asks again gets the same one.

    ``title`` and the characters' names are all that leaves the campaign.
    """
    campaign = Campaign.objects.select_for_update().get(pk=member.campaign_id)
    state = state_of(campaign, "games", "characters")
    game = state.running
    if game is None:
        raise Refusal("no_game")
    known = found.table_of(campaign, game)
    if known:
        return known
    own = [at for at, key in enumerate(game.players) if _plays(state, key, member)]
    opener = Opener(device=person.device, account=person.account)
    setup = _setup(campaign, state, game)
    try:
        table = open_table(setup, opener=opener, title=title, links=links, salt=salt, holds=own)
    except TableRefusal as error:
        raise Refusal("table_setup", reason=error.say(gettext)) from error
    record(member, Draft(verb="mission", arguments={"game": game.number, "table": str(table.pk)}))
    return table


def _plays(state: State, key: str, member: Membership) -> bool:
    return state.characters[key].player == member.key


def _setup(campaign: Campaign, state: State, game: Game) -> Record:
    characters = [state.characters[key] for key in game.players]
    colors = dict(_colors(characters))
    try:
        return read_setup(
            edition=campaign.edition,
            seats=[{"name": c.name, "color": colors[c.key]} for c in characters],
            modules=BIG_TABLE if len(characters) > FOUR else (),
        )
    except RecordError as error:
        raise Refusal("table_setup", reason=error.say(gettext)) from error


def _colors(characters: list[Character]) -> Iterator[tuple[str, str]]:
    """Each character's own colour; one that no table has is replaced by a free one."""
    taken = {character.colour for character in characters}
    free = iter([color for color in COLORS if color not in taken])
    for character in characters:
        known = character.colour in COLORS
        yield character.key, character.colour if known else next(free)


@transaction.atomic
def take_over_result(
    member: Membership, number: int, *, sequence: int | None, winner: str = ""
) -> LedgerEntry:
    """Write the scores of a game's table into its Mission Report and keep its record.

    ``sequence`` is what the preview showed. Pressed again it gives the entry that is there.
    """
    campaign = Campaign.objects.select_for_update().get(pk=member.campaign_id)
    result = found.result_of(campaign, number)
    if result.taken_over:
        return _taken_over(campaign, number)
    if result.sequence != sequence:
        raise Refusal("table_changed")
    arguments: Mapping[str, object] = {
        "scores": dict(result.scores),
        "winner": winner or result.winner,
        "shared": result.shared and not winner,
        "table": str(result.table),
    }
    entry = record(member, Draft(verb="finish", arguments=arguments))  # type: ignore[arg-type]
    GameRecord.objects.update_or_create(
        campaign=campaign, game=number, defaults={"content": result.record}
    )
    return entry


def _taken_over(campaign: Campaign, number: int) -> LedgerEntry:
    rows = campaign.entries.filter(verb__in=("finish", "correct"), game=number)
    return rows.order_by("-number")[:1].get()
