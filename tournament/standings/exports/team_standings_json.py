"""The standings of the players' teams as data. Exact numbers are decimal strings."""

from typing import Annotated

from typing_extensions import TypedDict

from scoring.game_writing import decimal_string
from tournament.core.json_shapes import always, count, exact, means, one_of
from tournament.models import TeamBestOf, Tournament
from tournament.standings.queries.team_standings import TeamMember, TeamRow, TeamStandings

FORMAT = "tenbo-team-standings/1"


class TeamMemberJson(TypedDict):
    """A member of a team. Members whose names may not be published are left out."""

    number: Annotated[int, count("number of the player in this tournament")]
    name: Annotated[str, means("name of the player, or what is published instead of it")]
    counted: Annotated[str, exact("points of the player that count for the team's total, in thousands")]
    hanchans: Annotated[int, count("hanchans played")]


class TeamStandingJson(TypedDict):
    """A team's row in the standings of the teams."""

    place: Annotated[int, count("place, shared by equal totals; null before the first result")] | None
    name: Annotated[str, means("name of the team")]
    short_name: Annotated[str, means("short name of the team, or empty")]
    total: Annotated[str, exact("total, in thousands")] | None
    chombo: Annotated[str, exact("points taken off for chombo of the members, as a positive number")]
    penalties: Annotated[str, exact("points taken off by penalties against the team, as a positive number")]
    passed: Annotated[list[Annotated[int, count("last round before a cut")]], means("cuts that the team passed")]
    provisional: Annotated[bool, means("whether a result without a signed score sheet is included")]
    rounds: Annotated[
        list[Annotated[str, exact("in thousands")] | None],
        means("score of the members that count, for each round; null if nobody played"),
    ]
    members: Annotated[list[TeamMemberJson], means("members who may be named, by number")]
    unnamed: Annotated[int, count("number of members who may not be named")]


class TeamStandingsJson(TypedDict):
    """The standings of the players' teams, also downloaded from their page."""

    format: Annotated[str, always(FORMAT)]
    tournament: Annotated[str, means("name of the tournament")]
    version: Annotated[int, count("the tournament's version")]
    counts: Annotated[str, one_of("results that are included", "signed sheets", "signed sheets and tables in play")]
    best: Annotated[int, count("number of best members that count; null for all")] | None
    best_of: Annotated[
        str, one_of("whether the best members are chosen in each round or over the event", *TeamBestOf.values)
    ]
    rounds: Annotated[list[Annotated[int, count("number of a round")]], means("rounds that are included")]
    teams: Annotated[list[TeamStandingJson], means("teams by place")]


def team_standings_json(tournament: Tournament, standings: TeamStandings) -> TeamStandingsJson:
    return {
        "format": FORMAT,
        "tournament": tournament.name,
        "version": tournament.version,
        "counts": "signed sheets" if standings.board.official else "signed sheets and tables in play",
        "best": standings.counting.best,
        "best_of": standings.counting.of.value,
        "rounds": list(standings.rounds),
        "teams": [_team(row) for row in standings.rows],
    }


def _team(row: TeamRow) -> TeamStandingJson:
    return {
        "place": row.place,
        "name": row.team.name,
        "short_name": row.team.short_name,
        "total": None if row.place is None else decimal_string(row.total),
        "chombo": decimal_string(row.chombo),
        "penalties": decimal_string(row.deduction),
        "passed": [cut.after_round for cut in row.passed],
        "provisional": row.provisional,
        "rounds": [None if score is None else decimal_string(score) for score in row.rounds],
        "members": [_member(member) for member in row.members if member.row.entry.is_named],
        "unnamed": len(row.unnamed),
    }


def _member(member: TeamMember) -> TeamMemberJson:
    return {
        "number": member.row.entry.number,
        "name": member.row.entry.public_name,
        "counted": decimal_string(member.counted),
        "hanchans": member.row.played,
    }
