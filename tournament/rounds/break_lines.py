"""Parser of the breaks and other items of a timetable, one per line: "2026-05-02 12:30–13:30 Lunch".

Days may be written as 2026-05-02, 2.5.2026 or 2/5/2026; a line without a day has the day of the previous line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

LONGEST_WORDS = 80
MOST_LINES = 60
LONGEST_BREAKS = 8_000

ISO = r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
DAY = rf"(?:{ISO}|(?P<day2>\d{{1,2}})[./] ?(?P<month2>\d{{1,2}})[./] ?(?P<year2>\d{{4}}))"
TIME = r"(\d{1,2})[:.](\d{2})"
LINE = re.compile(rf"(?:{DAY},?\s+)?{TIME}(?:\s*[-–—]\s*{TIME})?\s+(?P<words>\S.*)")


class BadBreak(ValueError):
    """A line of the timetable's text cannot be read; `number` is the line's number, from 1."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"line {number}")


@dataclass(frozen=True, kw_only=True)
class Break:
    """One item: its start in the event's time zone (naive), the time of its end or None, and its name."""

    starts_at: datetime
    until: time | None
    words: str


def read_breaks(text: str, *, first_day: date | None = None) -> list[Break]:
    r"""Read the lines, and return the items in the order of their starts. The first line may leave out its day if
    `first_day` is known.

    Raises `BadBreak`.

    >>> [str(item.starts_at) for item in read_breaks("2.5.2026 12:30-13:30 Lunch\n19.00 Dinner")]
    ['2026-05-02 12:30:00', '2026-05-02 19:00:00']
    """
    breaks: list[Break] = []
    day = first_day
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        parts = LINE.fullmatch(line.strip())
        if parts is None or len(parts["words"]) > LONGEST_WORDS or len(breaks) == MOST_LINES:
            raise BadBreak(number)
        try:
            day = _day(parts) or day
            times = [time(int(parts[at]), int(parts[at + 1])) for at in (7, 9) if parts[at]]
        except ValueError:
            raise BadBreak(number) from None
        if day is None or (len(times) == 2 and times[1] <= times[0]):
            raise BadBreak(number)
        until = times[1] if len(times) == 2 else None
        breaks.append(Break(starts_at=datetime.combine(day, times[0]), until=until, words=parts["words"]))
    return sorted(breaks, key=lambda item: item.starts_at)


def written_breaks(breaks: Sequence[Break]) -> str:
    """Return the items as the lines of text that are stored, each with its day."""
    lines = []
    for item in breaks:
        until = f"–{item.until:%H:%M}" if item.until else ""
        lines.append(f"{item.starts_at:%Y-%m-%d %H:%M}{until} {item.words}")
    return "\n".join(lines)


def _day(parts: re.Match[str]) -> date | None:
    if parts["year"]:
        return date(int(parts["year"]), int(parts["month"]), int(parts["day"]))
    if parts["year2"]:
        return date(int(parts["year2"]), int(parts["month2"]), int(parts["day2"]))
    return None
