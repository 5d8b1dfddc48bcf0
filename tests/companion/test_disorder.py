"""Three phones that tap in any order, late or twice: there is still only one table."""

import random
from collections.abc import Iterator

import pytest
from django.test import override_settings

from companion import services
from companion.models import LogRow
from companion.rules import codec
from companion.rules.record import replay
from companion.services import Answer, Sent
from companion.table import cache, selectors
from companion.table.view import TableView
from companion.tap import Tap, TurnPhase
from tests.companion.browser import Paper
from tests.companion.game import REFILL, Game, phone, setup, tap
from tests.rules.play import cubes

pytestmark = pytest.mark.django_db(transaction=True)

TAPS = 1000
ADDING_UP = ("clank", "quiet", "gold", "damage", "heal")


class Phones:
    """Phones that each show the table as they last saw it."""

    def __init__(self, game: Game, chance: random.Random) -> None:
        self.game, self.chance = game, chance
        self.devices = [game.alice, game.bob, phone()]
        services.hold_seat(game.table, self.devices[2], seat=2)
        self.shown = [game.view] * len(self.devices)
        self.sent: list[Sent] = []

    def any_tap(self) -> Sent:
        number = self.chance.randrange(len(self.devices))
        if self.chance.random() < 0.05 and self.sent:
            return self.chance.choice(self.sent)  # the network stuttered
        if self.chance.random() < 0.6:
            self.shown[number] = self.game.view
        tapped = self._tap(self.shown[number])
        sent = Sent(table=self.game.id, tap=tapped, device=self.devices[number].pk)
        self.sent.append(sent)
        return sent

    def _tap(self, shown: TableView) -> Tap:
        turn = shown.state.turn
        what = self.chance.choice([*ADDING_UP, *ADDING_UP, "turn", "turn", "undo", "redo"])
        if what in ADDING_UP:
            count = self.chance.randint(1, 3)
            return tap({"do": what, "seat": self.chance.randrange(3), "count": count})
        if what in ("undo", "redo"):
            return tap({"do": what}, shown.sequence)
        moment = TurnPhase(turn.number, turn.phase)
        if turn.phase == REFILL:
            return tap({"do": "refill", "attack": self.chance.random() < 0.3}, moment)
        return tap({"do": "end_turn"}, moment)

    def play(self) -> Iterator[Answer]:
        """A thousand taps in commits of one to four; yields those stored for the first time."""
        left = TAPS
        while left > 0:
            together = [self.any_tap() for _ in range(self.chance.randint(1, 4))]
            left -= len(together)
            for outcome in services.take_taps(together):
                if isinstance(outcome, Answer) and not outcome.repeated:
                    yield outcome


@pytest.mark.parametrize("seed", [2, 3])
def test_a_thousand_taps_in_any_order_leave_one_log_one_state_and_every_cube(seed: int) -> None:
    game = Game(setup(seats=3))
    phones = Phones(game, random.Random(seed))  # noqa: S311 - repeatable disorder
    begun, before = cubes(game.view.state), game.view.sequence

    accepted = [answer.sequence for answer in phones.play()]

    played = LogRow.objects.filter(table=game.id, sequence__gt=before)
    assert accepted == list(played.order_by("sequence").values_list("sequence", flat=True))
    assert len(accepted) == len(set(accepted)) > TAPS / 4
    assert cubes(game.view.state) == begun
    remembered = codec.dump(game.view.state)
    cache.forget()
    assert codec.dump(game.view.state) == remembered
    assert codec.dump(replay(selectors.record_of(game.view))) == remembered


def test_an_attack_that_empties_the_bag_is_taken_back_to_the_last_cube() -> None:
    game = Game()
    for seat in (0, 1):
        game.do("clank", seat=seat, count=5)
    before = codec.dump(game.view.state)

    game.do("attack", size=99)
    assert not game.view.state.bag
    game.do("undo")

    assert codec.dump(game.view.state) == before


def test_phones_play_on_after_the_key_of_the_site_was_lost() -> None:
    game = Game()
    player = Paper(game, game.bob)
    assert "Alice" in player.html()

    with override_settings(SECRET_KEY="another key, as after var/secret-key was lost"):
        answer = player.send({"action": '{"do": "gold", "seat": 1, "count": 2}'})

    assert answer.status_code == 302
    assert game.view.state.seats[1].gold == 2
