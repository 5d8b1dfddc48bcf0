"""One of two processes that hammer one table with eight threads each (test_concurrency)."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import django

THREADS = 8
TAPS = 12


def prepare() -> object:
    from django.core.management import call_command

    from tests.companion.game import Game

    call_command("migrate", verbosity=0)
    game = Game()
    return {"table": str(game.id), "device": game.alice.pk}


def hammer(table: str, device: str, name: str) -> object:
    """The ids of accepted taps; a turn is ended only if nobody else has done it."""
    from accounts.models import Device
    from companion import services
    from companion.errors import StaleError
    from companion.table import selectors
    from companion.tap import parse_tap

    playing = Device.objects.get(pk=device)

    def play(thread: int) -> list[str]:
        from django.db import connection

        accepted = []
        for number in range(TAPS):
            view = selectors.view_of(UUID(table))
            turn = view.state.turn
            end: dict[str, object] = {"do": "end_turn"}
            if turn.phase == "refill":
                end = {"do": "refill", "attack": False}
            action = end if number % 4 == 0 else {"do": "gold", "seat": 0, "count": 1}
            raw = {
                "id": f"{name}-{thread}-{number}",
                "expects": {"turn": turn.number, "phase": turn.phase} if action is end else None,
                "action": action,
            }
            try:
                services.take_tap(UUID(table), parse_tap(raw), playing)
            except StaleError:
                continue
            accepted.append(str(raw["id"]))
        connection.close()
        return accepted

    with ThreadPoolExecutor(THREADS) as pool:
        return [tap for taps in pool.map(play, range(THREADS)) for tap in taps]


def look(table: str) -> object:
    from companion.models import LogRow
    from companion.rules import codec
    from companion.table import selectors, states

    view = selectors.view_of(UUID(table))
    rows = LogRow.objects.filter(table=UUID(table))
    return {
        "taps": list(rows.exclude(tap_id=None).values_list("tap_id", flat=True)),
        "sequences": list(rows.values_list("sequence", flat=True)),
        "turns": rows.filter(name__in=("end_turn", "refill")).count(),
        "phases": (view.state.turn.number - 1) * 2 + (view.state.turn.phase == "refill"),
        "gold": view.state.seats[0].gold,
        "same": codec.dump(view.state) == codec.dump(states.states_of(view)[-1]),
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    work = {"prepare": prepare, "hammer": hammer, "look": look}[sys.argv[1]]
    sys.stdout.write(json.dumps(work(*sys.argv[2:])))  # type: ignore[operator]
