"""The television: everything on it can be read, and nothing of the table is missing."""

import re
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from companion.live.hub import OF_A_TELEVISION
from tests.browser.conftest import NewDevice
from tests.browser.held import stop_clock
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable
from tests.browser.test_captions import DRAWS, attacked
from tests.browser.test_long_names import LONGEST, renamed
from tests.companion.wire import Stream
from tests.proof import proven

CUT = "node => node.scrollWidth > node.clientWidth"


def test_six_seats_are_named_beside_their_chances_of_being_hit(
    new_device: NewDevice, site: SiteServer
) -> None:
    tv = LiveTable(site, seats=6, holds=(tuple(range(6)),)).watch(new_device("tv"))
    rows = tv.locator("#idle .odds > li")
    expect(rows).to_have_count(6)
    for row in rows.all():
        expect(row).to_have_text(re.compile(r"\w+\s*hit \d+.%"))
        expect(row.get_by_text("hit")).to_be_in_viewport(ratio=1)
        assert not row.evaluate(CUT)
        assert not row.locator(".name").evaluate(CUT)


def test_a_log_without_lines_is_no_empty_box(new_device: NewDevice, site: SiteServer) -> None:
    hit = {"do": "damage", "seat": 0, "count": 1}
    quiet, hurt = LiveTable(site), LiveTable(site, actions=(hit,))
    expect(quiet.watch(new_device("tv")).locator("#log")).to_be_hidden()
    expect(hurt.watch(new_device("tv")).locator("#log li")).to_be_visible()


# The rows that do not lie wholly in their panel, and the names that are cut.
OUTSIDE = """panel => {
  const frame = panel.getBoundingClientRect();
  const lost = (row) => {
    const box = row.getBoundingClientRect();
    const name = row.querySelector(".name");
    return box.top < frame.top || box.bottom > frame.bottom || box.right > frame.right
      || name.scrollWidth > name.clientWidth;
  };
  return [...panel.querySelectorAll(".odds > li")].filter(lost).map((row) => row.textContent);
}"""


NOISY = tuple({"do": "clank", "seat": seat, "count": 2} for seat in range(2))


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("seats", [2, *proven(3, 4, 5), 6])
def test_everybodys_chances_are_read_where_no_seat_is_free(
    new_device: NewDevice, site: SiteServer, seats: int, language: str
) -> None:
    table = LiveTable(site, seats=seats, holds=(tuple(range(seats)),), actions=NOISY)
    tv = table.watch(new_device("tv", locale=language))
    expect(tv.locator("#idle .odds > li")).to_have_count(seats)
    assert tv.locator("#idle").evaluate(OUTSIDE) == []


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("seats", [3, *proven(4, 5), 6])
def test_everybodys_chances_are_read_beside_the_way_in(
    new_device: NewDevice, site: SiteServer, seats: int, language: str
) -> None:
    table = LiveTable(site, seats=seats, holds=((0,), (1,)), actions=NOISY)
    tv = table.watch(new_device("tv", locale=language))
    expect(tv.locator(".way-in .qr")).to_be_in_viewport(ratio=1)
    expect(tv.locator("#idle .odds > li")).to_have_count(seats)
    assert tv.locator("#idle").evaluate(OUTSIDE) == []


