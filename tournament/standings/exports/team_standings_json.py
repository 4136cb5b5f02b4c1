"""The standings of the players' teams as data: numbers as exact decimal strings."""

from typing import Annotated

from typing_extensions import TypedDict

from scoring.game_writing import decimal_string
from tournament.core.json_shapes import always, count, exact, means, one_of
from tournament.models import TeamBestOf, Tournament
from tournament.standings.queries.team_standings import TeamMember, TeamRow, TeamStandings

FORMAT = "tenbo-team-standings/1"


class TeamMemberJson(TypedDict):
    """A member whose name may be published."""

    number: Annotated[int, count("the player's, in this tournament")]
    name: Annotated[str, means("as it may be published")]
    counted: Annotated[str, exact("what of the player's points is in the team's total, in thousands")]
    hanchans: Annotated[int, count("played")]


class TeamStandingJson(TypedDict):
    """A team's line."""

    place: Annotated[int, count("shared by equal totals; null before the first result")] | None
    name: Annotated[str, means("the team's")]
    short_name: Annotated[str, means("or empty")]
    total: Annotated[str, exact("in thousands")] | None
    chombo: Annotated[str, exact("what the members' chombo cost, positive")]
    penalties: Annotated[str, exact("what the team's own penalties cost, positive")]
    passed: Annotated[list[Annotated[int, count("a round's number")]], means("the cuts that the team passed")]
    provisional: Annotated[bool, means("whether a sheet counts that is not signed")]
    rounds: Annotated[
        list[Annotated[str, exact("in thousands")] | None],
        means("what the counting members scored in each round; null if nobody played"),
    ]
    members: Annotated[list[TeamMemberJson], means("those who may be named, by number")]
    unnamed: Annotated[int, count("how many members may not be named")]


class TeamStandingsJson(TypedDict):
    """The standings of the players' teams, as the file of their page."""

    format: Annotated[str, always(FORMAT)]
    tournament: Annotated[str, means("its name")]
    version: Annotated[int, count("as of the tournament")]
    counts: Annotated[str, one_of("what counts", "signed sheets", "signed sheets and tables in play")]
    best: Annotated[int, count("how many members count; null for all")] | None
    best_of: Annotated[str, one_of("what the best are chosen from", *TeamBestOf.values)]
    rounds: Annotated[list[Annotated[int, count("a round's number")]], means("those that count")]
    teams: Annotated[list[TeamStandingJson], means("by place")]


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
        "penalties": decimal_string(row.taken_off),
        "passed": [cut.after_round for cut in row.passed],
        "provisional": row.provisional,
        "rounds": [None if score is None else decimal_string(score) for score in row.rounds],
        "members": [_member(member) for member in row.members if member not in row.unnamed],
        "unnamed": len(row.unnamed),
    }


def _member(member: TeamMember) -> TeamMemberJson:
    return {
        "number": member.row.entry.number,
        "name": member.row.entry.public_name,
        "counted": decimal_string(member.counted),
        "hanchans": member.row.played,
    }
