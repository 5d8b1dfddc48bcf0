"""An hour of guessing at a started site of two processes, and a club behind the guesser's address."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.server import SiteServer
from tests.postgres import private_server
from tests.proof import Proof
from tests.visitor import Browser
from web.codes import LETTERS

pytestmark = pytest.mark.prove

PASSWORD = "a long enough password"
FURNISH = """
import json
from accounts import services as accounts
from companion import services
from django.contrib.auth.models import User
for number in range({people}):
    User.objects.create_user(f"member{{number}}", password={password!r})
people = [dict(name="Ana", color="red"), dict(name="Ben", color="blue")]
device, token = accounts.make_device()
own, own_token = accounts.make_device(User.objects.get(username="member0"))
table = services.open_table(
    services.read_setup(edition="base", seats=people),
    opener=services.Opener(device=device), title="Friday", holds=(0,),
)
print(json.dumps(dict(id=str(table.pk), code=table.join_code, link=table.link_token,
                      tv=table.tv_code, token=token, own=own_token)))
"""


@pytest.fixture(
    params=[
        pytest.param("sqlite", marks=pytest.mark.sqlite),
        pytest.param("postgresql", marks=pytest.mark.postgres),
    ]
)
def sites(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[SiteServer, SiteServer]]:
    """Two processes that serve one site."""
    with ExitStack() as ending:
        on_sqlite = request.param == "sqlite"
        database = "" if on_sqlite else ending.enter_context(private_server())
        both = tuple(SiteServer(tmp_path, DRAGONBAG_DATABASE=database) for _ in range(2))
        for each in both:
            each.start()
            ending.callback(each.stop)
        yield both[0], both[1]


def test_a_club_gets_in_and_an_hour_of_guessing_locks_out_nobody_who_holds_more(
    sites: tuple[SiteServer, SiteServer], proof: Proof
) -> None:
    people = proof.count(short=3, long=30)
    made = FURNISH.format(people=people, password=PASSWORD)
    held = json.loads(sites[0].manage("shell", "--no-imports", "-c", made).splitlines()[-1])
    ports = [each.port for each in sites]

    def wrong() -> str:
        return "".join(proof.chance.choice(LETTERS) for _ in range(8))

    # The club: everybody mistypes, now at one process and now at the other, and is in.
    for number in range(people):
        browser = Browser(ports[number % 2])
        assert {browser.type(wrong()) for _ in range(20)} == {404}
        assert browser.type(held["code"]) == 200
        assert {browser.log_in(f"member{number}", f"mistyped {n}") for n in range(8)} == {422}
        assert browser.log_in(f"member{number}", PASSWORD) == 302

    # The guesser: as many codes as an hour allows and more, and passwords of one account.
    guesser = [Browser(port) for port in ports]
    codes = [guesser[number % 2].type(wrong()) for number in range(1100)]
    assert codes.index(429) == 1000 - 20 * people, "one count for both processes"
    assert set(codes[codes.index(429) :]) == {429}
    tried = [guesser[n % 2].log_in("member0", f"guess {n}") for n in range(12)]
    assert tried == [422] * 2 + [429] * 10, "eight were mistyped before"
    assert guesser[0].log_in("member0", PASSWORD) == 429

    # Whoever holds more than a code or a password is in, at both.
    for port in ports:
        assert Browser(port).type(held["code"]) == 429
        assert Browser(port).type(held["link"]) == 200
        assert Browser(port).ask(f"/tv/{held['tv']}/") == 200
        assert Browser(port, {"dragonbag-device": held["token"]}).type(held["code"]) == 200
        assert Browser(port, {"dragonbag-device": held["own"]}).log_in("member0", PASSWORD) == 302
        assert Browser(port).log_in("member1", PASSWORD) == 302
