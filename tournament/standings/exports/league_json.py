"""A league's ranking as data. Exact numbers are strings: decimals, or a fraction ("50/3") if no decimal is exact."""

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from scoring.game_writing import decimal_string
from scoring.season import Measure, Share, Tonpuusen, Unit, Zone
from tournament.core.json_shapes import always, count, exact, means, one_of
from tournament.models import League, LeaguePeriod, Tournament
from tournament.standings.league_rows import By, GroupRow, LeagueRow, LeagueTable

FORMAT = "tenbo-league/1"


class CountingJson(TypedDict):
    """Settings of the league that decide which results count."""

    unit: Annotated[
        str,
        one_of(
            "unit of which the best results count: a hanchan, a run of consecutive hanchans, or a tournament",
            *(unit.value for unit in Unit),
        ),
    ]
    ranked_by: Annotated[str, one_of("figure by which players are ranked", *(measure.value for measure in Measure))]
    best: Annotated[int, count("number of best units that count; null for all")] | None
    least_hanchans: Annotated[int, count("hanchans that a player needs for a place")]
    group_best: Annotated[int, count("number of best members that count for a group; null for all")] | None
    tonpuusen: Annotated[str, one_of("how games of the East round alone count", *(each.value for each in Tonpuusen))]
    promoted: Annotated[int, count("number of players promoted")]
    relegated: Annotated[int, count("number of players relegated")]


class LeaguePeriodJson(TypedDict):
    """A period of a league, such as a season."""

    id: Annotated[int, count("id of the period: `?period=` with it asks for its table")]
    name: Annotated[str, means("name of the period")]
    first_day: Annotated[str, means("first day, as 2026-05-01")]
    last_day: Annotated[str, means("last day, as 2026-05-31")]


class CountedTournamentJson(TypedDict):
    """A tournament that counts for the league, with its weight."""

    slug: Annotated[str, means("part of its addresses that names the tournament")]
    name: Annotated[str, means("name of the tournament")]
    weight: Annotated[str, exact("factor by which its results are multiplied")]


class LeagueShareJson(TypedDict):
    """A player's result in one tournament of the league."""

    slug: Annotated[str, means("`slug` of the tournament")]
    counts: Annotated[str, exact("score that counts, in thousands, before it is multiplied by the weight")]
    not_counted: Annotated[str, exact("score of dropped hanchans, in thousands")]
    hanchans: Annotated[int, count("hanchans played")]
    hanchans_counted: Annotated[int, count("hanchans that count")]


class LeaguePlayerJson(TypedDict):
    """A player's row in the table of the league."""

    place: Annotated[int, count("place, shared by equal results; null before enough hanchans are played")] | None
    name: Annotated[str, means("name of the player, or what is published instead of it")]
    sum: Annotated[str, exact("sum of the results that count, in thousands")]
    average: Annotated[str, exact("average of the units that count, in thousands")]
    hanchans: Annotated[int, count("hanchans played")]
    counted: Annotated[int, count("number of units that count")]
    zone: Annotated[
        str,
        one_of(
            "zone of the place: promoted, relegated, tied at one of these lines, or between",
            *(zone.value for zone in Zone),
            "unranked",
        ),
    ]
    tournaments: Annotated[list[LeagueShareJson], means("results in the tournaments that the player played")]


class LeagueMemberJson(TypedDict):
    """A member of a club, team or country, with the result that the member contributes to it."""

    name: Annotated[str, means("name of the player, or what is published instead of it")]
    result: Annotated[str, exact("result of the member, in thousands")]
    hanchans: Annotated[int, count("hanchans played")]
    counts: Annotated[bool, means("whether the result counts for the group")]


class LeagueGroupJson(TypedDict):
    """A row for a club, team or country. Players who may not be named are left out."""

    place: Annotated[int, count("place, shared by equal results; null if no member has played enough hanchans")] | None
    name: Annotated[str, means("name of the club, team or country")]
    result: Annotated[str, exact("sum of the members that count, in thousands")] | None
    penalties: Annotated[
        str,
        exact(
            "points taken off the sum, in thousands: the team's penalties, and chombo charged to it, not to a player"
        ),
    ]
    members: Annotated[list[LeagueMemberJson], means("members, the best first")]


