"""Simulated games: whole, legal, and the same for the same seed however they are computed."""

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from companion.rules.editions import modules_for, slugs
from companion.simulation import attacks
from companion.simulation.attacks import fit, sample, tail
from companion.simulation.game import Setup, opening, play_game

SETUPS = [Setup(slug, (), players) for slug in slugs() for players in (2, 4)] + [
    Setup(slug, modules_for(slug), 6) for slug in ("base", "catacombs")
]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_game_is_played_to_its_end(setup: Setup) -> None:
    for number in range(4):
        result = play_game(setup, "seed", number)
        assert result.over in ("all_out", "bag_empty", "countdown", "deck_out")
        assert len(result.seats) == setup.players
        assert result.actions > result.turns > setup.players
        assert all(seat.status in ("escaped", "knocked_out") for seat in result.seats)
        assert {seat.style for seat in result.seats} == {"careful", "greedy"}


def test_the_same_seed_plays_the_same_game() -> None:
    setup = Setup("catacombs", (), 3)

    assert play_game(setup, "a", 1) == play_game(setup, "a", 1)
    assert play_game(setup, "a", 1) != play_game(setup, "b", 1)
    assert play_game(setup, "a", 1) != play_game(setup, "a", 2)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[str, str]:
    call_command("table_simulate", *words)
    told = capsys.readouterr()
    return told.out, told.err


def test_the_number_of_processes_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--edition", "legacy2", "--players", "3", "--games", "8", "--seed", "x", "--json"]
    alone, progress = run(capsys, *words)
    shared, _ = run(capsys, *words, "--workers", "2")

    assert alone == shared
    assert "8 of 8" in progress
    assert json.loads(alone)["games"] == 8


def test_the_table_says_what_the_json_says(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--edition", "base", "--games", "6"]
    numbers: Any = json.loads(run(capsys, *words, "--json")[0])
    text, _ = run(capsys, *words)

    assert sum(numbers["over"].values()) == 6
    assert f"{numbers['turns']['mean']}" in text
    assert f"wins {numbers['styles']['careful']['wins']}" in text


def test_attacks_are_sampled_and_tested(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--edition", "legacy2", "--attacks", "20000", "--seed", "7"]
    numbers: Any = json.loads(run(capsys, *words, "--json")[0])

    assert sum(outcome["sampled"] for outcome in numbers["outcomes"]) == 20_000
    assert numbers["outcomes"][0]["chance"] == "92/145"
    assert numbers["p"] > 0.001
    assert "chi-square" in run(capsys, *words)[0]


def test_a_loaded_bag_is_found_out() -> None:
    state = opening(Setup("legacy2", (), 4))
    sampled = sample(state, "seed", (0, 5000))
    assert fit(state, sampled).p > 0.001

    sampled[0, 0, 0, 0] -= 300
    sampled[1, 0, 0, 0] += 300
    assert fit(state, sampled).p < 0.000_1


def test_blocks_make_up_the_run() -> None:
    assert attacks.blocks(25_000) == [(0, 10_000), (1, 10_000), (2, 5_000)]
    assert attacks.blocks(10_000) == [(0, 10_000)]


@pytest.mark.parametrize(
    ("chi_square", "degrees", "p"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (16.266, 3, 0.001), (18.307, 10, 0.05), (0.0, 4, 1.0),
     (24.996, 15, 0.05)],
)  # fmt: skip
def test_the_tail_is_that_of_the_printed_tables(chi_square: float, degrees: int, p: float) -> None:
    assert tail(chi_square, degrees) == pytest.approx(p, rel=0.002)


@pytest.mark.parametrize(
    "words",
    [["--edition", "base", "--players", "5"], ["--players", "1"],
     ["--edition", "legacy1", "--modules", "monsters"], ["--games", "0"], ["--edition", "space"]],
)  # fmt: skip
def test_a_game_that_does_not_exist_is_refused(words: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("table_simulate", *words)
