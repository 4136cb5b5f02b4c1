"""Reads by what names people outside the team know substitutes."""

from collections import defaultdict
from collections.abc import Collection

from tournament.games.substitutes import entries_named, public_name
from tournament.models import Entry, Substitution, Tournament


def entries_of_substitutes(substitutions: Collection[Substitution]) -> dict[int, tuple[Entry, ...]]:
    """Return the entries of the same tournament that have the substitute's name, by the substitution's id. One query,
    none without substitutions; their hanchans and rounds must be loaded."""
    tournament_of = {row.pk: row.hanchan.round.tournament_id for row in substitutions}
    if not tournament_of:
        return {}
    entries = defaultdict[int, list[Entry]](list)
    for entry in Entry.objects.filter(tournament__in=set(tournament_of.values())).select_related("player"):
        entries[entry.tournament_id].append(entry)
    return {row.pk: entries_named(row.name, entries[tournament_of[row.pk]]) for row in substitutions}


def public_substitutes(tournament: Tournament) -> dict[tuple[int, int], str]:
    """Return the public names of a tournament's substitutes by the ids of the hanchan and of the entry that is
    replaced. Two queries at most."""
    rows = list(
        Substitution.objects.current().filter(hanchan__round__tournament=tournament).select_related("hanchan__round")
    )
    entries = entries_of_substitutes(rows)
    return {(row.hanchan_id, row.entry_id): public_name(row, entries[row.pk]) for row in rows}
