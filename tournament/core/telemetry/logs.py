"""The server's log: no secret keys, no traceback that says nothing, no flood, and each line with its request's id."""

import logging
import re
import time
from collections import Counter
from contextvars import ContextVar
from typing import Any

from django.core.exceptions import SuspiciousOperation
from pythonjsonlogger.json import JsonFormatter

from tournament.core.database_errors import is_outage

KEY = re.compile(r"(/(?:enter/\d+|link|invitations|password-reset/[^/\s]+)/)[^/\s?]+")
"""Words before a secret key: its holder opens a table, a player's page, the hall, a team or an account."""

MOST_IN_A_MINUTE = 60
"""Records that one line of the program may write in a minute; a full disk or too few file handles repeat thousands."""


UNPRINTABLE = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}
"""A line break in an address would begin a line that looks like one of ours; others lead a terminal astray."""

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")
"""The id of the request that is being answered."""


def without_keys(text: str) -> str:
    return KEY.sub(r"\1…", text)


class WithoutKeys(logging.Filter):
    """Lets every record through, with "…" in place of a secret key and arguments on one line.

    The record keeps its arguments for formatters.
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
    """Lets every record through, without the traceback of a database that is away or of a request that makes no sense.

    Their reason is one line; a traceback for each request would hide everything else.
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
    """Drops what one line of the program writes more than `MOST_IN_A_MINUTE` times, and says so once a minute."""

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


class WithRequestId(logging.Filter):
    """Lets every record through, with the id of its request."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = REQUEST_ID.get()
        return True


class LineFormatter(logging.Formatter):
    """Lines for people. A traceback is searched for keys too."""

    def format(self, record: logging.LogRecord) -> str:
        return without_keys(super().format(record))


class JsonLines(JsonFormatter):
    """One JSON object a line, for programs."""

    def __init__(self) -> None:
        super().__init__(
            ["asctime", "levelname", "name", "message", "request_id"],
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
            json_ensure_ascii=False,
        )

    def format(self, record: logging.LogRecord) -> str:
        return without_keys(super().format(record))
