"""The placeholders of mails: their names, finding unknown ones in a text, and filling them in."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

NAME, LINK = "{name}", "{link}"
"""Placeholders of the recipient's name and private link, filled in when a mail is sent or shown."""

EVENT, NUMBER, STATUS, FEE, PAYMENT = "{event}", "{number}", "{status}", "{fee}", "{payment}"
"""Placeholders that are filled in when a mail is written: the event's name, and the entry's number, status, fee and
payment."""

IN_SUBJECT = (NAME, EVENT, NUMBER)
IN_BODY = (NAME, EVENT, NUMBER, LINK, STATUS, FEE, PAYMENT)
IN_MESSAGE = (NAME, LINK)
"""The placeholders that an organizer's own message may have."""

MOST_TIMES = 10
"""How often one placeholder of a text is filled in. Without this limit, a text of 5,000 characters with 500 times the
payment details (1,000 characters) would make half a megabyte of each mail."""

MOST_FILLED = 5_000
"""The most characters that are filled in a text: a wording has at most as many of its own. Without this limit, a text
could have ten times the payment details, and would make 70 kB of each mail."""


@dataclass(frozen=True)
class Letter:
    """The subject and body of a mail, which may contain placeholders."""

    subject: str
    body: str


def unknown_placeholders(text: str, known: Collection[str]) -> list[str]:
    """Return the placeholders in a text that are not `known`, and single braces, in the order of the text.

    >>> unknown_placeholders("Hello {name}, {nmae} and {Link", IN_BODY)
    ['{nmae}', '{Link']
    """
    return [part for part in re.findall(r"\{[^{}\s]*\}?|\}", text) if part not in known]


def filled(text: str, values: Mapping[str, str]) -> str:
    """Fill in these placeholders, each at most `MOST_TIMES` times, and all with at most `MOST_FILLED` characters. A
    placeholder inside of a value is not replaced.

    >>> filled("{event} for {name}", {"{event}": "{name} Open", "{name}": "Eva"})
    '{name} Open for Eva'
    """
    times, room = Counter[str](), MOST_FILLED

    def value(part: re.Match[str]) -> str:
        nonlocal room
        times[part[0]] += 1
        value = values.get(part[0])
        if value is None or times[part[0]] > MOST_TIMES or len(value) > room:
            return part[0]
        room -= len(value)
        return value

    return re.sub(r"\{\w+\}", value, text)
