"""Reads the names of substitutes as people outside the team may see them."""

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Set
from functools import cached_property

from django.db.models import Q

from tournament.games.substitutes import NameKey, name_key, public_name
from tournament.models import Entry, ShownAs, Substitution, Tournament


def refused_names(tournaments: Collection[int], among: Container[NameKey]) -> dict[int, Set[NameKey]]:
    """Return which of these names belong to an entry whose person may not be named in public, by the tournament's id.
    One query. A name that somebody typed at a table hides no substitute of the same name, who was asked."""
    refused = defaultdict[int, set[NameKey]](set)
    hidden = Q(may_publish=False, answered_at__isnull=False) | ~Q(player__shown_as=ShownAs.NAME)
    entries = Entry.objects.filter(hidden, tournament__in=tournaments).order_by()
    for tournament, name in entries.values_list("tournament_id", "player__name"):
        if (key := name_key(name)) in among:
            refused[tournament].add(key)
    return {pk: refused[pk] for pk in tournaments}


class PublicNames:
    """The public names of these substitutes in these tournaments. The database is queried only once, for the first
    substitute who agreed to a public name. Only names of these substitutes are kept, because games are cached with
    them."""

    def __init__(self, tournaments: Collection[int], substitutions: Iterable[Substitution]) -> None:
        self._tournaments = tournaments
        self._names = {name_key(each.name) for each in substitutions if each.may_publish}

    @cached_property
    def _refused(self) -> dict[int, Set[NameKey]]:
        return refused_names(self._tournaments, self._names)

    def __call__(self, substitution: Substitution) -> str:
        """Return the substitute's public name, in the active language. The hanchan and its round must be loaded."""
        if not substitution.may_publish:
            return public_name(substitution, ())
        return public_name(substitution, self._refused[substitution.hanchan.round.tournament_id])


def public_substitutes(tournament: Tournament) -> dict[tuple[int, int], str]:
    """Return the public names of a tournament's substitutes by the ids of the hanchan and of the replaced entry. Two
    queries at most."""
    current = Substitution.objects.current().filter(hanchan__round__tournament=tournament)
    rows = list(current.select_related("hanchan__round"))
    public = PublicNames([tournament.pk], rows)
    return {(row.hanchan_id, row.entry_id): public(row) for row in rows}
