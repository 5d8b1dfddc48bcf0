"""After the game on real devices: counting, the result, checking the draws; with scripts and without."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, pad
from tests.browser.test_look import LENGTHEN, OVERFLOWING, THEMES
from tests.proof import proven

PAGES = ("scores/0/", "scores/1/", "result/", "fairness/", "log/", "log/5/")
GAME = (
    {"do": "take", "seat": 0, "token": "artifact", "value": 10},
    {"do": "take", "seat": 0, "token": "sorceress"},
    {"do": "clank", "seat": 0, "count": 5},
    {"do": "clank", "seat": 1, "count": 5},
    {"do": "attack", "size": 4},
    {"do": "attack", "size": 3},
    {"do": "status", "seat": 0, "status": "escaped"},
    {"do": "status", "seat": 1, "status": "knocked_out"},
)


@pytest.fixture
def played(site: SiteServer) -> LiveTable:
    return LiveTable(site, edition="catacombs", actions=GAME)


def at(page: Page, table: LiveTable, path: str, device: int = 0) -> Page:
    page.context.add_cookies(
        [{"name": "dragonbag-device", "value": table.tokens[device], "url": table.site.url}]
    )
    page.goto(table.url + path)
    return page


def count_and_close(page: Page, table: LiveTable) -> None:
    """From the first sheet to the closed game, following the pages."""
    at(page, table, "scores/")
    page.get_by_label("Cards").fill("17")
    page.get_by_label("Secret Tomes").fill("2")
    page.get_by_role("button", name="Save, on to Bob").click()
    expect(page.get_by_role("heading", name="Count for Bob")).to_be_visible()
    page.get_by_role("button", name="Save and see the result").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Alice wins")
    expect(page.locator(".places .won .points")).to_contain_text("52")
    page.get_by_role("button", name="Close the game").click()
    expect(page.get_by_text("The game is closed.")).to_be_visible()


@pytest.mark.parametrize("size", ["small", *proven("phone", "tablet"), "tv"])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_downloads_fill_even_rows(
    new_device: NewDevice, played: LiveTable, size: str, language: str
) -> None:
    page = at(new_device(size, locale=language), played, "result/")
    page.get_by_role("link", name=re.compile("Take along|Mitnehmen")).click()
    frame = page.locator(".carry").bounding_box()
    assert frame is not None
    rows: dict[float, list[float]] = {}
    for button in page.locator(".carry > :visible").all():
        box = button.bounding_box()
        assert box is not None
        rows.setdefault(box["y"], []).append(box["x"] + box["width"])
    assert len(rows) > 1
    assert {round(max(ends)) for ends in rows.values()} == {round(frame["x"] + frame["width"])}


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_a_result_is_shorter_than_two_screens_of_a_phone(
    new_device: NewDevice, played: LiveTable, language: str
) -> None:
    page = at(new_device("small", locale=language), played, "result/")
    assert page.evaluate("document.documentElement.scrollHeight / innerHeight") <= 2
    expect(page.locator("#headline, .places, .podium .actions")).to_have_count(3)
    for part in page.locator("#result details").all():
        part.locator("summary").click()
        expect(part.locator(":scope > :not(summary)").first).to_be_visible()


@pytest.mark.parametrize(
    "scripts", [True, pytest.param(False, marks=pytest.mark.chromium("scripts off"))]
)
def test_a_game_is_counted_closed_and_checked(
    scripts: bool, new_device: NewDevice, played: LiveTable
) -> None:
    page = new_device("small", java_script_enabled=scripts)
    count_and_close(page, played)
    page.get_by_role("link", name="Check every draw").click()
    expect(page.get_by_role("heading", name="The promise was kept")).to_be_visible()
    expect(page.get_by_text("matches the seed")).to_have_count(2)


def test_a_browser_draws_every_attack_again_itself(
    new_device: NewDevice, played: LiveTable
) -> None:
    page = new_device("phone")
    count_and_close(page, played)
    at(page, played, "fairness/")
    page.get_by_role("button", name="Let this browser check").click()
    expect(
        page.get_by_text("Your browser has drawn all of them again: they match.")
    ).to_be_visible()
    # The same with one cube changed: the check has to notice.
    page.evaluate(
        "document.querySelector('[data-drawn]').dataset.drawn = 'ghost ghost ghost ghost'"
    )
    page.get_by_role("button", name="Let this browser check").click()
    expect(page.get_by_text("and they do not match")).to_be_visible()


def test_a_browser_draws_lots_and_who_begins_again_itself(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, edition="legacy2", seats=3, holds=((0, 1, 2),))
    page = at(new_device("small"), table, "people/")
    page.get_by_role("button", name="Draw who begins").click()
    expect(page.get_by_text("Who begins was drawn by lot.")).to_be_visible()
    act(page, table, do="lot", of=["moon", "sun", "star", "moon"], take=3)
    act(page, table, do="attack", size=2)
    for seat in range(3):
        act(page, table, do="status", seat=seat, status="knocked_out")
    close = at(page, table, "result/").get_by_role("button", name="Close the game")
    close.click()
    expect(close).to_have_count(0)
    at(page, table, "fairness/")
    for name in ("Who begins", "Lot 1", "Attack 1"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_text("matches the seed")).to_have_count(3)
    page.get_by_role("button", name="Let this browser check").click()
    expect(page.get_by_text("they match.")).to_be_visible()
    page.evaluate("document.querySelector('[data-lot=\"1\"]').dataset.drawn = '0 0 0'")
    page.get_by_role("button", name="Let this browser check").click()
    expect(page.get_by_text("and they do not match")).to_be_visible()


@pytest.mark.chromium("its driver fills a number field that is filled")
def test_totals_follow_the_typing_and_other_phones(
    new_device: NewDevice, played: LiveTable
) -> None:
    page = at(new_device("phone"), played, "scores/0/")
    mine = page.locator("#totals [aria-current] b")
    expect(mine).to_have_text("30")
    page.get_by_label("Cards").press_sequentially("1")
    page.get_by_label("Secret Tomes").fill("2")
    expect(mine).not_to_have_text("30")
    other = at(new_device("phone"), played, "scores/0/", device=1)
    other.get_by_label("Anything else").fill("100")
    other.get_by_role("button", name="Save, on to Bob").click()
    page.get_by_label("Cards").fill("5")
    expect(mine).to_have_text("140")
    expect(page.get_by_label("Cards")).to_be_focused()


def act(page: Page, table: LiveTable, **action: object) -> None:
    """Do something at the table from another device."""
    envelope = {"id": f"meanwhile-{uuid4()}", "action": action}
    headers = {"Origin": table.site.url, "X-Table-Tap": "1"}
    answer = page.request.post(f"{table.url}tap/", data=envelope, headers=headers)
    assert answer.ok, answer.text()


@pytest.mark.chromium("the focus in several windows")
def test_a_sheet_follows_the_table_and_keeps_what_is_being_typed(
    new_device: NewDevice, played: LiveTable
) -> None:
    page = at(new_device("phone"), played, "scores/0/")
    other = at(new_device("phone"), played, "scores/1/", device=1)
    page.get_by_label("Cards").fill("7")
    expect(page.locator("#totals [aria-current] b")).to_have_text("37")
    act(other, played, do="score", seat=0, cards=2, other=9)
    act(other, played, do="status", seat=0, status="knocked_out")
    expect(page.locator("#table-counts")).to_contain_text("knocked out")
    expect(page.get_by_label("Anything else")).to_have_value("9")
    expect(page.get_by_label("Cards")).to_have_value("7")
    expect(page.get_by_label("Cards")).to_be_focused()
    expect(page.locator("#totals [aria-current] b")).to_have_text("26")
    save = page.get_by_role("button", name="Save, on to Bob")
    save.click()
    expect(page.get_by_text("Bob has saved 2.")).to_be_visible()
    expect(page.get_by_label("Cards")).to_have_value("7")
    save.click()
    page.wait_for_url("**/scores/1/")
    at(page, played, "scores/0/")
    expect(page.get_by_label("Cards")).to_have_value("7")
    expect(page.get_by_label("Anything else")).to_have_value("9")


@pytest.mark.chromium("the focus in several windows")
def test_the_result_and_the_log_follow_the_table(new_device: NewDevice, played: LiveTable) -> None:
    result = at(new_device("phone"), played, "result/")
    log = at(new_device("phone"), played, "log/", device=1)
    log.get_by_label("Words in a line").fill("half a wo")
    expect(result.get_by_role("heading", level=1)).to_have_text("Not settled yet")
    result.get_by_role("link", name="Take along").click()
    share = result.get_by_role("link", name="Scores as a table")
    share.focus()
    act(log, played, do="score", seat=0, cards=123)
    act(log, played, do="status", seat=1, status="in_play")
    expect(result.get_by_role("heading", level=1)).to_have_text("So far")
    expect(result).to_have_title(re.compile("So far"))
    expect(result.locator(".won .points")).to_contain_text("153")
    expect(share).to_be_focused()
    expect(log.locator("#lines")).to_contain_text("Alice counts")
    expect(log.get_by_label("Words in a line")).to_have_value("half a wo")
    expect(log.get_by_label("Words in a line")).to_be_focused()


@pytest.mark.service_worker
def test_a_page_asks_again_when_its_request_was_lost(
    new_device: NewDevice, played: LiveTable
) -> None:
    log = at(new_device("phone"), played, "log/", device=1)
    log.route("**/log/", lambda route: route.abort(), times=1)
    act(at(new_device("phone"), played, "result/"), played, do="score", seat=0, cards=123)
    expect(log.locator("#lines")).to_contain_text("Alice counts")


def test_the_draws_follow_the_table_until_they_can_be_checked(
    new_device: NewDevice, played: LiveTable
) -> None:
    draws = at(new_device("phone"), played, "fairness/", device=1)
    check = draws.get_by_role("button", name="Let this browser check")
    expect(draws.get_by_role("heading", name="Sealed until the game is closed")).to_be_visible()
    expect(check).to_be_hidden()
    opener = at(new_device("phone"), played, "result/")
    act(opener, played, do="status", seat=1, status="in_play")
    act(opener, played, do="attack", size=1)
    expect(draws.get_by_role("heading", name="Attack 3")).to_be_visible()
    act(opener, played, do="status", seat=1, status="knocked_out")
    opener.get_by_role("button", name="Close the game").click()
    expect(draws.get_by_role("heading", name="The promise was kept")).to_be_visible()
    check.click()
    expect(
        draws.get_by_text("Your browser has drawn all of them again: they match.")
    ).to_be_visible()


def test_a_line_is_taken_back_after_a_look_at_what_falls(
    new_device: NewDevice, played: LiveTable
) -> None:
    page = at(new_device("small"), played, "log/")
    page.get_by_role("link", name="Back to before line").nth(2).click()
    expect(page.get_by_text("A draw is among them.")).to_be_visible()
    page.get_by_role("button", name="Undo these 3 lines").click()
    expect(page.get_by_text("Somebody has looked back past a draw once")).to_be_visible()
    expect(page.locator(".undone")).to_have_count(3)


def test_a_closed_game_is_opened_again_by_nobody_unasked(
    new_device: NewDevice, played: LiveTable
) -> None:
    count_and_close(new_device("phone"), played)
    page = played.sit(new_device("small"), 1)
    line = page.locator("#log li").first
    before = line.inner_text()
    page.locator("#undo a").click()
    page.get_by_role("link", name="Leave everything as it is").click()
    played.sit(page, 1)
    pad(page).locator("[data-sheet=fix]").click()
    sheet = page.locator("#sheet-fix")
    put = sheet.locator("[value*=status]")
    put.click()
    expect(sheet.get_by_role("alert")).to_contain_text("Then tap once more.")
    sheet.locator("#fix-status").select_option("knocked_out")
    put.click()
    expect(sheet.get_by_role("alert")).to_contain_text("Then tap once more.")
    expect(line).to_have_text(before, use_inner_text=True)
    put.click()
    expect(sheet).to_be_hidden()
    expect(line).not_to_have_text(before, use_inner_text=True)


@pytest.mark.parametrize("theme", [THEMES[1], *proven(THEMES[0], *THEMES[2:])])
def test_no_page_has_a_barrier(
    theme: str, new_device: NewDevice, played: LiveTable, axe_faults: Callable[[Page], list[str]]
) -> None:
    page = new_device("small", reduced_motion="reduce")
    page.context.add_cookies([{"name": "theme", "value": theme, "url": played.site.url}])
    for path in PAGES:
        at(page, played, path)
        assert axe_faults(page) == [], path


def test_longer_words_and_larger_letters_fit_the_smallest_phone(
    new_device: NewDevice, played: LiveTable
) -> None:
    page = new_device("small")
    for path in PAGES:
        at(page, played, path)
        page.evaluate(LENGTHEN)
        assert page.evaluate(OVERFLOWING) == [], path
        page.reload()
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert page.evaluate(OVERFLOWING) == [], path
