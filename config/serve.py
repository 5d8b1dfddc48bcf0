"""Starts the whole site: prepares the database, prints the addresses, runs the server."""

import argparse
import gc
import io
import os
import socket
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

import django
import segno
import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError

from backup.errors import BackupError
from config import environment, started, workers
from web import hosts
from web.doctor import serving_at
from web.http_protocol import DirectProtocol

FIRST_PORT = 8000
MOST_FILES = 65_536
PORTS_TRIED = 20
LAST_PORT = 65_535
LET_GO_AFTER = 60.0  # seconds; a phone that slept longer reconnects by itself
DAMAGED = "Check whether its disk is full; if the file is damaged, restore a backup."
NO_ROOM = "Check whether the disk is full and whether the folder belongs to you."
DEMO_COMMANDS = ("load_demo", "load_demo_campaign")


class PortTakenError(Exception):
    """There is no port to listen on."""


def main(arguments: Sequence[str] | None = None) -> None:
    options = _options(arguments)
    if options.workers is not None:
        workers.run(options.bind, options.port or FIRST_PORT, options.workers)
        return
    os.umask(0o077)  # what the site stores is for nobody else on this computer
    os.environ["DRAGONBAG_BIND"] = options.bind  # the pages' QR codes depend on it
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        listening = listen(options.bind, options.port)
        django.setup()
        make_ready()
    except (PortTakenError, ImproperlyConfigured, BackupError, CommandError) as error:
        sys.exit(str(error))
    except (DatabaseError, sqlite3.Error) as error:  # the latter from the lock beside the store
        sys.exit(f"The database in {settings.VAR} cannot be used: {error}. {DAMAGED} {_ask()}")
    except OSError as error:
        place = error.filename or f"A file in {environment.text('DRAGONBAG_VAR', 'var/')}"
        sys.exit(f"{place} cannot be written: {error.strerror}. {NO_ROOM}")
    port = listening[0].getsockname()[1]
    if not options.beside:
        announce(options, port)
    with serving_at(_here(options.bind, port)):
        serve(listening)


def _ask() -> str:
    return f"`{settings.MANAGE} doctor` says more."


