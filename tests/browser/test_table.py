"""The live table on real devices: they stay in step, lose nothing, and do not jump around."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewDevice
from tests.browser.held import held
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable, act_for, closed, often, pad, settled, step

THEMES = ("dark", "light", "contrast")
# Timers of a second or longer never fire.
NO_LONG_WAIT = """
const later = window.setTimeout;
window.setTimeout = (what, wait = 0) => (wait < 1000 ? later(what, wait) : 0);
"""


def test_two_phones_and_a_television_follow_each_other(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("small"), 1)
    tv = table.watch(new_device("tv"))

    alice.get_by_role("button", name="+ Clank!").click()
    for page in (alice, bob, tv):
        expect(page.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    step(alice, "End Alice’s turn")
    step(bob, "Dragon!")

    for page in (alice, bob, tv):
        expect(page.locator("#attack-result .attack")).to_be_visible()
        expect(page.locator("#now")).to_contain_text("Bob plays")
    boards = {
        page.locator("#pools").inner_html() + page.locator("#seat-0 .meter").inner_html()
        for page in (alice, bob)
    }
    assert len(boards) == 1


def test_an_attack_seen_on_one_phone_leaves_the_others_and_stays_on_the_television(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, actions=({"do": "end_turn"},))
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    tv = table.watch(new_device("tv"))
    step(alice, "Dragon!")
    expect(bob.locator("#attack-result .drawn li").first).to_be_visible()
    alice.get_by_role("button", name="Seen").click()
    expect(alice.locator("#attack-result")).to_be_hidden()
    expect(bob.locator("#attack-result")).to_be_hidden()
    expect(tv.locator("#attack-result")).to_be_visible()

    alice.get_by_role("button", name="+ Clank!").click()
    expect(tv.locator("#attack-result")).to_be_hidden()
    alice.reload()
    expect(alice.locator("#attack-result")).to_be_hidden()


@pytest.mark.prove
def test_an_attack_seen_while_the_server_is_away_leaves_the_others_once_it_is_back(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    table = LiveTable(own_site, actions=({"do": "end_turn"},))
    alice = table.sit(new_device("phone", at=own_site), 0)
    bob = table.sit(new_device("phone", at=own_site), 1)
    step(alice, "Dragon!")
    for page in (alice, bob):
        expect(page.get_by_role("button", name="Seen")).to_be_visible()
    own_site.kill()
    alice.get_by_role("button", name="Seen").click()
    alice.get_by_role("button", name="+ Clank!").click()
    expect(alice.locator("#queue")).to_contain_text("1 tap waiting")
    bob.route("**/stream/**", lambda route: route.abort())
    bob.route("**/board/**", lambda route: route.abort())
    own_site.start()
    expect(alice.locator("#queue")).to_be_hidden()
    table.live(alice)
    expect(bob.get_by_role("button", name="Seen")).to_be_visible()
    # Bob’s phone is back last.
    bob.unroute("**/stream/**")
    bob.unroute("**/board/**")
    expect(bob.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    expect(bob.locator("#attack-result")).to_be_hidden()


def test_an_attack_that_is_taken_back_leaves_every_screen(
    new_device: NewDevice, site: SiteServer
) -> None:
    attack = ({"do": "end_turn"}, {"do": "refill", "attack": True})
    table = LiveTable(site, actions=(*attack, {"do": "end_turn"}))
    alice, bob = held(table, new_device("phone"), 0), held(table, new_device("phone"), 1)
    expect(alice.locator("#attack-result")).to_be_hidden()
    settled(alice).keyboard.press("a")
    expect(bob.locator("#attack-result")).to_be_visible()
    expect(alice.locator("body[data-show]")).to_be_attached()
    alice.keyboard.press("Escape")
    expect(alice.get_by_role("button", name="Seen")).to_be_visible()
    alice.keyboard.press("Escape")
    expect(alice.get_by_role("button", name="Undo")).to_be_visible()
    alice.keyboard.press("u")
    expect(bob.locator("#attack-result")).to_be_hidden()
    expect(bob.locator("#log .rewound")).to_contain_text("Rewound past a draw")
    expect(alice.get_by_role("button", name="Redo")).to_be_visible()
    alice.keyboard.press("r")
    expect(bob.locator("#attack-result")).to_be_visible()
    expect(alice.locator("#now")).to_contain_text("Alice plays")
    expect(alice.locator("#attack-result")).to_be_hidden()


def test_a_new_name_is_everywhere_on_every_phone(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site)
    bob = table.sit(new_device("phone"), 1)
    code = (
        "from companion import services; from companion.models import Table, Device; "
        f"t = Table.objects.get(pk='{table.url.split('/')[2]}'); "
        "services.rename_seat(t, t.opener_device, seat=0, name='Zora')"
    )
    site.script(code)
    expect(bob.locator("#seat-0")).to_contain_text("Zora")
    expect(bob.get_by_label("Act for Zora")).to_be_attached()


def test_a_finger_that_taps_twice_ends_one_turn_and_refills_nothing(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    settled(alice)
    box = alice.locator("#next").bounding_box()
    assert box is not None
    alice.mouse.dblclick(box["x"] + 40, box["y"] + 20, delay=20)
    expect(bob.locator("#now")).to_contain_text("Alice refills")
    settled(alice)
    expect(alice.locator("#now")).to_contain_text("Alice refills")


@pytest.mark.service_worker
def test_taps_wait_without_a_connection_and_are_sent_in_order(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    alice.context.set_offline(True)
    plus = alice.get_by_role("button", name="+ Clank!")
    for _ in range(3):
        plus.click()
    expect(alice.locator("#queue")).to_have_text(
        "3 taps waiting. Not connected. Taps wait here and are sent later."
    )
    expect(alice.locator("#queue")).to_be_in_viewport(ratio=1)
    expect(alice.locator("#line")).to_have_class("dot off")
    alice.context.set_offline(False)
    expect(bob.locator("#seat-0")).to_contain_text("3 Clank! this turn")
    expect(alice.locator("#queue")).to_be_hidden()


GO_OFFLINE = """() => {
  dispatchEvent(new Event("offline"));
  return document.getElementById("line").className;
}"""


@pytest.mark.service_worker
def test_a_network_that_goes_takes_the_stream_with_it_and_a_new_one_is_tried(
    new_device: NewDevice, site: SiteServer
) -> None:
    """What still comes through the old one would say that the table is live, while no tap is sent."""
    alice = LiveTable(site).sit(new_device("phone"))
    with alice.expect_request(lambda asked: "/stream/" in asked.url):
        assert alice.evaluate(GO_OFFLINE) == "dot off"
    expect(alice.locator("#line")).to_have_class("dot")


@pytest.mark.service_worker
def test_a_page_that_is_loaded_again_still_sends_what_waited(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    alice.route("**/tap/**", lambda route: route.abort())
    alice.get_by_role("button", name="+ Clank!").click()
    expect(alice.locator("#queue")).to_contain_text("1 tap waiting")
    alice.unroute("**/tap/**")
    alice.reload()
    expect(bob.locator("#seat-0")).to_contain_text("1 Clank! this turn")


@pytest.mark.service_worker
def test_taps_for_one_table_are_never_sent_to_another(
    new_device: NewDevice, site: SiteServer
) -> None:
    first, second = LiveTable(site), LiveTable(site)
    page = first.sit(new_device("phone"))
    page.route("**/tap/**", lambda route: route.abort())
    page.get_by_role("button", name="+ Clank!").click()
    expect(page.locator("#queue")).to_be_visible()
    page.unroute("**/tap/**")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/tap/" in request.url else None)
    second.sit(page)
    page.get_by_role("button", name="+ Clank!").click()
    expect(page.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    assert len([address for address in sent if second.url in address]) == 1


def test_a_refused_tap_says_why_and_can_be_closed(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site)
    page = table.sit(new_device("tablet"))
    often(page, 6)
    pad(page).get_by_role("button", name="By choice").click()
    for _ in range(2):
        often(page, 6)
        pad(page).get_by_role("button", name="By choice").click()
    notice = page.get_by_role("alert").locator(".notice")
    expect(notice).to_contain_text("Alice would be knocked out; nobody may choose that. (×2)")
    expect(notice).to_have_count(1)
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_a_refusal_goes_with_the_next_tap_that_is_stored(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = LiveTable(site).sit(new_device("tablet"))
    for _ in range(2):
        often(page, 6)
        pad(page).get_by_role("button", name="By choice").click()
    notice = page.locator(".refused .notice")
    expect(notice).to_have_count(1)
    closed(page).get_by_role("button", name="+ Clank!").click()
    expect(page.locator("#seat-0")).to_contain_text("1 Clank! this turn")
    expect(notice).to_have_count(0)


@pytest.mark.service_worker
def test_a_tap_without_a_connection_is_told_to_wait_at_once(
    new_device: NewDevice, site: SiteServer
) -> None:
    page = new_device("small")
    page.add_init_script(NO_LONG_WAIT)
    alice = LiveTable(site).sit(page)
    alice.context.set_offline(True)
    alice.get_by_role("button", name="+ Clank!").click()
    expect(alice.locator("#queue")).to_contain_text("1 tap waiting. Not connected.")
    expect(alice.locator("#queue")).to_be_in_viewport(ratio=1)
    alice.context.set_offline(False)
    expect(alice.locator("#queue")).to_be_hidden()


@pytest.mark.chromium("the focus in several windows")
def test_a_change_from_elsewhere_disturbs_nobody(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    alice.get_by_role("link", name="Tokens").click()
    search = alice.get_by_label("Find a token")
    search.fill("egg")
    bob.get_by_role("button", name="+ Clank!").click()
    expect(alice.locator("#seat-1")).to_contain_text("1 Clank! this turn")
    expect(search).to_have_value("egg")
    expect(search).to_be_focused()
    expect(alice.locator("#sheet-tokens")).to_be_visible()
    alice.get_by_role("link", name="Close").click()
    expect(alice.locator("#sheet-tokens")).to_be_hidden()

    alice.get_by_role("button", name="Undo").focus()
    bob.get_by_role("button", name="+ Clank!").click()
    expect(alice.locator("#seat-1")).to_contain_text("2 Clank! this turn")
    expect(alice.get_by_role("button", name="Undo")).to_be_focused()


def test_one_phone_for_all_acts_for_whoever_plays(new_device: NewDevice, site: SiteServer) -> None:
    table = LiveTable(site, holds=((0, 1),))
    page = table.sit(new_device("phone"))
    step(page, "End Alice’s turn")
    step(page, "No dragon")
    expect(page.locator("body")).to_have_attribute("data-acting", "1")
    page.get_by_role("button", name="+ Clank!").click()
    expect(page.locator("#seat-1")).to_contain_text("1 Clank! this turn")
    act_for(page, 0)
    page.get_by_role("button", name="+ Clank!").click()
    expect(page.locator("#seat-0")).to_contain_text("1 Clank! this turn")


def test_cubes_from_the_cloth_bag_are_entered_by_tapping_them(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, actions=({"do": "end_turn"},))
    page = table.sit(new_device("phone"))
    page.locator("summary", has_text="Menu of the table").click()
    page.get_by_role("link", name="This device").click()
    page.get_by_label("We draw from the cloth bag: ask for the cubes").check()
    page.keyboard.press("Escape")
    step(page, "Dragon!")
    sheet = page.get_by_role("dialog", name="Drawn by hand")
    for _ in range(3):
        sheet.get_by_role("button", name="black", exact=True).click()
    expect(sheet.locator("[data-entered]")).to_have_text("3 / 3")
    sheet.get_by_role("button", name="Dragon in the row: carry it out").click()
    expect(page.locator("#attack-result")).to_contain_text("The dragon draws 3 by hand")
