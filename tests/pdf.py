"""Reads the text and the fonts of PDF files."""

import io

from pypdf import PdfReader


def pages_of(content: bytes) -> list[str]:
    """Return the text of each page. Any run of white space is replaced by one space."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


def fonts_of(content: bytes) -> set[str]:
    """Return the names of the fonts in the pages, without the prefix of a font that has only some of its letters."""
    pages = PdfReader(io.BytesIO(content)).pages
    fonts = [font.get_object() for page in pages for font in page["/Resources"]["/Font"].values()]
    return {font["/BaseFont"].removeprefix("/").split("+")[-1] for font in fonts}
