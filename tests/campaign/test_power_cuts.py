"""A whole evening of a campaign in which the power fails after every step, and every step is sent twice."""

import json
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Timer

import pytest

from tests.browser.server import SiteServer
from tests.forms_on_page import Form, forms_on
from tests.proof import Proof
from tests.visitor import Browser

pytestmark = pytest.mark.prove

PASSWORD = "a long enough password"
FOUND = f"""
from tests.campaign.desk import desk
made = desk({{"alice": "owner", "bob": "player"}})
for line in ("recruit ana colour red player Alice", "recruit ben colour blue player Bob",
        "recruit cleo colour green", "milestone M1 ben", "milestone M2 ben"):
    made.type("alice", line)
account = made.people["alice"].account
account.set_password({PASSWORD!r})
account.save()
print(account.username, made.campaign.pk)
"""
LEDGER = "SELECT number, verb, arguments, game, strikes FROM campaign_ledgerentry ORDER BY number"
TICKS = "SELECT walk, game, step, member FROM campaign_steptick ORDER BY id"
TABLES = "SELECT id, title FROM companion_table ORDER BY id"
TYPE = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True)
class Stored:
    """What of the evening lies on the disk."""

    entries: tuple[tuple[object, ...], ...]
    ticks: tuple[tuple[object, ...], ...]
    tables: tuple[tuple[object, ...], ...]

    def with_more(self, after: "Stored", new: tuple[str, ...]) -> "Stored":
        """``after``, if nothing but ``new`` has come to what is stored here; otherwise this."""
        kept = after.entries[: len(self.entries)] == self.entries
        return after if kept and sorted(after.verbs(self)) == sorted(new) else self

    def verbs(self, before: "Stored") -> list[str]:
        """What has come to what was stored before: the verbs of entries, ``a tick``, ``a table``."""
        return [
            *(str(entry[1]) for entry in self.entries[len(before.entries) :]),
            *(["a tick"] * (len(self.ticks) - len(before.ticks))),
            *(["a table"] * (len(self.tables) - len(before.tables))),
        ]


@dataclass
class Evening:
    """Alice at a site of her own, whose power fails now and then; ``cuts`` counts how often."""

    site: SiteServer
    proof: Proof
    browser: Browser = field(init=False)
    home: str = field(init=False)
    cuts: int = 0

    def __post_init__(self) -> None:
        name, campaign = self.site.manage("shell", "-v0", "-c", FOUND).split()[-2:]
        self.browser = Browser(self.site.port)
        assert self.browser.log_in(name, PASSWORD) == 302
        self.home = f"/campaigns/{campaign}/"

    def stored(self) -> Stored:
        with closing(sqlite3.connect(self.site.var / "dragonbag.sqlite3")) as opened:
            return Stored(*(tuple(opened.execute(each)) for each in (LEDGER, TICKS, TABLES)))

    def page(self, path: str) -> str:
        assert self.browser.ask(self.home + path) == 200
        return self.browser.page.decode()

    def forms(self, path: str) -> list[Form]:
        return forms_on(self.page(path))

    def send(self, form: Form, *new: str) -> None:
        """Send a form: acknowledged, it is stored whatever happens then, and once.

        ``new`` are the verbs of the entries that it writes, or ``a tick``, ``a table``.
        """
        before = self.stored()
        assert self._post(form) == 302, (form, self.browser.page.decode())
        self.power_cut()
        after = self.stored()
        assert after == before.with_more(after, new), form

        self._post(form)  # the answer was lost, so one presses again
        assert self.stored() == after, form

    def _post(self, form: Form) -> int:
        return self.browser.send("POST", form.action, form.body, TYPE)

    def power_cut(self) -> None:
        """In the long form after every step, in the short one after a third of them."""
        if self.proof.long or self.proof.chance.random() < 1 / 3:
            self.site.kill()
            self.site.start()
            self.cuts += 1

    # The ways through the evening

    def walk(self, which: str) -> None:
        """Press every button of a walk and tick every step, until nothing more is offered."""
        pressed: set[str] = set()
        while True:
            offered = self.forms(f"steps/{which}/")
            form = next((each for each in offered if self._is_next(each, pressed)), None)
            if form is None:
                return
            if form.action.endswith("/tick/"):
                self.send(form, "a tick")
                continue
            pressed.add(form.button[1])
            self.send(form, json.loads(form.button[1])["verb"])

    def _is_next(self, form: Form, pressed: set[str]) -> bool:
        if form.action.endswith("/tick/"):
            return form.button == ("done", "yes")
        return form.action.endswith("/press/") and form.button[1] not in pressed

    def begin(self) -> None:
        (form,) = [each for each in self.forms("steps/setup/") if each.action.endswith("/begin/")]
        self.send(
            form.filled({"begin-players": ["ana", "ben", "cleo"], "begin-prologue": "7"}), "start"
        )

    def line(self, text: str, *verbs: str) -> None:
        page = self.page(f"line/?line={text.replace(' ', '+')}")
        form = next(each for each in forms_on(page) if ("line", text) in each.fields)
        self.send(form, *verbs)

    def write(self, verb: str, arguments: dict[str, object]) -> None:
        """A form of a verb: its preview, and the confirmation that the preview has."""
        path = f"{self.home}write/{verb}/"
        form = next(each for each in self.forms(f"write/{verb}/") if each.action in ("", path))
        form = form.filled({f"a-{name}": value for name, value in arguments.items()})
        assert self.browser.send("POST", path, form.body, TYPE) == 200
        shown = forms_on(self.browser.page.decode())
        sure = next(each for each in shown if "sure" in (each.button[0], *dict(each.fields)))
        self.send(Form(path, "", sure.fields, sure.button), verb)


