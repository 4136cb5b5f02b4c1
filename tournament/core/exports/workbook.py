"""Writes tables as one XLSX workbook, with frozen headings, column widths and number formats."""

import io
from collections.abc import Iterable
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from tournament.core.exports.tables import Cell, Column, DataTable, utc

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

    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer, {"in_memory": True}) as book:
        heading = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top", "num_format": "@"})
        formats = {kind: book.add_format(options) for kind, options in FORMATS.items()}
        for table in tables:
            sheet = book.add_worksheet(table.name[:NAME_AT_MOST])
            sheet.freeze_panes(1, 0)
            for at, column in enumerate(table.columns):
                sheet.set_column(at, at, column.width, formats[column.kind])
                sheet.write_string(0, at, column.title, heading)
            for line, row in enumerate(table.rows, start=1):
                for at, (cell, column) in enumerate(zip(row, table.columns, strict=True)):
                    _write(sheet, line, at, cell, column, formats[column.kind])
            if table.rows:
                sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)
            sheet.set_landscape()
            sheet.fit_to_pages(1, 0)
            sheet.repeat_rows(0)
    for sheet in book.worksheets():
        _free(sheet)
    return buffer.getvalue()


def _free(sheet: Any) -> None:
    """Free the cells of a written sheet, row by row. The workbook and its sheets refer to each other, so otherwise the
    garbage collector would have to free the cells, and it stops every thread."""
    while sheet.table:
        sheet.table.popitem()


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
