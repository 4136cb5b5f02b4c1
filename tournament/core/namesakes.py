"""Names of players, distinguished if several of the event have the same name, or if a person is not named."""

from collections import Counter
from collections.abc import Collection

from tournament.core.text import folded
from tournament.models import Entry


def told_apart(entries: Collection[Entry], *, for_team: bool = False) -> dict[int, str]:
    """Names by entry's id, with the entry's number if others of the event have the same name: "Anna Nowak (4)".

    They are in the order in which people look for a name: Émilie after Emil, not after Zoë. A person who did not
    consent to their name has no name here (`Entry.public_name`), except `for_team`, but always the number, by which
    they find their own seat.
    """
    names = {entry.pk: entry.player.name if for_team else entry.public_name for entry in entries}
    shared = Counter(names.values())
    return {
        entry.pk: f"{names[entry.pk]} ({entry.number})"
        if shared[names[entry.pk]] > 1 or entry.shares_name or not (for_team or entry.is_told)
        else names[entry.pk]
        for entry in sorted(entries, key=lambda entry: (folded(names[entry.pk]), entry.number))
    }
