"""Replace a tournament's people by the people in its laptop's document."""

from typing import Any

from tournament.archive.actions.decided_here import Decided, keep_details
from tournament.archive.tenbo.columns import columns_of, row_of
from tournament.archive.tenbo.past.erased import DETAILS
from tournament.archive.tenbo.people import EntryRecord
from tournament.core.actions.contacts import find_new_homes
from tournament.core.queries.belonging import is_decided_by_club
from tournament.core.queries.contacts import PRIVATE
from tournament.models import Entry, EntryStatus, Player, PushSubscription, Tournament

SHOWN = ("name", "last_name", "shown_as")
"""The details of a player that the live mirror changes. The log has the earlier name."""


def replace_people(
    tournament: Tournament, records: list[EntryRecord], decided: Decided | None, *, is_mirror: bool
) -> list[int]:
    """Update existing entries and players from the document, and delete entries and players that the document lacks.
    Return the entry numbers of players who were not updated.

    `is_mirror` as in `replace_facts`: of details only `SHOWN` change, nobody is removed, and missing entries are only
    cancelled.
    """
    entries = {entry.number: entry for entry in tournament.entries.select_related("player")}
    replace, unchanged = _show_player if is_mirror else _replace_player, []
    for record in records:
        entry = entries.pop(record["number"], None)
        if entry is None:
            continue
        fresh, before = columns_of(row_of(Entry, record)), columns_of(entry)
        for column in fresh.keys() & record.keys():
            setattr(entry, column, fresh[column])
        if not replace(entry, record, decided):
            unchanged.append(entry.number)
        if columns_of(entry) != before:
            entry.save()
    if is_mirror:
        tournament.entries.filter(number__in=entries).update(status=EntryStatus.CANCELLED)
        return unchanged
    find_new_homes([entry.player_id for entry in entries.values()], leaving=tournament)
    for entry in entries.values():
        entry.delete()
        if not entry.player.entries.exists() and not entry.player.clubs.exists():
            entry.player.delete()
    return unchanged


def _show_player(entry: Entry, record: EntryRecord, decided: Decided | None) -> bool:
    """Update from a mirror's document only what pages call the player. All other details, and removals, are taken from
    the file when it comes back: the log does not have the earlier values, so they could not be restored."""
    if record.get("removed_at") is not None:
        return True
    shown: Any = {key: value for key, value in record.items() if key in SHOWN}
    return _replace_player(entry, shown, decided)


def _replace_player(entry: Entry, record: EntryRecord, decided: Decided | None) -> bool:
    """Update a player from the document; return False if nothing is changed because other tournaments show the player,
    or because a club decides about the player (`is_decided_by_club`). Without `decided` this site is the laptop, and
    the entry gets a new person instead.

    If the document removed the player, the entry gets a new person without details: the laptop's file may not remove
    the person from other tournaments, or from the club.
    """
    player, fresh = entry.player, row_of(Player, record, home=entry.tournament)
    if player.removed_at is not None:
        return True
    if fresh.removed_at is not None:
        for detail in DETAILS:
            setattr(fresh, detail, "")
    elif decided is not None:
        keep_details(player, fresh, entry.number, decided)
    changed = [
        column
        for column in columns_of(fresh).keys() & record.keys()
        if getattr(player, column) != getattr(fresh, column)
    ]
    if not changed:
        return True
    is_elsewhere = player.entries.exclude(pk=entry.pk).exists() or is_decided_by_club(player.pk)
    if fresh.removed_at is not None:
        entry.note, entry.player = "", fresh
        fresh.save()
        entry.renew_link()
        entry.mails.all().delete()
        PushSubscription.objects.filter(entry=entry).delete()
        if is_elsewhere:
            find_new_homes([player.pk], leaving=entry.tournament)
        else:
            entry.save()
            player.delete()
        return True
    if is_elsewhere and decided is None:
        entry.player = fresh
        fresh.save()
        find_new_homes([player.pk], leaving=entry.tournament)
        return True
    if is_elsewhere:
        # A file lacks contacts that its downloader could not read; such contacts are not deleted on this site.
        return all(column in PRIVATE and not getattr(fresh, column) for column in changed)
    for column in changed:
        setattr(player, column, getattr(fresh, column))
    player.save(update_fields=changed)
    return True
