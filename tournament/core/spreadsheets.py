"""Reads an uploaded spreadsheet or text file as text, so that it is treated like pasted text."""

import zipfile
import zlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn
from xml.parsers import expat

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from openpyxl import Workbook

LARGEST = 1_000_000
"""The most bytes of a file; a list of 400 players takes a tenth of this."""

LARGEST_UNPACKED, MOST_TAGS = 3_000_000, 150_000
"""The most bytes that a workbook may unpack to, and the most "<" characters in them.

A malicious file of 16 KB can fill the memory, or contain a million empty cells, which take many seconds to read. A list
of 2,000 players with all columns stays below both limits.
"""

MOST_PARTS = 1_000
"""Most files packed in a workbook; openpyxl looks for each sheet's part in a list of all of them."""

PACKED_BY = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""The ways in which the parts of a workbook may be packed."""

STYLES, LONGEST_STYLE = "xl/styles.xml", 255
"""The part from which openpyxl reads styles, wherever a workbook says that they are, and the most characters of any
attribute or text in it. Excel allows no longer number format or name of a style.

openpyxl reads number formats and the names of ranges by regular expressions that are quadratic in their length. While
such an expression runs, no other thread of the process does: 150,000 characters stop the whole site for a minute. A
format may be an attribute or an element, so the limit is for all text of styles.
"""

MOST_STYLES = 5_000
"""Most elements of a workbook that combine a number format, a font and so on. openpyxl reads the format for each again.
"""

MOST_STYLE_ELEMENTS = 20_000
"""Most elements of a workbook's styles together, such as fonts, borders and stops of gradients. openpyxl makes objects
of each: 4 KB of packed borders without content took it 3.6 seconds.

