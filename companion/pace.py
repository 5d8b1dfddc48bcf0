"""How fast one device may tap: a bucket that fills by the second and holds a whole queue."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from companion.refusals import TooManyError

BURST = 300  # more than a phone has queued after an evening out of reach
PER_SECOND = 100
MOST = 4096


class Pace:
    """Counts by device. Only as many are remembered as fit; a forgotten one starts afresh."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, device: str) -> bool:
        now = self._clock()
        left, since = self._left.pop(device, (float(BURST), now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        allowed = left >= 1
        self._left[device] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST:
            self._left.popitem(last=False)
        return allowed

    def check(self, device: str) -> None:
        """Count one more tap; raise TooManyError where that is too fast."""
        if not self.allows(device):
            raise TooManyError("too_many_taps")


TAPS = Pace()
"""The taps that come to this process, whichever door they come through."""
