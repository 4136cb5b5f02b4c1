"""The ranking of a league: several tournaments, counted by the league's settings, for persons or for clubs, teams or
countries."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from scoring.season import Counting, Event, Season, Share, Zone, count_group, count_season, rank_season, zones
from tournament.core.queries.visibility import Sight, sights
from tournament.core.text import folded
from tournament.models import Entry, League, LeagueEvent, LeaguePeriod, Tournament, Visitor
from tournament.models.tournament import TournamentQuerySet
from tournament.standings.league_rows import By, GroupRow, LeagueRow, LeagueTable, Member
from tournament.standings.queries.league_penalties import team_penalties
from tournament.standings.queries.league_results import results_by_tournament
from tournament.standings.queries.statistics import Period

ALL_DAYS = Period()


@dataclass(frozen=True, slots=True)
class _Played:
    """The results of one entry in its tournament; `column` is the tournament's index in the ranking. `team_chombo` is
    the cost of this entry's chombo to its team, multiplied by the event's weight; 0 if the player pays for chombo."""

    entry: Entry
    column: int
    event: Event
    team_chombo: Fraction


def days_of(period: LeaguePeriod | None) -> Period:
    """Return the days of a league's period; all days if the period is None."""
    return Period(since=period.first_day, until=period.last_day) if period else Period()


def counted(league: League, visitor: Visitor, days: Period = ALL_DAYS) -> TournamentQuerySet:
    """Return the league's tournaments of these days that this visitor may see."""
    return Tournament.objects.seen_by(visitor).filter(days.of_tournaments, pk__in=league.events.values("tournament"))


def counted_by(league: League, visitor: Visitor, days: Period = ALL_DAYS) -> dict[Tournament, Sight]:
    """Return the tournaments of `counted`, the earliest first, each with the rounds that the visitor may see
    (`Sight`)."""
    tournaments = list(counted(league, visitor, days).with_role(visitor).order_by("starts_on", "pk"))
    sight_by_id = sights(tournaments, visitor)
    return {tournament: sight_by_id[tournament.pk] for tournament in tournaments}


def league_table(league: League, visitor: Visitor, *, by: By = By.PERSON, days: Period = ALL_DAYS) -> LeagueTable:
    """Load the ranking in a fixed number of queries, from signed sheets and penalties. Two players with the same name
    are not taken for one person.

    A player who was taken out of the results of a tournament gets no points from this tournament. A tournament counts
    if it is in this period and the visitor may see it; a round counts if it is shown to the visitor. So a public league
    reveals nothing about a private tournament, and two readers may see different rankings. With `left_out` and
    `withheld` the page explains the difference. `left_out` is about the whole league, also for a single period:
    otherwise the periods would tell the dates of private tournaments.
    """
    events = list(seen_events(league, visitor))
    weights = {event.tournament_id: event.exact_weight for event in events}
    sight_by_tournament = counted_by(league, visitor, days)
    tournaments = tuple(sight_by_tournament)
    sight_by_id = {tournament.pk: sight for tournament, sight in sight_by_tournament.items()}
    of_columns = [weights[tournament.pk] for tournament in tournaments]
    played = _played(counted(league, visitor, days), sight_by_tournament, weights, league.counting)
    named = [record for record in played if record.entry.is_named]
    deduction = team_penalties(counted(league, visitor, days), sight_by_id, weights) if by is By.TEAM else {}
    return LeagueTable(
        rows=tuple(_rows(played, league, len(tournaments))),
        groups=tuple(_groups(named, league.counting, by, deduction)),
        kinds=tuple(kind for kind in KEYS if any(KEYS[kind](record.entry) for record in named)),
        tournaments=tournaments,
        weights=tuple(of_columns),
        counting=league.counting,
        left_out=any(not event.is_seen for event in events),
        withheld=any(sight.withheld for sight in sight_by_id.values()),
        unnamed=len(named) < len(played),
    )


def seen_events(league: League, visitor: Visitor) -> "QuerySet[LeagueEvent, Any]":
    """Return all events of the league; `is_seen` says whether this visitor may see the event's tournament."""
    tournament = Tournament.objects.seen_by(visitor).filter(pk=OuterRef("tournament"))
    return league.events.annotate(is_seen=Exists(tournament))


def _played(
    counted: "QuerySet[Tournament]",
    sight_by_tournament: Mapping[Tournament, Sight],
    weights: Mapping[int, Fraction],
    counting: Counting,
) -> list[_Played]:
    sight_by_id = {tournament.pk: sight for tournament, sight in sight_by_tournament.items()}
    results = results_by_tournament(sight_by_tournament, sight_by_id)
    entries = Entry.objects.filter(tournament__in=counted).select_related("player").defer("carried_links").in_bulk()
    records = []
    for column, tournament in enumerate(sight_by_tournament):
        weight = weights[tournament.pk]
        for entry_id, theirs in results[tournament.pk].items():
            event = theirs.event(weight, counting)
            if event.hanchans and (entry := entries.get(entry_id)):
                entry.tournament = tournament
                records.append(_Played(entry, column, event, theirs.chombo_of_team(counting) * weight))
    return records


