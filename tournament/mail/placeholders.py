"""The placeholders of mails: which there are, which of a text nobody knows, and how they are filled in."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

NAME, LINK = "{name}", "{link}"
"""What stands for the reader's name and private link in a mail that is not sent yet."""

EVENT, NUMBER, STATUS, FEE, PAYMENT = "{event}", "{number}", "{status}", "{fee}", "{payment}"
"""What is filled in when a mail is written: the event's name, and the entry's number, state, fee and how to pay."""

IN_SUBJECT = (NAME, EVENT, NUMBER)
IN_BODY = (NAME, EVENT, NUMBER, LINK, STATUS, FEE, PAYMENT)
IN_MESSAGE = (NAME, LINK)
"""The placeholders of a message that an organizer writes for once."""


@dataclass(frozen=True)
class Letter:
    """Subject and body of a mail, in which placeholders may stand."""

    subject: str
    body: str


def unknown_placeholders(text: str, known: Collection[str]) -> list[str]:
    """What looks like a placeholder and is none of these, also a brace alone, in the order of the text.

    >>> unknown_placeholders("Hello {name}, {nmae} and {Link", IN_BODY)
    ['{nmae}', '{Link']
    """
    return [part for part in re.findall(r"\{[^{}\s]*\}?|\}", text) if part not in known]


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with these placeholders filled in, all at once: what a value holds is never filled in itself.

    >>> filled("{event} for {name}", {"{event}": "{name} Open", "{name}": "Eva"})
    '{name} Open for Eva'
    """
    return re.sub(r"\{\w+\}", lambda part: values.get(part[0], part[0]), text)
