"""What a person reads on a page, without its marks: names are links in some sentences."""

import html
import re


def reading(page: str) -> str:
    """The words of a page with single spaces between them."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())
