"""Writes tables as one XLSX workbook, with frozen headings, column widths and number formats."""

import io
from collections.abc import Iterable
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from tournament.core.exports.tables import Cell, Column, DataTable, utc
from tournament.core.threads.interruption import raise_if_wanted

FORMATS = {
    "text": {"num_format": "@"},
    "count": {"num_format": "0"},
    "points": {"num_format": "#,##0"},
    "score": {"num_format": "0.0"},
    "time": {"num_format": "yyyy-mm-dd hh:mm:ss"},
    "date": {"num_format": "yyyy-mm-dd"},
}
MIME = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NAME_AT_MOST = 31
"""The most letters that Excel allows in a sheet's name."""


def workbook(tables: Iterable[DataTable]) -> bytes:
    """Return a workbook with a sheet for each table. Text stays text: no name becomes a formula, an address or a
    number.

    The workbook is made in memory. With temporary files (`constant_memory`) a large workbook would keep the disk so
    busy that recording a hand, which waits for the disk, would take seconds.
    """
    # Imported here, because only this function needs it.
    import xlsxwriter
    from xlsxwriter.packager import Packager

    class PackagerInBytes(Packager):  # type: ignore[misc]
        def _filename(self, xml_filename: str) -> _XmlPart:
            part = _XmlPart()
            self.filenames.append((part, xml_filename, True))  # True: the part is read as bytes
            return part

    buffer = io.BytesIO()
    # Not as a context manager: that would write the whole file even after an interruption.
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    book._get_packager = PackagerInBytes
    try:
        _add_sheets(book, tables)
        book.close()
    finally:
        _free(book)
    return buffer.getvalue()


class _XmlPart(io.StringIO):
    """An XML file of the workbook. It is kept in UTF-8: as text it would need four bytes for each character if one
    character needs four."""

    def __init__(self) -> None:
        super().__init__()
        self._content = io.BytesIO()

    def write(self, text: str) -> int:
        raise_if_wanted()
        return self._content.write(text.encode())

    def getvalue(self) -> bytes:  # type: ignore[override]
        """Return the content and forget it, because the workbook keeps its parts."""
        content, self._content = self._content.getvalue(), io.BytesIO()
        return content


def _add_sheets(book: Any, tables: Iterable[DataTable]) -> None:
    heading = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top", "num_format": "@"})
    formats = {kind: book.add_format(options) for kind, options in FORMATS.items()}
    for table in tables:
        sheet = book.add_worksheet(table.name[:NAME_AT_MOST])
        sheet.freeze_panes(1, 0)
        for at, column in enumerate(table.columns):
            sheet.set_column(at, at, column.width, formats[column.kind])
            sheet.write_string(0, at, column.title, heading)
        line = 0
        for line, row in enumerate(table.rows, start=1):
            raise_if_wanted()
            for at, (cell, column) in enumerate(zip(row, table.columns, strict=True)):
                _write(sheet, line, at, cell, column, formats[column.kind])
        if line:
            sheet.autofilter(0, 0, line, len(table.columns) - 1)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)


def _free(book: Any) -> None:
    """Free the cells of a workbook, row by row, and their texts. The workbook and its sheets refer to each other, so
    otherwise the garbage collector would have to free the cells, and it stops every thread."""
    for sheet in book.worksheets():
        while sheet.table:
            sheet.table.popitem()
    book.str_table.string_table.clear()
    book.str_table.string_array.clear()


def _write(sheet: Any, line: int, at: int, cell: Cell, column: Column, format_: Any) -> None:
    match cell:
        case None:
            pass
        case datetime():
            sheet.write_datetime(line, at, utc(cell), format_)
        case date():
            sheet.write_datetime(line, at, cell, format_)
        case Fraction():
            sheet.write_number(line, at, float(cell), format_)
        case int() if column.kind != "text":
            sheet.write_number(line, at, cell, format_)
        case _:
            sheet.write_string(line, at, str(cell), format_)
