"""Fair draws: a seed that is committed to first, the devices' salt, and one stream an attack."""

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.rules import attack, bag
from companion.rules.actions import DRAWING_ACTIONS
from companion.rules.errors import RecordError
from companion.rules.parsing import parse
from companion.rules.reducer import check
from companion.rules.state import State

HEX_64 = re.compile(r"[0-9a-fA-F]{64}")
SALT = re.compile(r"[0-9a-fA-F]{32}(-[0-9a-fA-F]{32})*")
DRAWING = tuple(kind.do for kind in DRAWING_ACTIONS)
WORD = 4
WORDS = 2**32


@dataclass(frozen=True, slots=True)
class Fairness:
    """What a table promises: SHA-256 of its seed, the salt, and the seed once it is shown."""

    commitment: str
    salt: str
    seed: str | None

    def to_json(self) -> dict[str, object]:
        """As a record writes it."""
        return {"commitment": self.commitment, "salt": self.salt, "seed": self.seed}

    @property
    def kept(self) -> bool:
        """Whether the shown seed is the one that was committed to."""
        return self.seed is not None and commit(self.seed) == self.commitment.lower()


def commit(seed: str) -> str:
    """SHA-256 of a seed given as 64 hexadecimal digits, as 64 hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def read(fields: Mapping[str, object]) -> Fairness:
    """Read a record's fairness; raises RecordError (bad_record)."""
    commitment, salt, seed = fields["commitment"], fields["salt"], fields["seed"]
    if not isinstance(commitment, str) or not HEX_64.fullmatch(commitment):
        raise _no_digits("commitment")
    if not isinstance(salt, str) or not SALT.fullmatch(salt):
        raise RecordError("bad_record.salt", field="fairness.salt")
    if seed is not None and not (isinstance(seed, str) and HEX_64.fullmatch(seed)):
        raise _no_digits("seed")
    return Fairness(commitment, salt, seed)


def _no_digits(field: str) -> RecordError:
    return RecordError("bad_record.digits", field=f"fairness.{field}", length=64)


def _numbers(seed: str, message: str) -> Iterator[int]:
    block = 0
    while True:
        text = f"{message}:{block}".encode("ascii")
        digest = hmac.digest(bytes.fromhex(seed), text, "sha256")
        for at in range(0, len(digest), WORD):
            yield int.from_bytes(digest[at : at + WORD], "big")
        block += 1


def draw(state: State, fair: Fairness, size: int) -> list[str]:
    """The cubes that the next attack of `size` draws, in order; all of them if the bag is small.

    The seed must be known. Numbers that would favour some cubes are skipped.
    docs/rules.md 3.20.
    """
    if fair.seed is None:
        raise ValueError("draws need the seed")
    left = list(bag.sorted_pile(state, attack.drawn_from(state)).items())
    held = sum(count for _, count in left)
    stream = _numbers(fair.seed, f"{fair.salt}:{state.attacks + 1}")
    return [_pick(left, _index(stream, held - gone)) for gone in range(min(size, held))]


def _index(stream: Iterator[int], left: int) -> int:
    limit = WORDS // left * left
    return next(number for number in stream if number < limit) % left


def _pick(left: list[tuple[str, int]], index: int) -> str:
    """Take the cube at `index` of the ordered bag out of it."""
    for at, (color, count) in enumerate(left):
        if index < count:
            left[at] = (color, count - 1)
            return color
        index -= count
    raise IndexError(index)


def fill_in(state: State, raw: Mapping[str, object], fair: Fairness) -> Mapping[str, object]:
    """The action with `drawn` filled in, where it draws and is not by hand.

    Raises what is refused before an attack's cubes are looked at, so that no cubes are drawn
    for an action that cannot be carried out.
    docs/rules.md 3.20, 3.21.
    """
    if raw.get("do") not in DRAWING:
        return raw
    action = parse(raw, state.edition)
    check(state, action)
    if not isinstance(action, DRAWING_ACTIONS) or action.by_hand:
        return raw
    size = attack.asked_size(state, action)
    return raw if size is None else {**raw, "drawn": draw(state, fair, size)}
