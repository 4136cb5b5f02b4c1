"""A workbook that is small as a file and large as text is refused before it fills the memory."""

import re
import struct
import time
import tracemalloc
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook
from openpyxl.reader import excel as reader
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.xml.constants import REL_NS

from tournament.core.spreadsheets import LARGEST, LONGEST_CELL, MOST_PARTS, MOST_STYLE_ELEMENTS, MOST_STYLES, text_of


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


def changed(part, change, packed_by=ZIP_DEFLATED):
    """A workbook in which one part was changed."""
    whole, content = workbook("x", 1), BytesIO()
    with ZipFile(whole) as before, ZipFile(content, "w", packed_by) as after:
        for name in before.namelist():
            after.writestr(name, change(before.read(name)) if name.endswith(part) else before.read(name))
    return SimpleUploadedFile("list.xlsx", content.getvalue())


@pytest.mark.parametrize("packed_by", [ZIP_LZMA, ZIP_BZIP2])
def test_a_workbook_is_packed_as_workbooks_are(packed_by):
    assert text_of(changed("sheet1.xml", bytes, ZIP_STORED)) == text_of(workbook("x", 1))

    with pytest.raises(ValidationError, match="cannot be read"):
        text_of(changed("sheet1.xml", bytes, packed_by))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "iso-8859-1"])
def test_a_workbook_with_entities_of_its_own_is_refused(encoding):
    head = f'<?xml version="1.0" encoding="{encoding.removesuffix("-le")}"?><!DOCTYPE x [<!ENTITY a "aaa">]>'

    def declared(sheet):
        mark = "\ufeff" if encoding == "utf-16-le" else ""
        return f"{mark}{head}{sheet.decode()}".encode(encoding)

    with pytest.raises(ValidationError, match="too large"):
        text_of(changed("sheet1.xml", declared))


def test_entities_in_another_encoding_expand_to_nothing_large():
    letters = "A" * 20_000
    head = f'<?xml version="1.0" encoding="utf-16"?><!DOCTYPE worksheet [<!ENTITY a "{letters}">]>'

    def bomb(sheet):
        return (head + sheet.decode().replace(">x<", f">{'&a;' * 100}<", 1)).encode("utf-16")

    tracemalloc.start()
    with pytest.raises(ValidationError, match="too large"):
        text_of(changed("sheet1.xml", bomb))
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize(
    ("part", "before", "after"),
    [
        # Each of these is read by a regular expression that takes time as the square of its length.
        ("styles.xml", b'formatCode="QQ0"', b'formatCode="%s"' % (b"[" * 20_000)),
        ("styles.xml", b' formatCode="QQ0"/>', b"><formatCode>%s</formatCode></numFmt>" % (b"[" * 20_000)),
        ("styles.xml", b' formatCode="QQ0"/>', b"><formatCode>%s</formatCode></numFmt>" % (b"[<!---->" * 20_000)),
        (
            "styles.xml",
            b' formatCode="QQ0"/>',
            b'><y:formatCode xmlns:y="y">%s</y:formatCode></numFmt>' % (b"[" * 20_000),
        ),
        ("styles.xml", b' formatCode="QQ0"/>', b"><formatCode><![CDATA[%s]]></formatCode></numFmt>" % (b"[" * 20_000)),
        ("workbook.xml", b"</sheets>", b"</sheets><definedNames>%s</definedNames>"),
    ],
)
def test_text_that_takes_quadratic_time_is_refused(part, before, after):
    area = b'<definedName name="_xlnm.Print_Area" localSheetId="0">%s</definedName>' % (b"$A:$A," * 5_000)
    book = Workbook()
    book.active["A1"], content, dangerous = 1, BytesIO(), BytesIO()
    book.active["A1"].number_format = "QQ0"
    book.save(content)
    with ZipFile(content) as packed, ZipFile(dangerous, "w", ZIP_DEFLATED) as changed_book:
        for name in packed.namelist():
            text = packed.read(name)
            if name.endswith(part):
                assert before.removesuffix(b"/>") in text or b"<definedNames" in text
                text = text.replace(b"<definedNames/>", b"").replace(b"<definedNames />", b"")
                text = text.replace(b' formatCode="QQ0" />', b' formatCode="QQ0"/>')
                text = text.replace(before, after % area if b"%s" in after else after)
            changed_book.writestr(name, text)
    began = time.process_time()

    with pytest.raises(ValidationError, match="too large"):
        text_of(SimpleUploadedFile("list.xlsx", dangerous.getvalue()))

    assert time.process_time() - began < 1


