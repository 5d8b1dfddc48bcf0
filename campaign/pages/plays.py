"""All plays: the games one by one, and what they tell by person and by edition."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.pages.frame import Tab
from campaign.selectors.all_plays import Play, Seat
from campaign.selectors.figures import Duel, EditionFigures, Figures, Point, mean
from companion.rules.state import COLORS
from companion.sharing.spreadsheet import harmless
from companion.table.naming import word

NOTHING = "–"
CURVE_WIDTH, CURVE_HEIGHT, CURVE_MARGIN = 320, 120, 8
LEAST_DOT, MOST_DOT = 1.2, 4.0


def tabs(current: str, rest: str = "") -> tuple[Tab, ...]:
    """The views of the same plays; ``rest`` is the filter, which goes along."""
    query = f"?{rest}" if rest else ""
    return (
        Tab(_("Games"), reverse("plays:plays") + query, "dragon", current == "plays"),
        Tab(_("People"), reverse("plays:people") + query, "members", current == "people"),
        Tab(_("Editions"), reverse("plays:editions") + query, "bag", current == "editions"),
        Tab(_("Who is who"), reverse("plays:names"), "account", current == "names"),
    )


# Games ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatChip:
    name: str
    color: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRow:
    """One game; ``game`` is its number in its campaign, 0 at a table of no campaign."""

    href: str
    title: str
    game: int
    edition: str
    at: datetime
    minutes: int | None
    counted: bool
    seats: tuple[SeatChip, ...]


def play_rows(plays: Iterable[Play]) -> tuple[PlayRow, ...]:
    return tuple(_row(play) for play in plays)


def _row(play: Play) -> PlayRow:
    return PlayRow(
        href=_address(play),
        title=play.title,
        game=play.game,
        edition=play.edition_name,
        at=timezone.localtime(play.at),
        minutes=play.minutes,
        counted=play.counted,
        seats=tuple(map(_chip, sorted(play.seats, key=attrgetter("rank")))),
    )


def _address(play: Play) -> str:
    if play.campaign:
        return reverse("campaign:game", args=[play.campaign, play.game])
    return reverse("companion:winner", args=[play.table])


def _chip(seat: Seat) -> SeatChip:
    color = seat.color if seat.color in COLORS else "black"
    return SeatChip(
        seat.person or word(color, get_language() or "en"), color, seat.points, seat.won
    )


# People ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """A person's figures in words; what is not known yet is a dash.

    ``peak`` and ``fell`` are ``best`` and ``falls`` as the numbers that words agree with.
    """

    name: str
    href: str
    games: int
    wins: int
    share: str
    average: str
    best: str
    peak: int
    falls: str
    fell: int
    luck: str
    damage: int
    expected: str
    at_tables: int
    streak: int
    longest: int


def person_rows(found: Iterable[Figures], rest: str = "") -> tuple[PersonRow, ...]:
    return tuple(person_row(each, rest) for each in found)


def person_row(figures: Figures, rest: str = "") -> PersonRow:
    query = urlencode({"name": figures.person})
    return PersonRow(
        name=figures.person,
        href=f"{reverse('plays:person')}?{query}{'&' if rest else ''}{rest}",
        games=figures.games,
        wins=figures.wins,
        share=_percent(figures.wins, figures.counted),
        average=tenth(figures.average),
        best=NOTHING if figures.best is None else str(figures.best),
        peak=figures.best or 0,
        falls=str(figures.falls) if figures.at_tables else NOTHING,
        fell=figures.falls,
        luck=signed(figures.luck),
        damage=figures.damage,
        expected=tenth(figures.expected),
        at_tables=figures.at_tables,
        streak=figures.streak,
        longest=figures.longest,
    )


def _percent(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)} %" if whole else NOTHING


def tenth(number: float | None) -> str:
    return NOTHING if number is None else str(number_format(round(number, 1), 1))


def signed(number: float | None) -> str:
    """The number with its sign, also in front of a plus."""
    if number is None:
        return NOTHING
    text = tenth(abs(number))
    rounded = round(number, 1)
    return f"+{text}" if rounded > 0 else f"−{text}" if rounded < 0 else text


@dataclass(frozen=True, slots=True)
class DuelRow:
    name: str
    href: str
    games: int
    ahead: int
    behind: int
    level: int
    margin: str


def duel_rows(found: Iterable[Duel], rest: str = "") -> tuple[DuelRow, ...]:
    return tuple(
        DuelRow(
            name=duel.other,
            href=f"{reverse('plays:person')}?{urlencode({'name': duel.other})}"
            f"{'&' if rest else ''}{rest}",
            games=duel.games,
            ahead=duel.ahead,
            behind=duel.behind,
            level=duel.level,
            margin=signed(duel.average_margin),
        )
        for duel in found
    )


# The curve --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dot:
    x: str
    y: str
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A dot for each counted game, oldest first, and a line for the average up to it.

    Positions are those of an SVG of ``width`` × ``height``; ``size`` is the radius of a dot.
    """

    width: int
    height: int
    dots: tuple[Dot, ...]
    line: str
    size: str
    least: int
    most: int
    games: int
    average: str


