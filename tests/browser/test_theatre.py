"""The dragon's draw: nobody knows before the last cube, on no screen."""

import json
from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import NewDevice
from tests.browser.held import heard, held, stop_clock, tells
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable
from tests.proof import proven

# Bob has one space left, and the bag holds cubes of his.
BRINK: tuple[dict[str, Any], ...] = (
    {"do": "damage", "seat": 1, "count": 9},
    *({"do": "clank", "seat": seat, "count": 6} for seat in (0, 1)),
    {"do": "danger", "count": 2},
    {"do": "end_turn"},
)
DEADLY = ("black", "red", "blue", "black", "red")
HARMLESS = ("black", "red", "black", "black", "red")
KILLS_AT = 3
# What the pages that follow the table say after each of them; the page of the odds does not follow it.
AFTER = {
    "log/": ("Alice takes 2 damage. It is Bob’s turn.", "Bob is knocked out"),
    "result/": ("So far", "So far"),
}
LANDED = "document.querySelectorAll('#attack-result .drawn .landed').length"
# Two tables differ in their codes, in the minutes of their logs, and in the frame that ends the paleness
# of a button that has just come: of two frames a tenth of a second apart, either may be the first without.
HIDE_DIFFERENCES = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`time, .code, .qr { display: none !important; } [data-deaf] { opacity: 1 !important; }
    * { caret-color: transparent !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
# What still moves has come to its end; what never ends has not begun.
END_MOTION = """() => {
  for (const each of document.getAnimations())
    Number.isFinite(each.effect.getComputedTiming().endTime) ? each.finish() : each.cancel();
  return document.fonts.ready.then(() => null);
}"""
TOLD = r"""() => [
  document.title, document.getElementById("live").textContent,
  document.body.innerText.replace(/\b[A-Z0-9]{8}\b/, "").replace(/\b\d\d:\d\d\b/g, ""), [...noises],
]"""
# Sound and vibration as they were asked for, on a device that has chosen both.
NOISES = """
window.noises = [];
const nothing = () => {};
const note = (hertz) => noises.push(hertz);
const course = (set) => ({ setValueAtTime: set, exponentialRampToValueAtTime: nothing });
window.AudioContext = class {
  state = "running";
  currentTime = 0;
  createGain() { return { gain: course(nothing), connect: nothing }; }
  createOscillator() { return { frequency: course(note), connect: nothing, start: nothing, stop: nothing }; }
};
Object.defineProperty(Navigator.prototype, "vibrate", { value: (pattern) => noises.push(`shaken ${pattern}`) });
localStorage.setItem("prefs", JSON.stringify({ sound: true, vibrate: true }));
"""
BEYOND = 10_000
# So long does a show of five cubes last, in milliseconds.
SHOW = 5_400
# Chromium does not smooth the edge of a corner or of a letter in the same way each time: up to 20 of 255 more or less
# were seen, in pixels that stand alone. What tells two cubes, or a seat that fell from one that stands, is 50 and more,
# over an area. So a difference is the mean of three by three pixels.
UNSEEN = 10
EDGES = ImageFilter.BoxBlur(1)


def brink(site: SiteServer) -> LiveTable:
    return LiveTable(site, holds=((0,), (1,)), actions=BRINK)


def draw(page: Page, cubes: tuple[str, ...]) -> int:
    """Somebody enters a draw, in a tap that the page does not know of; returns its sequence."""
    turn, _, phase = page.locator("#moment [name=turn]").input_value().partition(":")
    action = {"do": "refill", "attack": True, "by_hand": True, "drawn": cubes}
    tap = {"id": f"draw-{'-'.join(cubes)}", "expects": {"turn": int(turn), "phase": phase}}
    return send(page, {**tap, "action": action})


# Tells the server that an attack was put aside.
SEEN = """async (attack) => {
  const told = new FormData(document.getElementById("tap"));
  told.set("attack", attack);
  await fetch(document.body.dataset.seen, { method: "POST", body: told });
}"""


def send(page: Page, tap: dict[str, Any]) -> int:
    answer = page.evaluate(
        """async (tap) => (await fetch(document.body.dataset.tap, {method: "POST", body: JSON.stringify(tap),
        headers: {"Content-Type": "application/json", "X-Table-Tap": "1"}})).json()""",
        tap,
    )
    return int(answer["sequence"])


def tapped(request: Request) -> str:
    """What a tap that was sent does."""
    return str(json.loads(request.post_data or "")["action"]["do"])


Frame = tuple[int, bytes, Any]


class Camera:
    """Takes pictures of a page, packed in haste: Playwright's own take longer to pack than to paint."""

    def __init__(self, page: Page) -> None:
        self.page, self.session = page, page.context.new_cdp_session(page)
        page.evaluate(HIDE_DIFFERENCES)

    def frame(self) -> Frame:
        """The cubes landed, what is seen and what is said, but for hours, which go on, and codes."""
        return int(self.page.evaluate(LANDED)), self.still(), self.page.evaluate(TOLD)

    def still(self) -> bytes:
        """The page as two pictures in a row show it: what has just come is painted in parts."""
        before, now = b"", self.picture()
        while not before or contrast(before, now) > UNSEEN:
            before, now = now, self.picture()
        return now

    def picture(self) -> bytes:
        self.page.evaluate(END_MOTION)
        haste = {"format": "png", "optimizeForSpeed": True}
        return b64decode(self.session.send("Page.captureScreenshot", haste)["data"])


def frames(page: Page) -> list[Frame]:
    """What is seen and said each tenth of a second until the last cube, with the cubes landed by then."""
    # Asked from outside: a page whose clock is held has no frame in which to look again.
    expect(page.locator("body[data-show]")).to_be_attached()
    found, camera = [], Camera(page)
    while page.evaluate("document.body.dataset.show !== undefined"):
        found.append(camera.frame())
        page.clock.run_for(100)
        assert len(found) < BEYOND / 100
    return found


def contrast(one: bytes, other: bytes) -> int:
    """How much the two pictures differ where they differ most, but for single pixels: 0 to 255."""
    if one == other:
        return 0
    pictures = [Image.open(BytesIO(each)).convert("RGB") for each in (one, other)]
    return max(ImageChops.difference(*pictures).filter(EDGES).tobytes())


def expect_alike(harmless: list[Frame], deadly: list[Frame]) -> None:
    for number, (one, other) in enumerate(zip(harmless, deadly, strict=True)):
        assert (one[0], one[2]) == (other[0], other[2]), f"after {number}00 ms"
        assert contrast(one[1], other[1]) <= UNSEEN, f"after {number}00 ms"


def opened(table: LiveTable, page: Page, size: str) -> Page:
    """A phone, a tablet or the television, whose clock is held and whose noises are noted."""
    page.add_init_script(NOISES)
    if size != "tv":
        held(table, page, 1).keyboard.press("Shift")  # a browser is heard only after a touch
        return page
    table.watch(tells(page)).get_by_role("button", name="Sound on").click()
    stop_clock(page)
    return page


@pytest.mark.chromium("its clock is held")
@pytest.mark.parametrize("size", ["small", *proven("tablet", "tv")])
def test_no_pixel_word_or_sound_tells_of_a_fall_before_its_cube_has_landed(
    new_device: NewDevice, site: SiteServer, size: str
) -> None:
    told = []
    for cubes in (HARMLESS, DEADLY):
        table = brink(site)
        page = opened(table, new_device(size, reduced_motion="reduce"), size)
        draw(table.sit(new_device("phone"), 0), cubes)
        told.append(frames(page))
        said = page.locator("#attack-result .splash")
        expect(said).to_have_count(1 if cubes is DEADLY else 0)
    before = [[each for each in one if each[0] < KILLS_AT] for one in told]
    assert len(before[0]) == len(before[1]) > 10
    expect_alike(*before)
    assert len(told[0]) <= 60 + 12
    harmless, deadly = (one[-1][2][3] for one in told)
    assert harmless != deadly


@pytest.mark.chromium("its clock is held")
@pytest.mark.parametrize("path", ["result/", *proven("log/")])
def test_no_page_beside_the_table_tells_of_a_fall_before_the_last_cube(
    new_device: NewDevice, site: SiteServer, path: str
) -> None:
    told: list[list[Frame]] = []
    for cubes in (HARMLESS, DEADLY):
        table, page = brink(site), tells(new_device("small", reduced_motion="reduce"))
        page.add_init_script(NOISES)
        table.open(page, 1, path)
        expect(page.locator("body[data-live]")).to_be_attached()
        stop_clock(page)
        heard(page, draw(table.sit(new_device("phone"), 0), cubes))
        told.append([])
        camera = Camera(page)
        while len(told[-1]) < SHOW / 100:
            told[-1].append(camera.frame())
            page.clock.run_for(100)
        page.clock.run_for(BEYOND)
        expect(page.locator("main")).to_contain_text(AFTER[path][cubes is DEADLY])
    expect_alike(*told)


def test_the_board_waits_for_the_last_cube_and_skip_ends_the_wait(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = brink(site)
    alice, bob = held(table, new_device("phone"), 0), held(table, new_device("phone"), 1)
    draw(alice, DEADLY)
    for page in (alice, bob):
        expect(page.locator("body[data-show]")).to_be_attached()
        expect(page.locator("#seat-1.out")).to_have_count(0)
    bob.get_by_role("button", name="Skip").dispatch_event("click")
    expect(bob.locator("#seat-1.out")).to_be_attached()
    expect(bob.get_by_role("button", name="Seen")).to_be_visible()
    expect(alice.locator("#seat-1.out")).to_have_count(0)
    alice.clock.run_for(BEYOND)
    expect(alice.locator("#seat-1.out")).to_be_attached()
    expect(alice.get_by_role("button", name="Seen")).to_be_visible()


def test_an_undo_ends_the_show_everywhere(new_device: NewDevice, site: SiteServer) -> None:
    table = brink(site)
    alice, bob = held(table, new_device("phone"), 0), held(table, new_device("phone"), 1)
    draw(alice, DEADLY)
    for page in (alice, bob):
        expect(page.locator("body[data-show]")).to_be_attached()
    alice.locator("#attack-result [data-undo]").dispatch_event("click")
    for page in (alice, bob):
        expect(page.locator("#attack-result")).to_be_hidden()
        expect(page.locator("body[data-show]")).to_have_count(0)
        expect(page.locator("#now")).to_contain_text("refills")


def test_who_reloads_sees_the_result(new_device: NewDevice, site: SiteServer) -> None:
    table = brink(site)
    alice, bob = table.sit(new_device("phone"), 0), held(table, new_device("phone"), 1)
    draw(alice, DEADLY)
    expect(bob.locator("body[data-show]")).to_be_attached()
    bob.reload()
    expect(bob.get_by_role("button", name="Seen")).to_be_visible()
    expect(bob.locator("body[data-show]")).to_have_count(0)
    expect(bob.locator("#seat-1.out")).to_be_attached()


def test_two_attacks_in_a_row_play_one_after_the_other(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = brink(site)
    alice, bob = table.sit(new_device("phone"), 0), held(table, new_device("phone"), 1)
    draw(alice, HARMLESS)
    expect(bob.locator("body[data-show]")).to_be_attached()
    first = bob.locator("#attack-result").get_attribute("data-number")
    blow = ["blue", "black"]
    card = {"do": "attack", "size": 2, "by_hand": True, "drawn": blow}
    heard(bob, send(alice, {"id": "card", "action": card}))
    landed, drawn = bob.locator("#attack-result .landed"), bob.locator("#attack-result .drawn li")
    while landed.count() < len(HARMLESS):
        expect(drawn).to_have_count(len(HARMLESS))
        bob.clock.run_for(100)
    expect(bob.locator("#seat-1.out")).to_have_count(0)
    while drawn.count() != len(blow):
        bob.clock.run_for(100)
    assert bob.locator("#attack-result").get_attribute("data-number") != first
    expect(bob.locator("body[data-quick]")).to_be_attached()
    expect(bob.locator("#seat-1.out")).to_have_count(0)
    bob.clock.run_for(BEYOND)
    expect(bob.locator("#seat-1.out")).to_be_attached()


def test_an_attack_that_others_have_seen_never_takes_a_newer_one_along(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = brink(site)
    alice, bob = table.sit(new_device("phone"), 0), held(table, new_device("phone"), 1)
    first = draw(alice, HARMLESS)
    heard(bob, first)
    card = {"do": "attack", "size": 2, "by_hand": True, "drawn": ["blue", "black"]}
    second = send(alice, {"id": "card", "action": card})
    alice.evaluate(SEEN, first)
    heard(bob, send(alice, {"id": "after", "action": {"do": "gold", "seat": 0, "count": 1}}))
    bob.clock.run_for(2 * BEYOND)
    expect(bob.locator("#attack-result")).to_have_attribute("data-number", str(second))
    expect(bob.get_by_role("button", name="Seen")).to_be_visible()


def test_while_it_plays_nothing_else_can_be_tapped(new_device: NewDevice, site: SiteServer) -> None:
    table = brink(site)
    alice = held(table, new_device("phone"), 0)
    alice.locator("#next").get_by_role("button", name="Dragon!").dispatch_event("click")
    expect(alice.locator("body[data-show]")).to_be_attached()
    sent: list[str] = []
    alice.on("request", lambda each: sent.append(tapped(each)) if "/tap/" in each.url else None)
    alice.locator("#next button").first.evaluate("button => button.click()")
    alice.keyboard.press("c")
    alice.keyboard.press("e")
    # Taps are sent in order: what one of those had sent would be known before this one's answer.
    with alice.expect_response(lambda each: "/tap/" in each.url and tapped(each.request) == "undo"):
        alice.keyboard.press("u")
    assert sent == ["undo"]


def test_on_a_tablet_a_draw_without_motion_is_as_large_as_one_with_it(
    new_device: NewDevice, site: SiteServer
) -> None:
    table = LiveTable(site, actions=({"do": "attack", "size": 4},))
    sizes = []
    for motion in ("reduce", "no-preference"):
        page = table.sit(new_device("tablet", reduced_motion=motion))
        cubes = page.locator("#attack-result .drawn .cube")
        expect(cubes).to_have_count(4)
        expect(page.locator("body[data-show]")).to_have_count(0)
        expect(cubes.first).to_be_visible()
        sizes.append([box["height"] for each in cubes.all() if (box := each.bounding_box())])
    assert sizes[0] == pytest.approx(sizes[1], abs=1)
