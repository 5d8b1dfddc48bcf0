"""A table to play at: who sits where, and short words for taps."""

from collections.abc import Mapping, Sequence
from itertools import count
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser

from companion import selectors, services
from companion.board import Board
from companion.models import Device, Table
from companion.refusals import Refusal
from companion.rules.errors import RuleError
from companion.rules.record import Record
from companion.tap import Expected, Tap, TurnPhase, parse_tap

PEOPLE = (("Alice", "red"), ("Bob", "blue"), ("Carol", "green"), ("Dora", "yellow"))
PLAY, REFILL, OUT = "play", "refill", "out"
SALT = "0123456789abcdef0123456789abcdef"

_ids = count(1)


def setup(edition: str = "base", seats: int = 2, **given: object) -> Record:
    people = [{"name": name, "color": color} for name, color in PEOPLE[:seats]]
    return services.read_setup(edition=edition, seats=people, **given)  # type: ignore[arg-type]


def phone(nickname: str = "") -> Device:
    device, _ = services.make_device()
    if nickname:
        services.rename_device(device, nickname=nickname)
    return device


def tap(action: Mapping[str, object], expects: Expected | None = None, tap_id: str = "") -> Tap:
    tapped = parse_tap({"id": tap_id or f"tap-{next(_ids)}", "action": action})
    return Tap(id=tapped.id, action=tapped.action, expects=expects)


class Game:
    """A table opened by alice's phone, which holds the first seat; bob's phone has the second."""

    account: int | None = None

    def __init__(
        self,
        setting: Record | None = None,
        *,
        account: AbstractBaseUser | None = None,
        holds: Sequence[int] = (0,),
    ) -> None:
        self.alice = phone()
        self.bob = phone()
        opener = services.Opener(device=self.alice, account=account)
        self.table = services.open_table(
            setting or setup(), opener=opener, title="Friday", salt=SALT, holds=holds
        )
        services.hold_seat(self.table, self.bob, seat=1, salt="f" * 32)

    @classmethod
    def at(cls, table: Table, device: Device) -> "Game":
        """A table that is there already, played from one device."""
        game = cls.__new__(cls)
        game.table, game.alice, game.bob = table, device, device
        return game

    @property
    def id(self) -> UUID:
        return self.table.pk

    @property
    def board(self) -> Board:
        return selectors.board_of(self.table.pk)

    def stored(self) -> Table:
        return Table.objects.get(pk=self.table.pk)

    def now(self) -> TurnPhase:
        turn = self.board.state.turn
        return TurnPhase(turn.number, turn.phase)

    def send(self, sent: Tap, device: Device | None = None) -> services.Answer:
        return services.play(self.table.pk, sent, device or self.alice, account=self.account)

    def do(self, do: str, device: Device | None = None, **fields: object) -> services.Answer:
        """A tap that is meant for this very moment."""
        action = {"do": do, **fields}
        expects: Expected | None = None
        if do in ("undo", "redo"):
            expects = self.board.sequence
        elif do in ("end_turn", "refill", "out_turn", "leave", "buy"):
            expects = self.now()
        return self.send(tap(action, expects), device)

    def refused(self, do: str, device: Device | None = None, **fields: object) -> str:
        """The code with which a tap is refused; nothing may have changed by it."""
        before = self.stored().sequence
        try:
            self.do(do, device, **fields)
        except (RuleError, Refusal) as refused:
            assert self.stored().sequence == before
            return refused.code
        raise AssertionError(f"{do} was not refused")

    def turn(self, *, attack: bool = False) -> services.Answer:
        """The active seat ends its turn, and the row is refilled."""
        self.do("end_turn")
        return self.do("refill", attack=attack)

    def finish(self) -> None:
        self.do("deck_out")
