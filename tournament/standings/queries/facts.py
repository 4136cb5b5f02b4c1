"""Loads all data from which standings are built, except results, for several tournaments at once."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scoring.tie_breaks import TieBreak
from tournament.core.namesakes import distinct_names
from tournament.games.queries.departures import departures_in
from tournament.games.queries.penalties import Deduction, deductions
from tournament.games.queries.sit_outs import SitOuts, sit_outs
from tournament.games.queries.stages import Stages, stages
from tournament.models import Departure, Entry, Round, Tournament
from tournament.standings.ties import TieRules


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsFacts:
    """All data from which the standings of one tournament are built, except results. `penalties` and `departures` are
    by the entry's id; they may also contain entries of other tournaments, loaded in the same query. `chombo_is_of_team`
    says whether chombo is charged to the player's team instead of the player."""

    rounds: tuple[int, ...]
    ties: TieRules
    entries: tuple[Entry, ...]
    names: Mapping[int, str]
    penalties: Mapping[int, list[Deduction]]
    departures: Mapping[int, Departure]
    stages: Stages
    rests: SitOuts
    chombo_is_of_team: bool


def standings_facts(tournaments: Collection[int]) -> dict[int, StandingsFacts]:
    """Load the facts of each tournament, by id, in a fixed number of queries."""
    selected = Tournament.objects.filter(pk__in=tournaments)
    rounds: dict[int, list[int]] = defaultdict(list)
    ties: dict[int, TieRules] = defaultdict(TieRules)
    columns = ("tournament", "number", "tournament__tie_breaks", "tournament__lots_number", "tournament__team_chombo")
    started = Round.objects.filter(tournament__in=selected).values_list(*columns)
    chombo_is_of_team: dict[int, bool] = {}
    for tournament, number, criteria, lots_number, chombo_is_of_team[tournament] in started:
        rounds[tournament].append(number)
        ties[tournament] = TieRules(criteria=tuple(map(TieBreak, criteria)), lots_number=lots_number)
    entries: dict[int, list[Entry]] = defaultdict(list)
    accepted = Entry.objects.accepted().filter(tournament__in=selected).select_related("player")
    for entry in accepted.defer("carried_links"):  # these are long, and standings are kept in memory
        entries[entry.tournament_id].append(entry)
    penalties, departures = deductions(selected), departures_in(selected)
    of_stages, rests = stages(selected), sit_outs(selected)
    return {
        tournament: StandingsFacts(
            rounds=tuple(rounds[tournament]),
            ties=ties[tournament],
            entries=tuple(entries[tournament]),
            names=distinct_names(tuple(entries[tournament])),
            penalties=penalties,
            departures=departures,
            stages=of_stages.get(tournament, Stages()),
            rests=rests.get(tournament, SitOuts()),
            chombo_is_of_team=chombo_is_of_team.get(tournament, False),
        )
        for tournament in tournaments
    }
