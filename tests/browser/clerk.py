"""Beside a site that is tested: runs one script after another on its files, in one process.

Each line that comes in is a script; what it printed goes out as one line. Both are JSON.
"""

import io
import json
import os
import sys
from contextlib import redirect_stdout

import django
from django.core.cache import cache
from django.core.management import call_command
from django.db import connections


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for line in sys.stdin:
        printed = io.StringIO()
        with redirect_stdout(printed):
            call_command("shell", "--no-imports", "--command", json.loads(line))
        # The next script must find what the site does between them, and hold nothing open.
        connections.close_all()
        cache.clear()
        sys.stdout.write(json.dumps(printed.getvalue()) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
