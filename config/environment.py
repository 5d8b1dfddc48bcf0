"""Reads typed settings from the environment; a wrong value raises a sentence that says so."""

import os
import secrets
import tomllib
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

asked: set[str] = set()
"""The names of all settings that were read: others are misspelt."""

TRUE = {"1", "on", "true", "yes"}
FALSE = {"", "0", "off", "false", "no"}


def text(name: str, default: str = "") -> str:
    asked.add(name)
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    value = text(name, "on" if default else "off").lower()
    if value in TRUE | FALSE:
        return value in TRUE
    raise ImproperlyConfigured(f"{name} is {value!r}. Set it to on or off.")


def names(name: str) -> list[str]:
    return [part.strip() for part in text(name).split(",") if part.strip()]


def choice(name: str, allowed: tuple[str, ...]) -> str:
    """One of the allowed words; the first one is the default."""
    value = text(name, allowed[0])
    if value in allowed:
        return value
    raise ImproperlyConfigured(f"{name} is {value!r}. Set it to one of: {', '.join(allowed)}.")


def version(project: Path) -> str:
    """The version in the project's file; an installed package has it in its metadata."""
    if project.exists():
        return str(tomllib.loads(project.read_text())["project"]["version"])
    return metadata.version("dragonbag")


def folder(name: str, default: Path) -> Path:
    """A folder that can be written to, created if needed; root leaves another user's alone."""
    path = Path(text(name, str(default)))
    try:
        _not_for_root(path)
        (path / "static").mkdir(parents=True, exist_ok=True)
        writable = os.access(path, os.W_OK | os.X_OK)
    except OSError:
        writable = False
    if not writable:
        raise ImproperlyConfigured(
            f"The folder {path} cannot be written to. Give it to the user who runs the site, "
            f"or name another one in {name}."
        )
    return path


def _not_for_root(path: Path) -> None:
    """What root wrote there the site itself could not read or write afterwards."""
    if not path.exists() or not hasattr(os, "geteuid") or os.geteuid():
        return
    if path.stat().st_uid:
        raise ImproperlyConfigured(
            f"The folder {path} belongs to {path.owner()}. Do this as that user, "
            f"for example: sudo -u {path.owner()} …"
        )


def _ours(file: Path) -> Path:
    """A file of the site that may be read and written; there may be none yet."""
    if file.exists() and not os.access(file, os.R_OK | os.W_OK):
        raise ImproperlyConfigured(
            f"The file {file} belongs to another user. Give everything in that folder to the user "
            f"who runs the site: chown -R USER {file.parent}"
        )
    return file


def folder_in(var: Path, name: str) -> Path:
    """A folder of that name, for its owner alone."""
    (var / name).mkdir(mode=0o700, exist_ok=True)
    return var / name


def secret(name: str, file: Path) -> str:
    """A secret from the environment, or one generated once and kept in a file of its owner."""
    if value := text(name):
        return value
    if not _ours(file).exists() or not file.read_text().strip():  # empty after a power cut
        file.unlink(missing_ok=True)
        _write_once(file, secrets.token_urlsafe(48))
    return file.read_text().strip()


def _write_once(file: Path, value: str) -> None:
    # Linked into place, so that two processes that start together agree on one value.
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        out.write(value)
        out.flush()
        os.fsync(out.fileno())
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def time_zone(name: str, clock: Path = Path("/etc/localtime")) -> str:
    """The named time zone, or the one this computer is set to."""
    zone = text(name, str(clock.resolve()).partition("zoneinfo/")[2] or "UTC")
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ImproperlyConfigured(
            f"{name} is {zone!r}, which is no time zone. Set it to one such as Europe/Berlin."
        ) from None
    return zone


def database(name: str, var: Path) -> dict[str, Any]:
    """SQLite in var/, or PostgreSQL at an address such as postgres://user:password@host/name."""
    address = text(name)
    if not address:
        return _sqlite(var)
    url = urlsplit(address)
    if url.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(f"{name} must begin with postgres:// or be left out for SQLite.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path.lstrip("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        # As in PostgreSQL's own tools, ?host=/folder names the folder of a socket.
        "HOST": parse_qs(url.query).get("host", [unquote(url.hostname or "")])[0],
        "PORT": str(url.port or ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }


def _sqlite(var: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": _ours(var / "dragonbag.sqlite3"),
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            # Two deferred transactions that read and then write fail at once despite any timeout.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: what was reported as stored survives a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364; "
            "PRAGMA cache_size=-8000;",
        },
        # A file, because a memory database locks differently; one for each process that runs tests.
        "TEST": {"NAME": var / f"test-{os.getpid()}.sqlite3"},
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    host: str
    port: int
    user: str
    password: str
    ssl: bool

    @property
    def starttls(self) -> bool:
        """Whether to ask for TLS before logging in: a password is never sent in the clear."""
        return bool(self.user) and not self.ssl


def mail(name: str) -> Mail | None:
    """A mail server as smtp://user:password@host:port (smtps: for TLS from the start), or None."""
    address = text(name)
    if not address:
        return None
    url = urlsplit(address)
    if url.scheme not in {"smtp", "smtps"} or not url.hostname:
        raise ImproperlyConfigured(f"{name} must look like smtp://user:password@host:587.")
    return Mail(
        host=url.hostname,
        port=url.port or (465 if url.scheme == "smtps" else 587),
        user=unquote(url.username or ""),
        password=unquote(url.password or ""),
        ssl=url.scheme == "smtps",
    )
