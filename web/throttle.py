"""How fast one device may tap: a token bucket, refilled every second.

A device is told apart by its token only once a tap of it was accepted: a cookie that its sender made
up counts for the address.
"""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from web.errors import TooManyError

BURST = 300  # more than a phone queues in an evening without a connection
PER_SECOND = 100
MOST = 4096


class Throttle:
    """Counts per device. Only so many devices are remembered; a forgotten one starts from zero."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._known: OrderedDict[str, None] = OrderedDict()

    def allows(self, device: str) -> bool:
        now = self._clock()
        left, since = self._left.pop(device, (float(BURST), now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        allowed = left >= 1
        self._left[device] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST:
            self._left.popitem(last=False)
        return allowed

    def check(self, token: str, address: str) -> None:
        """Count one more tap; raise TooManyError if that is too fast."""
        if not self.allows(token if token in self._known else address):
            raise TooManyError("too_many_taps")

    def know(self, token: str) -> None:
        """A tap with this token was accepted: it is a device's."""
        if token:
            self._known[token] = None
            self._known.move_to_end(token)
        if len(self._known) > MOST:
            self._known.popitem(last=False)


TAPS = Throttle()
"""All taps that reach this process, from the page and from the live endpoint."""
