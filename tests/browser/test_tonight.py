"""The frame of an evening on three devices: from the Prologue of game 1 to the packed box of game 3."""

import re
from secrets import token_hex

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewDevice
from tests.browser.server import SiteServer


def write(page: Page, text: str) -> None:
    """Write a line of the ledger, as one types it on a phone."""
    line = page.get_by_role("textbox", name="Ledger line")
    line.fill("")
    line.press_sequentially(text)
    button = page.locator("#preview form", has=page.locator(f"input[value='{text}']"))
    button.locator("[data-confirm]").click()
    expect(page.locator("#messages .success")).to_be_visible()


def new_campaign(alice: Page) -> str:
    """Alice signs up and makes a campaign, in which nothing is written yet; its address."""
    alice.goto("/accounts/sign-up/?next=/campaigns/new/")
    alice.get_by_label("Username").fill(f"alice-{token_hex(4)}")  # all tests share one site
    for field in alice.locator("input[type=password]").all():
        field.fill("a long enough password")
    alice.get_by_role("main").get_by_role("button").click()
    alice.goto("/campaigns/new/")
    alice.get_by_label("Name of the campaign").fill("The long year")
    alice.get_by_label("Your name in it").fill("Alice")
    alice.get_by_label("Clank! Legacy 2").check()
    alice.get_by_role("button", name="Create").click()
    alice.wait_for_url("**/campaigns/*-*-*/**")
    home = re.match(r".*/campaigns/[0-9a-f-]+/", alice.url)
    assert home
    return home[0]


def campaign_of_four(alice: Page, others: dict[str, Page]) -> str:
    """Alice makes the campaign and its characters; the others come in by an invitation."""
    home = new_campaign(alice)
    alice.goto(f"{home}members/")
    alice.get_by_role("button", name="Create the link").click()
    alice.wait_for_url("**/invites/**")
    link = re.search(r"/campaigns/invitation/[\w-]+/", alice.content())
    assert link
    for name, page in others.items():
        page.goto(link[0])
        page.get_by_role("main").get_by_role("textbox").fill(name)
        page.get_by_role("button", name="Join").click()
        page.wait_for_url("**/campaigns/*-*-*/**")
    alice.goto(home)
    for character, player in (
        ("ann colour red", "Alice"),
        ("bob colour blue", "Bob"),
        ("cat colour green", "Cat"),
        ("dan colour yellow", ""),
    ):
        plays = f" player {player}" if player in ("Alice", *others) else ""
        write(alice, f"recruit {character}{plays}")
    return home


def step(page: Page, key: str) -> Locator:
    return page.locator(f"#step-{key}")


def press(page: Page, key: str, name: str) -> None:
    """Press the button of a step, and wait until it says what was written."""
    step(page, key).get_by_role("button", name=name).click()
    expect(page.locator("#messages .success")).to_be_in_viewport()
    expect(step(page, key)).to_be_in_viewport()


def tick(page: Page, key: str) -> None:
    step(page, key).locator(".tick").click()
    expect(step(page, key)).to_have_class(re.compile("done"))


def begin(page: Page, home: str, *absent: str) -> None:
    page.goto(f"{home}steps/setup/")
    for name in ("Ann", "Bob", "Cat", "Dan"):
        page.get_by_role("checkbox", name=name).set_checked(name not in absent)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("#messages .success")).to_contain_text("begins")


def scores(page: Page, home: str, **points: int) -> None:
    page.goto(f"{home}steps/cleanup/")
    step(page, "mission_report").get_by_role("link", name="Scores of the game").click()
    for name, score in points.items():
        page.get_by_label(name.title(), exact=True).fill(str(score))
    page.get_by_role("button", name="Preview").last.click()
    page.get_by_role("button", name="Write it").click()
    page.wait_for_url("**/steps/cleanup/#step-mission_report")


def late(page: Page, home: str, task: str, button: str) -> None:
    """Do an open task of Home by its button."""
    page.goto(home)
    page.locator("#open-tasks li", has_text=task).get_by_role("button", name=button).click()
    expect(page.locator("#messages .success")).to_be_visible()
    expect(page.locator("#open-tasks li", has_text=task)).to_have_count(0)


def remember(page: Page, who: str, space: str) -> None:
    """The form that a memorial's button opens: only the space is still to be given."""
    page.get_by_label("Space").fill(space)
    page.get_by_role("button", name="Preview").last.click()
    page.get_by_role("button", name="Write it").click()
    expect(page.locator("#messages .success")).to_contain_text(f"{who} is remembered")


