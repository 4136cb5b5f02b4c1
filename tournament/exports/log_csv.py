"""A log as a spreadsheet opens it, one line for each entry, newest first."""

import csv
import io
from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournament.exports.standings_csv import text
from tournament.models import LogEntry
from tournament.templatetags.log import entry_words
from tournament.templatetags.words import who


def log_csv(entries: Iterable[LogEntry]) -> str:
    """Times are UTC. Every cell of text is one that no spreadsheet takes for a formula."""
    drawn = io.StringIO()
    writer = csv.writer(drawn)
    titles = (_("Number"), _("Time (UTC)"), _("Who"), _("What"), _("Why"), _("Round"), _("Table"), _("Kind"))
    writer.writerow([text(title) for title in titles])
    writer.writerows(_line(entry) for entry in entries)
    return "\N{BYTE ORDER MARK}" + drawn.getvalue()


def _line(entry: LogEntry) -> list[str | int]:
    where: list[str | int] = ["", ""]
    if entry.hanchan:
        where = [entry.hanchan.round.number, entry.hanchan.table.number]
    words = [text(who(entry.actor)), text(entry_words(entry)), text(entry.reason)]
    return [entry.number, f"{entry.at:%Y-%m-%d %H:%M:%S}", *words, *where, text(entry.kind)]
