"""A tap on its way through the live part."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID

from accounts import device_cookie
from companion.services import Outcome
from companion.tap import Tap

Stored = Outcome | None
"""The outcome of a tap; None if the database could not store it now."""


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A tap as it came in, from a browser with these cookies; `answer` gets its outcome."""

    table: UUID
    tap: Tap
    cookies: Mapping[str, str]
    answer: Callable[[Stored], None]

    @property
    def token(self) -> str:
        return self.cookies.get(device_cookie.COOKIE, "")
