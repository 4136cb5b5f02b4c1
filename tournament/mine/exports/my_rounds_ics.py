"""A player's rounds and seats, for calendars. Each round always has the same UID, so that a change updates the round's
event in the calendar."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournament.core.exports.icalendar import CalendarEvent, Link, icalendar
from tournament.games.words.hands import wind
from tournament.mine.queries.my_schedule import MySchedule, ScheduledRound


def my_rounds_ics(schedule: MySchedule, link: Link) -> str:
    """Return the calendar's whole feed as text; rounds without a time are left out."""
    tournament = schedule.entry.tournament
    return icalendar(
        tournament.name,
        _events(schedule),
        link,
        place=tournament.place,
        changed_at=schedule.calendar.changed_at,
        version=tournament.version,
    )


def _events(schedule: MySchedule) -> Iterator[CalendarEvent]:
    entry = schedule.entry
    uid = f"tournament-{entry.tournament_id}-player-{entry.number}"
    for round_ in schedule.rounds:
        if round_.starts_at is not None:
            yield CalendarEvent(
                uid=f"{uid}-round-{round_.number}",
                path=entry.get_link(),
                summary=f"{_summary(round_)} · {entry.tournament.name}",
                starts=round_.starts_at,
                ends=round_.ends_at,
            )


def _summary(round_: ScheduledRound) -> str:
    facts = {"number": round_.number, "table": round_.table, "wind": wind(round_.wind) if round_.wind else ""}
    if round_.sits_out:
        return _("You sit out round %(number)s") % facts
    if round_.table is None:
        return _("Round %(number)s") % facts
    return _("Round %(number)s: table %(table)s, %(wind)s") % facts
