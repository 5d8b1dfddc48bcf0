"""The next game of the evening: everybody keeps their seat, and every phone adds its salt."""

from playwright.sync_api import expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable


def test_every_phone_has_a_part_in_the_draws_of_a_rematch(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    alice.goto(f"{table.url}rematch/")
    alice.get_by_label("Bob").check()
    alice.get_by_role("button", name="Open the rematch").click()
    table.live(alice)
    bob.goto(alice.url)
    table.live(bob)
    expect(bob.locator("#log")).to_contain_text("A device added its part to the draws.")

    alice.goto(f"{alice.url.partition('?')[0]}fairness/")
    expect(alice.locator(".salts .tag.moss")).to_have_text(["on the device itself"] * 2)


def test_who_comes_to_a_game_after_its_rematch_stays_there(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice = table.sit(new_device("phone"), 0)
    alice.goto(f"{table.url}rematch/")
    alice.get_by_label("Bob").check()
    alice.get_by_role("button", name="Open the rematch").click()
    table.live(alice)

    late = new_device("phone")
    late.goto(f"/j/{table.join_code()}/")
    with late.expect_response(lambda answer: answer.request.method == "HEAD") as asked:
        late.get_by_role("button", name="Just watch").click()
    assert asked.value.status == 404
    table.live(late)
    expect(late.locator("#moment[data-rematch]")).to_be_attached()
    expect(late.locator("#onward")).to_be_hidden()
    with late.expect_response(lambda answer: answer.request.method == "HEAD") as asked:
        late.goto(f"{table.url}log/")
    assert asked.value.status == 404
    expect(late.locator("body[data-live]")).to_be_attached()
    expect(late.locator("#onward")).to_be_hidden()


def test_who_was_at_the_rematch_may_look_at_the_game_before_it(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site)
    alice, bob = table.sit(new_device("phone"), 0), table.sit(new_device("phone"), 1)
    alice.goto(f"{table.url}rematch/")
    alice.get_by_label("Bob").check()
    alice.get_by_role("button", name="Open the rematch").click()
    table.live(alice)
    follows = "this device follows in 10 seconds"
    expect(bob.locator("#onward")).to_contain_text(follows)
    expect(bob.locator("#onward")).to_be_visible()

    alice.goto(table.url)
    table.live(alice)
    expect(alice.locator("#moment[data-rematch]")).to_be_attached()
    expect(alice.locator("#onward")).to_be_hidden()
    alice.goto(f"{table.url}log/")
    expect(alice.locator("body[data-live]")).to_be_attached()
    expect(alice.locator("#onward")).to_be_hidden()
