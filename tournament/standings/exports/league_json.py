"""A league's table as data: numbers as exact decimal strings, a fraction ("50/3") where no decimal is exact."""

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from scoring.game_writing import decimal_string
from scoring.season import Measure, Share, Tonpuusen, Unit, Zone
from tournament.core.json_shapes import always, count, exact, means, one_of
from tournament.models import League, LeaguePeriod, Tournament
from tournament.standings.league_rows import By, GroupRow, LeagueRow, LeagueTable

FORMAT = "tenbo-league/1"


class CountingJson(TypedDict):
    """Which results count, by the settings of the league."""

    unit: Annotated[str, one_of("what is counted one by one", *(unit.value for unit in Unit))]
    ranked_by: Annotated[str, one_of("what is compared", *(measure.value for measure in Measure))]
    best: Annotated[int, count("how many units count at most")] | None
    least_hanchans: Annotated[int, count("who has played fewer has no place")]
    group_best: Annotated[int, count("how many members count for a group at most")] | None
    tonpuusen: Annotated[str, one_of("how much of a game of East only counts", *(each.value for each in Tonpuusen))]
    promoted: Annotated[int, count("places above the line of promotion")]
    relegated: Annotated[int, count("places below the line of relegation")]


class LeaguePeriodJson(TypedDict):
    """A period of a league."""

    id: Annotated[int, count("to ask for its table with `?period=`")]
    name: Annotated[str, means("what it is called")]
    first_day: Annotated[str, means("its first day, as 2026-05-01")]
    last_day: Annotated[str, means("its last day")]


class CountedTournamentJson(TypedDict):
    """A tournament that counts."""

    slug: Annotated[str, means("its name in addresses")]
    name: Annotated[str, means("what it is called")]
    weight: Annotated[str, exact("what its results are multiplied by")]


class LeagueShareJson(TypedDict):
    """The result of a person in one tournament of the league."""

    slug: Annotated[str, means("the tournament's name in addresses")]
    counts: Annotated[str, exact("in thousands, before the weight")]
    not_counted: Annotated[str, exact("what was dropped, in thousands")]
    hanchans: Annotated[int, count("played")]
    hanchans_counted: Annotated[int, count("of these, that count")]


class LeaguePlayerJson(TypedDict):
    """A person's line."""

    place: Annotated[int, count("shared by equal results; null for who has not played enough")] | None
    name: Annotated[str, means("as it may be published")]
    sum: Annotated[str, exact("of what counts, in thousands")]
    average: Annotated[str, exact("for each unit that counts, in thousands")]
    hanchans: Annotated[int, count("played")]
    counted: Annotated[int, count("units that count")]
    zone: Annotated[str, one_of("where it is by the lines", *(zone.value for zone in Zone), "unranked")]
    tournaments: Annotated[list[LeagueShareJson], means("those that the person played in")]


class LeagueMemberJson(TypedDict):
    """A person in a group."""

    name: Annotated[str, means("as it may be published")]
    result: Annotated[str, exact("in thousands")]
    hanchans: Annotated[int, count("played")]
    counts: Annotated[bool, means("whether it counts for the group")]


class LeagueGroupJson(TypedDict):
    """A club, a team or a country, without players who are not to be named."""

    place: Annotated[int, count("shared by equal results; null where no member has played enough")] | None
    name: Annotated[str, means("what it is called")]
    result: Annotated[str, exact("in thousands")] | None
    penalties: Annotated[
        str, exact("what penalties of a team, and chombo for the team alone, take off its sum, in thousands")
    ]
    members: Annotated[list[LeagueMemberJson], means("the best first")]


class LeagueTableJson(TypedDict):
    """A league's table, as the file of its page."""

    format: Annotated[str, always(FORMAT)]
    league: Annotated[str, means("its name")]
    counting: CountingJson
    periods: Annotated[list[LeaguePeriodJson], means("of its ladder, the earliest first")]
    period: Annotated[LeaguePeriodJson, means("whose tournaments count; null for all")] | None
    complete: Annotated[bool, means("whether no tournament is private and no round withheld")]
    tournaments: Annotated[list[CountedTournamentJson], means("the earliest first")]
    players: Annotated[list[LeaguePlayerJson], means("by place")]
    by: NotRequired[
        Annotated[
            str, one_of("whose results a group adds up; only where groups were asked for", *(b.value for b in By))
        ]
    ]
    groups: NotRequired[Annotated[list[LeagueGroupJson], means("by place; only where they were asked for")]]


def league_json(league: League, table: LeagueTable, by: By, period: LeaguePeriod | None = None) -> LeagueTableJson:
    """The whole of the table, of one period or of all, as far as its reader may see it.

    A sum is what `counts` in each tournament times its weight, and an average that for each hanchan or tournament that
    counts, by weights too. `not_counted` was dropped.
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
        "penalties": decimal_string(row.taken_off),
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
