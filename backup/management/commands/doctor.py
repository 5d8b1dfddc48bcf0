"""Looks at everything a host may have to mend, and says what to do about it."""

import os
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import get_supported_language_variant
from django.utils.translation import gettext as _

from backup.doctor import folder, setup, store
from backup.doctor.findings import Check, Finding, Level, found

LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class Command(BaseCommand):
    help = "Looks at settings, rights, disk, clock, proxy, database, logs, photos and backup."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--language", choices=tuple(dict(settings.LANGUAGES)), help="default: the computer's"
        )
        parser.add_argument("--site", default="", help="the address to visit, as others do")

    def handle(self, *args: Any, language: str | None, site: str, **options: Any) -> None:
        with translation.override(language or _language_of_this_computer()):
            levels = [self._tell(finding) for check in checks(site) for finding in found(check)]
            wrong = levels.count(Level.WRONG)
            looks = levels.count(Level.LOOK)
            self.stdout.write(
                _("{wrong} wrong, {looks} to look at.").format(wrong=wrong, looks=looks)
            )
        if wrong:
            raise SystemExit(1)

    def _tell(self, finding: Finding) -> Level:
        self.stdout.write(f"{_(finding.level).upper():8}{finding.seen}")
        if finding.remedy:
            self.stdout.write(f"{'':8}→ {finding.remedy}")
        return finding.level


def checks(site: str) -> tuple[Check, ...]:
    return (
        setup.settings_,
        folder.rights,
        folder.disk,
        store.database,
        folder.clock,
        store.logs,
        store.ledgers,
        store.photos,
        store.last_backup,
        partial(setup.proxy, site),
    )


def _language_of_this_computer() -> str:
    chosen = next((value for name in LANGUAGE_VARIABLES if (value := os.environ.get(name))), "")
    try:
        return get_supported_language_variant(chosen.partition(".")[0].replace("_", "-").lower())
    except LookupError:
        return settings.LANGUAGE_CODE
