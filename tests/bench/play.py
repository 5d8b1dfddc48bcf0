"""What the devices of the bench tap: the usual mix of an evening, turn after turn, endlessly."""

from collections.abc import Iterator

Tap = tuple[dict[str, object], object]

SEATS = 4
ATTACK_EVERY = 3


def turns() -> Iterator[Tap]:
    """Whole turns of all seats in order, with taps that keep the game from ending."""
    turn = 0
    while True:
        turn += 1
        seat = (turn - 1) % SEATS
        attack = turn % ATTACK_EVERY == 0
        yield {"do": "clank", "seat": seat, "count": 1}, None
        yield {"do": "gold", "seat": seat, "count": 1}, None
        yield {"do": "clank", "seat": seat, "count": 1}, None
        yield {"do": "end_turn"}, {"turn": turn, "phase": "play"}
        yield {"do": "refill", "attack": attack}, {"turn": turn, "phase": "refill"}
        if attack:
            yield {"do": "black_return", "count": 3}, None
            yield from (({"do": "heal", "seat": each, "count": 3}, None) for each in range(SEATS))


def asides(seat: int) -> Iterator[Tap]:
    """What a device taps while others have their turns."""
    while True:
        yield {"do": "gold", "seat": seat, "count": 1}, None
        yield {"do": "clank", "seat": seat, "count": 1}, None
        yield {"do": "gold", "seat": seat, "count": -1}, None
        yield {"do": "quiet", "seat": seat, "count": 1}, None
