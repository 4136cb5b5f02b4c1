"""A league's table as data: numbers as exact decimal strings, a fraction ("50/3") where no decimal is exact."""

from typing import Any

from scoring.game_format import decimal_string
from scoring.season import Season, Share
from tournament.models import League
from tournament.standings.league_rows import By, GroupRow, LeagueRow, LeagueTable

FORMAT = "tenbo-league/1"


def league_json(league: League, table: LeagueTable, by: By) -> dict[str, Any]:
    """The whole of the table, as far as its reader may see it.

    A sum is what `counts` in each tournament times its weight, and an average that for each hanchan or tournament that
    counts, by weights too. `not_counted` was dropped.
    """
    counting = table.counting
    data: dict[str, Any] = {
        "format": FORMAT,
        "league": league.name,
        "counting": {
            "unit": counting.unit.value,
            "ranked_by": counting.measure.value,
            "best": counting.best,
            "least_hanchans": counting.least_hanchans,
            "group_best": counting.group_best,
            "promoted": league.promoted,
            "relegated": league.relegated,
        },
        "complete": not (table.left_out or table.withheld),
        "tournaments": [
            {"slug": tournament.slug, "name": tournament.name, "weight": decimal_string(weight)}
            for tournament, weight in zip(table.tournaments, table.weights, strict=True)
        ],
        "players": [_row(row, table) for row in table.rows],
    }
    return data if by is By.PERSON else data | {"by": by.value, "groups": [_group(row) for row in table.groups]}


def _row(row: LeagueRow, table: LeagueTable) -> dict[str, Any]:
    return {
        "place": row.place,
        "name": row.name,
        **_season(row.season),
        "zone": row.band,
        "tournaments": [
            {"slug": tournament.slug, **_share(share)}
            for tournament, share in zip(table.tournaments, row.shares, strict=True)
            if share
        ],
    }


def _season(season: Season) -> dict[str, Any]:
    return {
        "sum": decimal_string(season.sum),
        "average": decimal_string(season.average),
        "hanchans": season.hanchans,
        "counted": season.units,
    }


def _share(share: Share) -> dict[str, Any]:
    return {
        "counts": decimal_string(share.counted),
        "not_counted": decimal_string(share.dropped),
        "hanchans": len(share.kept),
        "hanchans_counted": sum(share.kept),
    }


def _group(row: GroupRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "name": row.name,
        "result": None if row.result is None else decimal_string(row.result),
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
