"""What a picture costs in memory, whatever it holds: measured in a process of its own."""

import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from struct import pack

import pytest
from PIL import Image

from campaign.services.bare_jpeg import MOST_SAMPLES, kept_samples
from campaign.services.shrinking import MOST_BYTES, MOST_PIXELS, SIDE
from tests.proof import proven
from tests.warm import Warm

MOST = 200  # MB, with the interpreter and Pillow
GREY, COLOUR, GREY_CLEAR, COLOUR_CLEAR = 0, 2, 4, 6

MEASURE = """
import sys
from io import BytesIO
from pathlib import Path
from campaign.errors import CampaignError
from campaign.services import photos
try:
    image = photos.upright(BytesIO(Path(sys.argv[1]).read_bytes()))
    photos.encoded(image), photos.encoded(photos.smaller(image, photos.SMALL_SIDE))
    done = "x".join(map(str, image.size))
except CampaignError as refused:
    done = refused.code
# Not by getrusage, which begins with what the process had that started this one.
(most,) = (line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(done, int(most) // 1024)
"""


Measured = Callable[[bytes], tuple[str, int]]


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    """A process with the interpreter and Pillow and no picture; each fork begins with its memory."""
    with Warm(tmp_path_factory.mktemp("memory") / "var", "campaign.services.photos") as process:
        yield process


@pytest.fixture
def measured(warm: Warm, tmp_path: Path) -> Measured:
    """The size that it was made, or why it was refused; and the most memory, in MB."""

    def measure(content: bytes) -> tuple[str, int]:
        file = tmp_path / "picture"
        file.write_bytes(content)
        ran = warm.python("-c", MEASURE, str(file))
        assert ran.returncode == 0, ran.stderr
        done, most = ran.stdout.split()
        return done, int(most)

    return measure