# As much as three lines of each seat.
TREASURES = ("potion_of_healing", "treasure", "dragon_egg", "chalice", "monkey_idol")
LADEN = tuple(
    {"do": "take", "seat": seat, "token": token} for seat in range(3) for token in TREASURES
)
# What of the way in does not lie in its panel.
BEYOND = """panel => {
  const frame = panel.getBoundingClientRect();
  return [...panel.querySelectorAll(":not(wbr)")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.top < frame.top || box.bottom > frame.bottom;
  }).map((each) => each.outerHTML.slice(0, 60));
}"""


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_chances_and_way_in_are_read_below_seats_that_hold_much(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    table = LiveTable(site, seats=4, actions=LADEN)
    tv = table.watch(new_device("tv", locale=language))
    expect(tv.locator("#idle .odds > li")).to_have_count(4)
    assert tv.locator("#idle").evaluate(OUTSIDE) == []
    assert tv.locator(".way-in").evaluate(BEYOND) == []


# How far cubes and their captions lie in the title or in what stands below them.
WITHIN = """attack => {
  const edge = (where) => attack.querySelector(where).getBoundingClientRect();
  const cubes = [...attack.querySelectorAll(".drawn li")].map((cube) => cube.getBoundingClientRect());
  return [
    edge("h2").bottom - Math.min(...cubes.map((cube) => cube.top)),
    Math.max(...cubes.map((cube) => cube.bottom)) - edge(".falls").top,
  ];
}"""


@pytest.mark.parametrize("cubes", [7, 12])
def test_no_cube_runs_over_the_title_however_many_seats_and_cubes_there_are(
    new_device: NewDevice, site: SiteServer, cubes: int
) -> None:
    tv = attacked(site, DRAWS[cubes]).watch(new_device("tv", locale="de-DE"))
    expect(tv.locator("#attack-result .drawn li")).to_have_count(cubes)
    assert all(far <= 0 for far in tv.locator(".attack").evaluate(WITHIN))
    for name in tv.locator(".drawn li > span:last-child").all():
        assert name.evaluate("node => node.scrollHeight <= node.clientHeight + 1")


HELD = ("backpack", "sorceress")


@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_somebody_holds_is_read_from_the_sofa(
    new_device: NewDevice, site: SiteServer, seats: int
) -> None:
    artifact = {"do": "take", "seat": 1, "token": "artifact", "value": 20}
    tokens = ({"do": "take", "seat": 1, "token": token} for token in HELD)
    table = LiveTable(site, edition="catacombs", seats=seats, actions=(artifact, *tokens))
    tv = table.watch(new_device("tv"))
    frame = tv.locator("#seat-1 .stats").bounding_box()
    things = [each.bounding_box() for each in tv.locator("#seat-1 .thing").all()]
    assert len(things) >= len(HELD)
    assert frame is not None
    for box in things:
        assert box is not None
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
        assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1


def test_the_monsters_are_told_without_a_button(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(
        site,
        edition="catacombs+monsters",
        actions=({"do": "monster_cards", "count": 3}, {"do": "monster_spawn", "count": 1}),
    )
    tv = table.watch(new_device("tv"))
    monsters = tv.get_by_role("region", name="Monsters")
    expect(monsters).to_contain_text("of 3 cards")
    expect(monsters.locator(".sum b")).to_have_text("1")
    expect(tv.get_by_role("button")).to_have_text(["Sound on"])


def test_a_television_whose_code_has_ended_says_so_and_stops_asking(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    tv = table.watch(new_device("tv"))
    table.rotate_code()
    expect(tv.get_by_text("The code of this page no longer works.")).to_be_visible()
    expect(tv.locator("body[data-stream]")).to_have_count(0)


@pytest.mark.parametrize("language", [*proven("en-GB"), "de-DE"])
@pytest.mark.parametrize("size", ["tv", *proven("tablet", "small")])
def test_a_screen_becomes_the_television_of_the_table_that_a_phone_names(
    new_device: NewDevice,
    site: SiteServer,
    axe_faults: Callable[[Page], list[str]],
    size: str,
    language: str,
) -> None:
    table = LiveTable(site)
    screen = new_device(size, locale=language)
    screen.goto("/")
    screen.locator("form[action='/screen/'] button").click()
    code = screen.locator("span.code").inner_text()
    assert axe_faults(screen) == []
    for panel in screen.locator(".panel").all():
        expect(panel).to_be_in_viewport(ratio=1)
    phone = table.sit(new_device("small", locale=language), 0)
    phone.goto("/join/")
    phone.get_by_label(re.compile("code", re.I)).fill(code)
    phone.locator("main form button").click()
    friday = phone.get_by_role("button", name=re.compile("Friday"))
    expect(friday).to_be_visible()
    assert axe_faults(phone) == []
    friday.click()
    expect(phone.get_by_role("heading", name=re.compile("Friday"))).to_be_visible()
    expect(screen).to_have_url(re.compile(table.tv_url))
    expect(screen.locator("#line:not(.off)")).to_be_attached()


def test_of_too_many_televisions_the_oldest_asks_instead_of_turning_the_next_one_out(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    tv = table.watch(new_device("tv"))
    stream = f"{tv.locator('body').get_attribute('data-stream')}"
    with ExitStack() as open_streams:
        with tv.expect_response(re.compile("/board/")):
            for _ in range(OF_A_TELEVISION):
                open_streams.enter_context(Stream(site.port, stream))
        with tv.expect_response(re.compile("/board/")) as asked:
            pass
        assert asked.value.ok
        expect(tv.locator("#line:not(.off)")).to_be_attached()


# The parts of the screen that lie under an element.
COVERED = """hands => {
  const mine = hands.getBoundingClientRect();
  const under = (part) => {
    const box = part.getBoundingClientRect();
    return box.width && box.left < mine.right && box.right > mine.left && box.top < mine.bottom && box.bottom > mine.top;
  };
  const parts = document.body.hasAttribute("data-attack") ? ".drawn li, .tolls li, .result p" : ".panel, .code";
  return [...document.querySelectorAll(parts)].filter(under).map((part) => part.outerHTML);
}"""
WAVES = (
    {"do": "status", "seat": 1, "status": "knocked_out"},
    *({"do": "end_turn"}, {"do": "refill", "attack": False}, {"do": "out_turn"}) * 3,
)
# The lines of the log of which a part is seen.
CUT_LINES = """log => {
  const frame = log.getBoundingClientRect();
  const seen = [...log.children].map((line) => line.getBoundingClientRect()).filter((box) => box.left < frame.right - 4);
  return [seen.length, seen.filter((box) => box.bottom > Math.min(frame.bottom, innerHeight)).length];
}"""


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_nothing_is_covered_or_broken_while_the_screen_may_sleep(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    page = new_device("tv", locale=language)
    page.add_init_script("delete Navigator.prototype.wakeLock")
    quiet = {"do": "attack", "by_hand": True, "size": 2, "drawn": ["black"] * 2}
    tv = LiveTable(site, seats=3, actions=(*NOISY,)).watch(page)
    expect(tv.locator("#awake")).to_be_visible()
    assert tv.locator("#hands").evaluate(COVERED) == []
    for code in tv.locator(".code").all():
        assert code.evaluate("node => node.getClientRects().length") == 1
        assert code.evaluate("node => node.scrollWidth <= node.clientWidth")
        lines = "node => node.clientHeight < 2 * parseFloat(getComputedStyle(node).fontSize)"
        assert code.evaluate(lines)
    LiveTable(site, actions=(quiet,)).watch(page)
    expect(tv.locator(".attack .result")).to_be_visible()
    expect(tv.get_by_role("button", name=re.compile("Sound|Ton"))).to_be_visible()
    assert tv.locator("#hands").evaluate(COVERED) == []


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_log_shows_whole_lines(new_device: NewDevice, site: SiteServer, language: str) -> None:
    tv = LiveTable(site, actions=tuple(WAVES)).watch(new_device("tv", locale=language))
    expect(tv.locator("#log li").first).to_be_in_viewport(ratio=1)
    seen, cut = tv.locator("#log").evaluate(CUT_LINES)
    assert 1 <= seen < tv.locator("#log li").count()
    assert cut == 0


def test_over_plain_http_a_silent_film_keeps_the_screen_on(
    new_device: NewDevice, site: SiteServer, axe_faults: Callable[[Page], list[str]]
) -> None:
    page = new_device("tv")
    page.add_init_script("delete Navigator.prototype.wakeLock")
    tv = LiveTable(site).watch(page)
    words = tv.get_by_text("Over plain http this screen may go to sleep.")
    expect(words).to_be_visible()
    assert tv.locator("#hands").evaluate(COVERED) == []
    assert axe_faults(tv) == []
    tv.get_by_role("button", name="Sound on").click()
    expect(tv.locator("#film")).to_have_js_property("paused", value=False)
    expect(words).to_be_hidden()
    # An unmuted film with a track of sound counts as one that somebody watches.
    assert tv.evaluate("[film.loop, film.muted, film.error]") == [True, False, None]


TITLED = """
from companion.models import Table
Table.objects.filter(pk="{table}").update(title={title!r})
print("done")
"""
TITLE = "Der lange Freitagabend in der Bibliothek der Uralten Drachen"
ENDED = """async () => {
  const finale = document.getElementById("finale");
  finale.innerHTML = await (await fetch(document.body.dataset.finale)).text();
  document.body.setAttribute("data-ended", "");
  finale.hidden = false;
}"""
# How far the words of an element end before what stands to the right of it.
GAP = """([words, next]) => document.querySelector(next).getBoundingClientRect().left
  - document.querySelector(words).getBoundingClientRect().right"""


@pytest.mark.parametrize("language", [*proven("en-GB"), "de-DE"])
@pytest.mark.parametrize("named", [False, True])
def test_a_long_title_or_name_ends_before_what_stands_beside_it(
    new_device: NewDevice, site: SiteServer, language: str, named: bool
) -> None:
    ends = ({"do": "status", "seat": seat, "status": "escaped"} for seat in (0, 1))
    tables = (LiveTable(site), LiveTable(site, actions=tuple(ends)))
    for table in tables:
        site.script(TITLED.format(table=table.url.split("/")[2], title=TITLE))
    tv = (renamed(tables[0]) if named else tables[0]).watch(new_device("tv", locale=language))
    expect(tv.locator("#now")).to_contain_text(LONGEST[0] if named else "Alice")
    assert tv.evaluate(GAP, [".topbar h1", ".where"]) >= 16
    assert tv.evaluate(GAP, [".where", ".topbar > .code"]) >= 16
    for page in (tv, tables[1].sit(new_device("tv", locale=language))):
        tables[1].watch(page)
        expect(page.locator("#back")).to_have_count(0 if page is tv else 1)
        page.evaluate(ENDED)
        assert page.evaluate(GAP, [".finale h2", "#hands"]) >= 16
        cut = "node => node.scrollWidth > node.clientWidth"
        overflow = "node => getComputedStyle(node).textOverflow"
        title = page.locator(".finale h2")
        assert not title.evaluate(cut) or title.evaluate(overflow) == "ellipsis"


def test_no_line_stands_below_the_last_of_the_log(new_device: NewDevice, site: SiteServer) -> None:
    hits = tuple({"do": "damage", "seat": seat, "count": 1} for seat in (0, 1))
    lines = LiveTable(site, actions=hits).watch(new_device("tv")).locator("#log li")
    below = "line => getComputedStyle(line).borderBottomWidth"
    expect(lines).to_have_count(2)
    assert [line.evaluate(below) for line in lines.all()] == ["2px", "0px"]


OVER = (
    {"do": "take", "seat": 0, "token": "artifact", "value": 5},
    {"do": "damage", "seat": 0, "count": 10},
    {"do": "damage", "seat": 1, "count": 10},
)
COUNTED = {"do": "score", "seat": 0, "cards": 3}
SEND = """async (tap) => (await fetch(document.body.dataset.tap, {
  method: "POST",
  body: JSON.stringify(tap),
  headers: {"Content-Type": "application/json", "X-Table-Tap": "1"},
})).ok"""


def test_closing_the_game_lets_the_finale_come_to_its_end_and_the_result_stays(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, actions=(*OVER, COUNTED))
    alice, page = new_device("phone"), new_device("tv")
    page.clock.install()
    tv = table.watch(page)
    stop_clock(tv)
    table.sit(alice)
    alice.goto(f"{table.url}result/")
    alice.get_by_role("button", name="Show the result on every screen").click()
    expect(tv.locator(".final-places")).to_be_attached()
    tv.clock.run_for(1000)
    expect(tv.locator(".finale .landed")).to_have_count(1)

    alice.get_by_role("button", name="Close the game").click()
    expect(alice.get_by_text("The game is closed.")).to_be_visible()
    expect(tv.locator("#moment[data-closed]")).to_be_attached()
    expect(tv.locator(".finale .landed")).to_have_count(1)
    tv.clock.run_for(5000)
    expect(tv.get_by_text("Victory: Alice")).to_be_in_viewport(ratio=1)

    tv.reload()
    expect(tv.get_by_text("Victory: Alice")).to_be_in_viewport(ratio=1)
    expect(tv.locator("body[data-live]")).to_be_attached()
    expect(tv.get_by_text("Victory: Alice")).to_be_in_viewport(ratio=1)
    expect(alice.get_by_role("button", name="Show the result on every screen")).to_be_visible()


def test_a_television_that_has_told_no_result_does_when_the_game_is_closed(
    new_device: NewDevice, site: SiteServer
) -> None:
    """Then the winner is named even if not every seat was counted, and is corrected where it was wrong."""
    table = LiveTable(site, actions=OVER)
    alice, tv = table.sit(new_device("phone")), table.watch(new_device("tv"))
    alice.goto(f"{table.url}result/")
    alice.get_by_role("button", name="Close the game").click()
    expect(tv.get_by_text("Victory: Alice")).to_be_in_viewport(ratio=1)
    expect(tv.locator(".final-places .won b")).to_have_text("5")
    alice.goto(table.url)
    assert alice.evaluate(SEND, {"id": "corrected", "action": COUNTED})
    expect(tv.locator(".final-places .won b")).to_have_text("8")
    expect(tv.get_by_text("Victory: Alice")).to_be_in_viewport(ratio=1)
