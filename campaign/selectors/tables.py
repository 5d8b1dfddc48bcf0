"""What a game's table has come to, as the Mission Report wants it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from campaign.models import Campaign
from campaign.refusals import Refusal
from campaign.rules.state import Game
from campaign.selectors.ledger import state_of
from companion import selectors as companion
from companion.board import Board
from companion.models import Table
from companion.rules import record, scoring


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A finished table's result.

    ``winners`` are those it makes; ``tied`` several, where the campaign wants one of them named.

    ``sequence`` is the table's, so that what is confirmed is what was shown.
    """

    game: Game
    table: UUID
    sequence: int
    scores: Mapping[str, int]
    winners: tuple[str, ...]
    tied: tuple[str, ...]
    record: str

    @property
    def winner(self) -> str:
        """The one winner, nothing where there is none or more than one."""
        return self.winners[0] if len(self.winners) == 1 else ""

    @property
    def shared(self) -> bool:
        """Whether several have won together."""
        return len(self.winners) > 1

    @property
    def taken_over(self) -> bool:
        return self.game.finished


def result_of(campaign: Campaign, number: int) -> Result:
    """The result of a game's table; raises Refusal while there is none."""
    game = state_of(campaign, "games").games.get(str(number))
    table = table_of(campaign, game) if game else None
    if game is None or table is None:
        raise Refusal("table_foreign", game=number)
    board = companion.board_of(table.pk)
    if not board.state.over:
        raise Refusal("table_running", game=number)
    if len(board.state.seats) != len(game.players):
        raise Refusal("table_players", game=number)
    return _result(campaign, game, board)


def is_over(campaign: Campaign, game: Game) -> bool:
    """Whether the game's table has come to a result that can be taken over."""
    try:
        return not result_of(campaign, game.number).taken_over
    except Refusal:
        return False


def table_of(campaign: Campaign, game: Game) -> Table | None:
    """The game's table, if this campaign has opened it.

    A ledger may name any other as well, and its scores and record are not for these members.
    """
    table = companion.table_by_id(UUID(game.table)) if _is_id(game.table) else None
    return table if table and str(campaign.pk) in table.return_link else None


def _result(campaign: Campaign, game: Game, board: Board) -> Result:
    totals = [score.total for score in scoring.scores(board.state)]
    best = tuple(game.players[seat] for seat in scoring.winners(board.state))
    settled = len(best) < 2 or campaign.rules.shares_victory
    written = record.to_json(companion.record_of(board))
    return Result(
        game=game,
        table=board.table,
        sequence=board.sequence,
        scores=dict(zip(game.players, totals, strict=True)),
        winners=best if settled else (),
        tied=() if settled else best,
        record=json.dumps(written, ensure_ascii=False, sort_keys=True),
    )


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
