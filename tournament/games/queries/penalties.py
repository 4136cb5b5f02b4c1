"""Penalties and warnings of a tournament: what they subtract from totals, and the staff's list of them."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from tournament.core.namesakes import told_apart
from tournament.core.queries.visibility import Sight
from tournament.models import Appeal, Entry, Penalty, TeamPenalty, Tournament


def current_penalties(tournaments: "QuerySet[Tournament]") -> "QuerySet[Penalty]":
    """The penalties that count, warnings included."""
    return Penalty.objects.current().filter(entry__tournament__in=tournaments)


@dataclass(frozen=True)
class TakenOff:
    """The points of one penalty, in thousands and exact; `log_number` is that of its log entry."""

    points: Fraction
    round: int | None
    log_number: int

    def is_seen(self, sight: Sight, next_start: int | None = None) -> bool:
        """Whether the penalty may be shown: not one of a withheld round. A penalty without a round counts from when it
        was given, so not in standings before that (`starts`)."""
        if self.round is not None:
            return sight.shows(self.round)
        return next_start is None or self.log_number < next_start


def taken_off(tournaments: "QuerySet[Tournament]") -> dict[int, list[TakenOff]]:
    """By entry, the penalties to subtract from its total, without chombo. One query."""
    by_entry: dict[int, list[TakenOff]] = defaultdict(list)
    rows = current_penalties(tournaments).values_list("entry", "points", "round", "given_by__number")
    for entry, points, round_, log_number in rows:
        by_entry[entry].append(TakenOff(Fraction(points), round_, log_number))
    return by_entry


def penalties_of(entry: Entry, sight: Sight) -> list[Penalty]:
    """A player's public penalties in rounds that are shown, without warnings and reasons. `is_appealed` marks a
    penalty with an appeal that is not decided yet."""
    is_appealed = Exists(Appeal.objects.filter(penalty=OuterRef("pk"), decided_by=None))
    return [penalty for penalty in entry.penalties.annotate(is_appealed=is_appealed) if is_told(penalty, sight)]


def is_told(penalty: Penalty | TeamPenalty, sight: Sight) -> bool:
    """Whether somebody with this sight may read the penalty; warnings are for the team alone."""
    shown = penalty.round is None or sight.shows(penalty.round)
    return shown and penalty.taken_back_by_id is None and not penalty.is_warning


def appeals_told() -> "Prefetch[Any]":
    """Prefetch appeals with all that their sentences need, the earliest first."""
    appeals = Appeal.objects.select_related("made_by", "decided_by", "replaced_by").order_by("pk")
    return Prefetch("appeals", appeals, to_attr="appeals_made")


def starts(tournament: Tournament) -> dict[int, int]:
    """The number of the log entry that started each round (each hanchan of a club night). One query."""
    started = tournament.log.filter(kind__in=["round.started", "hanchan.started"]).order_by("number")
    # The log of an imported document may say anything.
    return {number: entry for number, entry in started.values_list("data__number", "number") if type(number) is int}


@dataclass(frozen=True)
class PenaltiesPage:
    """Penalties, newest first, each with its player's name; `names` are all players by entry."""

    tournament: Tournament
    penalties: tuple[tuple[Penalty, str], ...]
    names: dict[int, str]
    rounds: tuple[int, ...]
    has_teams: bool = False

    def earlier(self, entry: int, rule: str) -> int:
        """How often this rule was already applied to an entry; what was taken back does not count."""
        return sum(
            penalty.entry_id == entry and penalty.rule == rule and not penalty.taken_back_by_id
            for penalty, _name in self.penalties
        )


def penalties_page(tournament: Tournament) -> PenaltiesPage:
    """The team's page of penalties, withdrawn ones included, in a fixed number of queries."""
    entries: Collection[Entry] = list(tournament.entries.select_related("player"))
    names = told_apart(entries, for_team=True)
    penalties = (
        Penalty.objects.filter(entry__tournament=tournament)
        .select_related("entry__player", "given_by", "taken_back_by")
        .prefetch_related(appeals_told())
        .order_by("-pk")
    )
    return PenaltiesPage(
        tournament=tournament,
        penalties=tuple((penalty, names[penalty.entry_id]) for penalty in penalties),
        names=names,
        rounds=tuple(tournament.rounds.values_list("number", flat=True)),
        has_teams=any(entry.team for entry in entries),
    )
