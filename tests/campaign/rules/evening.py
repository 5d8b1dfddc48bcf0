"""A game's ledger and its table side by side, by the pure rules of both."""

from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID, uuid4

from campaign.rules import ledger, roles
from campaign.rules.entries import Draft, Entry, standing
from campaign.rules.onto_table import carried
from campaign.rules.state import Contract, Game
from campaign.rules.takeover.difference import Difference, chosen, difference, strikes
from campaign.rules.takeover.entry_ids import TAKE, UNDO, TakeOver, latest_standing
from campaign.rules.takeover.table import Answers, TableState
from campaign.selectors.table_state import table_state_of
from companion.rules.record import open_game, parse_record
from companion.rules.reducer import act
from companion.rules.state import State as Board
from tests.campaign.rules.desk import EVENING, Desk, in_game

TABLE = UUID(int=7)
KEEPER = roles.Actor(member="m1", role=roles.Role.KEEPER)
COLORS = ("red", "blue", "green", "yellow")


@dataclass
class Evening:
    """``boards`` are the states of the first game's table, the newest last; to undo drops one."""

    desk: Desk
    boards: list[Board] = field(default_factory=list)
    actor: roles.Actor = KEEPER

    @property
    def game(self) -> Game:
        return self.desk.state.games["1"]

    @property
    def board(self) -> Board:
        return self.boards[-1]

    @property
    def table(self) -> TableState:
        return table_state_of(self.desk.state, self.game, TABLE, self.board)

    def contract(self, key: str) -> Contract:
        return self.desk.state.contracts[key]

    def tap(self, name: str, /, **fields: object) -> None:
        self.boards.append(act(self.board, {"do": name, **fields}))

    def undo_tap(self) -> None:
        if len(self.boards) > 1:
            self.boards.pop()

    def difference(self, answers: Answers | None = None) -> Difference:
        desk = self.desk
        return difference(desk.state, desk.entries, self.table, self.actor, answers)

    def says(self, answers: Answers | None = None) -> list[str]:
        """The proposals that would be written, by their keys."""
        return [proposal.key for proposal in self.difference(answers).proposals if proposal.wanted]

    def take_over(self, *, more: bool = False, answers: Answers | None = None) -> int:
        """Write the difference, with ``more`` also what was struck; how many entries it took."""
        found = self.difference(answers)
        keys = found.ready
        if more:
            keys |= {proposal.key for proposal in found.proposals}
        take_over = TakeOver(TABLE, self.last, TAKE)
        change = chosen(found, keys, take_over)
        before = len(self.desk.entries)
        self._strike(change.strikes, take_over)
        for draft, mark in change.drafts:
            self._write(draft, mark)
        return len(self.desk.entries) - before

    def undo_take_over(self) -> int:
        """Take the latest take-over back as a whole."""
        entries = latest_standing(self.desk.entries, TABLE)
        self._strike(entries, TakeOver(TABLE, self.last, UNDO))
        return len(entries)

    @property
    def last(self) -> int:
        return self.desk.entries[-1].number

    def _strike(self, targets: tuple[Entry, ...], take_over: TakeOver) -> None:
        desk = self.desk
        if targets:
            struck = strikes(desk.state, desk.entries, targets, self.actor, take_over)
            desk.state = ledger.strike_all(desk.campaign, desk.entries, struck)
            desk.entries += struck

    def _write(self, draft: Draft, mark: UUID | None = None) -> Entry:
        desk = self.desk
        ledger.admit(desk.state, draft)
        number = self.last + 1
        entry = Entry(
            id=mark or uuid4(),
            number=number,
            verb=draft.verb,
            arguments=ledger.clean(desk.campaign, draft).arguments,
            game=ledger.game_of(desk.state, draft),
            member=self.actor.member,
            at=EVENING + timedelta(minutes=number),
        )
        desk.state = ledger.apply(desk.state, entry)
        desk.entries.append(entry)
        return entry

    def type(self, text: str) -> Entry:
        """What a member types into the ledger line."""
        self.desk.write(text)
        return self.desk.entries[-1]

    def strike(self, verb: str) -> None:
        """Strike the last standing entry of a verb by hand."""
        found = [entry for entry in standing(self.desk.entries) if entry.verb == verb]
        self.desk.strike(found[-1].number)


def evening(*lines: str, players: str = "ana ben cleo", kind: str = "legacy2") -> Evening:
    """A first game whose table carries the contracts that the lines have put into play."""
    desk = in_game(kind, players, *lines)
    return Evening(desk, [board_of(desk)])


def board_of(desk: Desk) -> Board:
    game = desk.state.running
    assert game is not None
    names = zip(game.players, COLORS, strict=False)
    record = {
        "format": "dragonbag-table",
        "version": 2,
        "edition": desk.campaign.edition,
        "seats": [{"name": name, "color": color} for name, color in names],
        "contracts": [each.setup() for each in carried(desk.state, game)],
        "actions": [],
    }
    return open_game(parse_record(record))


def finish(made: Evening, *, fallen: int | None = None) -> None:
    """Everybody leaves with an artifact of their own, but who fell."""
    for seat in range(len(made.game.players)):
        if seat == fallen:
            made.tap("status", seat=seat, status="knocked_out")
        else:
            made.tap("take", seat=seat, token="artifact", value=10 + 5 * seat)
    for seat in range(len(made.game.players)):
        if seat != fallen:
            made.tap("status", seat=seat, status="escaped")
    assert made.board.over
