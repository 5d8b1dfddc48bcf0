"""Two simple ways to play: how loud, how deep, and when to turn back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """What a simulated player does; pairs are minimum and maximum, chances are between 0 and 1."""

    name: str
    clank: tuple[int, int]
    quiet: float
    steps: tuple[int, int]
    depth: tuple[int, int]
    gold: tuple[int, int]
    takes: float
    buys: float
    fights: float
    drinks_from: int
    turns_back_at: int
    carries: int
    cards: tuple[int, int]


CAREFUL = Style(
    name="careful",
    clank=(0, 2),
    quiet=0.25,
    steps=(1, 3),
    depth=(3, 5),
    gold=(0, 3),
    takes=0.4,
    buys=0.3,
    fights=0.05,
    drinks_from=3,
    turns_back_at=5,
    carries=1,
    cards=(5, 20),
)
GREEDY = Style(
    name="greedy",
    clank=(0, 3),
    quiet=0.1,
    steps=(1, 3),
    depth=(4, 7),
    gold=(0, 5),
    takes=0.7,
    buys=0.6,
    fights=0.15,
    drinks_from=4,
    turns_back_at=6,
    carries=2,
    cards=(10, 30),
)
STYLES = (CAREFUL, GREEDY)