3,000 cells that are all formatted differently, with 300 fonts, fills and borders, take 11,500 elements. A workbook of
`MOST_STYLES` may have four for each.
"""

LONGEST_NAME, ALL_NAMES = 500, 50_000
"""The most characters of the range that one name of a workbook stands for, and of all these ranges together."""

MOST_ROWS, MOST_COLUMNS = 5_000, 50

LONGEST_CELL = 2_000
"""The most characters of one cell. A workbook may store a long text once and refer to it from every cell."""

TOO_LARGE = _("This workbook is too large. Save only the list, as CSV.")


def text_of(upload: "UploadedFile[Any]") -> str:
    """Return the text of the file. For a workbook this is the text of the first sheet, with a line for each row and
    tabs between cells.

    Raises ValidationError with a sentence for the person who chose the file.
    """
    if upload.size is None or upload.size > LARGEST:
        raise forms.ValidationError(
            _("This file is larger than 1 MB, too large for a list. Choose a file that contains only the list.")
        )
    content: bytes = upload.read()
    if content.startswith(b"PK\x03\x04"):
        return _sheet(upload)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise forms.ValidationError(_("This is an old Excel file. Save it as .xlsx or CSV."))
    return _decoded(content)


def _decoded(content: bytes) -> str:
    # Excel writes UTF-8 with a byte order mark, "Unicode text" as UTF-16, and plain CSV in the code page of Windows.
    codings = ["utf-16"] if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "cp1252"]
    for coding in codings:
        try:
            return content.decode(coding)
        except UnicodeDecodeError:
            continue
    raise forms.ValidationError(_("This file is not text. Save the list as CSV or .xlsx."))


def _sheet(upload: "UploadedFile[Any]") -> str:
    try:
        with zipfile.ZipFile(upload) as packed:
            parts = packed.infolist()
            if any(part.compress_type not in PACKED_BY for part in parts):
                raise zipfile.BadZipFile  # no workbook is packed so, and such a part may ask for gigabytes of memory
            if (
                len(parts) > MOST_PARTS
                or sum(part.file_size for part in parts) > LARGEST_UNPACKED
                or sum(packed.read(part).count(b"<") for part in parts) > MOST_TAGS
            ):
                raise forms.ValidationError(TOO_LARGE)
            for part in parts:
                _PartCheck(styles=part.filename == STYLES).check(packed.read(part))
        upload.seek(0)
        book = _with_first_sheet(upload)
        try:
            lines = _lines(book.worksheets[0].iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS))
        finally:
            book.close()
    except (
        zipfile.BadZipFile, zlib.error, LookupError, ArithmeticError, ValueError, TypeError, AttributeError, OSError,
        EOFError, SyntaxError, NotImplementedError, RuntimeError,
    ):  # fmt: skip
        # The exceptions that openpyxl raises for broken workbooks. SyntaxError is for broken XML, LookupError also for
        # an encoding that Python does not know, and ArithmeticError for a duration or an offset that is too large.
        raise forms.ValidationError(_("This Excel file cannot be read. Save the list as CSV.")) from None
    return "\n".join(line.rstrip("\t") for line in lines).rstrip("\n")


def _with_first_sheet(upload: "UploadedFile[Any]") -> "Workbook":
    """Read a workbook with its first sheet only.

    `openpyxl.load_workbook` reads every sheet and every link to another workbook that a list names. Such a list of a
    small file may name the same part 100,000 times, which takes hours and all memory.
    """
    # Imported here, because importing it would double the server's time to start.
    from openpyxl.reader.excel import ExcelReader
    from openpyxl.styles.stylesheet import apply_stylesheet

    reader = ExcelReader(upload, read_only=True, data_only=True, keep_links=False)
    reader.read_manifest()
    reader.read_strings()
    reader.read_workbook()
    apply_stylesheet(reader.archive, reader.wb)
    for sheet, place in reader.parser.find_sheets():
        if place.target in reader.valid_files and "chartsheet" not in place.Type:
            reader.parser.sheets = [sheet]
            reader.read_worksheets()
            break
    return reader.wb


class _PartCheck:
    """Refuses a part of a workbook that is small but would take long to read. The part is parsed as openpyxl will parse
    it: a search in its bytes would miss text in another encoding, such as UTF-16."""

    def __init__(self, *, styles: bool) -> None:
        self._styles = styles
        self._style = 0  # characters of a style's text, up to the next tag
        self._elements = self._combined = 0
        self._names = 0  # characters of all names so far
        self._name: int | None = None  # characters of the name that is being read

    def check(self, content: bytes) -> None:
        """Raise ValidationError if the part is dangerous. Content that is not XML, or is broken XML, is left to
        openpyxl."""
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._refuse  # its entities could expand to hundreds of megabytes
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        try:
            parser.Parse(content, True)
        except expat.ExpatError:
            return

    def _refuse(self, *_about: object) -> NoReturn:
        raise forms.ValidationError(TOO_LARGE)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._style = 0
        if self._styles and any(len(value) > LONGEST_STYLE for value in attributes.values()):
            self._refuse()
        if self._styles:
            self._elements += 1
            self._combined += name.endswith("xf")
            if self._elements > MOST_STYLE_ELEMENTS or self._combined > MOST_STYLES:
                self._refuse()
        if name.endswith("definedName"):
            self._name = 0
            self._text(attributes.get("attr_text", ""))  # openpyxl takes a range from here, too

    def _text(self, text: str) -> None:
        if self._styles:
            self._style += len(text)
            if self._style > LONGEST_STYLE:
                self._refuse()
        if self._name is not None:
            self._name += len(text)
            self._names += len(text)
            if self._name > LONGEST_NAME or self._names > ALL_NAMES:
                self._refuse()

    def _end(self, name: str) -> None:
        self._style = 0
        if name.endswith("definedName"):
            self._name = None


def _lines(rows: Iterable[Iterable[Any]]) -> list[str]:
    lines, size = [], 0
    for row in rows:
        lines.append("\t".join(_cell(cell) for cell in row))
        size += len(lines[-1])
        if size > LARGEST:
            raise forms.ValidationError(TOO_LARGE)
    return lines


def _cell(cell: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str) and len(value) > LONGEST_CELL:
        raise forms.ValidationError(TOO_LARGE)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and set(cell.number_format) == {"0"}:
        return str(value).zfill(len(cell.number_format))  # 4990001, shown as 04990001
    return " ".join(str(value).split())
