"""What the board offers at each moment: only what can be done, with its effect shown first."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, act_for, often, pad, settled, step, tokens
from tests.proof import proven

DOWN = ({"do": "damage", "seat": 0, "count": 10},)


def shown(page: Page) -> set[str]:
    """The words of the buttons that are visible and can be used."""
    pad(page)
    buttons = page.locator("#pad button:visible, #dock button:visible, #seat-0 button:visible")
    texts = buttons.all_inner_texts()
    page.keyboard.press("Escape")
    said = (text.replace("\n", " ").partition(" for ")[0] for text in texts)
    # A narrow button has the name alone.
    return {text.removesuffix(" Bob").strip() for text in said}


def test_a_seat_that_is_knocked_out_is_offered_nothing_that_would_be_refused(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, holds=((0, 1),), actions=DOWN)
    page = table.sit(new_device("small"))
    assert not shown(page) & {"Damage", "By choice", "Heal", "− Clank!", "+ Clank!"}
    expect(page.locator("#seat-0")).to_contain_text("Alice is no longer in play")
    page.keyboard.press("c")
    act_for(page, 1)
    assert {"Damage", "By choice", "Heal", "− Clank!", "+ Clank!"} <= shown(page)
    page.get_by_role("button", name="+ Clank!").click()
    expect(page.locator("#log li").first).to_contain_text("Bob makes 1 Clank!")
    expect(page.get_by_role("alert").locator(".notice")).to_have_count(0)
    expect(page.get_by_text("Alice makes")).to_have_count(0)


def test_a_seat_that_falls_while_one_looks_loses_its_controls_on_the_spot(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("small"), 0), table.sit(new_device("small"), 1)
    act_for(bob, 0)
    for count in (6, 4):
        often(bob, count)
        bob.get_by_role("button", name="Damage").click()
    expect(alice.locator("#seat-0")).to_contain_text("Alice is no longer in play")
    expect(alice.get_by_role("button", name="+ Clank!")).to_be_hidden()
    bob.get_by_role("button", name="Undo").click()
    expect(alice.get_by_role("button", name="+ Clank!")).to_be_visible()


def test_after_the_end_only_corrections_and_scores_are_offered(
    new_device: NewDevice, site: SiteServer
) -> None:
    actions = (*DOWN, {"do": "damage", "seat": 1, "count": 10})
    page = LiveTable(site, holds=((0, 1),), actions=actions).sit(new_device("small"))
    expect(page.locator("#next").get_by_role("link", name="Count the scores")).to_be_visible()
    links = pad(page).locator("a:visible").all_inner_texts()
    page.keyboard.press("Escape")
    assert [text.strip() for text in links] == ["Put right"]
    assert not shown(page) & {"Damage", "Heal", "+ Clank!"}


def test_a_wrong_count_from_the_cloth_bag_keeps_the_sheet_and_what_was_entered(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site, actions=({"do": "end_turn"},)).sit(new_device("small"))
    settled(page)
    page.locator("#next").get_by_role("link", name="Draw by hand").click()
    sheet = page.get_by_role("dialog", name="Drawn by hand")
    sheet.get_by_role("button", name="black", exact=True).click()
    carry_out = sheet.get_by_role("button", name="Dragon in the row: carry it out")
    unready = sheet.locator("button[data-amiss]")
    # Count, button and the sentence that says what is wrong are visible without scrolling.
    expect(carry_out).to_be_in_viewport(ratio=1)
    expect(unready.and_(carry_out)).to_be_visible()
    sheet.evaluate("sheet => sheet.scrollTo(0, sheet.scrollHeight)")
    carry_out.click()
    expect(sheet.get_by_role("alert")).to_contain_text("Cubes to draw: 3, not 1.")
    expect(sheet.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(sheet.locator("[data-entered]")).to_have_text("1 / 3")
    for _ in range(2):
        sheet.get_by_role("button", name="black", exact=True).click()
    expect(unready.and_(carry_out)).to_have_count(0)
    carry_out.click()
    expect(page.locator("#attack-result")).to_contain_text("The dragon draws 3 by hand")
    expect(sheet).to_be_hidden()


def test_the_count_from_the_cloth_bag_follows_what_a_card_says(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site).sit(new_device("small"))
    pad(page).get_by_role("link", name="A card says").click()
    page.get_by_role("dialog", name="A card says").get_by_role("link", name="Draw by hand").click()
    sheet = page.get_by_role("dialog", name="Drawn by hand")
    expect(sheet.locator("[data-entered]")).to_have_text("0 / 3")
    sheet.get_by_text("A card gives another number").click()
    sheet.get_by_label("Extra cubes").fill("2")
    expect(sheet.locator("[data-entered]")).to_have_text("0 / 5")
    sheet.get_by_label("or exactly").fill("1")
    sheet.get_by_role("button", name="black", exact=True).click()
    expect(sheet.locator("[data-entered]")).to_have_text("1 / 1")
    expect(sheet.locator("button[data-amiss]:visible")).to_have_count(0)
    sheet.get_by_role("button", name="A card’s text: carry it out").click()
    expect(page.locator("#attack-result")).to_contain_text("by hand")


@pytest.mark.service_worker
def test_a_sheet_does_not_wait_for_a_lost_connection(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site).sit(new_device("small"))
    pad(page).get_by_role("link", name="Gold").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="+5").click()
    expect(page.locator("#queue")).to_contain_text("1 tap waiting")
    expect(page.get_by_role("dialog", name="Gold")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#log li").first).to_contain_text("Alice gains 5 gold.")


def test_what_more_noise_would_do_stands_beside_it_before_it_is_made(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, actions=({"do": "damage", "seat": 0, "count": 9},))
    alice, bob = table.sit(new_device("small"), 0), table.sit(new_device("small"), 1)
    ahead = alice.get_by_role("list", name="If Alice makes more Clank! first")
    expect(ahead.locator("li")).to_have_count(4)
    told = ahead.locator("b").all_inner_texts()
    expect(bob.locator("#odds-preview")).to_be_hidden()
    alice.get_by_role("button", name="+ Clank!").click()
    expect(ahead.locator("b").first).to_have_text(told[1])
    expect(alice.locator("#seat-0 .odd")).to_contain_text(told[1])


def test_a_seat_says_in_words_what_its_numbers_count(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    page, tv = table.sit(new_device("small")), table.watch(new_device("tv"))
    said = re.compile(r"28\s+supply\s+0\s+gold\s+above the Depths")
    for screen in (page, tv):
        expect(screen.locator("#seat-1 .stats")).to_have_text(said, use_inner_text=True)
    word = page.locator("#seat-1").get_by_text("supply").bounding_box()
    assert word is not None
    assert word["width"] > 20


def top(page: Page, part: str) -> float:
    box = page.locator(part).bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_head_of_the_board_keeps_its_height_through_a_turn(
    new_device: NewDevice, site: SiteServer, language: str
) -> None:
    table = LiveTable(site, holds=((0, 1),))
    page = table.sit(new_device("small", locale=language))
    played, place = page.locator("#now").inner_text(), top(page, "#rage")
    settled(page).locator("#next [data-key=e]").click()
    expect(page.locator("#now")).not_to_have_text(played)
    assert top(page, "#rage") == place
    cut = "node => node.parentNode.scrollWidth > node.parentNode.clientWidth"
    assert not page.locator("#now").evaluate(cut)


def test_what_gets_the_focus_is_not_under_the_dock(new_device: NewDevice, site: SiteServer) -> None:
    artifact = {"do": "take", "seat": 0, "token": "artifact", "value": 10}
    table = LiveTable(site, seats=4, holds=((0, 1, 2, 3),), actions=(artifact,))
    page = table.sit(new_device("small"))
    controls = page.locator("#board").locator("button:enabled:visible, a:visible, summary:visible")
    assert "Whole log" in controls.all_inner_texts()
    for control in controls.all():
        page.evaluate("scrollTo(0, 0)")
        control.focus()
        edge = "node => node.getBoundingClientRect().bottom"
        assert control.evaluate(edge) <= top(page, "#dock"), control.inner_text()
    page.evaluate("scrollTo(0, 0)")
    page.locator("#dock").get_by_role("button", name="Undo").focus()
    assert page.evaluate("scrollY") == 0


def test_a_usual_turn_takes_three_taps_besides_the_noise(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site, holds=((0, 1),)).sit(new_device("small"))
    page.evaluate(
        "window.taps = 0; document.addEventListener('click', (event) => { if (event.detail) taps "
        "+= 1; }, true)"
    )
    for _ in range(2):
        page.get_by_role("button", name="+ Clank!").click()
    step(page, "End Alice’s turn")
    step(page, "Dragon!")
    page.get_by_role("button", name="Seen").click()
    expect(page.locator("#now")).to_contain_text("Bob plays")
    expect(page.get_by_role("radio", name="Bob")).to_be_checked()
    assert page.evaluate("taps") - 2 <= 3


def test_a_removed_device_is_told_so(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site)
    bob = table.sit(new_device("small"), 1)
    told = bob.get_by_text("This device was removed from the table.")
    expect(told).to_be_hidden()
    table.remove_other()
    expect(told).to_be_visible()


@pytest.mark.chromium("scripts off")
def test_without_scripts_the_page_claims_no_connection_and_can_be_looked_at_again(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, holds=((0, 1),), actions=DOWN)
    page = new_device("small", java_script_enabled=False)
    page.context.add_cookies(
        [{"name": "dragonbag-device", "value": table.tokens[0], "url": site.url}]
    )
    page.goto(f"{table.url}?seat=1")
    expect(page.get_by_text("Connected.")).to_have_count(0)
    expect(page.locator("#line")).to_be_hidden()
    page.get_by_role("link", name="Look again").click()
    expect(page.locator("body")).to_have_attribute("data-acting", "1")
    page.goto(f"{table.url}?seat=0")
    assert not shown(page) & {"Damage", "By choice", "Heal", "+ Clank!"}


def test_a_token_is_found_by_its_name(new_device: NewDevice, site: SiteServer) -> None:
    page = LiveTable(site).sit(new_device("small"))
    tokens(page)
    sheet = page.get_by_role("dialog", name="Tokens and market")
    sheet.get_by_label("Find a token").fill("crown 9")
    shown_now = sheet.locator("[data-filtered] > li:visible")
    expect(shown_now).to_have_count(1)
    expect(shown_now).to_contain_text("Crown 9")
    sheet.get_by_label("Find a token").fill("submarine")
    expect(shown_now).to_have_count(0)
    expect(sheet.get_by_text("Nothing here has that name.")).to_be_visible()


def test_the_television_names_both_of_its_chances(new_device: NewDevice, site: SiteServer) -> None:
    tv = LiveTable(site, holds=((0, 1),)).watch(new_device("tv"))
    expect(tv.locator(".odds").get_by_text("hit").first).to_be_visible()
    expect(tv.locator(".odds").get_by_text("knocked out").first).to_be_visible()


@pytest.mark.parametrize("motion", [*proven("reduce"), "no-preference"])
def test_the_television_cuts_nothing_of_an_attack(
    new_device: NewDevice, site: SiteServer, motion: str
) -> None:
    actions: tuple[dict[str, Any], ...] = (
        *({"do": "damage", "seat": seat, "count": 8} for seat in (0, 1, 2)),
        *({"do": "clank", "seat": seat, "count": 6} for seat in range(4)),
        *({"do": "danger", "count": 6}, {"do": "end_turn"}),
    )
    table = LiveTable(site, edition="catacombs", seats=4, holds=((0, 1, 2, 3),), actions=actions)
    tv = table.watch(new_device("tv", reduced_motion=motion))
    step(table.sit(new_device("small")), "Dragon!")
    expect(tv.locator("#attack-result .drawn li")).to_have_count(8)
    expect(tv.locator("body[data-show]")).to_have_count(0)
    stage = tv.locator("#attack-result").bounding_box()
    assert stage is not None
    for part in tv.locator("#attack-result .drawn li, #attack-result .result p").all():
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= stage["y"]
        assert box["y"] + box["height"] <= stage["y"] + stage["height"] + 1


def test_seen_is_in_reach_however_much_the_dragon_draws(
    new_device: NewDevice, site: SiteServer
) -> None:
    actions: tuple[dict[str, Any], ...] = (
        *({"do": "clank", "seat": seat, "count": 9} for seat in range(4)),
        *({"do": "danger", "count": 10}, {"do": "end_turn"}),
    )
    table = LiveTable(site, seats=4, holds=((0, 1, 2, 3),), actions=actions)
    page = table.sit(new_device("small"))
    step(page, "Dragon!")
    seen = page.get_by_role("button", name="Seen")
    expect(seen).to_be_in_viewport(ratio=1)
    seen.click()
    expect(page.locator("#attack-result")).to_be_hidden()
