"""Small JPEG files that take long to decode, because each scan covers the whole picture and may be empty."""

import struct


def jpeg_of_scans(scans: int, side: int = 5_000) -> bytes:
    """Return a grey, square, progressive JPEG with this number of scans; all scans except the first have no data.
    `side` is in pixels."""
    size = struct.pack(">BHHB", 8, side, side, 1) + bytes([1, 0x11, 0])
    one_code = bytes([1] + [0] * 15)  # the Huffman code 0, for the value that follows
    first = _scan(0, 0) + bytes((side // 8 + 1) ** 2 // 8 + 1)
    return (
        b"\xff\xd8"
        + _segment(0xDB, bytes(1) + b"\x01" * 64)
        + _segment(0xC2, size)
        + _segment(0xC4, b"\x00" + one_code + b"\x00")
        + _segment(0xC4, b"\x10" + one_code + b"\xe0")
        + first
        + _scan(1, 63) * (scans - 1)
        + b"\xff\xd9"
    )


def _scan(first: int, last: int) -> bytes:
    """Return the header of a scan of the coefficients `first` to `last`."""
    return _segment(0xDA, bytes([1, 1, 0, first, last, 0]))


def _segment(marker: int, content: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content
