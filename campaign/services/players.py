"""The seats of a campaign's table: set from the characters, and changed until it has begun."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from campaign.errors import CampaignError, translate
from campaign.models import Campaign
from campaign.rules.onto_table import carried, house_tokens
from campaign.rules.state import Game, State
from campaign.selectors.plays import identity_of
from campaign.selectors.tables import table_of
from companion.errors import TableError
from companion.rules.editions import load, slugs
from companion.rules.errors import RecordError
from companion.rules.record import Record
from companion.rules.state import COLORS
from companion.services.opener_only import change_setup, read_setup
from companion.services.players import change_players

FOUR = 4
BIG_TABLE = ("adventuring-party",)


def setup_of(campaign: Campaign, state: State, game: Game) -> Record:
    """The setup of a game's table: its players in turn order, with colours that tables have.

    It brings the contracts that lie there tonight, by number and the name the group knows, and
    the group's own tokens.
    """
    characters = [state.characters[key] for key in game.players]
    colors, brought = _colors_of(state, game), _brought(campaign, state, game)
    try:
        return read_setup(
            edition=campaign.edition,
            seats=[
                {"name": character.name, "color": color}
                for character, color in zip(characters, colors, strict=True)
            ],
            modules=BIG_TABLE if len(characters) > FOUR else (),
            contracts=brought.contracts,
            tokens=brought.tokens,
        )
    except RecordError as error:
        raise CampaignError("table_setup", reason=translate(error)) from error


class _Brought(NamedTuple):
    """What of the ledger lies on a table, as its setup says it."""

    contracts: list[dict[str, object]]
    tokens: list[dict[str, object]]


def _brought(campaign: Campaign, state: State, game: Game) -> _Brought:
    """Contracts only if the edition has any."""
    edition = load(campaign.edition) if campaign.edition in slugs() else None
    has_contracts = edition is not None and edition.switches.contracts.value
    lying = carried(state, game) if has_contracts else ()
    return _Brought([each.setup() for each in lying], house_tokens(state))


def _colors_of(state: State, game: Game) -> list[str]:
    """Each player's colour, or a free one for those for whom there was none left."""
    own = [state.characters[key].drawn for key in game.players]
    free = iter([color for color in COLORS if color not in own])
    return [drawn or next(free) for drawn in own]


def follow(campaign: Campaign, before: State, after: State) -> None:
    """Give the running game's table the players, colours, contracts and house tokens of ``after``.

    Raises ``table_begun`` for other players once the table has an action; then nothing is to be
    written. A contract that comes after that is laid on the table (`onto_table`), a token is for later
    ones.
    """
    old, new = before.running, after.running
    if old is None or new is None or old.number != new.number:
        return
    if old.players != new.players:
        _follow_players(campaign, after, old, new)
        return
    colors = _colors_of(after, new)
    if colors != _colors_of(before, old):
        _follow_colors(campaign, new, colors)
    was, now = _brought(campaign, before, old), _brought(campaign, after, new)
    if was != now:
        _follow_brought(campaign, new, was, now)


def _follow_players(campaign: Campaign, after: State, old: Game, new: Game) -> None:
    table = table_of(campaign, new)
    if table is None:
        return
    try:
        change_players(
            table,
            setup_of(campaign, after, new),
            places=_places(old.players, new.players),
            identity=identity_of(campaign, after, new),
        )
    except TableError as error:
        raise CampaignError("table_begun", game=new.number) from error


def _follow_colors(campaign: Campaign, game: Game, colors: Sequence[str]) -> None:
    table = table_of(campaign, game)
    if table is None or table.version:
        return
    with suppress(TableError):  # begun since
        change_setup(table, None, colors=colors)


def _follow_brought(campaign: Campaign, game: Game, was: _Brought, now: _Brought) -> None:
    """Bring what the ledger now has; what the table has chosen by itself meanwhile stays."""
    table = table_of(campaign, game)
    if table is None or table.version:
        return
    tokens = [each for each in table.brought.get("tokens", []) if each not in was.tokens]
    with suppress(TableError):  # begun since
        change_setup(table, None, contracts=now.contracts, tokens=[*tokens, *now.tokens])


def _places(old: Sequence[str], new: Sequence[str]) -> list[int | None]:
    """For each seat now, the one that its player had before."""
    return [old.index(key) if key in old else None for key in new]
