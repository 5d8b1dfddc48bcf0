"""Two hundred random double taps in today's WebKit: none ends a turn, calls or skips a dragon, or dismisses unmeant."""

from dataclasses import dataclass, field
from random import Random

from selenium.webdriver.remote.command import Command

from tests.browser.engines.conftest import Windows
from tests.browser.engines.test_webkit import sit
from tests.browser.engines.webkit import PATIENCE, Window
from tests.browser.server import SiteServer
from tests.browser.table import LiveTable

DOUBLE_TAPS = 200
# Milliseconds after which everything hears again.
CALM = 1_100
# What the page takes for the time passes only as the test says, however slow the machine; a survey
# of what lies where, as after a resize, makes it notice.
HOLD = """
const began = performance.now();
let passed = 0;
performance.now = () => began + passed;
window.pass = (time) => { passed += time; dispatchEvent(new Event("resize")); };
"""
MIDDLE = """
const control = document.querySelector(arguments[0]);
const box = control?.getBoundingClientRect();
return box?.width ? [Math.round((box.left + box.right) / 2), Math.round((box.top + box.bottom) / 2)] : null;
"""
# Once the effect is there and nothing is under way, time passes, as often as something has moved meanwhile, until
# all is heard. A control is marked as deaf with the next frame, and a window that nobody looks at may have none.
AFTERWARDS = """
const [effect, calm, told] = arguments;
const look = () => {
  const done = document.querySelector(effect) && !document.querySelector("[aria-busy]");
  if (done) pass(calm);
  if (done && !document.querySelector("[data-deaf]")) told(true);
  else setTimeout(look, 50);
};
setTimeout(look, 50);
"""
SEQUENCE = "return Number(document.getElementById('moment').dataset.sequence)"
OVER = "return document.querySelector('#moment[data-over]') !== null"


@dataclass
class HurriedFinger:
    """Taps places twice, 100 to 950 ms apart, before or after the first tap has shown its effect."""

    window: Window
    chance: Random = field(default_factory=lambda: Random(13))  # noqa: S311 - a finger, not a secret
    taps: int = 0

    def tap(self, x: int, y: int) -> None:
        """A touch as this driver makes it: trusted by the page, though it comes as a mouse's."""
        touch = {
            "type": "pointer",
            "id": "finger",
            "parameters": {"pointerType": "touch"},
            "actions": [
                {"type": "pointerMove", "duration": 0, "x": x, "y": y},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        }
        self.window.driver.execute(Command.W3C_ACTIONS, {"actions": [touch]})

    def twice(self, control: str, effect: str) -> None:
        x, y = self.window.until(lambda: self.window.run(MIDDLE, control))
        self.tap(x, y)
        if self.chance.choice((True, False)):
            self.there(effect)
        self.pass_time(self.chance.randint(100, 950))
        self.tap(x, y)
        self.taps += 1
        self.calmed(effect)

    def there(self, selector: str) -> None:
        script = "return document.querySelector(arguments[0]) !== null"
        self.window.until(lambda: self.window.run(script, selector))

    def pass_time(self, milliseconds: int) -> None:
        self.window.run("pass(arguments[0])", milliseconds)

    def calmed(self, effect: str = "body") -> None:
        self.window.driver.execute_async_script(AFTERWARDS, effect, CALM)

    def sequence(self) -> int:
        return int(self.window.run(SEQUENCE))

    def told(self) -> str:
        return self.window.text("#log")

    # A turn ----------------------------------------------------------------------

    def turn(self) -> None:
        """Close a sheet, end a turn, answer, put away the attack that the answer may bring."""
        before = self.sequence()
        self.window.run("document.querySelector('#dock [data-sheet=tokens]').click()")
        self.calmed("#sheet-tokens[open]")
        self.twice("#sheet-tokens [data-close]", "body:not(:has(dialog[open]))")
        self.twice("#next [data-key=e]", "#next.asking")
        assert self.sequence() == before + 1, self.told()
        if self.chance.choice((True, False)):
            self.twice("#next [data-key=e]", "#next:not(.asking)")
        else:
            self.twice("#next [data-key=a]", "body[data-attack]")
            self.put_aside()
        assert self.sequence() == before + 2, self.told()

    def put_aside(self) -> None:
        self.there("#attack-result .attack")
        if self.window.run("return document.querySelector('body[data-show]') !== null"):
            self.window.run("document.querySelector('#attack-result [data-skip]')?.click()")
        self.calmed("body:not([data-show])")
        assert self.window.run("return document.body.dataset.attack")
        self.twice("#attack-result [data-dismiss]", "body:not([data-attack])")


def at_a_new_table(window: Window, site: SiteServer) -> None:
    sit(window, LiveTable(site, holds=((0, 1),)))
    window.run(HOLD)


def test_a_double_tap_never_does_the_next_thing(new_window: Windows, site: SiteServer) -> None:
    window = new_window()
    window.driver.set_script_timeout(PATIENCE)
    at_a_new_table(window, site)
    finger = HurriedFinger(window)
    while finger.taps < DOUBLE_TAPS:
        finger.turn()
        if window.run(OVER):
            at_a_new_table(window, site)
