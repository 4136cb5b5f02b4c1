"""Limits for the headers of a request, which are checked before anything parses them.

The time that the parsers of Python and Django take grows as the square of a header's length. Before Python 3.11.10 and
3.12.6 they need ten seconds for a cookie of 60 kB with backslashes; in every version they need the same time for a
Content-Type with semicolons inside quotes. The parsers also run in the event loop, so all other requests would wait.
"""

import re

from tournament.live.types import Scope

MOST_OF_ALL = 32_000
"""The most bytes of the URL and all headers together, the same limit as Caddy's."""

LONGEST = {b"content-type": 250, b"cookie": 8_000}
"""The most bytes of each of these headers; several headers with the same name count together. A browser sends about 100
bytes of Content-Type and 400 of Cookie."""

LONGEST_OF_OTHERS = 8_000
"""The most bytes of any other header. The longest usual one is a Referer, which is as long as a URL."""

MOST_ESCAPES = 200
"""The most backslashes in cookies. The cookies of this site have no backslashes, but a browser also sends the cookies
of other programs at the same host."""


UTF_8 = re.compile(rb"\s*=\s*\"?utf-?8\"?\s*(;|$)")
"""What follows the word "charset" in a Content-Type."""


def has_other_charset(scope: Scope) -> bool:
    """Whether the body of this request names another charset than UTF-8, which all pages have. Python knows charsets
    that take quadratic time, such as Punycode: a minute for a megabyte.

    A parameter with an asterisk has a charset of its own (RFC 2231). Django raises an error if it does not know it.
    """
    types = [value.lower() for name, value in scope["headers"] if name == b"content-type"]
    if any(b"*" in value for value in types):
        return True
    return any(not UTF_8.match(after) for value in types for after in value.split(b"charset")[1:])


def is_excessive(scope: Scope) -> bool:
    """Whether a header of this request, or all its headers together, are longer than any browser's headers."""
    lengths: dict[bytes, int] = {}
    escapes = 0
    for name, value in scope["headers"]:
        lengths[name] = lengths.get(name, 0) + len(name) + len(value)
        if name == b"cookie":
            escapes += value.count(b"\\")
    if any(length > LONGEST.get(name, LONGEST_OF_OTHERS) for name, length in lengths.items()):
        return True
    target = len(scope["path"]) + len(scope["query_string"])
    return escapes > MOST_ESCAPES or target + sum(lengths.values()) > MOST_OF_ALL
