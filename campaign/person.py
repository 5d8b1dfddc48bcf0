"""Who is asking: a logged-in account, a device, both, or neither."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from companion.models import Device


@dataclass(frozen=True, slots=True)
class Person:
    account: User | None = None
    device: Device | None = None

    @property
    def known(self) -> bool:
        return self.account is not None or self.device is not None