def test_a_range_in_an_attribute_is_refused_too():
    area = b'<definedName name="_xlnm.Print_Area" localSheetId="0" attr_text="%s"/>' % (b"$A:$A," * 5_000)

    with pytest.raises(ValidationError, match="too large"):
        text_of(
            changed(
                "xl/workbook.xml",
                lambda book: book.replace(b"</sheets>", b"</sheets><definedNames>" + area + b"</definedNames>"),
            )
        )


def test_a_format_that_many_styles_name_is_not_read_for_each():
    named = b"<xf/>" * (MOST_STYLES + 1)

    with pytest.raises(ValidationError, match="too large"):
        text_of(changed("styles.xml", lambda styles: styles.replace(b"</cellXfs>", named + b"</cellXfs>")))


@pytest.mark.parametrize(
    ("end", "elements", "text"),
    [
        (b"</borders>", 1, b"<border/>"),
        (b"</fonts>", 3, b'<font><sz val="1"/><color rgb="FF000000"/></font>'),
        (b"</fills>", 4, b'<fill><gradientFill><stop position="0"><color indexed="1"/></stop></gradientFill></fill>'),
    ],
)
def test_parts_of_styles_are_counted_together(end, elements, text):
    filled = text * (MOST_STYLE_ELEMENTS // elements) + end
    book = changed("styles.xml", lambda styles: styles.replace(end, filled))
    began = time.process_time()

    with pytest.raises(ValidationError, match="too large"):
        text_of(book)

    assert time.process_time() - began < 1


def test_a_workbook_of_thousands_of_styles_is_read():
    book, content = Workbook(), BytesIO()
    for number in range(3_000):
        cell = book.active.cell(number + 1, 1, number)
        cell.alignment, cell.protection = Alignment(indent=number % 100), Protection(hidden=True)
        cell.font, cell.fill = Font(size=8 + number // 10), PatternFill("solid", fgColor=f"{number // 10:06X}")
        cell.border = Border(left=Side("thin", color=f"{number // 10:06X}"))
    book.save(content)

    assert text_of(SimpleUploadedFile("list.xlsx", content.getvalue())).count("\n") == 2_999


def test_many_names_of_ranges_are_refused():
    name = b'<definedName name="n%d">%s</definedName>'
    names = b"".join(name % (number, b"A" * 400) for number in range(200))

    with pytest.raises(ValidationError, match="too large"):
        text_of(
            changed(
                "xl/workbook.xml",
                lambda book: book.replace(b"</sheets>", b"</sheets><definedNames>" + names + b"</definedNames>"),
            )
        )


def test_number_formats_and_names_of_an_ordinary_workbook_are_read():
    book = Workbook()
    book.active.append([4990001, 0.5])
    book.active["A1"].number_format = "00000000"
    book.active["B1"].number_format = '[Red][<1]0.0" of a point";[$-405]0.00;@'
    book.active.print_area, book.active.print_title_rows = "A1:B20", "1:1"
    content = BytesIO()
    book.save(content)

    assert text_of(SimpleUploadedFile("list.xlsx", content.getvalue())) == "04990001\t0.5"


def test_a_workbook_of_thousands_of_parts_is_refused():
    upload = changed("none", lambda part: part)
    with ZipFile(upload, "a") as packed:
        for number in range(MOST_PARTS):
            packed.writestr(f"p{number}", b"")
    upload.size = upload.tell()

    with pytest.raises(ValidationError, match="too large"):
        text_of(SimpleUploadedFile("list.xlsx", upload.file.getvalue()))


@pytest.mark.parametrize(
    ("part", "before", "after"),
    [
        ("sheet1.xml", b"<sheetData>", b'<sheetData><row><c t="d"><v>PT%sH</v></c></row>' % (b"9" * 21)),
        ("sheet1.xml", b"<worksheet", b'<?xml version="1.0" encoding="foo"?><worksheet'),
        ("theme1.xml", b'<?xml version="1.0"?>', b'<?xml version="1.0" encoding="foo"?>'),
        ("styles.xml", b'xfId="0"', b'xfId="%s"' % (b"1" * 200)),
    ],
)
def test_values_that_nothing_can_hold_are_a_broken_file(part, before, after):
    def broken(text):
        assert before in text
        return text.replace(before, after)

    with pytest.raises(ValidationError, match="cannot be read"):
        text_of(changed(part, broken))


def test_an_offset_that_no_file_has_is_a_broken_file():
    whole = workbook("x", 1).read()
    directory, end = whole.index(b"PK\x01\x02"), whole.rindex(b"PK\x05\x06")
    (name_size,) = struct.unpack_from("<H", whole, directory + 28)
    extra = struct.pack("<HHQ", 1, 8, 2**64 - 1)  # the offset of the first part, as ZIP64 writes it
    head = bytearray(whole[directory : directory + 46])
    struct.pack_into("<H", head, 30, len(extra))
    struct.pack_into("<L", head, 42, 2**32 - 1)
    entries = bytes(head) + whole[directory + 46 : directory + 46 + name_size] + extra
    entries += whole[directory + 46 + name_size : end]
    tail = bytearray(whole[end:])
    struct.pack_into("<L", tail, 12, len(entries))

    with pytest.raises(ValidationError, match="cannot be read"):
        text_of(SimpleUploadedFile("list.xlsx", whole[:directory] + entries + bytes(tail)))


def test_a_long_cell_is_read():
    assert text_of(workbook("x" * LONGEST_CELL, 2)) == "\n".join(["\t".join(["x" * LONGEST_CELL] * 40)] * 2)


def test_of_many_sheets_and_links_only_the_first_sheet_is_read(monkeypatch):
    """A list in a small file may name one part 100,000 times, and openpyxl would read it as often."""
    read = []
    made = reader.ReadOnlyWorksheet.__init__
    monkeypatch.setattr(
        reader.ReadOnlyWorksheet, "__init__", lambda sheet, *about: read.append(about[1]) or made(sheet, *about)
    )
    monkeypatch.setattr("openpyxl.reader.workbook.read_external_link", None)
    sheet = re.compile(rb'<sheet [^>]*name="Sheet"[^>]*/>')
    links = b'<externalReferences><externalReference xmlns:r="%s" r:id="rId1"/></externalReferences>' % REL_NS.encode()

    def named_often(book):
        (first,) = sheet.findall(book)
        return book.replace(first, first + first.replace(b'"Sheet"', b'"More"') * 1_000).replace(
            b"</sheets>", b"</sheets>" + links
        )

    upload = changed("xl/workbook.xml", named_often)

    assert text_of(upload) == text_of(workbook("x", 1))
    assert read == ["Sheet", "Sheet"]


def test_charts_before_the_list_and_other_sheets_are_passed_over():
    book = Workbook()
    book.active.append(["Anna", 1])
    book.create_chartsheet("Chart", 0)
    book.create_sheet("Other").append(["other"])
    book["Other"].print_title_rows = "1:1"
    content = BytesIO()
    book.save(content)

    assert text_of(SimpleUploadedFile("list.xlsx", content.getvalue())) == "Anna\t1"