def curve_of(points: Sequence[Point]) -> Curve | None:
    """The curve of somebody's games; None without one."""
    if not points:
        return None
    least, most = min(p.points for p in points), max(p.points for p in points)
    across = (CURVE_WIDTH - 2 * CURVE_MARGIN) / max(len(points) - 1, 1)
    down = (CURVE_HEIGHT - 2 * CURVE_MARGIN) / max(most - least, 1)

    def x(number: int) -> str:
        alone = len(points) == 1
        return f"{CURVE_WIDTH / 2 if alone else CURVE_MARGIN + number * across:.1f}"

    def y(value: float) -> str:
        level = least == most
        return f"{CURVE_HEIGHT / 2 if level else CURVE_MARGIN + (most - value) * down:.1f}"

    return Curve(
        width=CURVE_WIDTH,
        height=CURVE_HEIGHT,
        dots=tuple(Dot(x(n), y(p.points), p.won) for n, p in enumerate(points)),
        line=" ".join(f"{x(n)},{y(p.average)}" for n, p in enumerate(points)),
        size=f"{min(MOST_DOT, max(LEAST_DOT, across / 2)):.1f}",
        least=least,
        most=most,
        games=len(points),
        average=tenth(points[-1].average),
    )


# Editions -------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionRow:
    edition: str
    players: int
    games: int
    wins: int
    average: str
    winning: str
    best: str
    fell: str
    minutes: str


def edition_rows(found: Iterable[EditionFigures]) -> tuple[EditionRow, ...]:
    return tuple(
        EditionRow(
            edition=each.edition,
            players=each.players,
            games=each.games,
            wins=each.wins,
            average=tenth(mean(each.scores)),
            winning=tenth(mean(each.winning)),
            best=str(max(each.scores)) if each.scores else NOTHING,
            fell=_percent(sum(each.fell), len(each.fell)),
            minutes=str(round(sum(each.minutes) / len(each.minutes))) if each.minutes else NOTHING,
        )
        for each in found
    )


# For a spreadsheet ------------------------------------------------------------

COLUMNS = (
    *("date", "edition", "players", "campaign", "game", "title", "minutes", "counted"),
    *("person", "name", "character", "colour", "seat", "points", "place", "won"),
    *("knocked_out", "damage", "expected_damage"),
)


def spreadsheet(plays: Iterable[Play]) -> Iterator[Sequence[str | int | float]]:
    """The names of the columns, then a row for each seat of each game."""
    yield COLUMNS
    for play in plays:
        day = timezone.localtime(play.at).date().isoformat()
        words = (harmless(play.edition_name), len(play.seats), harmless(play.campaign_name))
        about = (day, *words, play.game or "", harmless(play.title), play.minutes or "")
        for number, seat in enumerate(play.seats, start=1):
            yield (*about, int(play.counted), *_cells(number, seat))


def _cells(number: int, seat: Seat) -> tuple[str | int | float, ...]:
    at_table = (
        ("", "", "")
        if seat.expected is None
        else (int(bool(seat.fell)), seat.damage or 0, round(seat.expected, 2))
    )
    return (
        *map(harmless, (seat.person, seat.name, seat.character, seat.color)),
        *(number, seat.points, seat.rank, int(seat.won)),
        *at_table,
    )
