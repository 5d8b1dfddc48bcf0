"""WebKit on a screen that nobody sees: as Safari has it now, and as Safari 16.0 had it."""

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from config.install import WEBKIT, WEBKIT_OF_2022
from tests.browser.engines import found

SHELL = Path(__file__).with_name("shell.py")
PATIENCE = 60.0
# What a page says that is about to draw the element anew, or to move it.
PASSING = (
    NoSuchElementException,
    StaleElementReferenceException,
    ElementNotInteractableException,
    ElementClickInterceptedException,
)
BUTTON = '//button[normalize-space()="{0}"] | //a[normalize-space()="{0}"]'
MIDDLE = "arguments[0].scrollIntoView({block: 'center'})"
VISIBLE = """
const [inner, outer] = [arguments[0], arguments[0].closest("dialog") ?? document.documentElement]
  .map((each) => each.getBoundingClientRect());
return {left: Math.max(inner.left, outer.left), top: Math.max(inner.top, outer.top),
  right: Math.min(inner.right, outer.right), bottom: Math.min(inner.bottom, outer.bottom, innerHeight)};
"""

# Whether a control is pale and deaf for having just moved; it is marked with the next frame, and a window that
# nobody looks at may have none.
PALE = """const told = arguments[0];
setTimeout(() => told(document.querySelector("[data-deaf]") !== null), 50);"""


class Window:
    """A browser's window on one site; what goes wrong on its pages is gathered in `faults`."""

    def __init__(self, driver: WebDriver, home: str) -> None:
        self.driver, self.home = driver, home
        self.faults: list[str] = []

    def open(self, path: str) -> None:
        self.note_faults()
        self.driver.get(self.home + path)

    def be(self, token: str) -> None:
        """From now on this window is the device with that token."""
        self.open("/offline/")
        self.driver.add_cookie({"name": "dragonbag-device", "value": token, "path": "/"})

    def note_faults(self) -> None:
        self.faults += self.run("return window.faults || []")

    def run(self, script: str, *given: object) -> Any:
        return self.driver.execute_script(script, *given)

    # Waiting and finding ---------------------------------------------------------

    def until(self, holds: Callable[[], object]) -> Any:
        """Waits for something to hold, and gives it."""
        wait = WebDriverWait(self.driver, PATIENCE, 0.1, ignored_exceptions=PASSING)
        return wait.until(lambda _: holds())

    def see(self, selector: str) -> WebElement:
        """The first shown element, once there is one."""
        seen: WebElement = self.until(
            lambda: next(
                (
                    each
                    for each in self.driver.find_elements(By.CSS_SELECTOR, selector)
                    if each.is_displayed()
                ),
                None,
            )
        )
        return seen

    def gone(self, selector: str) -> None:
        self.until(
            lambda: (
                not any(
                    each.is_displayed()
                    for each in self.driver.find_elements(By.CSS_SELECTOR, selector)
                )
            )
        )

    def text(self, selector: str) -> str:
        """The text of an element, also what is hidden on a narrow screen."""
        element = self.driver.find_element(By.CSS_SELECTOR, selector)
        return str(self.run("return arguments[0].textContent", element))

    def reads(self, selector: str, words: str) -> None:
        """Waits until these words stand in an element."""
        self.until(lambda: words in self.text(selector))

    # Doing -----------------------------------------------------------------------

    def click(self, selector: str) -> None:
        self._click(lambda: self.see(selector))

    def press(self, name: str) -> None:
        """Clicks the shown button or link of that name."""

        def named() -> WebElement | None:
            all_of_them = self.driver.find_elements(By.XPATH, BUTTON.format(name))
            return next((each for each in all_of_them if each.is_displayed()), None)

        self._click(lambda: self.until(named))

    def _click(self, find: Callable[[], WebElement]) -> None:
        """In the middle of the screen, since something sticky may cover its edge."""

        def clicked() -> bool:
            element = find()
            self.run(MIDDLE, element)
            if self.driver.execute_async_script(PALE):
                return False
            element.click()
            return True

        self.until(clicked)

    def fill(self, selector: str, words: str) -> None:
        field = self.see(selector)
        field.clear()
        field.send_keys(words)

    def painted(self, selector: str) -> float:
        """The share of an element's visible part that is not of its ground's colour."""
        box = self.run(VISIBLE, self.see(selector))
        whole = Image.open(BytesIO(self.driver.get_screenshot_as_png())).convert("RGB")
        picture = whole.crop((box["left"], box["top"], box["right"], box["bottom"]))
        pixels = picture.width * picture.height
        ground = max(count for count, _ in picture.getcolors(pixels) or [])
        return 1 - ground / pixels


@contextmanager
def screen() -> Iterator[str]:
    """The name of an X display in memory."""
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        "1400x1000x24",
        "-nolisten",
        "tcp",
    ]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        name = told.readline().strip()
    try:
        yield f":{name}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def current(display: str, home: str, *, language: str, dark: bool) -> Iterator[Window]:
    """A phone with today's WebKit."""
    with tempfile.TemporaryDirectory() as files:
        own = {
            **_environment(files),
            "DISPLAY": display,
            "WINDOW_LANGUAGE": language,
            "WINDOW_DARK": "1" if dark else "",
        }
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(SHELL)
        service = webdriver.WebKitGTKService(found(WEBKIT.program(), "WebKitWebDriver"), env=own)
        driver = webdriver.WebKitGTK(options=options, service=service)
        yield from _used(driver, home)


@contextmanager
def of_2022(home: str) -> Iterator[Window]:
    """WebKit as Safari 16.0 has it, in a window of its own size."""
    with tempfile.TemporaryDirectory() as files:
        own = {**_environment(files), "COG_PLATFORM_NAME": "headless"}
        options = webdriver.WPEWebKitOptions()
        options.binary_location = found(WEBKIT_OF_2022.program("cog"), "cog")
        options.set_capability("browserName", "cog")
        for argument in ("--automation", "--platform=headless"):
            options.add_argument(argument)
        service = webdriver.WPEWebKitService(
            found(WEBKIT_OF_2022.program(), "WPEWebDriver"), env=own
        )
        driver = webdriver.WPEWebKit(options=options, service=service)
        yield from _used(driver, home)


def _used(driver: WebDriver, home: str) -> Iterator[Window]:
    window = Window(driver, home)
    try:
        driver.set_script_timeout(PATIENCE)
        yield window
        window.note_faults()
    finally:
        driver.quit()


def _environment(files: str) -> dict[str, str]:
    """A place of its own, and a processor that paints: there is no graphics card."""
    Path(files).chmod(0o700)
    return os.environ | {"XDG_RUNTIME_DIR": files, "HOME": files, "LIBGL_ALWAYS_SOFTWARE": "1"}
