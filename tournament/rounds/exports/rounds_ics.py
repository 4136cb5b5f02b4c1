"""A tournament's days and rounds as an iCalendar feed."""

from collections.abc import Iterator

from tournament.core.exports.icalendar import CalendarEvent, Link, icalendar
from tournament.core.words.names import round_name
from tournament.rounds.queries.rounds_calendar import RoundsCalendar


def rounds_ics(calendar: RoundsCalendar, link: Link) -> str:
    """Return the calendar's whole feed as text."""
    tournament = calendar.tournament
    return icalendar(
        tournament.name,
        _events(calendar),
        link,
        place=tournament.place,
        changed_at=calendar.changed_at,
        version=tournament.version,
    )


def _events(calendar: RoundsCalendar) -> Iterator[CalendarEvent]:
    tournament = calendar.tournament
    uid = f"tournament-{tournament.pk}"
    if calendar.first_day:
        yield CalendarEvent(
            uid=uid,
            path=tournament.get_absolute_url(),
            summary=tournament.name,
            starts=calendar.first_day,
            ends=calendar.last_day,
        )
    for round_ in calendar.rounds:
        yield CalendarEvent(
            uid=f"{uid}-round-{round_.number}",
            path=round_.page,
            summary=f"{round_name(tournament, round_.number)} · {tournament.name}",
            starts=round_.starts_at,
            ends=round_.ends_at,
        )
