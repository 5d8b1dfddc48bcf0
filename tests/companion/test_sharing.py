"""The result for others: the picture, BG Stats, the spreadsheet."""

import csv
import json
import re
import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO, StringIO
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils.translation import override
from PIL import Image

from companion import services
from companion.rules.state import COLORS
from companion.sharing import bgstats
from companion.sharing.lettering import drawable, fitted, width
from companion.sharing.poster import SIZE, Poster, PosterSeat, png, poster_of
from companion.sharing.spreadsheet import harmless
from companion.table.naming import localized
from companion.table.results import minutes
from tests.companion.cast import Cast, around
from tests.companion.game import Game
from tests.companion.test_naming import unnamed

pytestmark = pytest.mark.django_db(transaction=True)

ODD = 'Ann & Bob #1 "x"'


def game_of(*names: str, edition: str = "legacy2", modules: tuple[str, ...] = ()) -> Game:
    seats = [{"name": name, "color": color} for name, color in zip(names, COLORS, strict=False)]
    game = Game(services.read_setup(edition=edition, seats=seats, modules=modules))
    game.do("take", seat=0, token="artifact", value=20)
    game.do("status", seat=0, status="escaped")
    for seat in range(1, len(names)):
        game.do("status", seat=seat, status="knocked_out")
    game.do("score", seat=0, cards=0)
    return game


@pytest.fixture
def cast() -> Cast:
    return around(game_of(ODD, "=SUM(A1)"))


# The picture ------------------------------------------------------------------


def line(name: str, *, color: str = "red", points: int = 10, won: bool = False) -> PosterSeat:
    return PosterSeat(rank=1, name=name, color=color, points=points, won=won, note="knocked out")


@pytest.mark.parametrize(
    "names",
    [
        ("Ana", "Ben"),
        ("🐉", "👩‍👩‍👧", "Zoë 😀"),
        ("W" * 40,) * 6,
        ("中文", "עברית", "اسم", "Ω", "Жук", "<svg/onload=alert(1)>"),
        ("\u202eright to left", "a\u0301" * 20, " ", "\x07"),
    ],
)
def test_a_picture_is_drawn_whatever_people_are_called(names: tuple[str, ...]) -> None:
    lines = tuple(line(name, color=color) for name, color in zip(names, COLORS, strict=False))
    picture = Image.open(BytesIO(png(Poster("🐉" * 60, "Clank!", lines, "Dragonbag"))))
    assert (picture.format, picture.size) == ("PNG", SIZE)


def test_the_cubes_are_drawn_in_the_seats_colours() -> None:
    picture = Image.open(BytesIO(png(Poster("T", "C", (line("Ana", color="green"),), "")))).convert(
        "RGB"
    )
    colors = {color for _count, color in picture.getcolors(1 << 24) or ()}
    assert (0x35, 0xA8, 0x53) in colors
    assert (0xD8, 0x32, 0x3C) not in colors


def test_a_long_name_is_cut_to_the_room_there_is() -> None:
    cut = fitted("W" * 40, 80, 600)
    assert cut.endswith("…")
    assert width(cut, 80) <= 600
    assert fitted("Ana", 80, 600) == "Ana"


def test_signs_that_no_font_has_are_left_out() -> None:
    assert drawable("Ana 🐉 Ben") == "Ana Ben"
    assert drawable("Łukasz Ωmega Жук עברית") == "Łukasz Ωmega Жук עברית"


def test_points_below_nought_and_nobody_with_a_point_are_drawn_too() -> None:
    lines = (line("Ana", points=0), line("Ben", points=-7, color="blue"))
    assert Image.open(BytesIO(png(Poster("T", "C", lines, "")))).size == SIZE


