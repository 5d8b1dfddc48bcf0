"""German on the smallest phone: every page of a table speaks it, and nothing runs over the edge."""

import re

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable

CODE_KEY = re.compile(r"\b[a-z]+_[a-z_]+\b")
COMMANDS = {"table_verify"}  # the fairness page says how to run it
ELSEWHERE = ("/", "/help/", "/join/", "/tables/open/")
AT_A_TABLE = ("", "people/", "setup/", "odds/", "log/", "scores/", "fairness/")


def test_german_pages_fit_and_show_no_code(new_device: NewDevice, site: SiteServer) -> None:
    live = LiveTable(site, edition="catacombs")
    page = live.sit(new_device("small", locale="de-DE"))

    over: dict[str, int] = {}
    codes: dict[str, set[str]] = {}
    for path in (*ELSEWHERE, *(live.url + part for part in AT_A_TABLE)):
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == "de"
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        over |= {path: wide} if wide > 0 else {}
        found = set(CODE_KEY.findall(page.locator("body").inner_text())) - COMMANDS
        codes |= {path: found} if found else {}
    assert (over, codes) == ({}, {})
