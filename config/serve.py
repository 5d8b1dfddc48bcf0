"""Starts the whole site: stores ready, addresses told, one server process (make run)."""

import argparse
import gc
import io
import os
import socket
import sys
from collections.abc import Sequence

import django
import segno
import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from config import environment, hosts

FIRST_PORT = 8000
PORTS_TRIED = 20
LAST_PORT = 65_535
LET_GO_AFTER = 60.0  # seconds; a phone that has slept so long comes back by itself
DAMAGED = "Look whether its disk is full; a damaged file is replaced by a backup (docs/hosting.md)."
DEMO_COMMANDS = ("load_demo", "load_demo_campaign")


class PortTakenError(Exception):
    """No port to listen on."""


def main(arguments: Sequence[str] | None = None) -> None:
    options = _options(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        listening = listen(options.bind, options.port)
        django.setup()
        make_ready()
    except (PortTakenError, ImproperlyConfigured) as error:
        sys.exit(str(error))
    except DatabaseError as error:
        sys.exit(f"The database cannot be used: {error}. {DAMAGED}")
    announce(options, listening[0].getsockname()[1])
    serve(listening)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make run", description=__doc__)
    parser.add_argument("--port", type=int, default=None, help="this port and no other (0: any)")
    parser.add_argument(
        "--bind", default=environment.text("DRAGONBAG_BIND"), help="one address only"
    )
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
        "Name a free one: make run PORT=9000"
    )


def _listen_on(bind: str, port: int) -> list[socket.socket]:
    if not 0 <= port <= LAST_PORT:
        raise PortTakenError(f"There is no port {port}. Name one from 1024 to {LAST_PORT}.")
    try:
        first = socket.create_server((bind, port), family=_family(bind), backlog=2048)
    except OSError as error:
        raise PortTakenError(_refusal(bind, port, error)) from error
    all_of_them = [first] if bind else [first, *_also_version_6(first.getsockname()[1])]
    for each in all_of_them:
        let_go_of_sleepers(each)
    return all_of_them


def let_go_of_sleepers(listening: socket.socket, after: float = LET_GO_AFTER) -> None:
    """End connections that take nothing of what is sent; else that lasts a quarter of an hour."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux has it; each connection inherits it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(after * 1000))


def _family(bind: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in bind else socket.AF_INET


def _also_version_6(port: int) -> list[socket.socket]:
    # A second socket, so that version 4 visitors keep their plain addresses.
    try:
        return [socket.create_server(("", port), family=socket.AF_INET6, backlog=2048)]
    except OSError:
        return []


def _refusal(bind: str, port: int, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return (
            f"Port {port} needs more rights than you have. Take one above 1023: make run PORT=8000"
        )
    place = f" on {bind}" if bind else ""
    return f"Port {port}{place} cannot be used ({error.strerror}). Leave PORT out, or name another."


# Stores ---------------------------------------------------------------------


def make_ready() -> None:
    from campaign.backup.serving import starting  # not before Django is set up

    with starting():
        migrate()
        call_command("collectstatic", verbosity=0, interactive=False)
        if environment.flag("DRAGONBAG_DEMO", default=True):
            load_demo_once()


def migrate() -> None:
    """Bring the database up to date; a release that keeps more of a ledger finds it there."""
    executor = MigrationExecutor(connection)
    unfinished = settings.VAR / "ledgers-to-rebuild"  # else a start that is cut off forgets them
    if executor.migration_plan(executor.loader.graph.leaf_nodes("campaign")):
        unfinished.touch()
    call_command("migrate", verbosity=0, interactive=False)
    if unfinished.exists():
        rebuild_ledgers()
        unfinished.unlink()


def rebuild_ledgers() -> None:
    try:
        call_command("rebuild_campaign", stdout=io.StringIO())
    except CommandError as error:
        print(error, file=sys.stderr)  # the pages show what stood there before


def load_demo_once() -> None:
    """Each demo is loaded once and remembered, so that what a host deletes stays deleted."""
    note = settings.VAR / "demo-loaded"
    loaded = note.read_text().split() if note.exists() else []
    for command in DEMO_COMMANDS:
        if command not in loaded:
            call_command(command)
            loaded.append(command)
            note.write_text("\n".join(loaded) + "\n")


# Telling --------------------------------------------------------------------


def announce(options: argparse.Namespace, port: int) -> None:
    if options.port is None and port != FIRST_PORT:
        print(f"Port {FIRST_PORT} is taken, so this one is {port}.\n")
    print(f"{settings.SITE_NAME} is running. Stop it with Ctrl+C.\n")
    print(f"  On this computer: http://127.0.0.1:{port}/")
    print(_for_others(shared_address(options.bind, port)), flush=True)


def shared_address(bind: str, port: int) -> str | None:
    """Where other devices find the site, if they can."""
    if settings.PROXY and settings.NAMED_HOSTS:
        return f"https://{settings.NAMED_HOSTS[0]}/"
    address = hosts.network_address([bind] if bind else hosts.own_addresses())
    return f"http://{address}:{port}/" if address else None


def _for_others(address: str | None) -> str:
    if address is None:
        return "  No other device can reach it: this computer has no address on a network.\n"
    return f"  On your network:  {address}\n\n{qr_code(address)}"


def qr_code(address: str) -> str:
    picture = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(picture, border=2, compact=_has_blocks())
    # White on black whatever the terminal's colours, since not every camera reads the negative.
    on, off = ("\033[97;40m", "\033[0m") if sys.stdout.isatty() else ("", "")
    return "".join(f"  {on}{line}{off}\n" for line in picture.getvalue().splitlines())


def _has_blocks() -> bool:
    return "utf" in (sys.stdout.encoding or "").lower()


# Serving --------------------------------------------------------------------


def serve(listening: list[socket.socket]) -> None:
    # What is loaded by now stays: to look through it for garbage would hold up a tap for long.
    gc.freeze()
    server = uvicorn.Server(
        uvicorn.Config(
            "config.asgi:application",
            http="httptools",
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
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
