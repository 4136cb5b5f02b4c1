"""Filters and formatters of the server's log. They remove secret keys and useless tracebacks, limit the number of
records, and add the request's id."""

import logging
import re
import time
from collections import Counter
from contextvars import ContextVar
from typing import Any

from django.core.exceptions import SuspiciousOperation
from pythonjsonlogger.json import JsonFormatter

from tournament.core.database_errors import is_outage


def _encoded(text: str) -> str:
    """Return a pattern for text of a URL whose letters may be percent-encoded, also repeatedly: a URL may be in the
    query of another, such as the page after the login."""
    return "".join(f"(?:{letter}|%(?:25)*(?:{ord(letter):02X}|{ord(letter.upper()):02X}))" for letter in text)


SLASH, DIGIT = _encoded("/"), r"(?:\d|%(?:25)*3\d)"
ENTER, LINK, INVITATIONS, RESET = (_encoded(text) for text in ("enter", "link", "invitations", "password-reset"))
PART = rf"(?!(?:{ENTER}|{LINK}|{INVITATIONS}|{RESET}){SLASH})(?:(?!{SLASH})[^\s?])+"
"""Pattern for a part of a path that does not announce a key itself: an event may have the name "link"."""

KEY = re.compile(
    rf"({SLASH}(?:{ENTER}{SLASH}{DIGIT}+|{LINK}|{INVITATIONS}|{RESET}{SLASH}{PART}){SLASH}){PART}", re.IGNORECASE
)
"""Pattern for URL paths before a secret key, which opens a table, a player's page, the hall, a team or an account.
Upper case matches too, as somebody may type the path."""

MOST_IN_A_MINUTE = 60
"""The most records that one line of code may log in a minute; a full disk or missing file handles would log
thousands."""


LONGEST_MESSAGE = 1_000
"""The most characters of a message: it may quote a path or a host name of any length that somebody requested."""

CONTROLS = (*range(32), *range(127, 160))
LINES_AND_DIRECTIONS = (0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
"""Unicode's line and paragraph separator, and the characters that change the direction of text."""

UNPRINTABLE = {code: f"\\x{code:02x}" for code in CONTROLS} | {code: f"\\u{code:04x}" for code in LINES_AND_DIRECTIONS}
"""Escapes for control characters: a line break in a URL could forge a log line, other characters could control a
terminal."""

UNPRINTABLE_IN_LINES = {code: escape for code, escape in UNPRINTABLE.items() if chr(code) not in "\n\t"}
"""Escapes for text of several lines."""

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")
"""The id of the request that is being answered."""


def without_keys(text: str) -> str:
    return KEY.sub(r"\1…", text)


def values_without_keys(value: Any) -> Any:
    """Return a value that can be written as JSON, without secret keys in its texts; another value, such as a request,
    as the text that would be written of it. Keys are removed before the value is written: in the written JSON a key at
    the end of a text would be removed with the quotation mark behind it."""
    if isinstance(value, dict):
        return {without_keys(str(name)): values_without_keys(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [values_without_keys(each) for each in value]
    return value if isinstance(value, int | float | None) else without_keys(str(value))


class WithoutKeys(logging.Filter):
    """Passes every record, with "…" in place of secret keys, and without line breaks in its arguments.

    Message and arguments stay separate, for formatters that use the arguments.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = without_keys(str(record.msg))
        if isinstance(record.args, dict):
            record.args = {name: _without_keys(value) for name, value in record.args.items()}
        elif record.args:
            record.args = tuple(_without_keys(value) for value in record.args)
        return True


def _without_keys(value: Any) -> Any:
    return value if isinstance(value, int | float) or value is None else without_keys(str(value).translate(UNPRINTABLE))


class ShortErrors(logging.Filter):
    """Passes every record, without the traceback of a database outage or of a malformed request.

    The reason fits on one line; a traceback for each request would hide everything else.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and (isinstance(error, SuspiciousOperation) or is_outage(error)):
            reason = " ".join(str(error).split())
            if reason not in record.getMessage():
                record.msg, record.args = f"{record.getMessage()} ({reason})", ()
            record.exc_info = record.exc_text = None
        return True


class NoFlood(logging.Filter):
    """Lets each line of code log at most `MOST_IN_A_MINUTE` records a minute, and drops further records. The last
    record of the minute says that further records are left out."""

    def __init__(self) -> None:
        super().__init__()
        self._minute = 0
        self._records: Counter[tuple[str, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        minute = int(time.monotonic() // 60)
        if minute != self._minute:
            self._minute, self._records = minute, Counter()
        line = (record.pathname, record.lineno)
        self._records[line] += 1
        if self._records[line] == MOST_IN_A_MINUTE:
            record.msg, record.args = f"{record.getMessage()} (more of these are left out for up to a minute)", ()
        return self._records[line] <= MOST_IN_A_MINUTE


class ShortMessages(logging.Filter):
    """Passes every record, with a message of at most `LONGEST_MESSAGE` characters and "…"; tracebacks are not
    shortened."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if len(message) > LONGEST_MESSAGE:
            record.msg, record.args = f"{message[:LONGEST_MESSAGE]}…", ()
        return True


class WithRequestId(logging.Filter):
    """Passes every record, with the id of its request."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = REQUEST_ID.get()
        return True


class LineFormatter(logging.Formatter):
    """Formats records as lines of text for people, without secret keys even in tracebacks.

    A record's message is one line, and the lines of a traceback are indented, because either may quote a URL or a file:
    only a record begins at the margin.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (the name in `logging`)
        record.message = record.message.translate(UNPRINTABLE)
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        text = without_keys(super().format(record)).translate(UNPRINTABLE_IN_LINES)
        return text.replace("\n", "\n  ")


class JsonLines(JsonFormatter):
    """Formats each record as one line of JSON, without secret keys."""

    def __init__(self) -> None:
        super().__init__(
            ["asctime", "levelname", "name", "message", "request_id"],
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
            json_ensure_ascii=False,
        )

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        return {name: values_without_keys(value) for name, value in log_data.items()}