def _here(bind: str, port: int) -> str:
    """How this computer reaches a server that listens there."""
    return f"http://{hosts.in_url('127.0.0.1' if bind in hosts.EVERYWHERE else bind)}:{port}/"


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=started.program(), description=__doc__)
    parser.add_argument("--port", type=int, default=None, help="this port and no other (0: any)")
    parser.add_argument(
        "--bind", default=environment.text("DRAGONBAG_BIND"), help="one address only"
    )
    parser.add_argument(
        "--workers", type=int, default=None, help="so many processes, on as many ports"
    )
    # One of several processes, which announces nothing.
    parser.add_argument("--beside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


# Listening ------------------------------------------------------------------


def listen(bind: str, port: int | None) -> list[socket.socket]:
    """The sockets to serve on: the port asked for, or the first free one from 8000 on."""
    if port is not None:
        return _listen_on(bind, port)
    for candidate in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        try:
            return _listen_on(bind, candidate)
        except PortTakenError:
            continue
    raise PortTakenError(
        f"Ports {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} are all taken. "
        f"Choose a free one: {started.with_port(9000)}"
    )


def _listen_on(bind: str, port: int) -> list[socket.socket]:
    if not 0 <= port <= LAST_PORT:
        raise PortTakenError(f"There is no port {port}. Choose one from 1024 to {LAST_PORT}.")
    both = bind in ("", "::")
    family = socket.AF_INET6 if ":" in bind and not both else socket.AF_INET
    try:
        first = socket.create_server(("" if both else bind, port), family=family, backlog=2048)
    except OSError as error:
        raise PortTakenError(_refusal(bind, port, error)) from error
    all_of_them = [first, *_also_version_6(first.getsockname()[1])] if both else [first]
    for each in all_of_them:
        let_go_of_sleepers(each)
    return all_of_them


def let_go_of_sleepers(listening: socket.socket, after: float = LET_GO_AFTER) -> None:
    """Close connections that read nothing for `after` seconds, not only after 15 minutes."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux only; each connection inherits it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(after * 1000))


def _also_version_6(port: int) -> list[socket.socket]:
    # A second socket, so that IPv4 visitors keep their plain addresses.
    try:
        return [socket.create_server(("", port), family=socket.AF_INET6, backlog=2048)]
    except OSError:
        return []


def _refusal(bind: str, port: int, error: OSError) -> str:
    if isinstance(error, PermissionError):
        above = started.with_port(FIRST_PORT)
        return f"Port {port} needs more rights than you have. Choose one above 1023: {above}"
    place = f" on {bind}" if bind else ""
    return (
        f"Port {port}{place} cannot be used ({error.strerror}). Leave it out or choose another: "
        f"{started.with_port(port + 1)}"
    )


# Stores ---------------------------------------------------------------------


def make_ready() -> None:
    from backup.serving import starting  # only after Django is set up
    from backup.upgrade import set_aside
    from config.static_files import gather

    keep_to_oneself(settings.VAR)
    if moved := set_aside():
        print(moved)
    with starting():
        call_command("migrate", verbosity=0, interactive=False)
        gather()
        if environment.flag("DRAGONBAG_DEMO", default=True):
            load_demo_once()


def keep_to_oneself(var: Path) -> None:
    """The folder and the files in it are the user's alone, also those of an earlier version."""
    if not hasattr(os, "getuid"):
        return  # Windows: a user's folder is that user's already
    for path in (var, *var.iterdir()):
        if not path.is_symlink() and path.stat().st_uid == os.getuid():
            path.chmod(0o700 if path.is_dir() else 0o600)


def load_demo_once() -> None:
    """Load each demo only once ever, so that what a host deletes stays deleted."""
    note = settings.VAR / "demo-loaded"
    loaded = note.read_text().split() if note.exists() else []
    for command in DEMO_COMMANDS:
        if command not in loaded:
            call_command(command)
            loaded.append(command)
            note.write_text("\n".join(loaded) + "\n")


# Output ---------------------------------------------------------------------


def announce(options: argparse.Namespace, port: int) -> None:
    if options.port is None and port != FIRST_PORT:
        print(f"Port {FIRST_PORT} is taken, so the site uses {port}.\n")
    print(f"{settings.SITE_NAME} is running. Stop it with Ctrl+C.\n")
    if not started.by_make():
        print(f"  Its data is in:   {settings.VAR}")
    print(f"  On this computer: {_here(options.bind, port)}")
    print(_for_others(shared_address(options.bind, port), options.bind), flush=True)


def shared_address(bind: str, port: int) -> str | None:
    """The address at which other devices reach the site, or None."""
    named = hosts.plain_names(settings.NAMED_HOSTS)
    if settings.PROXY and named:
        return f"https://{named[0]}/"
    address = hosts.shared_host(named, bind)
    return f"http://{hosts.in_url(address)}:{port}/" if address else None


def _for_others(address: str | None, bind: str) -> str:
    if address is None and bind not in hosts.EVERYWHERE:
        return f"  No other device can reach it: it listens on {bind} alone.\n"
    if address is None:
        return "  No other device can reach it: this computer has no address on a network.\n"
    return f"  On your network:  {address}\n\n{qr_code(address)}"


def qr_code(address: str) -> str:
    picture = io.StringIO()
    has_blocks = "utf" in (sys.stdout.encoding or "").lower()
    segno.make(address, error="l", micro=False).terminal(picture, border=2, compact=has_blocks)
    # White on black whatever the terminal's colours, because not every camera reads a negative.
    on, off = ("\033[97;40m", "\033[0m") if sys.stdout.isatty() else ("", "")
    return "".join(f"  {on}{line}{off}\n" for line in picture.getvalue().splitlines())


# Serving --------------------------------------------------------------------


def raise_file_limit() -> None:
    """Each open stream is a file, and systems often allow 1,024 until one asks for more."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has neither it nor the limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def serve(listening: list[socket.socket]) -> None:
    raise_file_limit()
    # What is loaded by now stays: collecting it as garbage would only delay taps.
    gc.freeze()
    server = uvicorn.Server(
        uvicorn.Config(
            "config.asgi:application",
            http=DirectProtocol,
            ws="none",  # a page cannot answer one, and a stranger's would be a traceback each
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            # Otherwise nearly every tap of an evening would need a new connection over slow Wi-Fi.
            timeout_keep_alive=75,
            proxy_headers=bool(settings.PROXY),
            forwarded_allow_ips=settings.PROXY,
            timeout_graceful_shutdown=2,
        )
    )
    try:
        server.run(sockets=listening)
    except KeyboardInterrupt:
        print("\nStopped. Everything is stored.")


if __name__ == "__main__":
    main()
