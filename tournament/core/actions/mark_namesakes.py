"""Marks the entries of players who share their name with another player of the tournament."""

from collections import Counter
from collections.abc import Collection, Mapping

from tournament.core.text import folded
from tournament.models import Entry, EntryStatus, ShownAs, Tournament
from tournament.models.player import initials

CHANGES_OF_NAMES = frozenset({
    "players.added", "entry.applied", "entry.cancelled", "entry.moved_up", "player.renamed", "player.removed",
    "players.merged", "person.removed", "tournament.copied",
})  # fmt: skip
"""Kinds of log entries after which two players may begin or cease to share a name, or after which both names may become
public."""

EDITS = frozenset({"entry.edited", "player.edited"})
EDITS_OF_NAMES = frozenset({"status", "may_publish", "shown_as"})
"""Fields whose change, in an entry of one of the kinds `EDITS`, has the same effect as `CHANGES_OF_NAMES`."""


def changes_names(kind: str, fields: Collection[str]) -> bool:
    """Whether a change may make two players share a name, or stop sharing it. `kind` is the kind of log entry about the
    change, and `fields` are the fields that were changed."""
    return kind in CHANGES_OF_NAMES or (kind in EDITS and not EDITS_OF_NAMES.isdisjoint(fields))


def mark_namesakes(tournament: Tournament) -> None:
    """Set `Entry.shares_name` and `Entry.shares_public_name` in all entries of a locked tournament. Names that differ
    only in accents or capitals count as equal."""
    # Read plain values: rows would take four times as long, and every event of a changed person is marked.
    marks = {"shares_name": dict[int, bool](), "shares_public_name": dict[int, bool]()}
    names: dict[int, str] = {}
    public: dict[int, str] = {}
    columns = ("pk", "player__name", "player__shown_as", "status", "may_publish", *marks)
    for pk, name, shown_as, status, may_publish, *marked in tournament.entries.values_list(*columns):
        for own, value in zip(marks.values(), marked, strict=True):
            own[pk] = value
        names[pk] = folded(name)
        if status == EntryStatus.ACCEPTED and may_publish and shown_as != ShownAs.NOBODY:
            public[pk] = folded(initials(name)) if shown_as == ShownAs.INITIALS else names[pk]
    for (field, own), shared in zip(marks.items(), (names, public), strict=True):
        _mark(own, field, shared)


def _mark(marked: Mapping[int, bool], field: str, names: Mapping[int, str]) -> None:
    """Set this field in all entries. `marked` are the present values and `names` the names to compare, both by the
    entry's id."""
    shared = Counter(names.values())
    shares = {pk: shared[names.get(pk, "")] > 1 for pk in marked}
    for value in (True, False):
        differing = [pk for pk, was in marked.items() if shares[pk] is value is not was]
        if differing:
            Entry.objects.filter(pk__in=differing).update(**{field: value})
