"""PDF files as text."""

import io

from pypdf import PdfReader


def pages_of(content: bytes) -> list[str]:
    """What each page says, as far as it is text; spaces of every kind are one."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]
