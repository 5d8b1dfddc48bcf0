"""What was once found against a started site, each with its siblings: every attack is held.

The hour of guessing is in test_attack.py, large bodies in test_weights.py, full disks and power cuts
in test_drills.py, slow and silent connections in test_request_body.py and test_serve.py.
"""

import json
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from secrets import token_hex
from threading import Event
from urllib.parse import urlencode

import pytest

from tests.browser.server import SiteServer
from tests.companion.wire import Stream, post
from tests.mailbox import mailbox
from tests.proof import Proof
from tests.visitor import Browser
from web.codes import LETTERS

pytestmark = pytest.mark.prove

PASSWORD = "a long enough password"
COOKIE = "dragonbag-device"
FURNISH = """
import json
from accounts import services as accounts
from accounts.identity import Person
from accounts.models import Device
from campaign.rules.roles import Role
from campaign.services import members, private
from companion import services
from django.contrib.auth.models import User
people = dict((name, User.objects.create_user(name, password={password!r}, is_staff=name == "host",
              is_superuser=name == "host")) for name in ("alice", "bob", "mallory", "host"))
setup = services.read_setup(edition="base", seats=[dict(name="Ana", color="red"), dict(name="Ben", color="blue")])
alice, alices = accounts.make_device()
bob, bobs = accounts.make_device()
table = services.open_table(setup, opener=services.Opener(device=alice), title="Friday", holds=(0,))
services.hold_seat(table, bob, seat=1)
broken = services.open_table(setup, opener=services.Opener(device=alice), title="Broken", holds=(0,))
owner = members.create_campaign(Person(account=people["alice"]), name="Year", kind="legacy2", member="Alice")
player = members.accept(members.invite(owner.campaign, role=Role.PLAYER), Person(account=people["bob"]), "Bob")
private.write_note(player, "I hid the map")
print(json.dumps(dict(
    table=str(table.pk), code=table.join_code, link=table.link_token, tv=table.tv_code, broken=str(broken.pk),
    alice=alices, bob=bobs, bob_id=bob.pk, campaign=str(owner.campaign_id), player=str(player.pk),
)))
"""


class House:
    """One site, its people, and what a stranger must not get."""

    def __init__(self, site: SiteServer) -> None:
        self.site = site
        made = site.manage("shell", "--no-imports", "-c", FURNISH.format(password=PASSWORD))
        self.held: dict[str, str] = json.loads(made.splitlines()[-1])

    def stranger(self, **cookies: str) -> Browser:
        return Browser(self.site.port, dict(cookies))

    def with_device(self, token: str) -> Browser:
        return Browser(self.site.port, {COOKIE: token})

    def logged_in(self, name: str) -> Browser:
        browser = self.stranger()
        assert browser.log_in(name, PASSWORD) == HTTPStatus.FOUND
        return browser

    def python(self, script: str) -> str:
        return self.site.manage("shell", "--no-imports", "-c", script).strip()

    @property
    def log(self) -> str:
        return (self.site.var / "server.log").read_text()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    site = SiteServer(tmp_path)
    site.start()
    yield House(site)
    site.stop()
    assert "Traceback" not in (tmp_path / "server.log").read_text()