def dan_cancels(alice: Page, bob: Page, cat: Page, home: str) -> None:
    """Game 1: what the Prologue's SETUP says is ticked before Begin; Dan cancels at 20:00."""
    bob.goto(f"{home}steps/setup/")
    tick(bob, "prologue_setup")
    begin(alice, home)
    write(alice, "contract 140 group boxes 1")
    alice.get_by_role("button", name="Open the table").click()
    alice.wait_for_url("**/tables/*-*-*/**")
    cat.goto(f"{home}steps/setup/")
    expect(step(cat, "prologue_setup")).to_contain_text("Bob")
    cat.get_by_role("link", name="Who plays, and in which order").click()
    for place, who in enumerate(("cat", "ann", "bob", "")):
        cat.get_by_label(f"Place {place + 1}").select_option(who)
    cat.get_by_role("button", name="Preview").last.click()
    cat.get_by_role("button", name="Write it").click()
    expect(cat.locator("#messages .success")).to_contain_text("Cat, Ann, Bob")
    # the table on Alice's phone loads itself anew
    expect(alice.get_by_text("Cat").first).to_be_visible()
    expect(alice.get_by_text("Dan", exact=True)).to_have_count(0)


def setup_is_resumed_after_a_power_cut(
    bob: Page, cat: Page, home: str, own_site: SiteServer
) -> None:
    bob.goto(f"{home}steps/setup/")
    expect(bob.locator(".numbers")).to_contain_text("3, 2, 1")
    press(bob, "midnight_oil", "Tick a track: Burn the Midnight Oil, Bob")
    press(bob, "midnight_oil", "New contract")
    # Home at step 4; whoever goes on sees the same ticks, even after a power cut.
    tick(bob, "dragon_bag")
    own_site.kill()
    own_site.start()
    cat.goto(f"{home}steps/setup/")
    expect(step(cat, "dragon_bag")).to_contain_text("Bob")
    expect(step(cat, "midnight_oil")).to_have_class(re.compile("done"))


def a_contract_of_the_prologue_has_its_bonus(alice: Page, bob: Page, home: str) -> None:
    alice.goto(home)
    write(alice, "contract 140 tick ann")
    write(alice, "contract 140 points 10 bonus 5")
    scores(bob, home, ann=50, bob=40, cat=0)
    expect(bob.locator("body")).to_contain_text("The winner is Ann")
    # Employee of the Month and Cat's memorial are left open; two people press "pack" at once.
    alice.goto(f"{home}steps/cleanup/")
    bob.goto(f"{home}steps/cleanup/")
    press(alice, "pack", "Pack away")
    step(bob, "pack").get_by_role("button", name="Pack away").click()
    expect(bob.locator("#messages")).to_contain_text("That is written already.")
    alice.goto(f"{home}cards/004/")
    expect(alice.locator("main")).to_contain_text("Filing Cabinet")
    alice.goto(f"{home}contracts/140/")
    expect(alice.locator("main")).to_contain_text("15")


def cat_is_missing(alice: Page, bob: Page, home: str) -> None:
    """Game 2: a milestone space with a passage is covered before Begin, which names what is open."""
    for text in ("M1", "M2", "M3"):
        write(alice, f"milestone {text} bob")
    alice.goto(f"{home}steps/setup/")
    tasks = alice.locator("#open-tasks")
    for left in ("Cat scored 0 in game 1", "Ann won game 1", "Contract 140"):
        expect(tasks).to_contain_text(left)
    begin(bob, home, "Cat", "Dan")
    expect(step(bob, "personal")).to_contain_text("Ann: cards in the starting deck 10")
    late(alice, home, "Ann won game 1", "Employee of the Month: Ann")
    bob.goto(f"{home}steps/setup/")
    expect(step(bob, "personal")).to_contain_text("Ann: cards in the starting deck 11")
    for _each in range(2):
        step(bob, "midnight_oil").get_by_role("button", name="New contract").first.click()
        expect(bob.locator("#messages .success")).to_be_visible()
    expect(step(bob, "midnight_oil")).to_have_class(re.compile("done"))


