"""Check a record's draws against its seed: `manage.py table_verify FILE`."""

from django.core.management.base import BaseCommand, CommandParser

from companion.management import records
from companion.rules.errors import RecordError
from companion.rules.verify import verify

NOT_FAIR = 1


class Command(BaseCommand):
    help = "Says whether every draw is the seed's; exits 1 if not, 2 for a bad record."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="- is standard input")

    def handle(self, *_args: object, file: str, **_options: object) -> None:
        try:
            verdict = verify(records.read(file))
        except RecordError as error:
            self.tell(False, error.at, error.message)
            raise SystemExit(records.BAD_RECORD) from None
        self.tell(verdict.ok, verdict.at, verdict.message)
        if not verdict.ok:
            raise SystemExit(NOT_FAIR)

    def tell(self, ok: bool, at: int | None, message: str) -> None:
        self.stdout.write(records.line({"ok": ok, "at": at, "message": message}))
