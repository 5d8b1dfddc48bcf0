"""Today's WebKit, as half of the phones at a table have it: a dozen ways through an evening."""

import re

import pytest

from tests.browser.engines.conftest import Windows
from tests.browser.engines.webkit import Window
from tests.browser.screens import HIDE
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable

ALICE, BOB, CAROL, TV = range(4)
# Each sheet, and an edition that has it.
OF_ANY = ("gold", "tokens", "card", "map", "lot", "fix", "odds", "hand", "device", "keys")
SHEETS = dict.fromkeys(OF_ANY, "catacombs") | dict.fromkeys(("contract", "flip"), "legacy2")
# Parts of the board that are sheets on a phone alone.
FOLDS = {"more": "catacombs", "contracts": "legacy2", "monsters": "catacombs+monsters"}
CONTRACT = {"do": "contract", "key": "7", "name": "Night shift", "need": 2}
FILLED = 0.05
FLOOR = "return getComputedStyle(document.documentElement).backgroundColor"
OVER = (
    {"do": "status", "seat": 0, "status": "escaped"},
    {"do": "status", "seat": 1, "status": "knocked_out"},
)


def sit(window: Window, table: LiveTable, device: int = 0) -> Window:
    window.be(table.tokens[device])
    window.open(table.url)
    return live(window)


def live(window: Window) -> Window:
    window.see("body[data-live]")
    window.until(lambda: window.run("return !document.querySelector('#line.off')"))
    return window


def settled(window: Window) -> Window:
    window.see("#next:not([aria-busy])")
    return window


def clank(window: Window) -> None:
    window.click("#dock [data-key=c]")


@pytest.fixture
def three(site: SiteServer) -> LiveTable:
    return LiveTable(site, seats=3, holds=((0,), (1,), (2,)))


def test_a_table_is_opened_and_joined(new_window: Windows) -> None:
    alice, bob = new_window(ALICE), new_window(BOB)
    alice.open("/tables/open/")
    for number, name in enumerate(("Alice", "Bob"), start=1):
        field = alice.run(
            "return [...document.querySelectorAll('label')]"
            f".find((each) => each.textContent.includes('Name of seat {number}')).control"
        )
        alice.run("arguments[0].scrollIntoView({block: 'center'})", field)
        field.clear()
        field.send_keys(name)
    alice.click("main button.primary[type=submit]")
    code = alice.see(".shout .code").text
    bob.open(f"/j/{code}/")
    bob.click("button[name=seat][value='1']")
    live(bob)
    alice.press("To the table")
    live(alice)
    clank(bob)
    alice.reads("#seat-1", "1 Clank! this turn")


def test_three_devices_and_a_television_follow_each_other(
    new_window: Windows, three: LiveTable
) -> None:
    hands = [sit(new_window(number), three, number) for number in (ALICE, BOB, CAROL)]
    tv = new_window(TV)
    tv.open(three.tv_url)
    live(tv)
    for number, window in enumerate(hands):
        clank(window)
        for each in (*hands, tv):
            each.reads(f"#seat-{number}", "1 Clank! this turn")


def test_a_draw_stands_on_every_device_until_one_has_seen_it(
    new_window: Windows, three: LiveTable
) -> None:
    alice, bob = sit(new_window(ALICE), three), sit(new_window(BOB), three, 1)
    settled(alice).click("#next [data-key=e]")
    bob.reads("#now", "Alice refills")
    settled(bob).click("#next [data-key=a]")
    for window in (alice, bob):
        window.see("#attack-result .attack")
    alice.press("Seen")
    alice.gone("#attack-result")
    bob.gone("#attack-result")


def test_cubes_are_drawn_by_hand(new_window: Windows, site: SiteServer) -> None:
    alice = sit(new_window(ALICE), LiveTable(site, actions=({"do": "end_turn"},)))
    settled(alice).click("#next [data-sheet=hand]")
    for _ in range(3):
        alice.click("#sheet-hand [data-color=black] [data-more]")
    alice.reads("#sheet-hand [data-entered]", "3")
    alice.click("#sheet-hand button[data-at=refill]")
    alice.reads("#attack-result", "by hand")


def with_sheet(site: SiteServer, name: str) -> LiveTable:
    """A table whose board has that sheet."""
    edition = (SHEETS | FOLDS)[name]
    return LiveTable(site, edition=edition, actions=(CONTRACT,) * (edition == "legacy2"))


