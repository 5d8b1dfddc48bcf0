"""The segments of a JPEG file: whether it is a picture and nothing else (no data of a camera, no comment,
nothing behind), and how its pixels are stored."""

JFIF = 0xE0
JFIF_NAME = b"JFIF\0"
JFIF_LENGTH = 16  # without a thumbnail
# Huffman tables, quantization tables, restart intervals, and the frames of cameras.
TABLES = {0xC4, 0xDB, 0xDD}
FRAMES = {0xC0, 0xC1, 0xC2}
ALL_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
AT_ONCE = {0xC0, 0xC1}
"""Frames whose pixels may come in one scan."""
COMPONENTS = 5
"""Where a frame says how many components it has; the sampling of each follows."""
MOST_SAMPLES, FILL = 4, 0xFF
START, END, SCAN = 0xD8, 0xD9, 0xDA
ALONE = {0x01, *range(0xD0, 0xD8)}
"""Markers that have no length and no content."""
WITH_LENGTH = {*ALL_FRAMES, *TABLES, 0xCC, SCAN, 0xDC, *range(0xE0, 0xF0), 0xFE}
IN_SCAN = {0x00, *range(0xD0, 0xD8)}
"""What follows 0xFF among the pixels: a byte 0xFF, or a restart."""


def kept_samples(raw: bytes) -> float:
    """How many numbers a decoder keeps for each pixel from the first scan to the last.

    0 if there is only one scan. Progressive files have several, and others may.
    """
    at, frame, sampled = 2, 0, []
    while raw[at : at + 1] == b"\xff" and at + 4 <= len(raw):
        marker, length = raw[at + 1], int.from_bytes(raw[at + 2 : at + 4], "big")
        content = raw[at + 4 : at + 2 + length]
        if marker == FILL or marker in ALONE:
            at += 1 if marker == FILL else 2
            continue
        if marker not in WITH_LENGTH:
            break
        if marker in ALL_FRAMES and len(content) > COMPONENTS:
            frame = marker
            factors = content[COMPONENTS + 2 :: 3][: content[COMPONENTS]]
            sampled = [(each >> 4 or 1, each & 15 or 1) for each in factors]
        if marker == SCAN and sampled and content:
            is_one = frame in AT_ONCE and content[0] == len(sampled)
            return 0 if is_one else _of_each_pixel(sampled)
        at += 2 + length
    return MOST_SAMPLES  # a damaged file, or one that hides what it is


def _of_each_pixel(sampled: list[tuple[int, int]]) -> float:
    widest, highest = max(across for across, _ in sampled), max(down for _, down in sampled)
    return sum(across * down for across, down in sampled) / (widest * highest)


def is_bare(raw: bytes) -> bool:
    """Whether every segment is needed for the pixels, and the file ends with the picture."""
    at = 2
    if raw[:2] != bytes((0xFF, START)):
        return False
    while raw[at : at + 1] == b"\xff" and at + 4 <= len(raw):
        marker, length = raw[at + 1], int.from_bytes(raw[at + 2 : at + 4], "big")
        if not _is_needed(marker, raw[at + 4 : at + 2 + length]):
            return False
        at += 2 + length
        if marker == SCAN:
            at = _after_scan(raw, at)
        if raw[at : at + 2] == bytes((0xFF, END)):
            return at + 2 == len(raw)
    return False


def _is_needed(marker: int, content: bytes) -> bool:
    if marker == JFIF:
        return content.startswith(JFIF_NAME) and len(content) == JFIF_LENGTH - 2
    return marker in TABLES | FRAMES or marker == SCAN


def _after_scan(raw: bytes, at: int) -> int:
    """Where the next segment begins; the end of the file if none does."""
    while True:
        at = raw.find(b"\xff", at)
        if at < 0 or at + 1 >= len(raw):
            return len(raw)
        if raw[at + 1] not in IN_SCAN:
            return at
        at += 2
