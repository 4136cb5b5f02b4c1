"""What each tournament contributes to rankings of leagues: the signed results of its entries.

The results are cached for each tournament. So all rankings (of persons and of groups, over every period, in each
language) share them, and a change of one tournament costs the results of this tournament only.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from scoring.game_writing import exact
from scoring.season import Counting, Event
from tournament.core.cache import Cache
from tournament.core.queries.visibility import Sight
from tournament.games.queries.penalties import Deduction, deductions
from tournament.games.queries.results import listed_lines
from tournament.games.queries.sit_outs import SitOuts, sit_outs
from tournament.games.queries.stages import Stages, stages
from tournament.models import GameLength, Tournament
from tournament.standings.queries.cached import SightKey, cached_by_tournament


@dataclass(frozen=True, slots=True)
class EntryResults:
    """The results of one entry in its tournament, before a league's settings and weights are applied. The tuples have
    one value for each hanchan: the score, what chombo costs the entry's team (0 if the player pays for chombo), and
    whether it was a tonpuusen (East only)."""

    scores: tuple[Fraction, ...]
    team_chombo: tuple[Fraction, ...]
    is_east_only: tuple[bool, ...]
    other_points: Fraction

    def event(self, weight: Fraction, counting: Counting) -> Event:
        return Event(hanchans=self._parts(self.scores, counting), other_points=self.other_points, weight=weight)

    def chombo_of_team(self, counting: Counting) -> Fraction:
        return sum(self._parts(self.team_chombo, counting), Fraction()) if any(self.team_chombo) else Fraction()

    def _parts(self, values: Iterable[Fraction], counting: Counting) -> tuple[Fraction, ...]:
        if not any(self.is_east_only):
            return tuple(values)
        parts = [counting.part_of(is_east_only=is_east_only) for is_east_only in self.is_east_only]
        return tuple(value * part for value, part in zip(values, parts, strict=True) if part)


OfTournament = Mapping[int, EntryResults]
"""The results of a tournament by the entry's id."""


RESULTS: Cache[SightKey, OfTournament] = Cache(5_000)


def results_by_tournament(
    tournaments: Collection[Tournament], sight_by_id: Mapping[int, Sight]
) -> dict[int, OfTournament]:
    """Return the cached results of each tournament, by its id, in the rounds that `sight_by_id` shows. Entries that
    were taken out of the results are left out."""
    return cached_by_tournament(RESULTS, tournaments, sight_by_id, _results)


_Score = tuple[int, Fraction, Fraction, bool]
"""Round, score and cost of chombo of one hanchan, and whether it was a tonpuusen (East only)."""


def _results(sight_by_id: Mapping[int, Sight]) -> Mapping[int, OfTournament]:
    tournaments = Tournament.objects.filter(pk__in=sight_by_id)
    tournament_of = tournaments.in_bulk()
    penalties = deductions(tournaments)
    stages_of = {pk: cuts.seen(sight_by_id[pk]) for pk, cuts in stages(tournaments).items()}
    rests = sit_outs(tournaments)
    results: dict[int, dict[int, EntryResults]] = {pk: {} for pk in sight_by_id}
    for pk, of_entry in _scores(tournaments, tournament_of, sight_by_id).items():
        begun_rounds = {round_ for scores in of_entry.values() for round_, *_more in scores}
        cuts, rest, pays_team = stages_of.get(pk, Stages()), rests.get(pk, SitOuts()), tournament_of[pk].team_chombo
        for entry, scores in of_entry.items():
            own = [(round_, score) for round_, score, _chombo, _is_east_only in scores]
            sat_out = rest.scores(entry, begun_rounds, own, cuts.passed(entry))
            seen = [penalty for penalty in penalties.get(entry, ()) if penalty.is_seen(sight_by_id[pk])]
            results[pk][entry] = _entry_results(entry, scores, sat_out, cuts, seen, pays_team=pays_team)
    return results


def _scores(
    tournaments: "QuerySet[Tournament]", tournament_of: Mapping[int, Tournament], sight_by_id: Mapping[int, Sight]
) -> dict[int, dict[int, list[_Score]]]:
    """Return the scores of each entry, by the ids of the tournament and the entry."""
    lines = listed_lines(tournaments, ()).order_by("sheet__hanchan__round__number", "pk")
    of, round_of = "sheet__hanchan", "sheet__hanchan__round"
    rows = lines.values_list(
        "entry", f"{round_of}__tournament", f"{round_of}__number", "score", "penalty", f"{of}__length"
    )
    lengths = {pk: tournament.ruleset.game_length for pk, tournament in tournament_of.items()}
    scores: dict[int, dict[int, list[_Score]]] = defaultdict(lambda: defaultdict(list))
    for entry, pk, number, score, penalty, length in rows:
        if sight_by_id[pk].shows(number):
            is_east_only = (length or lengths[pk]) == GameLength.TONPUUSEN
            scores[pk][entry].append((number, exact(score), exact(penalty), is_east_only))
    return scores


def _entry_results(
    entry: int,
    played: Collection[_Score],
    sat_out: Iterable[tuple[int, Fraction]],
    cuts: Stages,
    penalties: Iterable[Deduction],
    *,
    pays_team: bool,
) -> EntryResults:
    # A chombo that counts for the team only does not count for the person.
    own = [(round_, score if pays_team else score - chombo) for round_, score, chombo, _is_east_only in played]
    total = cuts.standing(entry, [*own, *sat_out], penalties).total
    worth = [cuts.worth(entry, round_) for round_, _score in own]
    scores = tuple(score * part for (_round, score), part in zip(own, worth, strict=True))
    chombo = [chombo * part if pays_team else Fraction() for (_, _, chombo, _), part in zip(played, worth, strict=True)]
    return EntryResults(
        scores=scores,
        team_chombo=tuple(chombo),
        is_east_only=tuple(is_east_only for *_score, is_east_only in played),
        other_points=total - sum(scores, Fraction()),
    )
