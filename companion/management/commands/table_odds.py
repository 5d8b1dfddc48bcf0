"""The exact chances of the next attack: `manage.py table_odds FILE [--size N] [--then N N …]`."""

import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import BaseCommand, CommandParser

from companion.management import records
from companion.rules.errors import RecordError
from companion.rules.odds import odds_answer
from companion.rules.record import replay
from companion.rules.values import LIMIT


def cubes(text: str) -> int:
    """A number of cubes that an attack can ask for."""
    if not text.isascii() or not text.isdigit() or int(text) > LIMIT:
        raise ArgumentTypeError(f"{text} is no whole number from 0 to {LIMIT}")
    return int(text)


class Command(BaseCommand):
    help = "Prints the exact chances of the next attack from the state a record ends in."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="- is standard input")
        parser.add_argument("--size", type=cubes, metavar="N", help="cubes that are asked for")
        parser.add_argument(
            "--then", type=cubes, nargs="+", default=(), metavar="N", help="attacks after this one"
        )

    def handle(
        self, *_args: object, file: str, size: int | None, then: list[int], **_options: object
    ) -> None:
        try:
            state = replay(records.read(file))
        except RecordError as error:
            self.stdout.write(records.line(records.refusal(error)))
            raise SystemExit(records.BAD_RECORD) from None
        with _digits_without_bound():
            self.stdout.write(records.line(odds_answer(state, size, then)))


@contextmanager
def _digits_without_bound() -> Iterator[None]:
    """After a hundred attacks an exact chance may have more digits than Python writes unasked."""
    bound = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(bound)
