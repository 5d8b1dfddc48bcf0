"""The live part as devices use it: a real server, real sockets, several phones."""

import json
import subprocess
import sys
import threading
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.conf import settings as django
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from accounts.devices import ending
from accounts.models import Device
from companion import services
from companion.live.server import HEARTBEAT_EVERY
from companion.models import LogRow, Table
from companion.table import broadcast, cache
from companion.tap import MOST_BYTES
from tests.companion.game import Game, phone
from tests.companion.site import Site
from tests.companion.wire import HOST, PATIENCE, Stream, post
from web import throttle
from web.errors import TooManyError
from web.headers import HEADERS
from web.throttle import BURST, Throttle

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.django_db(transaction=True)


# Streams ----------------------------------------------------------------------


def test_the_first_event_is_the_table_as_it_is(site: Site) -> None:
    site.game.do("gold", seat=0, count=3)

    with site.stream() as stream:
        sequence, html = stream.board()

    assert stream.status == 200
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert stream.headers["cache-control"] == "no-cache, no-transform"
    assert stream.headers["x-accel-buffering"] == "no"
    assert sequence == site.game.view.sequence
    assert "en 3" in html


def test_a_tap_reaches_every_device_and_only_what_changed_is_sent(site: Site) -> None:
    with site.stream() as mine, site.stream(site.token_of(site.game.bob), "de") as bobs:
        mine.board()
        bobs.board()

        status, answer = site.tap("a", {"do": "gold", "seat": 0, "count": 2})

        assert status == 200
        assert mine.board() == (answer["sequence"], "<p>en 2</p>")
        assert bobs.board() == (answer["sequence"], "<p>de 2</p>")


def _pulse(stream: Stream) -> tuple[int, dict[str, object]]:
    sequence, told = stream.board()
    return sequence, json.loads(told)


def test_a_page_beside_the_table_hears_that_it_changed_and_nothing_more(site: Site) -> None:
    bob = site.token_of(site.game.bob)
    with Stream(site.port, f"{site.path}/stream/?page=pulse", bob) as pulse:
        first = site.game.view.sequence
        told = {"attack": 0, "cubes": 0, "rematch": ""}
        assert _pulse(pulse) == (first, {"sequence": first, **told})
        _, answer = site.tap("a", {"do": "gold", "seat": 0, "count": 2})
        now = answer["sequence"]
        assert _pulse(pulse) == (now, {"sequence": now, **told})
        services.remove_device(site.game.table, site.game.alice, device=site.game.bob)
        assert pulse.ends()


def test_a_form_and_a_setting_reach_the_streams_as_well(site: Site) -> None:
    with site.stream() as stream:
        stream.board()
        site.game.do("gold", seat=0, count=1)
        assert stream.board()[1] == "<p>en 1</p>"
        services.rename_seat(site.game.table, site.game.alice, seat=1, name="Robert")
        assert stream.board()[1] == "<p>Alice/Robert</p>"


def test_what_another_process_writes_is_noticed(site: Site) -> None:
    with site.stream() as stream:
        stream.board()
        # Another connection, which this process is not told about.
        _elsewhere(site.game)
        sequence, _ = stream.board()

    assert sequence == site.game.view.sequence


