"""The board for everybody: keyboard, screen reader, no motion, large letters, no scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.held import held
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, calm, closed, pad, settled, step, tokens
from tests.proof import proven


def test_the_whole_turn_by_keyboard(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site, holds=((0, 1),))
    page = settled(held(table, new_device("tablet")))
    for key in ("c", "c", "q"):
        page.keyboard.press(key)
    expect(page.locator("#pools")).to_contain_text("Clank!")
    expect(page.locator("#log li").first).to_contain_text("Alice takes back 1 Clank!")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page.locator("#now")).to_contain_text("refills")
    settled(page).keyboard.press("a")
    expect(page.locator("#attack-result .attack")).to_be_visible()
    expect(page.locator("body[data-show]")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Seen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#attack-result")).to_be_hidden()
    page.keyboard.press("u")
    expect(page.locator("#now")).to_contain_text("Alice refills")
    page.keyboard.press("r")
    expect(page.locator("#now")).to_contain_text("Bob plays")


def test_no_key_does_anything_while_somebody_types(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site)
    page = table.sit(new_device("tablet"))
    tokens(page)
    page.get_by_label("Find a token").press_sequentially("123 cequ")
    expect(page.get_by_label("Find a token")).to_have_value("123 cequ")
    expect(page.locator("#now")).to_contain_text("Alice plays")
    expect(page.locator("#queue")).to_be_hidden()


def test_what_happened_is_said_once(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    bob.evaluate(
        "window.said = []; new MutationObserver(() => said.push(document.getElementById('live').textContent)).observe(document.getElementById('live'), {childList: true})"
    )
    alice.get_by_role("button", name="+ Clank!").click()
    expect(bob.locator("#live")).to_have_text("Alice makes 1 Clank!")
    pad(alice).get_by_role("link", name="Gold").click()
    alice.get_by_role("button", name="+2").click()
    expect(bob.locator("#live")).to_have_text("Alice gains 2 gold.")
    assert bob.evaluate("said") == ["Alice makes 1 Clank!", "Alice gains 2 gold."]


@pytest.mark.chromium("less motion")
def test_less_motion_shows_the_attack_as_a_list(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site, actions=({"do": "end_turn"},))
    page = table.sit(new_device("phone", reduced_motion="reduce"))
    step(page, "Dragon!")
    cubes = page.locator("#attack-result .drawn li")
    expect(cubes.first).to_be_visible()
    tops = [box["y"] for box in (cube.bounding_box() for cube in cubes.all()) if box]
    assert tops == sorted(set(tops))
    assert (
        page.locator("#attack-result .drawn").evaluate(
            "list => list.getAnimations({subtree: true}).length"
        )
        == 0
    )


@pytest.mark.parametrize("theme", ["light", *proven("dark", "contrast")])
def test_the_table_has_no_barrier(
    new_device: NewDevice, site: SiteServer, axe_faults: Callable[[Page], list[str]], theme: str
) -> None:
    actions = (
        {"do": "take", "seat": 0, "token": "artifact", "value": 10},
        {"do": "end_turn"},
        {"do": "refill", "attack": True},
    )
    table = LiveTable(site, edition="catacombs", actions=actions)
    page = new_device("small", reduced_motion="reduce")
    page.context.add_cookies([{"name": "theme", "value": theme, "url": site.url}])
    table.sit(page)
    assert axe_faults(calm(page)) == []
    page.get_by_role("button", name="Seen").click()
    calm(page)
    assert axe_faults(page) == []
    for sheet in ("Gold", "Map", "A card says", "Put right", "Odds"):
        pad(page).get_by_role("link", name=sheet).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert axe_faults(calm(page)) == [], sheet
        closed(page)
    tokens(page)
    assert axe_faults(calm(page)) == []
    closed(page)
    table.watch(page)
    assert axe_faults(page) == []


@pytest.mark.parametrize("size", ["small", "phone", "tablet", "tv"])
def test_nothing_runs_over_the_edge(new_device: NewDevice, site: SiteServer, size: str) -> None:
    table = LiveTable(site, seats=6, holds=((0, 1, 2, 3, 4, 5),))
    page = table.sit(new_device(size))
    for address in (table.url, f"{table.url}odds/", f"{table.url}log/"):
        page.goto(address)
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, address


LONGER = """
const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = words.nextNode(); node; node = words.nextNode()) {
  if (node.parentElement.closest("script")) continue;
  node.textContent = node.textContent.replace(/\\S{3,}/g, (word) => word + "~".repeat(Math.ceil(word.length * 0.4)));
}
"""
LARGER = "document.documentElement.style.fontSize = '200%'"


@pytest.mark.parametrize("change", [LONGER, LARGER])
def test_longer_words_and_larger_letters_fit_on_a_small_phone(
    new_device: NewDevice, site: SiteServer, change: str
) -> None:
    table = LiveTable(site, edition="catacombs", seats=4, holds=((0, 1, 2, 3),))
    page = table.sit(new_device("small"))
    page.evaluate(f"(() => {{ {change} }})()")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for sheet in ("tokens", "gold", "map", "card", "fix", "hand", "more"):
        body = page.locator(f"#sheet-{sheet} .sheet-body")
        page.evaluate(f"document.getElementById('sheet-{sheet}').showModal()")
        assert body.evaluate("body => body.scrollWidth - body.clientWidth") <= 0, sheet
        page.evaluate(f"document.getElementById('sheet-{sheet}').close()")


def test_every_control_of_the_board_is_as_large_as_a_thumb(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site).sit(new_device("small"))
    sizes = page.evaluate(
        "[...document.querySelectorAll('button, a.button, label[for^=act], label[for^=times]')]"
        ".map(each => [each.textContent.trim(), each.getBoundingClientRect()])"
        ".filter(([, box]) => box.width)"
        ".map(([text, box]) => [text, box.width, box.height])"
    )
    assert [size for size in sizes if size[1] < 43 or size[2] < 43] == []


@pytest.mark.chromium("scripts off")
def test_without_scripts_a_turn_is_played_by_links_and_forms(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    page = new_device("phone", java_script_enabled=False)
    page.context.add_cookies(
        [{"name": "dragonbag-device", "value": table.tokens[0], "url": site.url}]
    )
    page.goto(table.url)
    page.get_by_role("button", name="+ Clank!").click()
    expect(page.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    page.get_by_role("link", name="Gold").click()
    page.get_by_role("button", name="+3").click()
    expect(page.locator("#log li").first).to_contain_text("Alice gains 3 gold.")
    page.get_by_role("button", name="End Alice’s turn").click()
    page.get_by_role("button", name="Dragon!").click()
    expect(page.locator("#attack-result .attack")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#now")).to_contain_text("Alice refills")
