"""Replay table records: `manage.py table_replay FILE [FILE …]`."""

from django.core.management.base import BaseCommand, CommandParser

from companion.management import records
from companion.rules.errors import RecordError
from companion.rules.record import replay
from companion.rules.state_json import answer


class Command(BaseCommand):
    help = "Prints the state each record ends in, one JSON object a line; exits 2 after a bad one."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")

    def handle(self, *_args: object, files: list[str], **_options: object) -> None:
        good = [self.tell(name) for name in files]
        if not all(good):
            raise SystemExit(records.BAD_RECORD)

    def tell(self, name: str) -> bool:
        try:
            self.stdout.write(records.line(answer(replay(records.read(name)))))
        except RecordError as error:
            self.stdout.write(records.line(records.refusal(error)))
            return False
        return True
