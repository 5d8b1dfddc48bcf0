"""One small store for each set of migrations, in fixtures/stores/, for later tests.

For a new migration run python -m tests.stores. It fills a site of its own, outside var/, and
keeps it as a backup named after the newest migration of each app.
"""

from collections.abc import Iterable
from pathlib import Path

STORES = Path(__file__).resolve().parents[2] / "fixtures" / "stores"
APPS = ("accounts", "companion", "campaign")


def name_of(migrations: Iterable[tuple[str, str]]) -> str:
    """The name of a store's file: the number of the newest migration of each app."""
    newest = dict.fromkeys(APPS, "0000")
    for app, name in migrations:
        if app in newest:
            newest[app] = max(newest[app], name[:4])
    return "-".join(f"{app}-{number}" for app, number in newest.items()) + ".zip"


def kept() -> list[Path]:
    return sorted(STORES.glob("accounts-*.zip"))