def png(kind: int, width: int, height: int, *, bits: int = 16) -> bytes:
    """A black PNG, made row by row so that it costs this process nothing."""

    def chunk(name: bytes, content: bytes) -> bytes:
        checked = name + content
        return pack(">I", len(content)) + checked + pack(">I", zlib.crc32(checked))

    each = {GREY: 1, COLOUR: 3, GREY_CLEAR: 2, COLOUR_CLEAR: 4}[kind]
    row, packing = bytes(1 + width * each * bits // 8), zlib.compressobj(1)
    pixels = b"".join(packing.compress(row) for _ in range(height)) + packing.flush()
    head = chunk(b"IHDR", pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def two_in_one(side: int, **how: object) -> bytes:
    image = Image.new("RGB", (side, side))
    out = BytesIO()
    image.save(out, "MPO", save_all=True, append_images=[Image.new("RGB", (80, 60))], **how)
    assert Image.open(BytesIO(out.getvalue()), formats=["JPEG"]).format == "MPO"
    return out.getvalue()


def hidden(width: int, height: int) -> bytes:
    """A progressive JPEG with a baseline one's header in a comment, where a reader comes out that
    takes a marker without a length for one with it."""
    real, plain = picture("JPEG", width, height, progressive=True), picture("JPEG", 80, 60)
    fake = 4 + 0xFFFE  # what follows the marker, read as its length
    comments = b"\xff\xfe" + pack(">H", 60_000) + bytes(59_998)
    before = b"\xff\xd8\xff\xd0" + comments
    content = bytes(fake - len(before) - 4) + plain[2 : plain.index(b"\xff\xda") + 14]
    return before + b"\xff\xfe" + pack(">H", len(content) + 2) + content + real[2:]


def picture(kind: str, width: int, height: int, **how: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height)).save(out, kind, **how)
    return out.getvalue()


@pytest.mark.parametrize("kind", [*proven(GREY, COLOUR, GREY_CLEAR), COLOUR_CLEAR])
def test_a_small_file_of_64_million_pixels_in_16_bits_costs_little(
    measured: Measured, kind: int
) -> None:
    content = png(kind, 8000, 8000)
    assert len(content) < 5_000_000
    assert (refused := measured(content))[0] == "photo_pixels"
    assert refused[1] < MOST


@pytest.mark.parametrize("kind", [*proven(GREY, COLOUR, GREY_CLEAR), COLOUR_CLEAR])
def test_the_largest_in_16_bits_that_is_taken_costs_little_too(
    measured: Measured, kind: int
) -> None:
    side = 6500 if kind == GREY else 5000
    done, most = measured(png(kind, side, side))
    assert done == f"{SIDE}x{SIDE}"
    assert most < MOST, most


WAYS: dict[str, tuple[Callable[[], bytes], str]] = {
    "greys": (lambda: png(GREY, 8000, 8000, bits=8), "2000x2000"),
    "a wide one": (lambda: png(GREY, 64_000, 1000, bits=8), "2000x32"),
    "clear, not made smaller at once": (lambda: png(COLOUR_CLEAR, 3990, 3990), "2000x2000"),
    "a camera's": (lambda: picture("JPEG", 8000, 8000), "2000x2000"),
    "a narrow JPEG": (lambda: picture("JPEG", 1000, 64_000), "31x2000"),
    "a progressive JPEG": (lambda: picture("JPEG", 5600, 5600, progressive=True), "2000x2000"),
    "a large progressive one": (
        lambda: picture("JPEG", 8000, 8000, progressive=True),
        "photo_pixels",
    ),
    "one that hides it": (lambda: hidden(8000, 8000), "photo_pixels"),
    "two of a camera's in one file": (lambda: two_in_one(6000), "2000x2000"),
    "two progressive ones": (
        lambda: two_in_one(5000, progressive=True, subsampling=0),
        "photo_pixels",
    ),
    "a WebP": (lambda: picture("WEBP", 2500, 2500), "2000x2000"),
    "a large WebP": (lambda: picture("WEBP", 5000, 5000), "photo_pixels"),
}


# One that is made smaller, one that is refused and one that lies; the others are left to make prove.
ALWAYS = ("a progressive JPEG", "two progressive ones", "one that hides it")


@pytest.mark.parametrize("what", [*ALWAYS, *proven(*(way for way in WAYS if way not in ALWAYS))])
def test_no_other_picture_costs_more(measured: Measured, what: str) -> None:
    make, expected = WAYS[what]
    done, most = measured(make())
    assert done == expected
    assert most < MOST, most


def test_a_camera_of_today_and_a_screenshot_are_taken() -> None:
    assert MOST_PIXELS >= 50_000_000, "a JPEG is decoded at a fraction of its size"
    assert MOST_BYTES // 5 >= 5120 * 2880, "the screenshot of a large screen"


# How a JPEG file stores its pixels ---------------------------------------------------


@pytest.mark.parametrize(
    ("how", "kept"),
    [
        ({}, 0),
        ({"progressive": True}, 1.5),
        ({"progressive": True, "subsampling": 0}, 3),
        ({"progressive": True, "exif": b"Exif\0\0"}, 1.5),
    ],
)
def test_only_several_scans_keep_every_pixel(how: dict[str, object], kept: float) -> None:
    assert kept_samples(picture("JPEG", 80, 60, **how)) == kept


def test_a_file_that_hides_what_it_is_counts_as_the_worst() -> None:
    plain = picture("JPEG", 80, 60)
    assert kept_samples(plain[:2] + b"garbage" + plain[2:]) == MOST_SAMPLES
    assert kept_samples(plain[:2] + b"\xff" + plain[2:]) == 0, "bytes to fill are allowed"
    assert kept_samples(b"") == MOST_SAMPLES


def test_no_marker_hides_how_a_file_is_stored() -> None:
    content = hidden(80, 60)
    Image.open(BytesIO(content), formats=["JPEG"]).load()
    assert kept_samples(content) == 1.5
    plain = picture("JPEG", 80, 60)
    for marker in (0x02, 0xC8, 0xD8, 0xD9, 0xDE, 0xF0):
        assert kept_samples(plain[:2] + bytes((0xFF, marker, 0, 2)) + plain[2:]) == MOST_SAMPLES


def test_scans_of_one_colour_each_keep_every_pixel_though_nothing_is_progressive() -> None:
    plain = bytearray(picture("JPEG", 80, 60))
    scan = plain.index(b"\xff\xda")
    plain[scan + 4] = 1
    assert kept_samples(bytes(plain)) == 1.5