def _by_player(played: Iterable[_Played]) -> list[list[_Played]]:
    """Group the results by person, the earliest tournament first. A person's results with a public name and the results
    without a public name are two groups."""
    of_player: dict[tuple[int, bool], list[_Played]] = defaultdict(list)
    for record in played:
        of_player[record.entry.player_id, record.entry.shows_other_events].append(record)
    return [sorted(theirs, key=lambda record: record.column) for theirs in of_player.values()]


def _rows(played: Iterable[_Played], league: League, columns: int) -> list[LeagueRow]:
    people = _by_player(played)
    seasons = [count_season([record.event for record in theirs], league.counting) for theirs in people]
    places = rank_season(
        [season.result(league.counting.measure) for season in seasons], [season.is_ranked for season in seasons]
    )
    lines = iter(zones([place for place in places if place], league.promoted, league.relegated))
    names = [theirs[0].entry.public_name for theirs in people]
    frequency = Counter(names)
    rows = [
        LeagueRow(
            place=place,
            player=theirs[0].entry.player,
            name=name,
            season=season,
            shares=_across(theirs, season, columns),
            zone=next(lines) if place else Zone.BETWEEN,
            entries=tuple(record.entry for record in theirs),
            shares_name=frequency[name] > 1,
        )
        for theirs, name, place, season in zip(people, names, places, seasons, strict=True)
    ]
    measure = league.counting.measure
    # Rows without a place come last, in the order of results.
    return sorted(
        rows,
        key=lambda row: (row.place is None, row.place or -row.season.result(measure), folded(row.name), row.player.pk),
    )


def _across(played: Sequence[_Played], season: Season, columns: int) -> tuple[Share | None, ...]:
    shares: dict[int, Share] = {record.column: share for record, share in zip(played, season.shares, strict=True)}
    return tuple(shares.get(column) for column in range(columns))


KEYS: Mapping[By, Callable[[Entry], str]] = {
    By.CLUB: lambda entry: entry.player.club,
    By.TEAM: lambda entry: entry.team,
    By.COUNTRY: lambda entry: entry.player.country_name,
}
"""Functions that return the name of an entry's club, team in its tournament, or country; "" if it has none."""


def _groups(named: Iterable[_Played], counting: Counting, by: By, penalties: Mapping[str, Fraction]) -> list[GroupRow]:
    """Build the groups. Only results that a member played for the group count, so a player who changed teams is in two
    groups.

    Only players whose name may be shown count for a group. Otherwise the sum of the group would reveal to whom a row
    without a name belongs. `penalties` are the teams' penalties, by the team's key.
    """
    if by is By.PERSON:
        return []
    key = KEYS[by]
    of_group: dict[str, list[_Played]] = defaultdict(list)
    display_names: dict[str, str] = {}
    for record in named:
        if name := key(record.entry).strip():
            # "Kyoto Club" and "kyoto club" are the same group.
            display_names.setdefault(folded(name), name)
            of_group[folded(name)].append(record)
    groups = []
    for group, theirs in of_group.items():
        people = _by_player(theirs)
        seasons = [count_season([record.event for record in own], counting) for own in people]
        chombo = sum((record.team_chombo for record in theirs), Fraction()) if by is By.TEAM else Fraction()
        deduction = penalties.get(group, Fraction()) + chombo
        counted = count_group(seasons, counting, deduction=deduction)
        members = [
            Member(
                player=own[0].entry.player,
                name=own[0].entry.public_name,
                result=season.result(counting.measure),
                hanchans=season.hanchans,
                counts=counts,
            )
            for own, season, counts in zip(people, seasons, counted.is_counted, strict=True)
        ]
        members.sort(key=lambda member: (not member.counts, -member.result, folded(member.name), member.player.pk))
        groups.append((display_names[group], counted, deduction, tuple(members)))
    places = rank_season(
        [counted.result or Fraction() for _name, counted, *_more in groups],
        [counted.is_ranked for _name, counted, *_more in groups],
    )
    rows = [
        GroupRow(place=place, name=name, result=counted.result, deduction=deduction, members=members)
        for (name, counted, deduction, members), place in zip(groups, places, strict=True)
    ]
    return sorted(rows, key=lambda row: (row.place is None, row.place or 0, folded(row.name)))
