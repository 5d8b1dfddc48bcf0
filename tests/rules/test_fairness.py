"""Fair draws: what the seed gives, that no cube is favoured, and that undo changes nothing."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace

import pytest

from companion.rules.fairness import Fairness, draw, fill_in
from companion.rules.record import parse_record, replay, steps
from companion.rules.state import State
from companion.rules.verify import verify
from kernel.draws import commit
from tests.rules.play import Plain, after, do, move, opened, out, quiet_turn

SEED = bytes(range(32)).hex()
SALT = "00112233445566778899aabbccddeeff"
FAIR = Fairness(commit(SEED), SALT, SEED)


def stream(seed: str, salt: str, attack: int) -> list[int]:
    """The numbers of an attack, computed independently as the contract says."""
    numbers = []
    for block in range(8):
        message = f"{salt}:{attack}:{block}".encode("ascii")
        digest = hmac.new(bytes.fromhex(seed), message, hashlib.sha256).digest()
        numbers += [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    return numbers


def by_the_book(cubes: list[str], numbers: list[int], size: int) -> list[str]:
    drawn: list[str] = []
    for number in numbers:
        if len(drawn) == size or not cubes:
            break
        if number < (2**32 // len(cubes)) * len(cubes):
            drawn.append(cubes.pop(number % len(cubes)))
    return drawn


@pytest.mark.parametrize("attack", [1, 2, 7, 100])
@pytest.mark.parametrize("size", [0, 1, 5, 60])
def test_a_draw_is_what_the_contract_says(attack: int, size: int) -> None:
    state = replace(after(opened("catacombs", seats=3), do("haunt")), attacks=attack - 1)
    cubes = ["black"] * 24 + ["red"] * 3 + ["yellow"] * 2 + ["green"] + ["ghost"]

    assert draw(state, FAIR, size) == by_the_book(cubes, stream(SEED, SALT, attack), size)


def test_numbers_that_would_favour_some_cubes_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [2**32 - 1, 2**32 - 2, 4, 5]
    monkeypatch.setattr("companion.rules.fairness.numbers", lambda *_: iter(numbers))
    state = replace(opened(), bag={"black": 1, "red": 1, "yellow": 1}, area={})

    # With three cubes 2**32 - 1 is one too many; 2**32 - 2 is the last that counts.
    assert draw(state, FAIR, 1) == ["yellow"]


def test_every_cube_has_its_share() -> None:
    state = replace(opened(), bag={"black": 6, "red": 3, "yellow": 1}, area={})
    draws = 4000
    seen = Counter(draw(replace(state, attacks=number), FAIR, 1)[0] for number in range(draws))
    expected = {"black": 0.6, "red": 0.3, "yellow": 0.1}
    chi_square = sum(
        (seen[color] - draws * share) ** 2 / (draws * share) for color, share in expected.items()
    )

    assert chi_square < 13.8, "two degrees of freedom: beyond this once in a thousand"


def test_the_commitment_is_the_hash_of_the_bytes() -> None:
    assert commit("00" * 32) == hashlib.sha256(bytes(32)).hexdigest()
    assert FAIR.kept
    assert replace(FAIR, commitment=FAIR.commitment.upper()).kept
    assert not replace(FAIR, seed="11" * 32).kept
    assert not replace(FAIR, seed=None).kept


def test_without_the_seed_nothing_can_be_drawn() -> None:
    with pytest.raises(ValueError, match="seed"):
        draw(opened(), replace(FAIR, seed=None), 1)


def filled(state: State, action: Plain) -> object:
    return fill_in(state, action, FAIR).get("drawn")


def test_what_is_filled_in() -> None:
    state = opened("base", seats=3)
    refill = after(state, do("end_turn"))
    assert filled(state, do("attack", extra=1)) == draw(state, FAIR, 3)
    assert filled(state, do("attack", size=0)) == []
    assert filled(refill, do("refill", attack=True)) == draw(refill, FAIR, 2)
    assert filled(refill, do("refill", attack=False)) is None
    assert filled(state, do("clank", seat=0, count=1)) is None
    assert filled(state, do("attack", by_hand=True)) is None
    off = quiet_turn(out(opened("legacy2"), 1))
    assert filled(off, do("out_turn")) == draw(off, FAIR, 6)


def test_undo_and_redo_give_the_same_cubes_from_the_same_bag() -> None:
    state = opened()
    once = after(state, fill_in(state, do("attack", size=4), FAIR))  # type: ignore[arg-type]
    again = after(state, fill_in(state, do("attack", size=4), FAIR))  # type: ignore[arg-type]
    assert once == again

    by_hand = after(once, do("attack", size=1, drawn=["black"], by_hand=True))
    assert by_hand.attacks == once.attacks, "cubes drawn by hand have no number"


def test_the_next_attack_reads_other_numbers() -> None:
    state = opened()
    later = replace(state, attacks=1)

    assert draw(state, FAIR, 20) != draw(later, FAIR, 20)


def test_an_attack_of_no_cubes_has_its_number_too() -> None:
    assert after(opened(), do("attack", size=0, drawn=[])).attacks == 1
    assert quiet_turn(opened()).attacks == 0


def fair_record(*actions: Plain, **fairness: object) -> dict[str, object]:
    return {
        "format": "dragonbag-table", "version": 1, "edition": "catacombs",
        "seats": [{"name": "Ana", "color": "red"}, {"name": "Ben", "color": "blue"}],
        "fairness": {**FAIR.to_json(), **fairness}, "actions": list(actions),
    }  # fmt: skip


GAME = (
    do("haunt"), do("attack", size=5), do("clank", seat=0, count=3), do("end_turn"),
    do("refill", attack=True), move("black", 1, "bag", "bank"), do("attack", size=2, extra=9),
)  # fmt: skip


def written_out() -> list[Plain]:
    """The same game with its cubes written out."""
    states = steps(parse_record(fair_record(*GAME)))
    told = []
    for before, action, now in zip(states, GAME, states[1:], strict=False):
        struck = now.attack is not before.attack and now.attack
        told.append({**action, "drawn": list(struck.drawn)} if struck else action)
    return told


def test_a_replay_with_told_cubes_is_the_same() -> None:
    told = replay(parse_record(fair_record(*written_out())))

    assert told == replay(parse_record(fair_record(*GAME)))
    assert verify(parse_record(fair_record(*written_out()))).ok


@pytest.mark.parametrize("at", [1, 4, 6])
def test_a_changed_cube_is_found(at: int) -> None:
    told = written_out()
    cubes = list(told[at]["drawn"])
    at_cube = next((i for i, cube in enumerate(cubes) if cube == "black"), 0)
    cubes[at_cube] = "blue" if cubes[at_cube] == "black" else "black"
    told[at] = {**told[at], "drawn": cubes}

    assert verify(parse_record(fair_record(*told[: at + 1]))).at == at


def test_cubes_in_another_order_are_not_what_the_seed_gives() -> None:
    told = written_out()
    first = told[1]["drawn"]
    turned = sorted(first) if sorted(first) != first else sorted(first, reverse=True)
    assert turned != first, "five cubes of one colour would make this test idle"
    told[1] = {**told[1], "drawn": turned}

    assert verify(parse_record(fair_record(*told[:2]))).at == 1


def test_another_salt_gives_other_cubes() -> None:
    other = verify(parse_record(fair_record(*written_out(), salt=f"{SALT}-{SALT}")))

    assert (other.ok, other.code) == (False, "draw")
