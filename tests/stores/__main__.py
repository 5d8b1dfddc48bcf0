"""Keep today's store, or open a given one and print what is wrong with it."""

import os
import sys
import tempfile

import django
from django.conf import settings


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as var:
        os.environ |= {"DRAGONBAG_VAR": var, "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ.pop("DRAGONBAG_DATABASE", None)
        settings.STORAGES["staticfiles"]["BACKEND"] = settings.PLAIN
        django.setup()
        from tests.stores import furnished, opened

        if not arguments:
            furnished.keep()
        else:
            opened.check(arguments[0])


main(sys.argv[1:])
