"""Fair draws: a seed committed to first, the devices' salt, and one stream for each attack or lot."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules import attack, bag
from companion.rules.actions import DRAWING_ACTIONS, DrawLots
from companion.rules.errors import RecordError
from companion.rules.parsing import parse
from companion.rules.reducer import check
from companion.rules.state import State
from kernel.draws import commit, index, numbers

HEX_64 = re.compile(r"[0-9a-fA-F]{64}")
SALT = re.compile(r"[0-9a-fA-F]{32}(-[0-9a-fA-F]{32})*")
DRAWING = tuple(kind.do for kind in (*DRAWING_ACTIONS, DrawLots))


@dataclass(frozen=True, slots=True)
class Fairness:
    """What a table commits to: SHA-256 of its seed, the salt, and the seed once it is shown."""

    commitment: str
    salt: str
    seed: str | None

    def to_json(self) -> dict[str, object]:
        """As it is written in a record."""
        return {"commitment": self.commitment, "salt": self.salt, "seed": self.seed}

    @property
    def kept(self) -> bool:
        """Whether the seed shown is the one committed to."""
        return self.seed is not None and commit(self.seed) == self.commitment.lower()


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


def draw(state: State, fair: Fairness, size: int) -> list[str]:
    """The cubes that the next attack draws, in order: `size`, or all if the bag has fewer.

    The seed must be known. Numbers that would favour some cubes are skipped.
    docs/rules.md 3.20.
    """
    if fair.seed is None:
        raise ValueError("draws need the seed")
    left = list(bag.sorted_pile(state, attack.drawn_from(state)).items())
    held = sum(count for _, count in left)
    stream = numbers(fair.seed, f"{fair.salt}:{state.attacks + 1}")
    return [_pick(left, index(stream, held - gone)) for gone in range(min(size, held))]


def draw_lots(state: State, fair: Fairness, places: int, take: int) -> list[int]:
    """The places, counted from 0, that the next lot draws from `places`, in order.

    The seed must be known. Each place counts as one cube.
    docs/rules.md 2.18.
    """
    if fair.seed is None:
        raise ValueError("draws need the seed")
    left = list(range(places))
    stream = numbers(fair.seed, f"{fair.salt}:l:{state.lots + 1}")
    return [left.pop(index(stream, len(left))) for _ in range(take)]


def draw_first(fair: Fairness, seats: int) -> int:
    """Which seat begins: lot 0, drawn before the first action out of the seats in their order.

    The seed must be known.
    docs/rules.md 2.18, 7.1.
    """
    if fair.seed is None:
        raise ValueError("draws need the seed")
    return index(numbers(fair.seed, f"{fair.salt}:l:0"), seats)


def _pick(left: list[tuple[str, int]], index: int) -> str:
    """Take the cube at `index` out of the ordered bag."""
    for at, (color, count) in enumerate(left):
        if index < count:
            left[at] = (color, count - 1)
            return color
        index -= count
    raise IndexError(index)


def fill_in(state: State, raw: Mapping[str, object], fair: Fairness) -> Mapping[str, object]:
    """The action with `drawn` filled in, if it draws and is not by hand.

    Raises every refusal that does not depend on the cubes, so that no cubes are drawn for an
    action that cannot be carried out.
    docs/rules.md 3.20, 3.21.
    """
    if raw.get("do") not in DRAWING:
        return raw
    action = parse(raw, state.edition)
    check(state, action)
    if isinstance(action, DrawLots) and not action.by_hand:
        return {**raw, "drawn": draw_lots(state, fair, len(action.of), action.take)}
    if not isinstance(action, DRAWING_ACTIONS) or action.by_hand:
        return raw
    size = attack.asked_size(state, action)
    return raw if size is None else {**raw, "drawn": draw(state, fair, size)}
