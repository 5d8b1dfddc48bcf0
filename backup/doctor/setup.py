"""How the site is set up: its settings, and what of a visit arrives through the proxy."""

import json
import os
import secrets
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.utils.translation import gettext as _

from backup.doctor.findings import Finding, fine, look, wrong
from backup.serving import is_anybody_serving
from web import doctor
from web.csrf import CAUSES

PREFIX = "DRAGONBAG_"
# Read by the start alone.
OF_THE_START = {"DRAGONBAG_BIND", "DRAGONBAG_DEMO", "DRAGONBAG_STARTED_BY"}
PATIENCE = 10.0  # seconds


# Settings -------------------------------------------------------------------------


def known() -> set[str]:
    return {*settings.SETTINGS_KNOWN, *OF_THE_START}


def settings_() -> Iterator[Finding]:
    given = sorted(name for name in os.environ if name.startswith(PREFIX))
    for name in given:
        if name not in known():
            yield wrong(
                _("{name} is not a setting.").format(name=name),
                _("docs/hosting.md lists them; leave it out or mend its name."),
            )
    if settings.DEBUG:
        yield wrong(
            _("DRAGONBAG_DEBUG is on: errors show the site’s internals to everybody."),
            _("Leave it out."),
        )
    if settings.PROXY and not settings.NAMED_HOSTS:
        yield wrong(
            _("There is a proxy, but the site knows no name of its own."),
            _("Name it in DRAGONBAG_HOSTS."),
        )
    if settings.MAIL and settings.DEFAULT_FROM_EMAIL.endswith("@localhost"):
        yield look(
            _("Emails are sent from {sender}, which most mail servers refuse.").format(
                sender=settings.DEFAULT_FROM_EMAIL
            ),
            _("Name a sender in DRAGONBAG_MAIL_FROM."),
        )
    for each in checks.run_checks():
        yield look(str(each.msg), str(each.hint or _("docs/hosting.md says more.")))
    yield fine(_("Settings: {names}").format(names=", ".join(given) or _("none, as at home")))


# The proxy ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """What the site saw of a visit."""

    host: str
    scheme: str
    address: str


def proxy(asked: str = "") -> Iterator[Finding]:
    """Visit the site as others do, and compare what was sent with what it saw."""
    address = asked or _own_address()
    if not address:
        yield look(
            _("The site is not running, so nothing of it could be visited."),
            _("Start it and ask again; with --site for another address."),
        )
        return
    try:
        seen = _visit(address)
    except (OSError, ValueError) as error:
        yield wrong(
            _("{address} cannot be reached from here: {error}").format(
                address=address, error=getattr(error, "reason", error)
            ),
            _(
                "Check that the site and the proxy are running, that the name leads here, and that the certificate is valid."
            ),
        )
        return
    if seen is None:
        yield wrong(
            _("{address} answers, but it is not this site.").format(address=address),
            _("Let the proxy pass every address on to the site, also {path}.").format(
                path=doctor.PATH
            ),
        )
        return
    faults = list(_faults(address, seen))
    yield from faults
    if not faults:
        yield fine(
            _("A visit to {address} arrives as it was sent, from {visitor}.").format(
                address=address, visitor=seen.address
            )
        )


def _own_address() -> str:
    if settings.PROXY and settings.NAMED_HOSTS:
        return f"https://{settings.NAMED_HOSTS[0]}/"
    return doctor.own_address() if is_anybody_serving() else ""


def _visit(address: str) -> Seen | None:
    token = secrets.token_urlsafe(24)
    url = address.rstrip("/") + doctor.PATH
    if urlsplit(url).scheme not in {"http", "https"}:
        raise ValueError(_("an address begins with http:// or https://"))
    request = urllib.request.Request(url, headers={doctor.HEADER: token})  # noqa: S310 - checked
    with doctor.asking(token):
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                return Seen(**json.loads(answer.read(4096)))
        except (urllib.error.HTTPError, json.JSONDecodeError, TypeError):
            return None


def _faults(address: str, seen: Seen) -> Iterator[Finding]:
    sent = urlsplit(address)
    shown = _("The site saw: host {host}, {scheme}, visitor {address}.").format(
        host=seen.host, scheme=seen.scheme, address=seen.address
    )
    if seen.host != sent.netloc:
        yield wrong(shown, CAUSES["port"])
    if sent.scheme == "https" and seen.scheme != "https":
        yield wrong(shown, CAUSES["scheme"])
    if sent.scheme == "http" and settings.HTTPS:
        yield wrong(shown, CAUSES["http"])
    if settings.PROXY and seen.address in settings.PROXY and not _is_here(sent.hostname or ""):
        yield wrong(
            shown,
            _(
                "To the site everybody comes from one address, and shares one limit. Let the proxy send "
                "X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $remote_addr)."
            ),
        )


def _is_here(name: str) -> bool:
    """Whether a visit to that name from this computer rightly comes from the proxy's own address."""
    try:
        found = {each[4][0] for each in socket.getaddrinfo(name, None)}
    except OSError:
        return False
    return bool(found & set(settings.PROXY))
