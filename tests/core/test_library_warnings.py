"""What openpyxl and Pillow say about an uploaded file is neither kept in memory nor printed."""

import os
import struct
import subprocess
import sys
from io import BytesIO

from openpyxl import Workbook
from PIL import Image

READ_BOTH = """
import sys
from pathlib import Path
import django
django.setup()
from django.core.files.uploadedfile import SimpleUploadedFile
from tournament.core.pictures import read_picture
from tournament.core.spreadsheets import text_of
book, picture = (Path(name).read_bytes() for name in sys.argv[1:])
print(text_of(SimpleUploadedFile("list.xlsx", book)), read_picture(picture).width)
print(sum(len(getattr(module, "__warningregistry__", {})) for name, module in sorted(sys.modules.items())
          if name.startswith(("openpyxl", "PIL"))))
"""


def impossible_dates():
    """Return a workbook with numbers that are no date in cells whose format is one."""
    book, content = Workbook(), BytesIO()
    book.active.append([9_999_999_998, 9_999_999_999])
    for cell in book.active[1]:
        cell.number_format = "yyyy-mm-dd"
    book.save(content)
    return content.getvalue()


def broken_exif():
    """Return a JPEG whose camera's metadata lies far beyond its end."""
    content = BytesIO()
    Image.new("RGB", (8, 8)).save(content, "JPEG")
    jpeg = content.getvalue()
    fields = b"".join(struct.pack(">HHLL", number, 2, 100_000_000 + number, 8) for number in range(1, 9))
    data = b"Exif\0\0MM\0*\0\0\0\x08" + struct.pack(">H", 8) + fields + bytes(4)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data + jpeg[2:]


def test_warnings_about_an_upload_are_not_kept(tmp_path):
    book, picture = tmp_path / "book", tmp_path / "picture"
    book.write_bytes(impossible_dates())
    picture.write_bytes(broken_exif())

    # A process of its own, because pytest has its own filters of warnings.
    read = subprocess.run(
        [sys.executable, "-c", READ_BOTH, book, picture],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tournament.settings"},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip

    assert read.stderr == ""
    shown, kept = read.stdout.splitlines()
    assert shown == "#VALUE!\t#VALUE! 8"
    assert int(kept) <= 2  # each module may keep the version of the filters
