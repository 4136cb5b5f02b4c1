"""Names of players, told apart where two have the same name."""

from collections import Counter
from collections.abc import Collection

from tournament.core.text import folded
from tournament.models import Entry


def told_apart(entries: Collection[Entry], *, for_team: bool = False) -> dict[int, str]:
    """Names by entry's id, with the entry's number where several of these have one name: "Anna Nowak (4)". In the order
    in which people look for a name: Émilie after Emil, not after Zoë.

    Who did not consent to their name has none here (`Entry.public_name`), but `for_team`.
    """
    names = {entry.pk: entry.player.name if for_team else entry.public_name for entry in entries}
    shared = Counter(names.values())
    return {
        entry.pk: f"{names[entry.pk]} ({entry.number})" if shared[names[entry.pk]] > 1 else names[entry.pk]
        for entry in sorted(entries, key=lambda entry: (folded(names[entry.pk]), entry.number))
    }
