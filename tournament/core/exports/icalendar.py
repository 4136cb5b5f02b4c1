"""Events as an iCalendar document (RFC 5545).

No library is used, because events have only six properties, and the two difficult rules, folding and escaping, are
implemented in this module. The package `icalendar` would add three dependencies.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

from django.utils import timezone

MIME = "text/calendar; charset=utf-8"
LONGEST = 75
"""The most octets in a line; a longer line continues on the next line, after a space (RFC 5545, 3.1)."""

Link = Callable[[str], str]
"""A function from a path to the absolute URL."""


@dataclass(frozen=True, kw_only=True)
class CalendarEvent:
    """One event. Its `uid` never changes, so that a calendar updates the event instead of adding another.

    `starts` and `ends` are times, or the first and the last of whole days; `ends` may be None. `path` is the path of
    the event's page.
    """

    uid: str
    path: str
    summary: str
    starts: datetime | date
    ends: datetime | date | None


def icalendar(
    name: str, events: Iterable[CalendarEvent], link: Link, *, place: str, changed_at: datetime, version: int
) -> str:
    """Return the whole document. `version`, the SEQUENCE of each event, must be higher after each change."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tenbo//Tenbo//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escaped(name)}",
        f"X-WR-TIMEZONE:{timezone.get_current_timezone_name()}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
        "X-PUBLISHED-TTL:PT15M",
    ]
    for event in events:
        url = link(event.path)
        lines += [
            "BEGIN:VEVENT",
            f"UID:{event.uid}@{urlsplit(url).hostname}",
            f"DTSTAMP:{_utc(changed_at)}",
            f"SEQUENCE:{version}",
            *_times(event),
            f"SUMMARY:{escaped(event.summary)}",
            *([f"LOCATION:{escaped(place)}"] if place else []),
            f"URL:{url}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def escaped(text: str) -> str:
    """Escape text as a value of type TEXT (RFC 5545, 3.3.11)."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


def folded(line: str) -> Iterator[str]:
    """Fold a line into pieces of at most 75 octets, never within a letter; all pieces but the first begin with a
    space."""
    piece = ""
    for letter in line:
        if len(f"{piece}{letter}".encode()) > LONGEST:
            yield piece
            piece = " "
        piece += letter
    yield piece


def _times(event: CalendarEvent) -> Iterator[str]:
    if isinstance(event.starts, datetime):
        yield f"DTSTART:{_utc(event.starts)}"
        if isinstance(event.ends, datetime):
            yield f"DTEND:{_utc(event.ends)}"
    else:
        last = event.ends or event.starts
        yield f"DTSTART;VALUE=DATE:{event.starts:%Y%m%d}"
        # DTEND is the first day after the event (3.6.1).
        yield f"DTEND;VALUE=DATE:{last + timedelta(days=1):%Y%m%d}"
        yield "TRANSP:TRANSPARENT"


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"
