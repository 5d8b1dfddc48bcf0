"""Pages whose clock is held: what they do, something has told them to do, however slow the machine."""

from itertools import count

from playwright.sync_api import Error, Page, expect

from tests.browser.table import LiveTable

# Writes down the sequence of the newest event that a stream has brought, once the page has dealt with it.
TELLS = """
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, listener) {
  listen.call(this, name, (event) => {
    listener(event);
    if (event.lastEventId) document.documentElement.dataset.heard = event.lastEventId;
  });
};
"""


def stop_clock(*pages: Page) -> None:
    """From now on no timer of the pages runs out."""
    for page in pages:
        for later in count(1):
            try:
                page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 0.1 * later)
                break
            except Error as error:  # a slow machine has come to that moment before the page
                if "to the past" not in str(error):
                    raise


def tells(page: Page) -> Page:
    """A page, before it is opened, that has a clock to hold and tells what has come."""
    page.clock.install()
    page.add_init_script(TELLS)
    return page


def heard(page: Page, sequence: int) -> Page:
    """Wait until what was stored with this sequence has come to a page that tells it."""
    expect(page.locator("html")).to_have_attribute("data-heard", str(sequence))
    return page


def held(table: LiveTable, page: Page, device: int = 0) -> Page:
    """A device at the table whose clock stands still: so much time passes as a test says.

    Without fingers: what has come under one would be deaf to it for ever.
    """
    table.sit(tells(page), device)
    stop_clock(page)
    return page
