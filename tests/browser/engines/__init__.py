"""The engines that the browser tests run in, and how each is started here."""

import pytest
from playwright.sync_api import Browser, Playwright

from config.install import FIREFOX, find_chromium

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# No bars beside the page, and every page believes that it is the one in front.
LIKE_A_PHONE: dict[str, str | float | bool] = {
    "ui.useOverlayScrollbars": 1,
    "focusmanager.testmode": True,
}


def launch(playwright: Playwright, engine: str) -> Browser:
    if engine == "firefox":
        # Not Playwright's own build, but the one that people have.
        program = found(FIREFOX.program(), "Firefox")
        return playwright.firefox.launch(
            channel="moz-firefox", executable_path=program, firefox_user_prefs=LIKE_A_PHONE
        )
    return playwright.chromium.launch(
        executable_path=found(find_chromium(), "Chromium"), args=FLAGS
    )


def found(program: str | None, name: str) -> str:
    if program is None:
        pytest.fail(f"No {name} here: make test brings it, BROWSERS=0 leaves these tests out.")
    return program
