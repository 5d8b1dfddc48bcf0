"""Wrong codes, counted by where they come from, so that nobody guesses their way to a table."""

from ipaddress import IPv6Address, ip_address

from django.core.cache import cache

from companion.refusals import TooManyError

MOST = 20
SECONDS = 600
ONE_HOME = 64  # bits of an IPv6 address that one home shares


def check(address: str) -> None:
    """Raise TooManyError where too many wrong codes came from, for right ones as well."""
    if cache.get(_key(address), 0) >= MOST:
        raise TooManyError("too_many_codes", minutes=SECONDS // 60)


def count(address: str) -> None:
    """One more wrong code. The code itself is kept nowhere."""
    key = _key(address)
    cache.add(key, 0, SECONDS)
    try:
        cache.incr(key)
    except ValueError:  # expired in this very moment
        cache.add(key, 1, SECONDS)


def _key(address: str) -> str:
    try:
        known = ip_address(address)
    except ValueError:
        return "guesses-nowhere"
    if isinstance(known, IPv6Address) and not known.ipv4_mapped:
        return f"guesses-{int(known) >> (128 - ONE_HOME):x}"
    return f"guesses-{address}"