@pytest.mark.sqlite
def test_what_a_page_has_read_meanwhile_is_shown_all_the_same(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board that this process remembers is not yet a board that its devices have."""
    with site.stream() as stream:
        stream.board()
        with monkeypatch.context() as untold:
            untold.setattr(broadcast, "_listener", None)
            services.rename_seat(site.game.table, site.game.alice, seat=1, name="Robert")
        newest = site.game.view.sequence
        assert stream.board()[0] == newest


def _elsewhere(game: Game) -> None:
    code = (
        "import django; django.setup()\n"
        "from companion import services; from companion.models import Table\n"
        f"services.rename_seat(Table.objects.get(pk='{game.id}'), None, seat=1, name='Robert')"
    )
    name = connection.settings_dict["NAME"]
    settings = (
        "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'\n"
        "from django.conf import settings\n"
        f"settings.DATABASES['default']['NAME'] = {str(name)!r}\n"
    )
    subprocess.run([sys.executable, "-c", settings + code], cwd=ROOT, check=True)


def test_a_device_that_comes_back_gets_the_newest_board_whatever_it_says_it_saw(
    site: Site,
) -> None:
    with site.stream() as stream:
        seen, _ = stream.board()
    site.game.do("gold", seat=0, count=5)

    with site.stream(**{"Last-Event-ID": str(seen)}) as again:
        assert again.board()[1].startswith("<p>en 5</p>")


def test_strangers_and_the_removed_get_no_stream(site: Site) -> None:
    removed = site.token_of(site.game.bob)
    services.remove_device(site.game.table, site.game.alice, device=site.game.bob)

    for token in ("", "wrong", site.token_of(phone()), removed):
        with site.stream(token) as refused:
            assert refused.status == 404


def test_an_open_stream_ends_when_its_device_is_removed(site: Site) -> None:
    with site.stream(site.token_of(site.game.bob)) as stream:
        stream.board()
        services.remove_device(site.game.table, site.game.alice, device=site.game.bob)

        assert stream.ends()


def test_a_browser_that_lost_its_device_to_a_personal_link_hears_no_more(site: Site) -> None:
    lost = site.token_of(site.game.bob)
    with site.stream() as alices, site.stream(lost) as stream:
        alices.board()
        stream.board()
        found = site.token_of(site.game.bob)
        assert stream.ends()
        site.game.do("gold", seat=0, count=2)
        assert "2" in alices.board()[1], "everybody else goes on"
    with site.stream(lost) as refused, site.stream(found) as back:
        assert (refused.status, back.status) == (404, 200)


def test_a_browser_that_another_process_ended_hears_no_more_by_the_next_heartbeat(
    site: Site,
) -> None:
    with site.stream(site.token_of(site.game.bob)) as stream:
        stream.board()
        Device.objects.filter(pk=site.game.bob.pk).update(token_hash="of nobody")
        assert stream.ends()


def test_a_login_that_was_ended_hears_no_more(site: Site, alice: User) -> None:
    """Also where it watches by the account alone, without a device."""
    Table.objects.update(opener_account=alice)
    cache.forget()  # no setting of the table tells that another account has opened it
    session = Client()
    session.force_login(alice)
    key = session.session.session_key
    headers = {"Cookie": f"{django.SESSION_COOKIE_NAME}={key}"}
    with Stream(site.port, f"{site.path}/stream/?language=en", **headers) as stream:
        stream.board()
        ending.end_all(alice)
        assert stream.ends()


def test_the_tv_streams_by_its_code(site: Site) -> None:
    code = site.game.view.settings.tv_code

    with Stream(site.port, f"/tv/{code}/stream/") as stream:
        assert stream.board()[0] == site.game.view.sequence
    with Stream(site.port, f"/tv/{site.game.view.settings.join_code}/stream/") as refused:
        assert refused.status == 404


def test_bare_answers_carry_the_headers_of_every_page(site: Site) -> None:
    with site.stream() as stream, site.stream("wrong") as refused:
        told = [stream.headers, refused.headers]
    connection = HTTPConnection(HOST, site.port, timeout=PATIENCE)
    connection.request("POST", f"{site.path}/tap/")
    told.append({name.lower(): value for name, value in connection.getresponse().getheaders()})
    connection.close()

    for headers in told:
        assert {name: headers[name.lower()] for name in HEADERS} == HEADERS
        assert "no-" in headers["cache-control"]


def test_a_new_code_ends_the_tv_s_stream_too(site: Site) -> None:
    """Otherwise a removed device would read the new code there."""
    tv = f"/tv/{site.game.view.settings.tv_code}/stream/"
    with Stream(site.port, tv) as stream:
        stream.board()
        services.rotate_code(site.game.table, site.game.alice)
        assert stream.ends()
    with Stream(site.port, tv) as refused:
        assert refused.status == 404


def test_a_quiet_stream_shows_that_it_lives(site: Site) -> None:
    with site.stream() as stream:
        stream.board()

        assert stream.parts() == ["data: still here"]


def test_the_heartbeat_is_well_below_the_minute_that_proxies_wait() -> None:
    assert HEARTBEAT_EVERY <= 30


def test_streams_keep_no_database_connections(site: Site) -> None:
    streams = [site.stream() for _ in range(30)]
    try:
        for stream in streams:
            stream.board()
        held = _database_connections()
    finally:
        for stream in streams:
            stream.close()

    # The test's own, two for streams, the queue's, the loop's or the listener's.
    assert held <= 6


def _database_connections() -> int:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            )
            return int(cursor.fetchone()[0])
    name = str(Path(connection.settings_dict["NAME"]).resolve())
    links = Path("/proc/self/fd")
    return sum(_target(link) == name for link in links.iterdir())


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:  # already closed
        return ""


# Taps -------------------------------------------------------------------------


def test_a_repeated_tap_over_the_wire_is_one_tap(site: Site) -> None:
    answers = [site.tap("same", {"do": "gold", "seat": 0, "count": 1})[1] for _ in range(3)]

    assert [answer["repeated"] for answer in answers] == [False, True, True]
    assert len({answer["sequence"] for answer in answers}) == 1
    assert site.game.view.state.seats[0].gold == 1


def test_a_stale_tap_is_told_what_is_true_now(site: Site) -> None:
    status, answer = site.tap("a", {"do": "end_turn"}, {"turn": 7})

    assert status == 409
    assert answer["code"] == "stale"
    assert answer["now"] == {
        "sequence": site.game.view.sequence,
        "turn": {"number": 1, "seat": 0, "phase": "play"},
    }


def test_the_rules_say_no_in_a_sentence(site: Site) -> None:
    status, answer = site.tap("a", {"do": "gold", "seat": 0, "count": -1})

    assert (status, answer["code"]) == (422, "not_enough_gold")
    assert str(answer["message"]).startswith("Alice has 0 gold")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": ""},
        {"X_Table_Tap": ""},
    ],
)
def test_other_sites_cannot_tap(site: Site, headers: dict[str, str]) -> None:
    status, answer = site.tap("a", {"do": "gold", "seat": 0, "count": 1}, **headers)

    assert (status, answer["code"]) == (403, "not_from_here")
    assert not LogRow.objects.filter(kind="action").exists()


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff", b"[" * 4000, b'"' + b"x" * MOST_BYTES + b'"']
)
def test_what_is_no_tap_is_refused(site: Site, body: bytes) -> None:
    status, answer = post(site.port, f"{site.path}/tap/", body, site.token)

    assert (status, answer["code"]) == (422, "bad_tap")


def test_a_browser_that_never_joined_is_told_so_and_watchers_may_not(site: Site) -> None:
    watcher = phone()
    services.join(site.game.table, watcher)
    tap = {"id": "a", "action": {"do": "gold", "seat": 0, "count": 1}}

    status, answer = post(site.port, f"{site.path}/tap/", tap, "")
    assert (status, answer["code"]) == (404, "no_device")
    status, answer = post(site.port, f"{site.path}/tap/", tap, site.token_of(watcher))
    assert (status, answer["code"]) == (403, "watching")


def test_many_taps_at_once_are_all_stored_in_one_order(site: Site) -> None:
    before = site.game.view.sequence
    answers: list[int] = []

    def keep_tapping(name: int) -> None:
        for number in range(10):
            tap = {"do": "gold", "seat": 0, "count": 1}
            answers.append(int(str(site.tap(f"{name}-{number}", tap)[1]["sequence"])))

    threads = [threading.Thread(target=keep_tapping, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == list(range(before + 1, before + 61))
    assert site.game.view.state.seats[0].gold == 60


def test_a_device_may_send_its_queue_but_not_without_end() -> None:
    now = [0.0]
    pace = Throttle(lambda: now[0])

    assert [pace.allows("a") for _ in range(BURST + 1)] == [True] * BURST + [False]
    assert pace.allows("b")
    now[0] += 1
    assert pace.allows("a")


def test_a_cookie_that_its_sender_made_up_has_no_pace_of_its_own() -> None:
    pace = Throttle(lambda: 0.0)

    def goes_on(token: str, address: str) -> bool:
        try:
            pace.check(token, address)
        except TooManyError:
            return False
        return True

    pace.know("a device's")
    made_up = [goes_on(f"made up {number}", "mallory's") for number in range(BURST + 1)]
    assert made_up == [True] * BURST + [False]
    assert goes_on("a device's", "mallory's"), "at the same address"
    assert goes_on("", "alice's")


def test_the_pace_counts_by_address_until_a_tap_was_accepted(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "TAPS", pace := Throttle())
    gold = {"do": "gold", "seat": 0, "count": 1}
    token = site.token
    assert site.tap("a", {"do": "juggle"})[0] == 422
    site.token = "made up"
    assert site.tap("b", gold)[0] == 404
    assert not pace._known
    site.token = token
    assert site.tap("c", gold)[0] == 200
    assert list(pace._known) == [token]
