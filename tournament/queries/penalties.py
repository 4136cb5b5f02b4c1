"""Penalties and warnings of a tournament: what they take off whose total, and the staff's list of them."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from tournament.models import Entry, Penalty, Tournament
from tournament.queries.names import told_apart


def current_penalties(tournaments: "QuerySet[Tournament]") -> "QuerySet[Penalty]":
    """Those that count, warnings included."""
    return Penalty.objects.filter(entry__tournament__in=tournaments, taken_back_by=None)


def taken_off(tournaments: "QuerySet[Tournament]") -> dict[int, Fraction]:
    """By entry, what penalties take off its total, in thousands and exact; chombo is no part of it. One query."""
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for entry, points in current_penalties(tournaments).values_list("entry", "points"):
        sums[entry] += Fraction(points)
    return sums


def penalties_of(entry: Entry) -> list[Penalty]:
    """What anybody may read of a player: penalties that count, without warnings and reasons."""
    return [penalty for penalty in entry.penalties.filter(taken_back_by=None) if not penalty.is_warning]


@dataclass(frozen=True)
class PenaltiesPage:
    """The newest first, each with its player's name; `names` are everybody who may be given one, by entry."""

    penalties: tuple[tuple[Penalty, str], ...]
    names: dict[int, str]
    rounds: tuple[int, ...]


def penalties_page(tournament: Tournament) -> PenaltiesPage:
    """For the team, those taken back too, in a fixed number of queries."""
    entries: Collection[Entry] = list(tournament.entries.select_related("player").order_by("player__name", "number"))
    names = told_apart(entries, for_team=True)
    given = (
        Penalty.objects.filter(entry__tournament=tournament).select_related("given_by", "taken_back_by").order_by("-pk")
    )
    return PenaltiesPage(
        penalties=tuple((penalty, names[penalty.entry_id]) for penalty in given),
        names=names,
        rounds=tuple(tournament.rounds.values_list("number", flat=True)),
    )
