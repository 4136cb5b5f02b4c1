"""Penalties of players' teams in a league's ranking of teams."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from django.db.models import QuerySet

from tournament.core.queries.visibility import Sight
from tournament.core.text import folded
from tournament.games.queries.penalties import is_public_penalty
from tournament.games.queries.stages import Stages, stages
from tournament.models import Cut, Entry, TeamPenalty, Tournament
from tournament.standings.queries.team_standings import penalty_worth


def team_penalties(
    counted: "QuerySet[Tournament]", sight_by_id: Mapping[int, Sight], weights: Mapping[int, Fraction]
) -> dict[str, Fraction]:
    """Return how many points each team (by `TeamOfPlayers.key`) loses by its penalties, as a positive number. The
    penalties are those in the standings of each event, multiplied by the event's weight; penalties of withheld rounds
    are left out. Four queries, or one if there are no penalties."""
    penalties = TeamPenalty.objects.current().filter(team__tournament__in=counted).select_related("team")
    shown = [penalty for penalty in penalties if is_public_penalty(penalty, sight_by_id[penalty.team.tournament_id])]
    passed = _passed(counted, sight_by_id) if shown else {}
    deduction: dict[str, Fraction] = defaultdict(Fraction)
    for penalty in shown:
        pk, key = penalty.team.tournament_id, folded(penalty.team.name)
        deduction[key] += penalty.exact_points * penalty_worth(penalty, passed.get((pk, key), ())) * weights[pk]
    return deduction


def _passed(
    counted: "QuerySet[Tournament]", sight_by_id: Mapping[int, Sight]
) -> dict[tuple[int, str], tuple[Cut, ...]]:
    """Return the cuts that each team passed, by the tournament's id and the team's key. A team has passed the same cuts
    as the member who has passed most cuts."""
    of_stages = {pk: cuts.seen(sight_by_id[pk]) for pk, cuts in stages(counted).items()}
    passed: dict[tuple[int, str], tuple[Cut, ...]] = {}
    entries = Entry.objects.filter(tournament__in=counted).exclude(team="")
    for entry, pk, team in entries.values_list("pk", "tournament", "team"):
        cuts = of_stages.get(pk, Stages()).passed(entry)
        passed[pk, folded(team)] = max(passed.get((pk, folded(team)), ()), cuts, key=len)
    return passed
