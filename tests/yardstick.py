"""Processor time, scaled to the computer that the limits were set for."""

import json
from collections.abc import Callable
from time import process_time

STANDARD = 0.02  # seconds that the reference work took there
WORDS = [{"number": number, "name": f"card {number}"} for number in range(400)]


def seconds(work: Callable[[], object], *, tries: int = 3) -> float:
    """The best of several tries, each compared with the reference work run next to it."""
    return min(_time(work) / _time(_yardstick) for _ in range(tries)) * STANDARD


def _yardstick() -> None:
    for _ in range(70):
        read = json.loads(json.dumps(WORDS))
        named = {each["name"]: each for each in read if each["number"] % 2}
        sorted(named, reverse=True)


def _time(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began
