"""Play many random games, or draw many single attacks: `manage.py table_simulate`."""

import time
from argparse import ArgumentTypeError
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion.management import records
from companion.rules.editions import load, modules_for, slugs
from companion.simulation import attacks, summary
from companion.simulation.game import Setup, opening, play_game
from companion.simulation.runs import spread

T = TypeVar("T")
PAUSE = 0.2
"""Seconds between two reports of progress."""


def count(text: str) -> int:
    """A whole number from 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is no whole number from 1")
    return int(text)


class Command(BaseCommand):
    help = "Plays whole random games with careful and greedy players; same seed, same output."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--edition", choices=slugs(), default="base")
        parser.add_argument("--modules", nargs="*", default=[], help="such as adventuring-party")
        parser.add_argument("--players", type=count, default=4)
        parser.add_argument("--games", type=count, default=100)
        parser.add_argument("--attacks", type=count, help="draw this many opening attacks instead")
        parser.add_argument("--seed", default="1", help="any text")
        parser.add_argument("--workers", type=count, default=1, help="processes")
        parser.add_argument("--json", action="store_true", help="one JSON object, not a table")

    def handle(self, *_args: object, **options: Any) -> None:
        setup = Setup(options["edition"], tuple(options["modules"]), options["players"])
        check(setup)
        run = self.attacks if options["attacks"] else self.games
        numbers, text = run(setup, options)
        self.stdout.write(records.line(numbers) if options["json"] else text)

    def games(self, setup: Setup, options: dict[str, Any]) -> tuple[summary.Summary, str]:
        play = partial(play_game, setup, options["seed"])
        played = spread(play, range(options["games"]), options["workers"])
        results = list(self.watched(played, options["games"]))
        numbers = summary.summarize(setup, options["seed"], results)
        return numbers, summary.games_table(numbers)

    def attacks(self, setup: Setup, options: dict[str, Any]) -> tuple[summary.Summary, str]:
        state, blocks = opening(setup), attacks.blocks(options["attacks"])
        draw = partial(attacks.sample, state, options["seed"])
        drawn = spread(draw, blocks, options["workers"])
        sampled = sum(self.watched(drawn, len(blocks)), Counter())
        numbers = attacks.summarize(state, options["seed"], sampled)
        return numbers, summary.attacks_table(numbers)

    def watched(self, outcomes: Iterable[T], expected: int) -> Iterator[T]:
        """The outcomes as they come, with progress written to stderr of a terminal."""
        begun = shown = time.monotonic()
        for done, outcome in enumerate(outcomes, start=1):
            yield outcome
            now = time.monotonic()
            if now - shown >= PAUSE or done == expected:
                shown = now
                self.stderr.write(f"\r{done} of {expected}, {now - begun:.1f} s", ending="")
                self.stderr.flush()
        self.stderr.write("")


def check(setup: Setup) -> None:
    """Raise CommandError for modules or a number of players that the edition does not have."""
    for module in setup.modules:
        if module not in modules_for(setup.edition):
            raise CommandError(f"{module} does not go with {setup.edition}.", returncode=2)
    edition = load(setup.edition, setup.modules)
    if not edition.least_players <= setup.players <= edition.most_players:
        limits = f"{edition.least_players} to {edition.most_players}"
        raise CommandError(f"This game is for {limits} players.", returncode=2)
