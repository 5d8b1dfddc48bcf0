"""What bounds a test marked `prove`: a number of rounds, a time, and a seed to see it again.

    @pytest.mark.prove
    def test_a_thousand_evenings(proof: Proof) -> None:
        for _ in proof.rounds(short=5, long=1000, minutes=10):
            play(proof.chance)

`make prove` runs the long form, CI the short one. `make prove SEED=7` runs with that seed again.
A test for each of several values shows with one or two of them at every change, and with the others in
make prove, that it holds: @pytest.mark.parametrize("edition", ["base", *proven("catacombs", "legacy1")])
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

import pytest
from _pytest.mark import ParameterSet


def proven(*values: object) -> list[ParameterSet]:
    """The values of a test's parameter that are left to make prove."""
    return [pytest.param(each, marks=pytest.mark.prove) for each in values]


@dataclass(kw_only=True)
class Proof:
    """A test's own seed, and its bounds."""

    name: str
    seed: int
    long: bool

    @cached_property
    def chance(self) -> Random:
        """Random numbers that do not depend on other tests."""
        return Random(f"{self.seed} {self.name}")  # noqa: S311 - a test, not a secret

    def count(self, *, short: int, long: int) -> int:
        return long if self.long else short

    def rounds(self, *, short: int, long: int, minutes: float = 10) -> Iterator[int]:
        """Counts the rounds; starts no further one after the time is over."""
        until = time.monotonic() + 60 * minutes
        for number in range(self.count(short=short, long=long)):
            if number and time.monotonic() > until:
                return
            yield number
