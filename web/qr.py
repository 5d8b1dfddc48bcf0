"""QR codes as inline SVG, so that a page needs neither a picture file nor styles."""

import segno
from django.utils.safestring import SafeString, mark_safe


def svg(text: str) -> SafeString:
    """The code with the white border that cameras need; it scales with its container."""
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(light="#fff", omitsize=True, svgclass=None, lineclass=None)
    return mark_safe(drawn)  # noqa: S308 - only numbers; the text itself is not in it
