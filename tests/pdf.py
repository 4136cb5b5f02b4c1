"""PDF files as text."""

import io

from pypdf import PdfReader


def pages_of(content: bytes) -> list[str]:
    """What each page says, as far as it is text; spaces of every kind are one."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


def fonts_of(content: bytes) -> set[str]:
    """The fonts that the pages name, without what marks a font as holding some letters only."""
    pages = PdfReader(io.BytesIO(content)).pages
    fonts = [font.get_object() for page in pages for font in page["/Resources"]["/Font"].values()]
    return {font["/BaseFont"].removeprefix("/").split("+")[-1] for font in fonts}
