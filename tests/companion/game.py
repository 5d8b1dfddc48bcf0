"""A table to play at: who sits where, and short ways to tap."""

from collections.abc import Mapping, Sequence
from itertools import count
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser

from accounts import services as accounts
from accounts.models import Device
from companion import services
from companion.errors import TableError
from companion.models import Table
from companion.rules.errors import RuleError
from companion.rules.record import Record
from companion.table import selectors
from companion.table.view import TableView
from companion.tap import Expected, Tap, TurnPhase, parse_tap

PEOPLE = (("Alice", "red"), ("Bob", "blue"), ("Carol", "green"), ("Dora", "yellow"))
PLAY, REFILL, OUT = "play", "refill", "out"
SALT = "0123456789abcdef0123456789abcdef"

_ids = count(1)


def setup(edition: str = "base", seats: int = 2, **given: object) -> Record:
    people = [{"name": name, "color": color} for name, color in PEOPLE[:seats]]
    return services.read_setup(edition=edition, seats=people, **given)  # type: ignore[arg-type]


def phone(nickname: str = "") -> Device:
    device, _ = accounts.make_device()
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
        """An existing table, played from one device."""
        game = cls.__new__(cls)
        game.table, game.alice, game.bob = table, device, device
        return game

    @property
    def id(self) -> UUID:
        return self.table.pk

    @property
    def view(self) -> TableView:
        return selectors.view_of(self.table.pk)

    def stored(self) -> Table:
        return Table.objects.get(pk=self.table.pk)

    def now(self) -> TurnPhase:
        turn = self.view.state.turn
        return TurnPhase(turn.number, turn.phase)

    def send(self, sent: Tap, device: Device | None = None) -> services.Answer:
        return services.take_tap(self.table.pk, sent, device or self.alice, account=self.account)

    def do(self, do: str, device: Device | None = None, **fields: object) -> services.Answer:
        """A tap meant for the current moment."""
        action = {"do": do, **fields}
        expects: Expected | None = None
        if do == "undo":
            expects = self.view.history.top or 0
        elif do == "redo":
            expects = self.view.history.next or 0
        elif do in ("end_turn", "refill", "out_turn", "leave", "buy"):
            expects = self.now()
        return self.send(tap(action, expects), device)

    def refused(self, do: str, device: Device | None = None, **fields: object) -> str:
        """The code with which a tap is refused; checks that nothing has changed."""
        before = self.stored().sequence
        try:
            self.do(do, device, **fields)
        except (RuleError, TableError) as refused:
            assert self.stored().sequence == before
            return refused.code
        raise AssertionError(f"{do} was not refused")

    def turn(self, *, attack: bool = False) -> services.Answer:
        """The active seat ends its turn, and the row is refilled."""
        self.do("end_turn")
        return self.do("refill", attack=attack)

    def finish(self) -> None:
        self.do("deck_out")
