"""What all plays tell, by person, by edition and number of players, and of two people.

Every game that is over counts as played. Points, averages and wins are of those that are counted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from campaign.selectors.all_plays import Play, Seat, folded


@dataclass(frozen=True, slots=True, kw_only=True)
class Criteria:
    """Which plays are asked for; an empty field asks for all."""

    person: str = ""
    edition: str = ""
    campaign: str = ""
    year: int | None = None

    @property
    def any(self) -> bool:
        return bool(self.person or self.edition or self.campaign or self.year)

    def takes(self, play: Play) -> bool:
        wanted = folded(self.person)
        return (
            (not wanted or any(folded(seat.person) == wanted for seat in play.seats))
            and self.edition in ("", play.edition)
            and self.campaign in ("", str(play.campaign))
            and self.year in (None, timezone.localtime(play.at).year)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """One person's games.

    ``damage`` and ``expected`` are sums over the games that have an attack to tell of; ``streak``
    is the number of wins in a row up to the last game, ``longest`` the most there ever were.
    """

    person: str
    games: int = 0
    counted: int = 0
    wins: int = 0
    points: int = 0
    best: int | None = None
    at_tables: int = 0
    falls: int = 0
    damage: int = 0
    expected: float = 0.0
    streak: int = 0
    longest: int = 0

    @property
    def average(self) -> float | None:
        return self.points / self.counted if self.counted else None

    @property
    def luck(self) -> float | None:
        """Damage beyond what was to be expected, for each game at a table; None without one."""
        return (self.damage - self.expected) / self.at_tables if self.at_tables else None


def chosen(plays: Iterable[Play], criteria: Criteria) -> list[Play]:
    return [play for play in plays if criteria.takes(play)]


def people(plays: Sequence[Play]) -> list[Figures]:
    """Everybody with a name, who won most first; newest plays come first."""
    games: dict[str, list[tuple[Play, Seat]]] = {}
    names: dict[str, str] = {}
    for play in plays:
        for seat in _one_each(play):
            key = folded(seat.person)
            names.setdefault(key, seat.person)
            games.setdefault(key, []).append((play, seat))
    found = [_figures(names[key], own) for key, own in games.items()]
    return sorted(found, key=lambda each: (-each.wins, -each.games, folded(each.person)))


def person(plays: Sequence[Play], name: str) -> Figures | None:
    """One person's figures, or None if they have no game."""
    own = _games_of(plays, name)
    return _figures(own[0][1].person, own) if own else None


def _one_each(play: Play) -> list[Seat]:
    """The named seats; of several of one person the best."""
    best: dict[str, Seat] = {}
    for seat in sorted(play.seats, key=lambda seat: (not seat.won, seat.rank)):
        if seat.person:
            best.setdefault(folded(seat.person), seat)
    return list(best.values())


def _games_of(plays: Iterable[Play], name: str) -> list[tuple[Play, Seat]]:
    wanted = folded(name)
    return [
        (play, seat) for play in plays for seat in _one_each(play) if folded(seat.person) == wanted
    ]


def _figures(name: str, games: Sequence[tuple[Play, Seat]]) -> Figures:
    counted = [seat for play, seat in games if play.counted]
    tables = [seat for _, seat in games if seat.expected is not None]
    current, longest = _streaks([seat.won for seat in reversed(counted)])
    return Figures(
        person=name,
        games=len(games),
        counted=len(counted),
        wins=sum(seat.won for seat in counted),
        points=sum(seat.points for seat in counted),
        best=max((seat.points for seat in counted), default=None),
        at_tables=len(tables),
        falls=sum(bool(seat.fell) for seat in tables),
        damage=sum(seat.damage or 0 for seat in tables),
        expected=sum(seat.expected or 0.0 for seat in tables),
        streak=current,
        longest=longest,
    )


def _streaks(won: Iterable[bool]) -> tuple[int, int]:
    """How many were won in a row at the end, and the most in a row."""
    current = longest = 0
    for each in won:
        current = current + 1 if each else 0
        longest = max(longest, current)
    return current, longest


# One person -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Point:
    """A counted game of the curve, and the average of all up to it."""

    play: Play
    points: int
    won: bool
    average: float


def curve(plays: Sequence[Play], name: str) -> list[Point]:
    """A person's counted games, oldest first."""
    points, total = list[Point](), 0
    games = [(play, seat) for play, seat in _games_of(plays, name) if play.counted]
    for number, (play, seat) in enumerate(reversed(games), start=1):
        total += seat.points
        points.append(Point(play, seat.points, seat.won, total / number))
    return points


@dataclass(slots=True, kw_only=True)
class Duel:
    """Counted games in which two people played: how often the one was ahead of the other."""

    other: str
    games: int = 0
    ahead: int = 0
    behind: int = 0
    margin: int = 0

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind

    @property
    def average_margin(self) -> float:
        return self.margin / self.games if self.games else 0.0


def duels(plays: Sequence[Play], name: str) -> list[Duel]:
    """A person against everybody they played with, most games first."""
    found: dict[str, Duel] = {}
    for play, own in _games_of(plays, name):
        if not play.counted:
            continue
        for seat in _one_each(play):
            if folded(seat.person) != folded(own.person):
                duel = found.setdefault(folded(seat.person), Duel(other=seat.person))
                _count(duel, own, seat)
    return sorted(found.values(), key=lambda duel: (-duel.games, folded(duel.other)))


def _count(duel: Duel, own: Seat, other: Seat) -> None:
    duel.games += 1
    duel.ahead += _place(own) < _place(other)
    duel.behind += _place(own) > _place(other)
    duel.margin += own.points - other.points


def _place(seat: Seat) -> tuple[bool, int]:
    """A named winner is ahead of somebody with as many points."""
    return (not seat.won, seat.rank)


# Editions -------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class EditionFigures:
    """The games of one edition with one number of players; points are those of counted games."""

    edition: str
    players: int
    games: int = 0
    wins: int = 0
    scores: list[int] = field(default_factory=list)
    winning: list[int] = field(default_factory=list)
    fell: list[bool] = field(default_factory=list)
    minutes: list[int] = field(default_factory=list)


def by_edition(plays: Iterable[Play], name: str = "") -> list[EditionFigures]:
    """Editions by name, each by number of players; with a name, that person's seats alone."""
    found: dict[tuple[str, int], EditionFigures] = {}
    for play in plays:
        seats = [seat for seat in play.seats if not name or folded(seat.person) == folded(name)]
        key = (play.edition_name, len(play.seats))
        _add(found.setdefault(key, EditionFigures(edition=key[0], players=key[1])), play, seats)
    return [found[key] for key in sorted(found)]


def _add(figures: EditionFigures, play: Play, seats: Sequence[Seat]) -> None:
    figures.games += 1
    figures.fell += [seat.fell for seat in seats if seat.fell is not None]
    if play.minutes:
        figures.minutes.append(play.minutes)
    if play.counted:
        figures.wins += any(seat.won for seat in seats)
        figures.scores += [seat.points for seat in seats]
        figures.winning += [max(seat.points for seat in play.winners)] if play.winners else []


def mean(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None
