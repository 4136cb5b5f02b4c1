"""What people and browsers write, read without trust."""


def whole_number(text: str, *, digits: int = 17) -> int | None:
    """The number that these digits are; None for anything else, and for more digits. A database holds 17 in an id.

    >>> whole_number("007"), whole_number("-1"), whole_number("٣"), whole_number("100", digits=2)
    (7, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