@pytest.mark.parametrize("name", [*SHEETS, *FOLDS])
def test_every_sheet_shows_what_is_on_it(new_window: Windows, site: SiteServer, name: str) -> None:
    alice = sit(new_window(ALICE), with_sheet(site, name))
    alice.run(f"document.querySelector('[data-sheet={name}]').click()")
    assert alice.painted(f"#sheet-{name} .sheet-body") > FILLED
    alice.click(f"#sheet-{name} [data-close]")
    alice.gone(f"#sheet-{name}")


def test_undo_and_redo(new_window: Windows, three: LiveTable) -> None:
    alice, bob = sit(new_window(ALICE), three), sit(new_window(BOB), three, 1)
    clank(alice)
    bob.reads("#seat-0", "1 Clank! this turn")
    bob.click("#dock [data-key=u]")
    alice.until(lambda: "Clank! this turn" not in alice.text("#seat-0"))
    bob.press("Redo")
    alice.reads("#seat-0", "1 Clank! this turn")


def test_scores_are_counted(new_window: Windows, site: SiteServer) -> None:
    table = LiveTable(site, actions=OVER)
    alice = new_window(ALICE)
    alice.be(table.tokens[0])
    for seat, cards in enumerate(("17", "5")):
        alice.open(f"{table.url}scores/{seat}/")
        alice.fill("#sheet input[name$=cards]", cards)
        alice.click("#sheet button.primary")
    alice.reads("h1", "wins")


def test_a_server_that_comes_back_gets_what_waited(
    new_window: Windows, own_site: SiteServer
) -> None:
    alice = new_window(ALICE)
    home, alice.home = alice.home, own_site.url
    try:
        table = LiveTable(own_site)
        sit(alice, table)
        own_site.stop()
        alice.see("#line.off")
        clank(alice)
        alice.reads("#queue", "1 tap waiting")
        own_site.start()
        alice.gone("#queue")
        alice.reads("#seat-0", "1 Clank! this turn")
    finally:
        alice.home = home
    # A lost connection is told in the console, and is no fault of the page.
    alice.note_faults()
    alice.faults[:] = [each for each in alice.faults if not each.startswith("not loaded")]


def test_a_phone_that_looked_away_is_right_when_it_is_back(
    new_window: Windows, three: LiveTable
) -> None:
    alice, bob = sit(new_window(ALICE), three), sit(new_window(BOB), three, 1)
    hide = f"({HIDE})(arguments[0])"
    bob.run(hide, True)
    clank(alice)
    alice.reads("#seat-0", "1 Clank! this turn")
    bob.run(hide, False)
    bob.reads("#seat-0", "1 Clank! this turn")


@pytest.fixture(scope="module")
def owner(site: SiteServer) -> tuple[str, str]:
    """Account and password of the demo campaign's alice; where one has signed up before, she is alice2."""
    told = re.search(r"^  (alice\d*) +(\w{12})$", site.manage("load_demo_campaign"), re.M)
    assert told
    return told[1], told[2]


def test_a_ledger_line_is_typed_and_written(new_window: Windows, owner: tuple[str, str]) -> None:
    account, password = owner
    alice = new_window(ALICE)
    alice.open("/accounts/login/?next=/campaigns/")
    alice.fill("[name=username]", account)
    alice.fill("[name=password]", password)
    alice.click("main button[type=submit]")
    alice.press("The Lantern Company")
    alice.fill("[name=line]", "condition brim Hiccups")
    alice.reads("#preview", "has a condition: Hiccups")
    alice.click("[data-confirm]")
    alice.reads("#messages", "Hiccups")


def test_german(new_window: Windows, three: LiveTable) -> None:
    alice = new_window(ALICE, language="de-DE")
    sit(alice, three)
    assert alice.run("return document.documentElement.lang") == "de"
    clank(alice)
    alice.reads("#seat-0", "1 Clank! in diesem Zug")


@pytest.mark.parametrize(("dark", "floor"), [(False, "239, 227, 200"), (True, "20, 16, 13")])
def test_the_system_s_theme_is_followed(new_window: Windows, dark: bool, floor: str) -> None:
    window = new_window(ALICE, dark=dark)
    window.open("/")
    assert window.run(FLOOR) == f"rgb({floor})"


def test_the_watch_sees_a_script_that_fails(new_window: Windows) -> None:
    window = new_window(ALICE)
    window.open("/")
    window.run("setTimeout(() => { throw new Error('on purpose'); })")
    window.until(lambda: window.run("return window.faults.length"))
    window.note_faults()
    assert [fault for fault in window.faults if "on purpose" in fault]
    window.open("/offline/")
    window.faults.clear()
