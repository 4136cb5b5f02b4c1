"""A workbook that is small as a file and large as text is refused before it fills the memory."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from tournament.core.spreadsheets import LARGEST, LONGEST_CELL, text_of


def workbook(cell, rows, columns=40):
    """A workbook in which every cell names one shared text."""
    book = Workbook()
    for _row in range(rows):
        book.active.append([cell] * columns)
    content = BytesIO()
    book.save(content)
    return SimpleUploadedFile("list.xlsx", content.getvalue())


@pytest.mark.parametrize(
    ("cell", "rows"), [("x" * (LONGEST_CELL + 1), 1), ("x" * LONGEST_CELL, LARGEST // LONGEST_CELL // 40 + 1)]
)
def test_a_text_named_by_many_cells_is_refused(cell, rows):
    upload = workbook(cell, rows)
    assert upload.size < 20_000

    with pytest.raises(ValidationError, match="too large"):
        text_of(upload)


def test_a_workbook_with_entities_of_its_own_is_refused():
    whole, changed = workbook("x", 1), BytesIO()
    with ZipFile(whole) as before, ZipFile(changed, "w") as after:
        for name in before.namelist():
            declaration = b'<!DOCTYPE x [<!ENTITY a "aaa">]>' if name.endswith("sheet1.xml") else b""
            after.writestr(name, declaration + before.read(name))

    with pytest.raises(ValidationError, match="too large"):
        text_of(SimpleUploadedFile("list.xlsx", changed.getvalue()))


def test_a_long_cell_is_read():
    assert text_of(workbook("x" * LONGEST_CELL, 2)) == "\n".join(["\t".join(["x" * LONGEST_CELL] * 40)] * 2)
