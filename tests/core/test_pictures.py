"""Uploaded pictures: drawn anew, smaller and without what a camera wrote into them."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image

from tests.scans import jpeg_of_scans
from tournament.core import pictures
from tournament.core.errors import Busy
from tournament.core.pictures import NoPicture, TooManyPixels, read_picture
from tournament.core.threads.turns import Turns


def file_of(kind="PNG", size=(40, 20), mode="RGB", **options):
    file = BytesIO()
    Image.new(mode, size, options.pop("colour", "red")).save(file, kind, **options)
    return file.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_each_kind_becomes_a_jpeg(kind):
    picture = read_picture(file_of(kind))

    drawn = Image.open(BytesIO(picture.content))
    assert (drawn.format, drawn.size, (picture.width, picture.height)) == ("JPEG", (40, 20), (40, 20))
    assert len(picture.digest) == 64


def test_a_large_one_is_made_smaller_and_stands_upright_without_its_place():
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010F] = "Camera of Ada"
    picture = read_picture(file_of("JPEG", (2000, 1000), exif=exif))

    assert (picture.width, picture.height) == (800, 1600)
    assert b"Ada" not in picture.content
    assert not Image.open(BytesIO(picture.content)).getexif()


def test_what_was_transparent_is_white():
    picture = read_picture(file_of(mode="RGBA", colour=(0, 0, 0, 0)))

    assert Image.open(BytesIO(picture.content)).getpixel((5, 5)) == (255, 255, 255)


TURNED, WIDTH_OF_LETTERS = b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0", b"\x01\0\0\x02\0\0\0\x03ab\0\0"
BROKEN_EXIF = b"Exif\0\0MM\0*\0\0\0\x08\0\x02" + WIDTH_OF_LETTERS + TURNED + bytes(4)


@pytest.mark.parametrize("content", [b"", b"<svg/>", file_of("GIF"), file_of()[:60], file_of("JPEG", exif=BROKEN_EXIF)])
def test_what_is_no_picture_is_refused(content):
    with pytest.raises(NoPicture):
        read_picture(content)


@pytest.mark.parametrize(("kind", "name"), [("PNG", "MOST_PIXELS"), ("WEBP", "MOST_PIXELS_OF_WEBP")])
def test_too_many_pixels_are_refused_before_they_are_read(monkeypatch, kind, name):
    monkeypatch.setattr(pictures, name, 799)

    with pytest.raises(TooManyPixels):
        read_picture(file_of(kind))


def test_a_jpeg_of_many_scans_is_refused_before_they_are_read(monkeypatch):
    progressive = read_picture(file_of("JPEG", (400, 200), progressive=True))
    most = read_picture(jpeg_of_scans(pictures.MOST_SCANS, side=400))
    monkeypatch.setattr(Image, "open", pytest.fail)

    with pytest.raises(NoPicture):
        read_picture(jpeg_of_scans(pictures.MOST_SCANS + 1, side=400))
    assert (progressive.width, most.width) == (400, 400)


def test_a_jpeg_of_many_exif_segments_is_refused_before_they_are_joined(monkeypatch):
    jpeg = file_of("JPEG")
    segment = b"\xff\xe1\x00\x20Exif\x00\x00" + bytes(24)
    assert read_picture(jpeg[:2] + segment * pictures.MOST_EXIF + jpeg[2:]).width == 40
    monkeypatch.setattr(Image, "open", pytest.fail)

    with pytest.raises(NoPicture):
        read_picture(jpeg[:2] + segment * (pictures.MOST_EXIF + 1) + jpeg[2:])


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


PROFILE = chunk(b"iCCP", b"sRGB\0\0" + zlib.compress(bytes(1_000)))


@pytest.mark.parametrize("position", [33, -12], ids=["before the pixels", "after them"])
def test_a_png_of_two_color_profiles_is_refused_before_they_are_decompressed(monkeypatch, position):
    png = file_of()
    assert read_picture(png[:33] + PROFILE + png[33:]).width == 40
    monkeypatch.setattr(Image, "open", pytest.fail)

    with pytest.raises(NoPicture):
        read_picture(png[:position] + PROFILE * 2 + png[position:])


@pytest.mark.parametrize("position", [33, -12], ids=["before the pixels", "after them"])
def test_a_png_of_many_chunks_is_refused_before_they_are_read(monkeypatch, position):
    png, text, pixels = file_of(), chunk(b"tEXt", b"a\0b"), chunk(b"IDAT", b"")
    most = png[:position] + text * (pictures.MOST_CHUNKS - 2) + png[position:-12] + pixels * 2_000 + png[-12:]
    assert read_picture(most).width == 40
    monkeypatch.setattr(Image, "open", pytest.fail)

    with pytest.raises(NoPicture):
        read_picture(png[:position] + text * (pictures.MOST_CHUNKS - 1) + png[position:])


def test_so_many_pictures_at_once_that_one_has_to_wait_for_long_are_refused(monkeypatch):
    monkeypatch.setattr(pictures, "TURNS", Turns(at_once=0, waiting=0, patience=0))

    with pytest.raises(Busy):
        read_picture(file_of())
