"""Each attack of a record in full, so that it can be drawn again anywhere."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.record import Record, load_record, parse_record
from companion.rules.verify import Drawing, drawings, verify
from kernel.draws import commit

CASES = sorted((Path(__file__).parents[2] / "fixtures" / "tables").glob("*-fair.json"))


def record(case: Path) -> Record:
    return load_record(json.dumps(json.loads(case.read_text())["record"]))


def drawn_elsewhere(seed: str, salt: str, drawing: Drawing) -> tuple[str, ...]:
    """The draw as docs/table-record.md describes it, written without the site's code."""
    pile = [color for color, count in drawing.bag.items() for _ in range(count)]
    stream = numbers(bytes.fromhex(seed), f"{salt}:{drawing.number}")
    taken = []
    for _ in range(min(drawing.asked, len(pile))):
        limit = 2**32 - 2**32 % len(pile)
        number = next(each for each in stream if each < limit)
        taken.append(pile.pop(number % len(pile)))
    return tuple(taken)


def numbers(key: bytes, message: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(key, f"{message}:{block}".encode(), hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_every_drawing_can_be_made_again_from_what_is_shown(case: Path) -> None:
    played = record(case)
    assert played.fairness is not None
    assert played.fairness.seed is not None
    found = [each for each in drawings(played) if each.number is not None]
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    for each in found:
        assert each.drawn == drawn_elsewhere(played.fairness.seed, played.fairness.salt, each)
        assert each.fits


SEED = "5a" * 32
FAIR = {"commitment": commit(SEED), "salt": "0f" * 16, "seed": SEED}


def game(drawn: list[str] | None = None, **fairness: object) -> Record:
    """Two attacks on a bag of three colours; the first may list other cubes."""
    first = {"do": "attack", "size": 6} | ({} if drawn is None else {"drawn": drawn})
    setup = {"format": "dragonbag-table", "version": 1, "edition": "legacy2"}
    seats = [{"name": "Ana", "color": "red"}, {"name": "Ben", "color": "blue"}]
    clank = [{"do": "clank", "seat": seat, "count": 9} for seat in (0, 1)]
    actions = [*clank, first, {"do": "attack", "size": 2}]
    raw = {**setup, "seats": seats, "fairness": {**FAIR, **fairness}, "actions": actions}
    return parse_record(raw)


def test_a_changed_cube_is_found_where_it_was_changed() -> None:
    true = next(drawings(game()))
    assert (true.at, true.number, true.fits) == (2, 1, True)
    other = next(turned for turned in turnings(true.drawn) if turned != true.drawn)
    changed = game(list(other))
    assert [each.fits for each in drawings(changed)] == [False, True]
    assert (verify(changed).code, verify(changed).at) == ("draw", 2)


def turnings(cubes: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for start in range(len(cubes)):
        yield (*cubes[start:], *cubes[:start])


def test_before_the_seed_is_shown_nothing_can_be_said_against_a_draw() -> None:
    told = [{"drawn": ["black"] * size} for size in (6, 2)]
    hidden = game(seed=None)
    attacks = zip(hidden.actions[2:], told, strict=True)
    actions = [*hidden.actions[:2], *({**plain(action), **cubes} for action, cubes in attacks)]
    found = list(drawings(replace(hidden, actions=tuple(actions))))
    assert [(each.number, each.given, each.fits) for each in found] == [
        (1, None, True),
        (2, None, True),
    ]


def plain(action: object) -> dict[str, object]:
    assert isinstance(action, dict)
    return action


def test_cubes_from_the_cloth_bag_have_no_number_and_are_not_checked() -> None:
    whole = game()
    by_hand = {"do": "attack", "size": 1, "drawn": ["black"], "by_hand": True}
    found = list(drawings(replace(whole, actions=(by_hand, *whole.actions))))
    assert [each.number for each in found] == [None, 1, 2]
    assert found[0].given is None


def test_a_broken_promise_is_told_before_any_draw() -> None:
    assert verify(game(commitment="00" * 32)).code == "commitment"
    assert verify(game()).ok