def test_the_picture_of_a_table_comes_as_png_and_only_once(cast: Cast) -> None:
    answer = cast.alice.get(cast.url("result/picture.png"))
    assert answer.headers["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    mark = answer.headers["ETag"]
    again = cast.alice.get(cast.url("result/picture.png"), headers={"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")
    cast.game.do("score", seat=0, cards=5)
    changed = cast.alice.get(cast.url("result/picture.png"), headers={"If-None-Match": mark})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != mark


def test_the_result_asks_for_another_picture_only_when_it_has_changed(cast: Cast) -> None:
    def asked() -> str:
        html = cast.alice.get(cast.url("result/")).content.decode()
        (picture,) = re.findall(r'<img src="([^"]*)"', html)
        return str(picture)

    before = asked()
    services.set_odds(cast.game.table, cast.game.alice, on=False)
    assert asked() == before
    cast.game.do("score", seat=0, cards=50)
    assert asked() != before
    assert cast.alice.get(asked()).headers["Content-Type"] == "image/png"


def test_the_picture_is_not_kept_by_anybody_in_between(cast: Cast) -> None:
    kept = cast.alice.get(cast.url("result/picture.png")).headers["Cache-Control"]
    assert "private" in kept
    assert "no-cache" in kept


def test_the_picture_says_who_won_only_at_the_end() -> None:
    game = Game()
    game.do("take", seat=0, token="artifact", value=20)
    assert not any(each.won for each in poster_of(game.view, "Dragonbag").seats)
    game.do("take", seat=1, token="artifact", value=25)
    game.finish()
    waits = poster_of(game.view, "Dragonbag")
    assert [(each.name, each.rank, each.won) for each in waits.seats] == [
        ("Alice", None, False),
        ("Bob", None, False),
    ]
    assert "Not settled yet" in waits.foot
    for seat in (0, 1):
        game.do("score", seat=seat, cards=0)
    settled = poster_of(game.view, "Dragonbag")
    assert [(each.name, each.rank, each.won) for each in settled.seats] == [
        ("Bob", 1, True),
        ("Alice", 2, False),
    ]
    assert "Not settled yet" not in settled.foot
    assert png(waits) != png(settled)


def test_pages_other_than_the_result_offer_no_picture(cast: Cast) -> None:
    offered = {
        path: b"og:image" in cast.alice.get(cast.url(path)).content
        for path in ("result/", "scores/0/", "log/", "fairness/", "")
    }
    assert offered == {
        "result/": True,
        "scores/0/": False,
        "log/": False,
        "fairness/": False,
        "": False,
    }


# BG Stats ---------------------------------------------------------------------


def link_in(cast: Cast) -> str:
    html = cast.alice.get(cast.url("result/")).content.decode()
    start = html.index("https://app.bgstatsapp.com/")
    return html[start : html.index('"', start)].replace("&amp;", "&")


def test_the_link_carries_the_play_with_every_sign_of_a_name(cast: Cast) -> None:
    address = urlsplit(link_in(cast))
    assert (address.scheme, address.netloc, address.path) == (
        "https",
        "app.bgstatsapp.com",
        "/createPlay.html",
    )
    assert address.fragment == ""
    (data,) = parse_qs(address.query, strict_parsing=True).values()
    play = json.loads(data[0])
    assert play["game"] == {
        "name": "Clank! Legacy 2",
        "sourceGameId": "legacy2",
        "bggId": 383010,
        "highestWins": True,
        "noPoints": False,
    }
    assert (play["sourceName"], play["sourcePlayId"]) == ("Dragonbag", str(cast.game.id))
    ann, other = play["players"]
    assert (ann["name"], ann["winner"], ann["startPlayer"]) == (ODD, True, True)
    assert (ann["rank"], ann["score"]) == (1, 40)
    assert (other["winner"], other["startPlayer"], other["rank"], other["score"]) == (
        False,
        False,
        2,
        0,
    )


@pytest.mark.parametrize(
    ("edition", "number"),
    [("base", 201808), ("catacombs", 365717), ("legacy1", 266507), ("legacy2", 383010)],
)
def test_every_edition_has_its_number(edition: str, number: int) -> None:
    game = game_of("Ana", "Ben", edition=edition)
    play = bgstats.link_json(play_of(game))
    assert isinstance(play["game"], dict)
    assert play["game"]["bggId"] == number


def play_of(game: Game, **given: object) -> bgstats.Play:
    ended_at = bgstats.written_at(datetime(2026, 11, 27, 23, 30, tzinfo=UTC))
    known = {"date": ended_at, "minutes": 95} | given
    return replace(bgstats.play_of(game.view), **known)  # type: ignore[arg-type]


def test_times_are_in_utc_and_what_is_not_known_is_left_out() -> None:
    game = game_of("Ana", "Ben")
    told = bgstats.link_json(play_of(game))
    assert (told["playDate"], told["durationMin"]) == ("2026-11-27 23:30:00", 95)
    less = bgstats.link_json(play_of(game, minutes=None))
    assert "durationMin" not in less
    assert "board" not in less, "no module, no board"
    assert "null" not in bgstats.link(play_of(game, minutes=None))


def test_a_module_is_told_as_the_board() -> None:
    game = game_of(
        "Ana", "Ben", "Cleo", "Dov", "Eva", edition="base", modules=("adventuring-party",)
    )
    assert bgstats.link_json(play_of(game))["board"] == "Adventuring Party"


def test_nobody_has_won_before_the_game_is_over(cast: Cast) -> None:
    cast.game.do("status", seat=0, status="in_play")
    told = json.loads(json.dumps(bgstats.link_json(play_of(cast.game))))
    file = json.loads(bgstats.file([play_of(cast.game)]))
    for players in (told["players"], file["plays"][0]["playerScores"]):
        assert [each["winner"] for each in players] == [False, False]
    table = csv.DictReader(StringIO(cast.alice.get(cast.url("result/scores.csv")).content.decode()))
    assert [(row["Place"], row["Winner"]) for row in table] == [("", ""), ("", "")]
    assert all("rank" not in each for each in (*told["players"], *file["plays"][0]["playerScores"]))


def test_people_and_games_are_the_same_evening_after_evening() -> None:
    first, second = (
        json.loads(bgstats.file([play_of(game)]))
        for game in (game_of("Ana", "Ben"), game_of("Ben", "Ana", "Ana"))
    )
    assert first["games"] == second["games"]
    ids = {each["name"]: each["uuid"] for each in first["players"]}
    ben, ana, other = ([each["uuid"], each["name"]] for each in second["players"])
    assert (ben[0], ana[0]) == (ids["Ben"], ids["Ana"])
    assert other[0] not in ids.values(), "two of one name at one table are two people"
    assert first["plays"][0]["uuid"] != second["plays"][0]["uuid"]


def test_minutes_are_rounded_up() -> None:
    start = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
    assert minutes(start, start + timedelta(seconds=61)) == 2
    assert minutes(start, start) is None


def test_the_file_tells_the_same_as_the_link(cast: Cast) -> None:
    answer = cast.alice.get(cast.url("result/play.bgsplay"))
    assert 'filename="friday.bgsplay"' in answer.headers["Content-Disposition"]
    file = json.loads(answer.content)
    names = {person["id"]: person["name"] for person in file["players"]}
    (play,), (game,) = file["plays"], file["games"]
    assert play["gameRefId"] == game["id"]
    assert [names[each["playerRefId"]] for each in play["playerScores"]] == [ODD, "=SUM(A1)"]
    assert [each["score"] for each in play["playerScores"]] == ["40", "0"]
    assert [each["winner"] for each in play["playerScores"]] == [True, False]
    assert answer.content == cast.bob.get(cast.url("result/play.bgsplay")).content


@pytest.mark.parametrize("opened", ["en", "de"])
@pytest.mark.parametrize("read", ["en", "de"])
def test_an_unnamed_seat_is_the_same_person_in_every_language(opened: str, read: str) -> None:
    game = unnamed(opened)
    with override(read):
        play = bgstats.play_of(localized(game.view, read))
        link, file = bgstats.link_json(play), json.loads(bgstats.file([play]))
    players = json.loads(json.dumps(link["players"]))
    assert [each["name"] for each in players] == ["Red", "Bob"]
    assert [each["sourcePlayerId"] for each in players] == ["Red", "Bob"]
    assert [each["name"] for each in file["players"]] == ["Red", "Bob"]


# The spreadsheet --------------------------------------------------------------


def test_the_spreadsheet_has_a_row_for_each_seat_that_adds_up(cast: Cast) -> None:
    cast.game.do("score", seat=0, cards=7, contracts=2, other=-4)
    answer = cast.alice.get(cast.url("result/scores.csv"))
    assert answer.headers["Content-Type"].startswith("text/csv")
    head, *rows = csv.reader(StringIO(answer.content.decode("utf-8-sig")))
    first = dict(zip(head, rows[0], strict=True))
    assert (first["Name"], first["Total"], first["Winner"]) == (ODD, "45", "1")
    parts = head[head.index("Total") + 1 :]
    assert sum(int(first[part]) for part in parts) == 45
    assert rows[1][1] == "'=SUM(A1)"


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\tx", "\rx", " =1"])
def test_no_name_becomes_a_formula(text: str) -> None:
    assert harmless(text) == f"'{text}"


OTHER_FORMS = "\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212"
"""Full-width and small signs, and the minus of mathematics."""


@pytest.mark.parametrize("text", [*OTHER_FORMS, "\u3000\uff1d", "\N{NO-BREAK SPACE}="])
def test_no_other_form_of_a_sign_becomes_a_formula_either(text: str) -> None:
    assert harmless(f"{text}1") == f"'{text}1"


@pytest.mark.parametrize("end", [",", ";", "|", "\t"])
@pytest.mark.parametrize(
    "name", ["A;=1+1", "A\t=1", "A; \uff1d1", 'A;"=1"', "A|@x", "A;;-1", "=A;+1"]
)
def test_no_name_becomes_a_formula_wherever_cells_are_split(name: str, end: str) -> None:
    written = StringIO()
    csv.writer(written).writerow([1, harmless(name), 2])
    cells = next(csv.reader(StringIO(written.getvalue()), delimiter=end))
    seen = [unicodedata.normalize("NFKC", cell).strip() for cell in cells]
    assert not [cell for cell in seen if cell.startswith(("=", "+", "-", "@"))]


def test_other_names_stay_as_they_are() -> None:
    assert [harmless(text) for text in ("Ana", "a=b", "", "'x")] == ["Ana", "a=b", "", "'x"]


@pytest.mark.parametrize("path", ["result/picture.png", "result/play.bgsplay", "result/scores.csv"])
def test_who_may_take_it_along(cast: Cast, path: str) -> None:
    assert [who.get(cast.url(path)).status_code for who in (cast.alice, cast.bob, cast.carol)] == [
        200
    ] * 3
    assert cast.mallory.get(cast.url(path)).status_code == 404
    assert cast.alice.post(cast.url(path)).status_code == 405
