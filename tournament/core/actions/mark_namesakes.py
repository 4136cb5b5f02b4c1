"""Marks the entries of players who share their name with another player of the tournament."""

from collections import Counter

from tournament.core.text import folded
from tournament.models import Entry, Tournament

CHANGES_OF_NAMES = frozenset({
    "players.added", "entry.applied", "entry.edited", "player.edited", "player.renamed", "player.removed",
    "players.merged", "person.removed", "tournament.copied",
})  # fmt: skip
"""Kinds of log entries after which two players may begin or cease to share a name."""


def mark_namesakes(tournament: Tournament) -> None:
    """Set `Entry.shares_name` in all entries of a locked tournament. Names that differ only in accents or capitals
    count as equal."""
    entries = list(tournament.entries.select_related("player"))
    names = {entry.pk: {folded(entry.player.name), folded(entry.public_name)} for entry in entries}
    shared = Counter(name for both in names.values() for name in both)
    for shares_name in (True, False):
        differing = [
            entry.pk
            for entry in entries
            if entry.shares_name is not shares_name and any(shared[name] > 1 for name in names[entry.pk]) is shares_name
        ]
        if differing:
            Entry.objects.filter(pk__in=differing).update(shares_name=shares_name)
