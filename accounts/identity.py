"""Who is asking: a logged-in account, a device, both, or neither."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from accounts.models import Device


@dataclass(frozen=True, slots=True)
class Person:
    """The account and the device of a request."""

    account: User | None = None
    device: Device | None = None

    @property
    def known(self) -> bool:
        return self.account is not None or self.device is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """The same by primary keys: this browser's device, its account, and all devices of both."""

    device: int | None = None
    account: int | None = None
    devices: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a browser was let in with: the hash of its token, and its session; empty if it has none."""

    token_hash: str = ""
    session_key: str = ""


NOBODY = Credentials()
