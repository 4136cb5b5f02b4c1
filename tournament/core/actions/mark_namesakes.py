"""Marks the entries of players who share their name with another player of the tournament."""

from collections import Counter
from collections.abc import Mapping

from tournament.core.text import folded
from tournament.models import Entry, EntryStatus, Tournament

CHANGES_OF_NAMES = frozenset({
    "players.added", "entry.applied", "entry.edited", "entry.cancelled", "entry.moved_up", "player.edited",
    "player.renamed", "player.removed", "players.merged", "person.removed", "tournament.copied",
})  # fmt: skip
"""Kinds of log entries after which two players may begin or cease to share a name, or to be both shown."""


def mark_namesakes(tournament: Tournament) -> None:
    """Set `Entry.shares_name` and `Entry.shares_public_name` in all entries of a locked tournament. Names that differ
    only in accents or capitals count as equal."""
    entries = list(tournament.entries.select_related("player"))
    _mark(entries, "shares_name", {entry.pk: folded(entry.player.name) for entry in entries})
    public = {entry.pk: folded(entry.public_name) for entry in entries if _is_named_in_public(entry)}
    _mark(entries, "shares_public_name", public)


def _is_named_in_public(entry: Entry) -> bool:
    return entry.status == EntryStatus.ACCEPTED and entry.shows_other_events


def _mark(entries: list[Entry], field: str, names: Mapping[int, str]) -> None:
    """Set this field in all entries; `names` are those that can be shared, by the entry's id."""
    shared = Counter(names.values())
    shares = {entry.pk: shared[names.get(entry.pk, "")] > 1 for entry in entries}
    for value in (True, False):
        differing = [entry.pk for entry in entries if shares[entry.pk] is value is not getattr(entry, field)]
        if differing:
            Entry.objects.filter(pk__in=differing).update(**{field: value})