def plain(page: bytes) -> bytes:
    """A page without what differs each time: the token of its forms."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", page)


# Passwords (A1, A2) -------------------------------------------------------------------


def test_a_blocked_guesser_learns_nothing(house: House, proof: Proof) -> None:
    guesser = house.stranger()
    tried = [guesser.log_in("alice", f"guess {number}") for number in range(12)]
    assert tried == [422] * 10 + [429] * 2
    wrong = plain(guesser.page)
    for _ in range(proof.count(short=20, long=500)):
        assert guesser.log_in("alice", PASSWORD) == 429
        assert plain(guesser.page) == wrong
    for spelling in ("ALICE", " alice ", "\uff41lice"):
        assert guesser.log_in(spelling, PASSWORD) == 429


def test_a_flood_of_made_up_names_keeps_no_known_browser_out(house: House) -> None:
    known = house.logged_in("alice")
    assert known.ask("/accounts/logout/", {}) == 302
    flood, over = [house.stranger() for _ in range(10)], Event()

    def pour(browser: Browser) -> set[int]:
        answers = set()
        while not over.is_set():
            answers.add(browser.log_in(token_hex(), "guess"))
        return answers

    with ThreadPoolExecutor(len(flood)) as threads:
        poured = [threads.submit(pour, each) for each in flood]
        try:
            let_in = [known.log_in("alice", PASSWORD)]
            let_in += [known.ask("/accounts/logout/", {}), known.log_in("alice", PASSWORD)]
            tried = {house.stranger().log_in("bob", PASSWORD) for _ in range(12)}
        finally:
            over.set()
        assert {answer for each in poured for answer in each.result()} <= {422, 429}
    assert let_in == [302] * 3
    assert tried <= {302, 429}
    house.logged_in("bob")


def test_no_other_door_takes_a_password(house: House) -> None:
    guesser = house.stranger()
    assert [guesser.log_in("host", f"guess {number}") for number in range(10)] == [422] * 10
    for door in ("/admin/login/", "/admin/", "/admin/password_change/", "/admin/auth/user/"):
        assert guesser.ask(door) == 302
        form = {"username": "host", "password": PASSWORD}
        assert guesser.ask(door, form) in (302, 403, 405)
        assert guesser.ask("/admin/") == 302, "nobody was let in"
    bob = house.logged_in("bob")
    new = {"new_password1": "x", "new_password2": "y"}
    answers = [bob.ask("/accounts/password/", {"old_password": f"{n}", **new}) for n in range(12)]
    assert answers == [422] * 10 + [429] * 2 or answers == [200] * 10 + [429] * 2


def test_a_reset_mail_names_the_configured_host_and_never_the_asked_one(tmp_path: Path) -> None:
    with mailbox() as box:
        server = f"smtp://127.0.0.1:{box.port}"
        site = SiteServer(tmp_path, DRAGONBAG_MAIL=server, DRAGONBAG_HOSTS="table.example")
        site.start()
        house = House(site)
        house.python(
            "from django.contrib.auth.models import User; "
            "User.objects.filter(username='alice').update(email='alice@example.org')"
        )
        asked = ("192.168.0.66", "10.9.8.7:8000", "mallory.local", "127.0.0.1", "mallory.example")
        for host in asked:
            mallory = house.stranger()
            form = {"email": "alice@example.org", "csrfmiddlewaretoken": mallory.csrf}
            head = {"Host": host, "Content-Type": "application/x-www-form-urlencoded"}
            mallory.send("POST", "/accounts/forgotten/", urlencode(form).encode(), head)
        site.stop()
    assert box.letters, "somebody who forgot a password gets one"
    for letter in box.letters:
        assert re.findall(r"https?://([^/:\s]+)", letter) == ["table.example"]


# Codes (A3, A4) -----------------------------------------------------------------------


def test_a_forgotten_tab_with_a_dead_code_locks_nobody_out(house: House, proof: Proof) -> None:
    held = house.held
    opener = house.with_device(held["alice"])
    assert opener.ask(f"/tables/{held['table']}/people/code/", {}) in (200, 302)
    for _ in range(proof.count(short=1_100, long=3_000)):
        assert house.stranger().type(held["code"]) == 404
        television = Stream(house.site.port, f"/tv/{held['tv']}/stream/")
        assert television.status == 404
        television.close()
    new = house.python(
        "from companion.models import Table; print(Table.objects.get(title='Friday').join_code)"
    )
    assert house.stranger().type(new) == 200


def test_one_wrong_code_again_and_again_is_one_guess(house: House, proof: Proof) -> None:
    wrong = "".join(proof.chance.choice(LETTERS) for _ in range(8))
    assert {house.stranger().type(wrong) for _ in range(1_100)} == {404}
    assert house.stranger().type(house.held["code"]) == 200


# Devices (A8, A11) --------------------------------------------------------------------


def test_a_removed_device_comes_back_by_nothing_it_knew(house: House) -> None:
    held = house.held
    television = Stream(house.site.port, f"/tv/{held['tv']}/stream/")
    own = Stream(house.site.port, f"/tables/{held['table']}/stream/", held["bob"])
    assert (television.status, own.status) == (200, 200)
    opener = house.with_device(held["alice"])
    change = {"device": str(held["bob_id"]), "new_codes": "on"}
    assert opener.ask(f"/tables/{held['table']}/people/remove/", change) in (200, 302)
    assert television.ends()
    assert own.ends()
    television.close()
    own.close()
    removed, private_window = house.with_device(held["bob"]), house.stranger()
    for path in (
        f"/tables/{held['table']}/",
        f"/tv/{held['tv']}/",
        f"/j/{held['code']}/",
        f"/j/{held['link']}/",
    ):
        assert removed.ask(path) == 404
        assert private_window.ask(path) == 404
    tap = {"id": "late", "action": {"do": "gold", "seat": 1, "count": 1}}
    assert post(house.site.port, f"/tables/{held['table']}/tap/", tap, held["bob"])[0] in (403, 404)


def test_a_copied_cookie_is_worth_nothing_after_log_out_and_new_password(house: House) -> None:
    for name, leave in (("alice", "/accounts/logout/"), ("bob", "/accounts/password/")):
        own = house.logged_in(name)
        copied = dict(own.cookies)
        thief = house.stranger(**copied)
        assert thief.ask("/accounts/devices/") == 200, "as long as nobody has noticed"
        new = "quite another password"
        form = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
        assert own.ask(leave, form if "password" in leave else {}) == 302
        assert house.stranger(**copied).ask("/accounts/devices/") == 302
        assert house.stranger(**{COOKIE: copied[COOKIE]}).ask("/device/") == 404


def test_an_old_personal_link_opens_nothing_of_the_account_that_took_the_device(
    house: House,
) -> None:
    held = house.held
    device = house.with_device(held["bob"])
    assert device.ask("/device/link/", {}) == 200
    found = re.search(rb"/me/([\w-]+)/", device.page)
    assert found
    secret = found[1].decode()
    assert device.log_in("bob", PASSWORD) == 302
    assert device.ask("/accounts/take-along/", {}) == 302
    assert house.stranger().ask(f"/me/{secret}/back/", {}) == 404
    assert house.with_device(held["bob"]).ask(f"/tables/{held['table']}/") == 404


# Campaigns (C10) ----------------------------------------------------------------------


def test_an_owner_gets_into_nobodys_private_notes(house: House) -> None:
    held = house.held
    owner = house.logged_in("alice")
    path = f"/campaigns/{held['campaign']}"
    assert owner.ask(f"{path}/members/{held['player']}/link/", {}) == 200
    found = re.search(rb"/campaigns/me/[\w-]+/|/campaigns/[\w/-]*personal/[\w-]+/", owner.page)
    links = set(re.findall(rb'href="http://[^"/]+(/[^"]+)"', owner.page))
    assert found or links
    (link,) = links
    second = house.stranger()
    assert second.ask(link.decode()) == 200
    assert second.ask(link.decode(), {}) == 302
    assert second.ask(f"{path}/notes/") in (200, 404)
    assert b"I hid the map" not in second.page
    assert second.ask(f"{path}/members/") == 200


# The admin (A10) ----------------------------------------------------------------------


def test_the_admin_answers_no_question_about_what_it_hides(house: House) -> None:
    host = house.logged_in("host")
    asked = (
        "/admin/companion/table/?seed__startswith=a",
        "/admin/companion/table/?join_code__startswith=A",
        "/admin/companion/table/?seats__name__startswith=A",
        "/admin/accounts/device/?token_hash__startswith=a",
        "/admin/accounts/device/?account__password__startswith=a",
        "/admin/campaign/membership/?notes__text__startswith=I",
        "/admin/campaign/campaign/?members__notes__text__contains=map",
        "/admin/auth/user/?password__startswith=argon",
        "/admin/auth/user/?logged_in_on__session_key__startswith=a",
    )
    for path in asked:
        assert host.ask(path) in (302, 400), path
        assert host.location.endswith("?e=1") or host.location == "", host.location


# Faults and hosts (A15, A17, A18) -----------------------------------------------------


def test_one_broken_log_takes_nothing_from_anybody(house: House) -> None:
    held = house.held
    tap = {"id": "t", "action": {"do": "gold", "seat": 0, "count": 1}}
    assert post(house.site.port, f"/tables/{held['broken']}/tap/", tap, held["alice"])[0] == 200
    house.site.stop()
    house.python(
        "from django.db import connection; c = connection.cursor(); "
        "c.execute(\"UPDATE companion_table SET snapshot = '{}' WHERE title = 'Broken'\"); "
        "c.execute(\"UPDATE companion_logrow SET payload = '{}', checkpoint = '' WHERE table_id IN "
        "(SELECT id FROM companion_table WHERE title = 'Broken')\")"
    )
    house.site.start()
    alice = house.with_device(held["alice"])
    assert alice.ask("/") == 200
    assert b"Friday" in alice.page
    assert alice.ask(f"/tables/{held['table']}/") == 200
    other = {**tap, "id": "another"}
    assert post(house.site.port, f"/tables/{held['table']}/tap/", other, held["alice"])[0] == 200


def test_a_form_that_a_proxy_changed_is_the_hosts_matter_once(house: House) -> None:
    browser = house.stranger()
    browser.ask("/join/")
    body = f"code=ABCDEFGH&csrfmiddlewaretoken={browser.csrf}".encode()
    for origin in ("null", f"http://localhost:{house.site.port}", "https://127.0.0.1"):
        headers = {"Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
        assert browser.send("POST", "/join/", body, {**headers, "Host": "localhost"}) == 403
        assert b"Nothing is wrong on your side" in browser.page or origin.startswith("https")
    assert browser.send("POST", "/join/", body, {
        "Origin": "http://evil.example", "Content-Type": "application/x-www-form-urlencoded",
    }) == 403  # fmt: skip
    assert b"Nothing is wrong on your side" not in browser.page
    assert 1 <= len(house.log.splitlines()) <= 3
    assert "evil.example" not in house.log


@pytest.mark.parametrize("host", ["", "evil.example", "evil.example:80", "127.0.0.1.evil.example"])
def test_foreign_and_empty_hosts_are_refused_in_silence(house: House, host: str) -> None:
    with socket.create_connection(("127.0.0.1", house.site.port), timeout=60) as raw:
        raw.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert b" 400 " in raw.makefile("rb").readline()
    assert house.log == ""


NONSENSE = {
    "a websocket": b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    "no HTTP": b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "a length below zero": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "length and chunks": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
    "a broken chunk": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "an endless header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
    "another encoding": b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken=" + b"a" * 32
    + b"\r\nContent-Type: application/x-www-form-urlencoded; charset=utf-7\r\nContent-Length: 3\r\n\r\na=b",
    "an unknown encoding": b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain; "
    b"charset=nonsense\r\nContent-Length: 3\r\n\r\na=b",
    "a form without edges": b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
    b"multipart/form-data\r\nContent-Length: 3\r\n\r\na=b",
    "a NUL": b"GET /j/%00/ HTTP/1.1\r\nHost: localhost\r\nCookie: dragonbag-device=%00\r\n\r\n",
    "a path outside": b"GET /static/..%2f..%2fmanage.py HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "another method": b"BREW / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
}  # fmt: skip


def test_nonsense_is_refused_without_a_word_in_the_log(house: House) -> None:
    for what, sent in NONSENSE.items():
        with socket.create_connection(("127.0.0.1", house.site.port), timeout=60) as raw:
            answer = b""
            with suppress(OSError):  # the site may have closed before all was said
                raw.sendall(sent)
                raw.shutdown(socket.SHUT_WR)
            with suppress(ConnectionResetError):
                answer = raw.makefile("rb").readline()
            assert not answer or answer.split()[1][:1] in b"234", what
            assert b" 500" not in answer, what
    assert house.stranger().ask("/") == 200
    assert house.log == ""


def test_head_is_answered_wherever_get_is(house: House) -> None:
    held = house.held
    for path in ("/", "/join/", f"/tv/{held['tv']}/", "/accounts/login/", "/healthz", "/help/"):
        for method in ("GET", "HEAD"):
            connection = HTTPConnection("127.0.0.1", house.site.port, timeout=60)
            connection.request(method, path)
            answer = connection.getresponse()
            assert answer.status == 200, (method, path)
            assert method == "GET" or not answer.read()
            connection.close()


def test_only_the_hosts_own_doctor_is_told_how_a_visit_arrives(house: House) -> None:
    mallory = house.stranger()
    for guess in ("", "x", "../secret-key"):
        assert mallory.send("GET", "/healthz", headers={"X-Dragonbag-Doctor": guess}) == 200
        assert mallory.page == b""


# Files (A16) --------------------------------------------------------------------------


def test_what_is_stored_is_for_nobody_else_on_the_computer(house: House) -> None:
    house.logged_in("alice")
    var = house.site.var
    for path in (var, *var.iterdir()):
        if path.name != "server.log":
            assert path.stat().st_mode & 0o077 == 0, path
