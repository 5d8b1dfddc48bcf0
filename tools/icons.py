"""Makes the app icons in static/img/app/ from the bag in the sprite: python -m tools.icons."""

import re
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from config.install import find_chromium

IMAGES = Path(__file__).resolve().parent.parent / "static" / "img"
TO = IMAGES / "app"
STONE = "radial-gradient(circle at 50% 25%, #4a2812, #14100d 150%)"  # in a torch's light from above
SIZES = {"icon-192": 192, "icon-512": 512, "touch-180": 180}
MASK = 0.66  # what every launcher shows of a maskable icon, with some air


def main() -> None:
    bag = standalone((IMAGES / "vault.svg").read_text())
    (TO / "favicon.svg").write_text(f"{bag}\n")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        page = browser.new_page()
        for name, size in SIZES.items():
            painted(page, bag, size, 0.86).save(TO / f"{name}.png", optimize=True)
        painted(page, bag, 512, MASK).save(TO / "maskable-512.png", optimize=True)
        painted(page, bag, 48, 1).save(TO / "favicon.ico", sizes=[(16, 16), (32, 32), (48, 48)])
        browser.close()


def standalone(sprite: str) -> str:
    """The sprite's bag as a picture of its own, each paint var(--bag,#7a3b1b) in its fallback."""
    bag = re.search(r'<symbol id="dragonbag"[^>]*>(.*?)</symbol>', sprite, re.DOTALL)
    body = re.sub(r"var\([^,]+,([^)]+)\)|\n\s*", r"\1", bag[1] if bag else "")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{body}</svg>'


def painted(page: Page, bag: str, size: int, share: float) -> Image.Image:
    """The bag in the middle of a picture, as wide as its share of it."""
    page.set_viewport_size({"width": size, "height": size})
    middle = f"display: grid; place-items: center; height: 100vh; margin: 0; background: {STONE}"
    sized = bag.replace("<svg", f'<svg width="{share:.0%}"', 1)
    page.set_content(f'<body style="{middle}">{sized}')
    return Image.open(BytesIO(page.screenshot()))


if __name__ == "__main__":
    main()
