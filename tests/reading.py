"""Reads a page as a person does, without HTML tags, because in some sentences names are links."""

import html
import re


def reading(page: str) -> str:
    """Return the text of a page with single spaces between words."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())
