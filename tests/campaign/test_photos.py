"""Photos: upright, small, without camera data; everything else is refused."""

import zlib
from io import BytesIO
from pathlib import Path
from struct import pack

import pytest
from PIL import Image, ImageColor

from campaign.errors import CampaignError
from campaign.models import Role
from campaign.selectors import photos as selectors
from campaign.services import members, photos, trash
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import picture

ORIENTATION = 0x0112
GPS = 0x8825


@pytest.fixture
def table(db: None) -> Desk:
    return desk()


def add(table: Desk, content: bytes, **about: str) -> Image.Image:
    photo = photos.add_photo(table.people["alice"], BytesIO(content), **about)
    with photo.file.open("rb") as file:
        stored = Image.open(BytesIO(file.read()))
    stored.load()
    return stored


def test_who_was_removed_while_a_photo_was_made_small_adds_none(
    table: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def removed_meanwhile(file: BytesIO) -> Image.Image:
        members.leave(bob)
        return upright(file)

    bob = members.add_member(table.campaign, name="Bo", role=Role.PLAYER)
    upright = photos.upright
    monkeypatch.setattr(photos, "upright", removed_meanwhile)
    with pytest.raises(CampaignError, match="no longer open to you"):
        photos.add_photo(bob, BytesIO(picture()))
    assert not table.campaign.photos.exists()


def marked(orientation: int, *, gps: bool = False) -> bytes:
    """A picture with red on top once it is turned by its orientation tag."""
    upright = Image.new("RGB", (80, 40), "blue")
    upright.paste("red", (0, 0, 80, 20))
    upright.paste("lime", (0, 0, 10, 20))
    back = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    lying = upright.transpose(back[orientation]) if orientation in back else upright
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[0x010F] = "A camera"
    if gps:
        exif.get_ifd(GPS)[2] = (52.0, 31.0, 12.0)
    out = BytesIO()
    lying.save(out, "JPEG", exif=exif, quality=95, comment=b"Taken at home")
    return out.getvalue()


def looks_upright(image: Image.Image) -> bool:
    """Lime in the upper left corner, red beside it, blue below."""
    near = {(4, 8): "lime", (70, 8): "red", (40, 34): "blue"}
    return image.size == (80, 40) and all(_close(image, at, name) for at, name in near.items())


def _close(image: Image.Image, at: tuple[int, int], name: str) -> bool:
    seen = image.getpixel(at)
    assert isinstance(seen, tuple)
    return all(abs(a - b) < 60 for a, b in zip(seen, ImageColor.getrgb(name), strict=True))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_however_the_phone_was_held_the_photo_stands_upright(table: Desk, orientation: int) -> None:
    assert looks_upright(add(table, marked(orientation)))


def test_nothing_the_camera_knew_is_kept(table: Desk, media: Path) -> None:
    add(table, marked(6, gps=True))
    files = list(media.rglob("*.jpg"))
    assert len(files) == 2, "the photo and its thumbnail"
    for file in files:
        with Image.open(file) as image:
            assert not image.getexif()
            assert not {"exif", "comment", "icc_profile", "xmp"} & set(image.info)
        assert b"camera" not in file.read_bytes()
        assert b"home" not in file.read_bytes()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_usual_pictures_become_jpeg_files(table: Desk, kind: str) -> None:
    stored = add(table, picture(kind))
    assert (stored.format, stored.mode, stored.size) == ("JPEG", "RGB", (60, 40))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "I;16"])
def test_every_way_of_holding_pixels_is_understood(table: Desk, mode: str) -> None:
    out = BytesIO()
    Image.new(mode, (30, 20)).save(out, "JPEG" if mode == "CMYK" else "PNG")
    assert add(table, out.getvalue()).mode == "RGB"


def test_a_large_picture_in_16_bits_keeps_its_greys(table: Desk) -> None:
    scan = Image.new("I;16", (4200, 2100), 40_000)
    scan.paste(Image.new("I;16", (2100, 2100), 10_000), (0, 0))
    out = BytesIO()
    scan.save(out, "PNG", compress_level=1)
    stored = add(table, out.getvalue())
    assert stored.size == (2000, 1000)
    assert [stored.getpixel((x, 500)) for x in (500, 1500)] == [(39, 39, 39), (156, 156, 156)]


def test_what_is_clear_becomes_white(table: Desk) -> None:
    out = BytesIO()
    Image.new("RGBA", (30, 20), (0, 0, 0, 0)).save(out, "PNG")
    assert add(table, out.getvalue()).getpixel((5, 5)) == (255, 255, 255)


def test_large_photos_are_made_smaller_and_get_a_thumbnail(table: Desk) -> None:
    photo = photos.add_photo(table.people["alice"], BytesIO(picture(size=(4000, 1000))))
    assert (photo.width, photo.height) == (2000, 500)
    with Image.open(photo.thumbnail.path) as small:
        assert small.size == (480, 120)


# Refused ------------------------------------------------------------------------------


def bomb() -> bytes:
    """A PNG of a few bytes that says it has 10,000 million pixels."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        checked = kind + content
        return pack(">I", len(content)) + checked + pack(">I", zlib.crc32(checked))

    head = pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    rest = chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + rest


REFUSED = {
    "a decompression bomb": (bomb(), "million pixels"),
    "a page": (b"<html><script>alert(1)</script></html>", "not a picture"),
    "a drawing with a script": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a picture"),
    "an empty file": (b"", "not a picture"),
    "half a photo": (picture(size=(800, 600))[:2000], "not a picture"),
    "half a PNG": (picture("PNG", size=(800, 600))[:300], "not a picture"),
    "a picture of another kind": (picture("BMP"), "not a picture"),
    "an animation of another kind": (picture("GIF"), "not a picture"),
    "a very large file": (b"\xff" * 25_000_001, "larger than 25 MB"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_a_sentence_and_nothing_kept(table: Desk, media: Path, what: str) -> None:
    content, sentence = REFUSED[what]
    with pytest.raises(CampaignError, match=sentence):
        photos.add_photo(table.people["alice"], BytesIO(content))
    assert not table.campaign.photos.exists()
    assert not list(media.rglob("*.*"))


def test_a_campaign_holds_so_many_photos(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "MOST_PHOTOS", 1)
    add(table, picture())
    with pytest.raises(CampaignError, match="room for 1 photos"):
        add(table, picture())


# Finding and deleting --------------------------------------------------------------------


def test_photos_are_found_by_what_they_show(table: Desk) -> None:
    for about in ("card:017", "card:017", "game:3", "map"):
        add(table, picture(), about=about, caption="Look")
    card, game, board = (
        selectors.photos_of(table.campaign, a) for a in ("card:017", "game:3", "map")
    )
    assert (len(card), len(game), len(board)) == (2, 1, 1)
    assert selectors.latest_by_thing(table.campaign, "card") == {"017": card[0]}
    assert selectors.picture_of(table.campaign, "map") == board[0]
    photos.describe(card[0], about="card:018", caption="Other")
    assert selectors.photos_of(table.campaign, "card:018")[0].caption == "Other"


def test_a_photo_comes_back_from_the_trash(table: Desk) -> None:
    add(table, picture())
    (photo,) = selectors.photos_of(table.campaign)
    trash.trash_photo(photo)
    assert selectors.photos_of(table.campaign) == []
    assert selectors.trashed_photos_of(table.campaign) == [photo]
    trash.restore_photo(photo)
    assert selectors.photos_of(table.campaign) == [photo]
