"""Display names of players. A display name contains the entry's number if the name alone is ambiguous, or must not be
shown."""

from collections import Counter
from collections.abc import Collection

from tournament.core.text import folded
from tournament.models import Entry


def distinct_names(entries: Collection[Entry], *, for_team: bool = False) -> dict[int, str]:
    """Return the players' display names by the entry's id. If several people in the event have the same name, the
    entry's number follows the name: "Anna Nowak (4)".

    For the public, only people with public names are compared: otherwise the number would reveal that a hidden person
    is entered. A person without a public name is shown as `Entry.public_name` with the entry's number, by which the
    person finds the seat. With `for_team` all names are shown. The names are sorted without regard to accents: Émilie
    after Emil, not after Zoë.
    """
    names = {entry.pk: entry.player.name if for_team else entry.public_name for entry in entries}
    shared = Counter(names.values())
    return {
        entry.pk: f"{names[entry.pk]} ({entry.number})"
        if shared[names[entry.pk]] > 1
        or (entry.shares_name if for_team else entry.shares_public_name or not entry.shows_other_events)
        else names[entry.pk]
        for entry in sorted(entries, key=lambda entry: (folded(names[entry.pk]), entry.number))
    }
