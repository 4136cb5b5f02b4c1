"""What players are called where two of one name could be mistaken for each other."""

from collections import Counter
from collections.abc import Collection

from tournament.models import Entry


def told_apart(entries: Collection[Entry]) -> dict[int, str]:
    """Names by entry's id, with the entry's number where several of these have one name: "Anna Nowak (4)"."""
    shared = Counter(entry.player.name for entry in entries)
    return {
        entry.pk: f"{entry.player.name} ({entry.number})" if shared[entry.player.name] > 1 else entry.player.name
        for entry in entries
    }
