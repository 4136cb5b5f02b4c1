"""All public events with their results, for a spreadsheet or another program."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.exports.tables import Column, DataTable
from tournament.federation.queries.events import all_results


def events_sheet(events: Collection[Any]) -> DataTable:
    """Return one row for each of these events. The events must come from `public_events`, which counts the `players` of
    each event."""
    columns = (
        Column(title=_("Event"), width=34),
        Column(title=_("First day"), kind="date", width=12),
        Column(title=pgettext("of a tournament", "Place"), width=24),
        Column(title=_("Rules"), width=16),
        Column(title=_("Players"), kind="count"),
        Column(title=_("Address"), width=24),
    )
    rows = [
        (event.name, event.starts_on, event.place, event.ruleset_key, event.players, event.slug) for event in events
    ]
    return DataTable(name=_("Events"), columns=columns, rows=rows)


def results_sheet(events: Collection[Any]) -> DataTable:
    """Return one row for each ranked player of each event, with public names, countries and EMA numbers."""
    columns = (
        Column(title=_("Event"), width=34),
        Column(title=_("First day"), kind="date", width=12),
        Column(title=_("Place"), kind="count"),
        Column(title=_("Players"), kind="count"),
        Column(title=_("Player"), width=30),
        Column(title=_("EMA number"), width=13),
        Column(title=pgettext("of a player", "Country"), width=9),
        Column(title=pgettext("of a player", "Club"), width=24),
    )
    rows = []
    for result in all_results(events):
        entry = result.entry
        shown = (
            (entry.player.ema_number, entry.player.country_shown, entry.player.club) if entry.is_named else ("",) * 3
        )
        rows.append(
            (result.event.name, result.event.starts_on, result.place, result.players, entry.public_name, *shown)
        )
    return DataTable(name=_("Results"), columns=columns, rows=rows)
