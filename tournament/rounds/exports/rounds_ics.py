"""A tournament's days and rounds as an iCalendar feed (RFC 5545)."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from tournament.core.words.names import round_name
from tournament.rounds.queries.rounds_calendar import CalendarRound, RoundsCalendar

MIME = "text/calendar; charset=utf-8"
LONGEST = 75
"""The most octets in a line; a longer line continues in the next, after a space (3.1)."""

Link = Callable[[str], str]
"""A function from a path to the absolute URL."""


def rounds_ics(calendar: RoundsCalendar, link: Link) -> str:
    """Return the whole feed. A changed event keeps its UID, so that calendars do not duplicate it."""
    tournament = calendar.tournament
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tenbo//Tenbo//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escaped(tournament.name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
        "X-PUBLISHED-TTL:PT15M",
    ]
    if calendar.first_day and calendar.last_day:
        lines += _event(
            calendar,
            link,
            uid=f"tournament-{tournament.pk}",
            path=tournament.get_absolute_url(),
            summary=tournament.name,
            # The end is the first day that is no part of it (3.6.1).
            when=[
                f"DTSTART;VALUE=DATE:{calendar.first_day:%Y%m%d}",
                f"DTEND;VALUE=DATE:{calendar.last_day + timedelta(days=1):%Y%m%d}",
                "TRANSP:TRANSPARENT",
            ],
        )
    for round_ in calendar.rounds:
        name = round_name(tournament, round_.number)
        lines += _event(
            calendar,
            link,
            uid=f"tournament-{tournament.pk}-round-{round_.number}",
            path=round_.page,
            summary=f"{name} · {tournament.name}",
            when=_times(round_),
        )
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def escaped(text: str) -> str:
    """Escape text as a value of type TEXT (3.3.11)."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


def folded(line: str) -> Iterator[str]:
    """Fold a line into pieces of at most 75 octets, never within a letter; all but the first begin with a space."""
    piece = ""
    for letter in line:
        if len(f"{piece}{letter}".encode()) > LONGEST:
            yield piece
            piece = " "
        piece += letter
    yield piece


def _event(
    calendar: RoundsCalendar, link: Link, *, uid: str, path: str, summary: str, when: list[str]
) -> Iterator[str]:
    url = link(path)
    yield "BEGIN:VEVENT"
    yield f"UID:{uid}@{urlsplit(url).hostname}"
    yield f"DTSTAMP:{_utc(calendar.changed_at)}"
    yield f"SEQUENCE:{calendar.tournament.version}"
    yield from when
    yield f"SUMMARY:{escaped(summary)}"
    if calendar.tournament.place:
        yield f"LOCATION:{escaped(calendar.tournament.place)}"
    yield f"URL:{url}"
    yield "END:VEVENT"


def _times(round_: CalendarRound) -> list[str]:
    times = [f"DTSTART:{_utc(round_.starts_at)}"]
    return [*times, f"DTEND:{_utc(round_.ends_at)}"] if round_.ends_at else times


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"