class CutInTheMiddle(Evening):
    """The power fails while a form is on its way; then it is sent again."""

    def send(self, form: Form, *new: str) -> None:
        before, status = self.stored(), 0
        assert self.site.process is not None
        cut = Timer(self.proof.chance.uniform(0, 0.06), self.site.process.kill)
        cut.start()
        with suppress(OSError, HTTPException):
            status = self._post(form)
        cut.join()
        self.site.kill()
        self.site.start()
        self.cuts += 1
        between = self.stored()
        whole = between == before.with_more(between, new) and between != before
        assert whole or (status != 302 and set(between.verbs(before)) < set(new)), form

        self._post(form)
        after = self.stored()
        assert after == before.with_more(after, new), form
        assert not whole or after == between, form


@pytest.fixture
def site(tmp_path: Path) -> SiteServer:
    site = SiteServer(tmp_path)
    site.start()
    return site


def test_the_power_fails_between_any_two_steps_of_an_evening(
    site: SiteServer, proof: Proof
) -> None:
    play(Evening(site, proof))


def test_the_power_fails_within_the_steps_of_an_evening(site: SiteServer, proof: Proof) -> None:
    """What was not acknowledged is stored whole or not at all, and sent again it is stored once."""
    play(CutInTheMiddle(site, proof))


def play(evening: Evening) -> None:
    (first,) = [
        form for form in evening.forms("steps/setup/") if form.step == "step-prologue_setup"
    ]
    evening.send(first, "a tick")
    evening.begin()
    evening.line("contract 140 group boxes 1", "contract")
    evening.line("milestone M3 ben", "milestone")
    evening.walk("setup")
    (opens,) = [form for form in evening.forms("steps/setup/") if form.action.endswith("/table/")]
    evening.send(opens, "mission", "a table")
    evening.write("players", {"players_0": "cleo", "players_1": "ana", "players_2": "ben"})
    evening.line("contract 140 tick ana", "tick_contract")
    evening.write("finish", {"scores_0": 12, "scores_1": 41, "scores_2": 0})
    evening.line("memorial 7 ben", "memorial")
    evening.walk("cleanup")
    stored = evening.stored()
    verbs = [str(entry[1]) for entry in stored.entries]
    assert {"start", "read", "tick", "players", "mission", "finish", "memorial"} <= set(verbs)
    assert (verbs.count("employee"), verbs[-1]) == (1, "pack")
    assert evening.cuts
    assert "0 wrong" in evening.site.manage("doctor", "--language", "en")
    evening.site.stop()
    log = (evening.site.var / "server.log").read_text()
    assert "Traceback" not in log, log