class LeagueTableJson(TypedDict):
    """A league's table, also downloaded from its page."""

    format: Annotated[str, always(FORMAT)]
    league: Annotated[str, means("name of the league")]
    counting: CountingJson
    periods: Annotated[list[LeaguePeriodJson], means("periods of the league and its ladder, the earliest first")]
    period: Annotated[LeaguePeriodJson, means("period of the tournaments in this table; null for all")] | None
    complete: Annotated[
        bool, means("false if a withheld round is left out, or the league has a private tournament in any period")
    ]
    tournaments: Annotated[list[CountedTournamentJson], means("tournaments that count, the earliest first")]
    players: Annotated[list[LeaguePlayerJson], means("players by place")]
    by: NotRequired[
        Annotated[str, one_of("kind of group; missing unless groups were asked for", *(b.value for b in By))]
    ]
    groups: NotRequired[
        Annotated[list[LeagueGroupJson], means("groups by place; missing unless groups were asked for")]
    ]


def league_json(league: League, table: LeagueTable, by: By, period: LeaguePeriod | None = None) -> LeagueTableJson:
    """Return the part of a league's ranking that the reader of `table` may see, over one period or over all
    tournaments.

    A player's `sum` adds up each tournament's `counts` multiplied by the tournament's weight. `average` is the weighted
    mean of the units (hanchans, runs of hanchans or tournaments) that count. `not_counted` are the results that do not
    count.
    """
    counting = table.counting
    data: LeagueTableJson = {
        "format": FORMAT,
        "league": league.name,
        "counting": {
            "unit": counting.unit.value,
            "ranked_by": counting.measure.value,
            "best": counting.best,
            "least_hanchans": counting.least_hanchans,
            "group_best": counting.group_best,
            "tonpuusen": counting.tonpuusen.value,
            "promoted": league.promoted,
            "relegated": league.relegated,
        },
        "periods": [period_json(each) for each in league.ladder_periods],
        "period": period_json(period) if period else None,
        "complete": not (table.left_out or table.withheld),
        "tournaments": [
            {"slug": tournament.slug, "name": tournament.name, "weight": decimal_string(weight)}
            for tournament, weight in zip(table.tournaments, table.weights, strict=True)
        ],
        "players": [_row(row, table) for row in table.rows],
    }
    if by is By.PERSON:
        return data
    return {**data, "by": by.value, "groups": [_group(row) for row in table.groups]}


def period_json(period: LeaguePeriod) -> LeaguePeriodJson:
    return {
        "id": period.pk,
        "name": period.name,
        "first_day": period.first_day.isoformat(),
        "last_day": period.last_day.isoformat(),
    }


def _row(row: LeagueRow, table: LeagueTable) -> LeaguePlayerJson:
    return {
        "place": row.place,
        "name": row.name,
        "sum": decimal_string(row.season.sum),
        "average": decimal_string(row.season.average),
        "hanchans": row.season.hanchans,
        "counted": row.season.units,
        "zone": row.band,
        "tournaments": [
            _share(tournament, share) for tournament, share in zip(table.tournaments, row.shares, strict=True) if share
        ],
    }


def _share(tournament: Tournament, share: Share) -> LeagueShareJson:
    return {
        "slug": tournament.slug,
        "counts": decimal_string(share.counted),
        "not_counted": decimal_string(share.dropped),
        "hanchans": len(share.is_counted),
        "hanchans_counted": sum(share.is_counted),
    }


def _group(row: GroupRow) -> LeagueGroupJson:
    return {
        "place": row.place,
        "name": row.name,
        "result": None if row.result is None else decimal_string(row.result),
        "penalties": decimal_string(row.deduction),
        "members": [
            {
                "name": member.name,
                "result": decimal_string(member.result),
                "hanchans": member.hanchans,
                "counts": member.counts,
            }
            for member in row.members
        ],
    }
