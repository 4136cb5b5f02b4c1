"""The matches of a team season in the order of rounds, with the line-ups."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournament.core.namesakes import distinct_names
from tournament.core.text import folded
from tournament.games.queries.seats import next_round_number, playing
from tournament.games.queries.stages import stages_of
from tournament.models import Entry, PlayerTeam, TeamSeat, Tournament
from tournament.standings.player_teams import TeamOfPlayers
from tournament.standings.queries.player_teams import player_teams


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRound:
    """The matches of one round: each table's number with its four team seats. `has_started` says that the round has
    started, so that players have seats."""

    number: int
    tables: tuple[tuple[int, tuple[TeamSeat, ...]], ...]
    has_started: bool

    @property
    def seats(self) -> list[TeamSeat]:
        return [seat for _table, seats in self.tables for seat in seats]

    @property
    def unnamed(self) -> list[PlayerTeam]:
        """Return the teams that have not named their player yet."""
        return [seat.team for seat in self.seats if seat.entry_id is None]


@dataclass(frozen=True, kw_only=True)
class TeamMatches:
    """The matches by round. `teams` are all teams of players, `remaining` the keys of the teams that are still in the
    competition after the cuts.

    `members` are the players who still play, by the team's key; `names` are their names by entry id.
    """

    rounds: tuple[MatchRound, ...]
    teams: tuple[TeamOfPlayers, ...]
    remaining: frozenset[str]
    members: Mapping[str, Sequence[Entry]]
    names: Mapping[int, str]
    next_number: int

    @property
    def to_come(self) -> list[MatchRound]:
        return [match_round for match_round in self.rounds if not match_round.has_started]

    @property
    def first_free(self) -> int:
        """The number of the first round that has no matches yet."""
        return max([self.next_number - 1, *(match_round.number for match_round in self.rounds)]) + 1


@dataclass(frozen=True, kw_only=True)
class MatchBasis:
    """What an order of matches is drawn from: the `teams` that play, and all matches that were planned before.

    `teams` has each team's name, and the id of its row (`PlayerTeam`) if it has one. `seats` has round, table and the
    team's row of each seat, in the order of rounds, tables and seats.
    """

    teams: tuple[tuple[str, int | None], ...]
    seats: tuple[tuple[int, int, int], ...]
    next_number: int

    @property
    def first(self) -> int:
        """The number of the first round that has no matches yet."""
        return max([self.next_number - 1, *(seat[0] for seat in self.seats)]) + 1

    @property
    def to_come(self) -> int:
        """The number of matches in rounds that have not started."""
        return len({(number, table) for number, table, _team in self.seats if number >= self.next_number})

    @property
    def numbers(self) -> list[int]:
        """The number of each team in the draw: the id of its row, or a negative number until it has a row."""
        return [-place if row is None else row for place, (_name, row) in enumerate(self.teams, start=1)]

    @property
    def before(self) -> list[list[list[int]]]:
        """Return the planned matches as `seating.match_order` expects them. A match lacks the teams that were deleted
        since."""
        return [
            [[team for _number, _table, team in four] for _table, four in groupby(of_round, key=lambda seat: seat[1])]
            for _number, of_round in groupby(self.seats, key=lambda seat: seat[0])
        ]


def match_basis(tournament: Tournament, keys: Collection[str]) -> MatchBasis:
    """Load what the matches of the teams with these keys are drawn from, in a fixed number of queries. Keys of unknown
    teams are left out."""
    teams = [team for team in player_teams(tournament) if team.key in keys]
    seats = tournament.team_seats.order_by("round", "table", "seat").values_list("round", "table", "team_id")
    return MatchBasis(
        teams=tuple((team.name, team.row.pk if team.row else None) for team in teams),
        seats=tuple(seats),
        next_number=next_round_number(tournament),
    )


def team_matches(tournament: Tournament, *, for_team: bool = True) -> TeamMatches:
    """Load all matches in a fixed number of queries. Names are the public ones unless `for_team`."""
    next_number = next_round_number(tournament)
    seats = list(tournament.team_seats.select_related("team", "entry__player"))
    teams = player_teams(tournament)
    entries = playing(tournament)
    members: dict[str, list[Entry]] = {team.key: [] for team in teams}
    for entry in entries:
        if entry.team:
            members[folded(entry.team)].append(entry)
    cuts = stages_of(tournament).cuts
    finalists = cuts[-1][1] if cuts else frozenset(entry.pk for entry in entries)
    remaining = {team.key for team in teams if any(entry.pk in finalists for entry in team.members)}
    named = [seat.entry for seat in seats if seat.entry]
    return TeamMatches(
        rounds=tuple(_rounds(seats, next_number)),
        teams=teams,
        remaining=frozenset(remaining),
        members=members,
        names=distinct_names(list({entry.pk: entry for entry in [*entries, *named]}.values()), for_team=for_team),
        next_number=next_number,
    )


def line_up(tournament: Tournament, number: int) -> list[TeamSeat]:
    """Load the team seats of one round by table and seat; empty if the round has no matches of teams."""
    return list(tournament.team_seats.filter(round=number).select_related("team", "entry"))


def _rounds(seats: Sequence[TeamSeat], next_number: int) -> list[MatchRound]:
    return [
        MatchRound(
            number=number,
            tables=tuple((table, tuple(four)) for table, four in groupby(of_round, key=lambda seat: seat.table)),
            has_started=number < next_number,
        )
        for number, of_round in groupby(seats, key=lambda seat: seat.round)
    ]