def everybody_scores_nothing(alice: Page, home: str) -> None:
    scores(alice, home, ann=0, bob=0)
    press(alice, "employee", "Employee of the Month")
    expect(step(alice, "employee")).to_have_class(re.compile("done"))
    for who in ("Ann", "Bob"):
        step(alice, "memorials").get_by_role("link", name=f"Memorial: {who}").click()
        remember(alice, who, "7")
    expect(step(alice, "milestone_passages")).to_contain_text("Bob: the passage of space 3")
    write(alice, "journal C bob")
    expect(step(alice, "milestone_passages")).to_have_class(re.compile("done"))
    press(alice, "pack", "Pack away")


def cat_makes_up_for_game_1(cat: Page, home: str) -> None:
    cat.goto(home)
    task = cat.locator("#open-tasks li", has_text="Cat scored 0 in game 1")
    task.get_by_role("link", name="Memorial: Cat").click()
    expect(cat.locator("form.panel")).to_contain_text("This is for game 1.")
    remember(cat, "Cat", "9")
    cat.goto(f"{home}map/9/?as-of=1")
    expect(cat.locator("main")).to_contain_text("Cat")


def dan_joins(alice: Page, bob: Page, home: str) -> None:
    """Game 3: Dan has missed two games; Cat returns, having missed one."""
    for card, who in ((17, "ann"), (18, "ann"), (19, "bob"), (20, "bob"), (21, "cat"), (22, "cat")):
        write(alice, f"mark {card} {who}")
    for who in ("ann", "cat", "cat"):
        write(alice, f"milestone mark {who}")
    begin(bob, home)
    expect(step(bob, "joining")).to_contain_text("Cat catches up")
    step(bob, "joining").get_by_role("link", name="How Dan catches up").click()
    bob.wait_for_url("**/characters/dan/joining/")
    expect(bob.get_by_role("button", name="Keep this plan")).to_have_count(0)
    alice.goto(bob.url)
    alice.get_by_role("button", name="Keep this plan").click()
    expect(alice.locator("#messages .success")).to_contain_text("Dan catches up")


def the_plan_is_carried_out(alice: Page, bob: Page, home: str) -> None:
    for who, card in (("ann", 17), ("bob", 19), ("cat", 21)):
        covers = alice.locator(f'[id="step-covers/{who}"]')
        covers.get_by_role("link").click()
        _choose(alice, "Card", f"{card:03}")
        alice.get_by_role("button", name="Preview").last.click()
        alice.get_by_role("button", name="Write it").click()
        alice.wait_for_url(f"**/joining/#step-covers/{who}")
        expect(alice.locator(f'[id="step-covers/{who}"]')).to_have_class(re.compile("done"))
    press(alice, "milestones", "Milestone: Dan")
    expect(step(alice, "milestones")).to_have_class(re.compile("done"))
    alice.goto(f"{home}characters/cat/joining/")
    alice.get_by_role("button", name="Keep this plan").click()
    bob.goto(f"{home}steps/setup/")
    expect(step(bob, "joining")).to_have_class(re.compile("done"))
    expect(step(bob, "midnight_oil")).to_contain_text("Nobody burns the midnight oil")


def the_last_box_is_packed(alice: Page, bob: Page, home: str) -> None:
    scores(bob, home, ann=30, bob=31, cat=32, dan=33)
    press(bob, "employee", "Employee of the Month: Dan")
    press(bob, "pack", "Pack away")
    bob.goto(home)
    expect(bob.locator("#open-tasks li")).to_have_count(1)  # contract 140 is not put away yet
    late(alice, home, "Contract 140", "Destroy a card")
    expect(alice.locator("#open-tasks")).to_have_count(0)


def _choose(page: Page, label: str, value: str) -> None:
    field = page.get_by_label(label, exact=True)
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)


@pytest.mark.prove
@pytest.mark.service_worker
def test_three_games_from_the_prologue_to_the_packed_box(
    new_device: NewDevice, own_site: SiteServer
) -> None:
    alice = new_device("phone", at=own_site)
    bob, cat = new_device("small", at=own_site), new_device("phone", at=own_site)
    home = campaign_of_four(alice, {"Bob": bob, "Cat": cat})

    dan_cancels(alice, bob, cat, home)
    setup_is_resumed_after_a_power_cut(bob, cat, home, own_site)
    a_contract_of_the_prologue_has_its_bonus(alice, bob, home)

    cat_is_missing(alice, bob, home)
    everybody_scores_nothing(alice, home)
    cat_makes_up_for_game_1(cat, home)

    dan_joins(alice, bob, home)
    the_plan_is_carried_out(alice, bob, home)
    the_last_box_is_packed(alice, bob, home)
