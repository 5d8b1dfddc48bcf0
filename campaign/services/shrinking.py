"""Makes pictures small with little memory: one that would need more of it is known by its header.

A file of half a megabyte may hold 64 million pixels, and a decoder up to 16 bytes for each of them.
"""

from PIL import Image

from campaign.services.bare_jpeg import kept_samples

SIDE = 2000
"""What the longer side is made, if it is larger."""
MOST_PIXELS = 64_000_000
MOST_BYTES = 128_000_000
"""What a picture may take at once."""
STRIP = 250_000
"""Pixels that are converted at once."""

HELD = {"1": 1, "L": 1, "P": 1, "I;16": 2}
"""Bytes for each pixel of a decoded picture; four in every other mode."""
IN_COLOUR = 4
JPEGS = ("JPEG", "MPO")
"""Pillow's word for a JPEG file with further pictures behind the first, as some cameras write."""
OF_WEBP = 16
"""Its decoder keeps two frames, Pillow two more."""
ABOUT_THE_CAMERA = ("exif", "xmp", "Raw profile type exif", "XML:com.adobe.xmp")
"""Where it stands how the camera was held."""


def most_pixels(image: Image.Image, raw: bytes) -> int:
    """How many pixels a picture like this may have; nothing of it is decoded yet."""
    at_once = _held(image, raw) + (IN_COLOUR if _factor(image) == 1 else 1)
    return min(MOST_PIXELS, int(MOST_BYTES / at_once))


def _held(image: Image.Image, raw: bytes) -> float:
    """Bytes for each pixel while it is decoded."""
    if image.format == "WEBP":
        return OF_WEBP
    if image.format in JPEGS:  # decoded at a fraction of its size, but for its coefficients
        return 2 * kept_samples(raw)
    return HELD.get(image.mode, IN_COLOUR)


def _factor(image: Image.Image) -> int:
    """By how much it can be made smaller before the last, careful step."""
    return max(1, max(image.size) // SIDE)


def shrunk(image: Image.Image) -> Image.Image:
    """The picture in colours on white, its longer side no more than ``SIDE``, not yet upright.

    Raises OSError, ValueError or SyntaxError for a broken one.
    """
    if image.format in JPEGS:
        image.draft(None, (_scaled(image.width, image), _scaled(image.height, image)))
        small = image
    else:
        small = _by_strips(image)
    small.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    return small if small.mode == "RGB" else small.convert("RGB")


def _scaled(side: int, image: Image.Image) -> int:
    return max(1, side * SIDE // max(*image.size, SIDE))


def _by_strips(image: Image.Image) -> Image.Image:
    """Converted and made smaller a few rows at a time: as a whole it would be held twice."""
    factor, (width, height) = _factor(image), image.size
    at_once = max(1, STRIP // (width * factor))
    image.load()
    out = Image.new("RGB", (-(-width // factor), -(-height // factor)))
    for top in range(0, out.height, at_once):
        rows = (0, top * factor, width, min(height, (top + at_once) * factor))
        strip = _on_white(_in_eight_bits(image.crop(rows)))
        out.paste(strip.reduce(factor) if factor > 1 else strip, (0, top))
    out.info = {key: image.info[key] for key in ABOUT_THE_CAMERA if key in image.info}
    image.close()  # before the next step needs memory of its own
    return out


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """Convert 16-bit greys, which cannot be made smaller and would otherwise all become white."""
    return image.point(lambda grey: grey / 256).convert("L") if image.mode == "I;16" else image


def _on_white(image: Image.Image) -> Image.Image:
    if not image.has_transparency_data:
        return image.convert("RGB")
    clear = image.convert("RGBA")
    paper = Image.new("RGBA", clear.size, "white")
    return Image.alpha_composite(paper, clear).convert("RGB")
