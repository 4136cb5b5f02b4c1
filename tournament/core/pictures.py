"""Pictures that people upload, drawn anew: smaller, without the place and device that a camera writes into them."""

import hashlib
import struct
import warnings
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps

from tournament.core.turns import Turns

MOST_BYTES = 2_500_000
"""Bytes of an uploaded file; with the form around it less than `live.bodies.LARGEST_FORM`."""

MOST_PIXELS, MOST_PIXELS_OF_WEBP = 25_000_000, 12_000_000
"""Pixels of an uploaded picture: each takes up to 9 bytes of memory while it is drawn anew, of a WebP 18."""

LONGEST_SIDE = 1_600
"""Pixels of the picture that is stored."""

FORMATS = ("JPEG", "PNG", "WEBP")

TURNS = Turns(at_once=1, waiting=4, patience=10)
"""One picture at a time takes up to 230 MB. Each takes two seconds at most on a usual computer."""


class NoPicture(Exception):
    """The file is no picture in one of `FORMATS`, or is broken."""


class TooManyPixels(Exception):
    """The picture has more than `MOST_PIXELS`."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A JPEG, its size in pixels, and the SHA-256 of its content in hex."""

    content: bytes
    width: int
    height: int
    digest: str


def read_picture(content: bytes) -> Picture:
    """Return the picture of an uploaded file, on white where it was transparent.

    Raises `NoPicture`, `TooManyPixels`, and `Busy` where too many wait already.
    """
    with TURNS.turn():
        return _drawn_anew(content)


def _drawn_anew(content: bytes) -> Picture:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the size is checked below
            image: Image.Image = Image.open(BytesIO(content), formats=FORMATS)
        if image.width * image.height > (MOST_PIXELS_OF_WEBP if image.format == "WEBP" else MOST_PIXELS):
            raise TooManyPixels
        image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))  # before anything that would copy it in its full size
        upright = ImageOps.exif_transpose(image)
        with_alpha = upright.convert("RGBA")
        drawn = Image.new("RGB", with_alpha.size, "white")
        drawn.paste(with_alpha, mask=with_alpha)
        file = BytesIO()
        drawn.save(file, "JPEG", quality=82, optimize=True, progressive=True)
    except Image.DecompressionBombError:
        raise TooManyPixels from None
    except (OSError, ValueError, SyntaxError, EOFError, struct.error):  # what Pillow raises for a broken file
        raise NoPicture from None
    jpeg = file.getvalue()
    digest = hashlib.sha256(jpeg).hexdigest()
    return Picture(content=jpeg, width=drawn.width, height=drawn.height, digest=digest)
