"""Uploaded pictures: drawn anew, smaller and without what a camera wrote into them."""

import struct
import tracemalloc
import zlib
from io import BytesIO
from random import Random

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


def fail_if_opened(*_arguments, **_options):
    pytest.fail("Pillow opened the file")


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


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


CORNERS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)]
UPRIGHT = ["0123", "1032", "3210", "2301", "0213", "2031", "3120", "1302"]


def four_colours(kind, orientation, **options):
    """Return a file with a colour in each corner, row by row, and this orientation in its EXIF data."""
    image, file, exif = Image.new("RGB", (64, 32)), BytesIO(), Image.Exif()
    for n, colour in enumerate(CORNERS):
        image.paste(colour, (n % 2 * 32, n // 2 * 16, n % 2 * 32 + 32, n // 2 * 16 + 16))
    exif[0x0112], exif[0x010F] = orientation, "Camera of Ada"
    image.save(file, kind, exif=exif, **options)
    return file.getvalue()


def corners_of(picture):
    """Return the numbers in `CORNERS` of the picture's colours, row by row."""
    image = Image.open(BytesIO(picture.content))
    pixels = [image.getpixel((x * image.width // 4, y * image.height // 4)) for y in (1, 3) for x in (1, 3)]
    rounded = [tuple(round(part / 255) * 255 for part in pixel) for pixel in pixels]
    return "".join(str(CORNERS.index(colour)) for colour in rounded)


def eight(kind, change=lambda content: content):
    """Return where the corners of a file are in its picture, for each of the eight orientations."""
    pictures = [read_picture(change(four_colours(kind, orientation))) for orientation in range(1, 9)]
    assert not any(b"Ada" in picture.content for picture in pictures)
    return [corners_of(picture) for picture in pictures]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_each_orientation_becomes_upright(kind):
    assert eight(kind) == UPRIGHT


def exif_of(png):
    """Return the PNG without its EXIF chunk, and the chunk's data."""
    start = png.index(b"eXIf") + 4
    length = int.from_bytes(png[start - 8 : start - 4])
    return png[: start - 8] + png[start + length + 4 :], png[start : start + length]


def behind_the_pixels(png):
    rest, exif = exif_of(png)
    return rest[:-12] + chunk(b"eXIf", exif) + rest[-12:]


def in_a_text(png):
    rest, exif = exif_of(png)
    text = f"\nexif\n{len(exif) + 6:8}\n{(b'Exif' + bytes(2) + exif).hex()}\n"
    return rest[:33] + chunk(b"zTXt", b"Raw profile type exif\0\0" + zlib.compress(text.encode())) + rest[33:]


@pytest.mark.parametrize("place", [behind_the_pixels, in_a_text])
def test_the_orientation_of_a_png_is_read_from_each_place(place):
    assert eight("PNG", place) == UPRIGHT


@pytest.mark.parametrize("field", [b"\0\x03\0\0\0\x01\0\x09\0\0", b"\0\x02\0\0\0\x02" + b"6\0\0\0"])
def test_an_unknown_orientation_turns_nothing(field):
    exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12" + field + bytes(4)

    assert read_picture(in_png(exif)).width == 40


def long_exif(bytes_in_all):
    """Return EXIF data with orientation 6 and, in each of two directories, the same long row of negative numbers."""
    numbers = bytes_in_all - 100
    long_row = struct.pack(">HHLL", 60_000, 6, numbers, 100)
    first = struct.pack(">H", 3) + b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0" + struct.pack(">HHLL", 0x8769, 4, 1, 50)
    body = b"MM\0*\0\0\0\x08" + first + long_row + bytes(4)
    return (body + struct.pack(">H", 1) + long_row + bytes(4)).ljust(100, b"\0") + b"\x9c" * numbers


def in_png(exif):
    png = file_of()
    return png[:33] + chunk(b"eXIf", exif) + png[33:]


def in_png_text(exif):
    return in_a_text(in_png(exif))


def in_webp(exif):
    return file_of("WEBP", exif=b"Exif\0\0" + exif)


def in_jpeg(exif):
    jpeg = file_of("JPEG")
    parts = [b"Exif\0\0" + exif[start : start + 65_000] for start in range(0, len(exif), 65_000)]
    segments = b"".join(b"\xff\xe1" + struct.pack(">H", len(part) + 2) + part for part in parts)
    return jpeg[:2] + segments + jpeg[2:]


@pytest.mark.parametrize("place", [in_png, in_png_text, in_webp, in_jpeg])
@pytest.mark.parametrize(("size", "width"), [(65_000, 20), (400_000, 40)], ids=["read", "too long"])
def test_of_the_exif_data_only_the_orientation_is_read(place, size, width):
    content = place(long_exif(size))
    read_picture(content)  # so that Pillow's modules are imported
    tracemalloc.start()
    try:
        assert read_picture(content).width == width
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


TURNED, WIDTH_OF_LETTERS = b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0", b"\x01\0\0\x02\0\0\0\x03ab\0\0"
BROKEN_EXIF = b"Exif\0\0MM\0*\0\0\0\x08\0\x02" + WIDTH_OF_LETTERS + TURNED + bytes(4)


@pytest.mark.parametrize("content", [b"", b"<svg/>", file_of("GIF"), file_of()[:60]])
def test_what_is_no_picture_is_refused(content):
    with pytest.raises(NoPicture):
        read_picture(content)


def test_broken_metadata_beside_the_orientation_is_ignored():
    assert read_picture(file_of("JPEG", exif=BROKEN_EXIF)).width == 20


@pytest.mark.parametrize(("kind", "name"), [("PNG", "MOST_PIXELS"), ("WEBP", "MOST_PIXELS_OF_WEBP")])
def test_too_many_pixels_are_refused_before_they_are_read(monkeypatch, kind, name):
    monkeypatch.setattr(pictures, name, 799)

    with pytest.raises(TooManyPixels):
        read_picture(file_of(kind))


@pytest.mark.parametrize("size", [(1, 20_001), (20_001, 1)])
def test_a_narrow_picture_is_refused_before_it_is_read(monkeypatch, size):
    """Each pixel of a very narrow one takes six times the memory of another's."""
    file = BytesIO()
    Image.new("RGB", size).save(file, "PNG")
    monkeypatch.setattr(Image.Image, "thumbnail", None)

    with pytest.raises(TooManyPixels):
        read_picture(file.getvalue())


@pytest.mark.parametrize(("is_progressive", "usual", "rare"), [(False, 0xC0, 0xC9), (True, 0xC2, 0xCA)])
def test_a_jpeg_coded_arithmetically_is_refused(is_progressive, usual, rare):
    """Such a scan of a few bytes decodes all pixels: with 50 of them a file of 80 kB took a minute and a half."""
    jpeg = file_of("JPEG", (400, 200), progressive=is_progressive)
    read_picture(jpeg)

    with pytest.raises(NoPicture):
        read_picture(jpeg.replace(bytes([0xFF, usual, 0x00]), bytes([0xFF, rare, 0x00])))


@pytest.mark.parametrize("quality", [30, 75, 95, 100])
@pytest.mark.parametrize("is_progressive", [False, True])
@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_a_jpeg_of_noise_is_not_taken_for_one(mode, is_progressive, quality):
    noise = Image.frombytes("L", (600, 400), Random(1).randbytes(240_000)).convert("RGB").convert(mode)
    file = BytesIO()
    noise.save(file, "JPEG", progressive=is_progressive, quality=quality)

    assert read_picture(file.getvalue()).width == 600


def test_a_jpeg_of_many_scans_is_refused_before_they_are_read(monkeypatch):
    progressive = read_picture(file_of("JPEG", (400, 200), progressive=True))
    most = read_picture(jpeg_of_scans(pictures.MOST_SCANS, side=400))
    monkeypatch.setattr(Image, "open", fail_if_opened)

    with pytest.raises(NoPicture):
        read_picture(jpeg_of_scans(pictures.MOST_SCANS + 1, side=400))
    assert (progressive.width, most.width) == (400, 400)


def test_a_jpeg_of_many_exif_segments_is_refused_before_they_are_joined(monkeypatch):
    jpeg = file_of("JPEG")
    segment = b"\xff\xe1\x00\x20Exif\x00\x00" + bytes(24)
    assert read_picture(jpeg[:2] + segment * pictures.MOST_EXIF + jpeg[2:]).width == 40
    monkeypatch.setattr(Image, "open", fail_if_opened)

    with pytest.raises(NoPicture):
        read_picture(jpeg[:2] + segment * (pictures.MOST_EXIF + 1) + jpeg[2:])


PROFILE = chunk(b"iCCP", b"sRGB\0\0" + zlib.compress(bytes(1_000)))


@pytest.mark.parametrize("position", [33, -12], ids=["before the pixels", "after them"])
def test_a_png_of_two_color_profiles_is_refused_before_they_are_decompressed(monkeypatch, position):
    png = file_of()
    assert read_picture(png[:33] + PROFILE + png[33:]).width == 40
    monkeypatch.setattr(Image, "open", fail_if_opened)

    with pytest.raises(NoPicture):
        read_picture(png[:position] + PROFILE * 2 + png[position:])


@pytest.mark.parametrize("position", [33, -12], ids=["before the pixels", "after them"])
def test_a_png_of_many_chunks_is_refused_before_they_are_read(monkeypatch, position):
    png, text, pixels = file_of(), chunk(b"tEXt", b"a\0b"), chunk(b"IDAT", b"")
    most = png[:position] + text * (pictures.MOST_CHUNKS - 2) + png[position:-12] + pixels * 2_000 + png[-12:]
    assert read_picture(most).width == 40
    monkeypatch.setattr(Image, "open", fail_if_opened)

    with pytest.raises(NoPicture):
        read_picture(png[:position] + text * (pictures.MOST_CHUNKS - 1) + png[position:])


LONG_TEXT = zlib.compress("\N{GRINNING FACE}".encode() + b"a" * 1_000_000)
COMPRESSED = {"iTXt": b"\0\1\0\0\0" + LONG_TEXT, "zTXt": b"\0\0" + LONG_TEXT}


@pytest.mark.parametrize("position", [33, -12], ids=["before the pixels", "after them"])
@pytest.mark.parametrize("kind", COMPRESSED)
def test_a_png_of_many_texts_is_refused_before_they_are_decompressed(monkeypatch, kind, position):
    png = file_of()
    texts = [chunk(kind.encode(), b"%d" % n + COMPRESSED[kind]) for n in range(pictures.MOST_TEXTS + 1)]
    assert read_picture(png[:position] + b"".join(texts[1:]) + png[position:]).width == 40
    monkeypatch.setattr(Image, "open", fail_if_opened)

    with pytest.raises(NoPicture):
        read_picture(png[:position] + b"".join(texts) + png[position:])


MISREAD = {
    "a text for transparency": chunk(b"tEXt", b"transparency\0a"),
    "a text for EXIF data": chunk(b"zTXt", b"exif\0\0"),
    "an empty profile": chunk(b"iCCP", b""),
}


@pytest.mark.parametrize("part", MISREAD)
def test_a_png_with_a_part_that_pillow_misreads_is_refused(part):
    png = file_of()

    with pytest.raises(NoPicture):
        read_picture(png[:-12] + MISREAD[part] + png[-12:])


def test_so_many_pictures_at_once_that_one_has_to_wait_for_long_are_refused(monkeypatch):
    monkeypatch.setattr(pictures, "TURNS", Turns(at_once=0, waiting=0, patience=0))

    with pytest.raises(Busy):
        read_picture(file_of())
