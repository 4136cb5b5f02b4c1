"""The words of a push message, in the reader's language."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournament.core.words.names import round_name
from tournament.games.words.hands import wind
from tournament.models import Tournament
from tournament.push.round_news import FINAL, FOUR, REST, UNKNOWN, RoundNews

SOON = timedelta(minutes=60)
"""If a start is less than this time away, it is given in minutes, otherwise as a time of day."""


@dataclass(frozen=True)
class Notice:
    """The notification on a phone: a title, and a line below it."""

    title: str
    body: str


def notice(tournament: Tournament, news: RoundNews, place: str, now: datetime, *, table: int | None = None) -> Notice:
    """Write the news of a round for the player with this seat; if `table` is set, for the phone of this table."""
    title = _table_title(table, news) if table is not None else _title(tournament, news, place)
    with timezone.override(tournament.time_zone or settings.TIME_ZONE):
        return Notice(title=title, body=f"{_when(news, now)} · {tournament.name}")


def _table_title(table: int, news: RoundNews) -> str:
    return gettext("Table %(table)s: round %(number)s") % {"table": table, "number": news.number}


def _title(tournament: Tournament, news: RoundNews, place: str) -> str:
    if place == FINAL:
        return gettext("The seats of the final are known") if news.seats else gettext("The final")
    if place == REST:
        return gettext("You sit out round %(number)s") % {"number": news.number}
    if place in {UNKNOWN, FOUR}:
        return round_name(tournament, news.number)
    seat = {"table": place[:-1], "wind": wind(place[-1])}
    if news.finalists:
        return gettext("The seats of the final are known. Your table: %(table)s, %(wind)s") % seat
    return gettext("Your table: %(table)s, %(wind)s") % seat


def _when(news: RoundNews, now: datetime) -> str:
    number, starts_at = news.number, news.starts_at
    if starts_at is None or starts_at <= now or news.is_running:
        if news.is_started:
            return gettext("The seats of round %(number)s are known.") % {"number": number}
        return gettext("Planned for round %(number)s.") % {"number": number}
    if starts_at - now < SOON:
        minutes = -(-(starts_at - now) // timedelta(minutes=1))
        words = ngettext(
            "Round %(number)s starts in %(minutes)s minute.", "Round %(number)s starts in %(minutes)s minutes.", minutes
        )
        return words % {"number": number, "minutes": minutes}
    local = timezone.localtime(starts_at)
    at = {"number": number, "time": f"{local:%H:%M}", "date": date_format(local, "SHORT_DATE_FORMAT")}
    if local.date() == timezone.localtime(now).date():
        return gettext("Round %(number)s starts at %(time)s.") % at
    return gettext("Round %(number)s starts on %(date)s at %(time)s.") % at
