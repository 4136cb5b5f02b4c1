"""Re-encodes uploaded pictures: smaller, and without the metadata that a camera writes, such as where the picture was
taken."""

import hashlib
import re
import struct
from dataclasses import dataclass
from io import BytesIO

from PIL import ExifTags, Image
from PIL.Image import Transpose

from tournament.core.threads.turns import Turns

MOST_BYTES = 2_500_000
"""The most bytes of an uploaded file; together with its form it stays below `live.bodies.LARGEST_FORM`."""

MOST_PIXELS, MOST_PIXELS_OF_WEBP = 25_000_000, 12_000_000
"""The most pixels of an uploaded picture. During re-encoding each pixel takes up to 9 bytes of memory, in a WebP 18."""

MOST_ON_A_SIDE = 20_000
"""The most pixels on a side of an uploaded picture. Pillow keeps a pointer for each row, so that each pixel of a PNG of
one pixel by 25 million takes 24 bytes, and other threads wait for a second while it is made smaller."""

LONGEST_SIDE = 1_600
"""The longest side, in pixels, of the stored picture."""

FORMATS = ("JPEG", "PNG", "WEBP")

SCAN = re.compile(rb"\xff\xda\x00(?:\x06\x00|\x08\x01|\x0a\x02|\x0c\x03|\x0e\x04)")
"""Pattern for the head of one scan of a JPEG: the marker, the head's length, and the number of components in the
scan."""

EXIF = re.compile(rb"\xff\xe1..Exif\x00\x00", re.DOTALL)
"""Pattern for the head of an EXIF segment of a JPEG, which contains the camera's metadata."""

MOST_SCANS, MOST_EXIF = 50, 10
"""The most scans and EXIF segments of a JPEG; ordinary files have about ten scans and one segment.

A malicious file may have many thousands. An empty scan takes ten bytes, but decoding it processes all pixels. Joining
EXIF segments copies, for each segment, all segments before it; and Pillow converts the resolution in them to Python
numbers, which takes a second and 60 MB for 40 segments.
"""

JPEG = b"\xff\xd8"

RARE_CODING = re.compile(rb"\xff[\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]\x00[\x0b\x0e\x11\x14]")
"""Pattern for the head of a JPEG frame that is coded arithmetically, without loss or in a hierarchy: the marker, and
the head's length with one to four components. No camera or browser writes such a frame.

A scan that is coded arithmetically goes on without end after its last byte: a file of 80 kB took a minute and a half of
decoding, which nothing interrupts.
"""

MOST_EXIF_BYTES = 65_536
"""The most bytes of EXIF data from which an orientation is read. A JPEG has room for that many in one segment; longer
data is ignored."""

UPRIGHT = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}
"""The EXIF orientations of pictures that are not upright, and what turns each of them upright."""

PNG = b"\x89PNG\r\n\x1a\n"

MOST_PROFILES, MOST_TEXTS, MOST_CHUNKS = 1, 10, 1_000
"""The most color profiles of a PNG, the most texts that may be compressed, and the most chunks that are no pixels;
ordinary files have about ten chunks.

A malicious file may have thousands of profiles and texts, which Pillow all decompresses: a kilobyte each that becomes a
megabyte, or four with a character beyond the first 65,536. It keeps all texts while it decodes the pixels.
"""

BROKEN = (OSError, ValueError, SyntaxError, EOFError, struct.error, TypeError, IndexError)
"""What Pillow raises for a broken file: `TypeError` if a text of a PNG has the name of a value that is no text, such as
`transparency`, and `IndexError` for an empty color profile."""

TURNS = Turns(at_once=1, waiting=4, patience=10)
"""Limit on concurrent re-encoding: one picture at a time, which takes up to 300 MB and at most two seconds on an
ordinary computer."""


class NoPicture(Exception):
    """The file is no picture in one of `FORMATS`, is broken, or has too many parts."""


class TooManyPixels(Exception):
    """The picture has more than `MOST_PIXELS`, or `MOST_ON_A_SIDE`, or is a WebP with more than
    `MOST_PIXELS_OF_WEBP`."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A JPEG, its size in pixels, and the SHA-256 of its content in hex."""

    content: bytes
    width: int
    height: int
    digest: str


def read_picture(content: bytes) -> Picture:
    """Return an uploaded file's picture, re-encoded as JPEG; transparent parts become white.

    Raises `NoPicture`, `TooManyPixels`, and `Busy` if too many uploads wait already.
    """
    with TURNS.turn():
        return _drawn_anew(content)


def _drawn_anew(content: bytes) -> Picture:
    if len(SCAN.findall(content)) > MOST_SCANS or len(EXIF.findall(content)) > MOST_EXIF:
        raise NoPicture
    if content.startswith(JPEG) and RARE_CODING.search(content):
        raise NoPicture
    if content.startswith(PNG) and _has_too_many_chunks(content):
        raise NoPicture
    try:
        image: Image.Image = Image.open(BytesIO(content), formats=FORMATS)
        if image.width * image.height > (MOST_PIXELS_OF_WEBP if image.format == "WEBP" else MOST_PIXELS):
            raise TooManyPixels
        if max(image.size) > MOST_ON_A_SIDE:
            raise TooManyPixels
        image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))  # first, because later steps copy the picture
        upright = _turned_upright(image)
        with_alpha = upright.convert("RGBA")
        drawn = Image.new("RGB", with_alpha.size, "white")
        drawn.paste(with_alpha, mask=with_alpha)
        file = BytesIO()
        drawn.save(file, "JPEG", quality=82, optimize=True, progressive=True)
    except Image.DecompressionBombError:
        raise TooManyPixels from None
    except BROKEN:
        raise NoPicture from None
    jpeg = file.getvalue()
    digest = hashlib.sha256(jpeg).hexdigest()
    return Picture(content=jpeg, width=drawn.width, height=drawn.height, digest=digest)


def _turned_upright(image: Image.Image) -> Image.Image:
    """Return the picture turned as its metadata says. Of the metadata only the orientation is read.

    `ImageOps.exif_transpose` would also rewrite all EXIF data, and convert its values to Python numbers: a file of
    2.5 MB took 850 MB and ten seconds.
    """
    image.load()  # a PNG may have its EXIF data after the pixels
    in_hex = image.info.get("Raw profile type exif", "")
    if max(len(image.info.get("exif", b"")), len(in_hex) // 2) > MOST_EXIF_BYTES:
        return image
    orientation = image.getexif().get(ExifTags.Base.Orientation)
    method = UPRIGHT.get(orientation) if isinstance(orientation, int) else None
    return image if method is None else image.transpose(method)


def _has_too_many_chunks(png: bytes) -> bool:
    profiles, texts, chunks, start = 0, 0, 0, len(PNG)
    while start + 8 <= len(png) and profiles <= MOST_PROFILES and texts <= MOST_TEXTS and chunks <= MOST_CHUNKS:
        length, kind = struct.unpack_from(">I4s", png, start)
        profiles += kind == b"iCCP"
        texts += kind in (b"zTXt", b"iTXt")
        chunks += kind != b"IDAT"
        start += 8 + length + 4  # with the checksum
    return profiles > MOST_PROFILES or texts > MOST_TEXTS or chunks > MOST_CHUNKS
