"""The matches of a team season in the order of rounds, with the line-ups."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from math import inf

from django.db.models import Count

from tournament.core.namesakes import distinct_names
from tournament.core.queries.visibility import EVERYTHING, Audience, Sight
from tournament.core.text import folded
from tournament.games.queries.seats import next_round_number, playing
from tournament.games.queries.stages import stages_of
from tournament.models import Entry, PlayerTeam, TeamSeat, Tournament
from tournament.standings.player_teams import TeamOfPlayers
from tournament.standings.queries.player_teams import player_teams

MOST_SHOWN = 200
"""The most matches of coming rounds on one page, and the most of started rounds. The number is limited, because
everybody may open the page; a league's season has fewer matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRound:
    """The matches of one round: each table's number with its four team seats, by the teams' names. `has_started` says
    that the round has started, so that players have seats."""

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
    """The matches by round. `rounds` are the rounds that a page shows; `numbers` are the numbers of all rounds with
    matches that the reader may see.

    `teams` are all teams of players, `remaining` the keys of the teams that are still in the competition after the
    cuts. `members` are the players who still play, by the team's key; `names` are their names by entry id.
    """

    rounds: tuple[MatchRound, ...]
    numbers: tuple[int, ...]
    teams: tuple[TeamOfPlayers, ...]
    remaining: frozenset[str]
    members: Mapping[str, Sequence[Entry]]
    names: Mapping[int, str]
    next_number: int

    @property
    def to_come(self) -> list[MatchRound]:
        return [match_round for match_round in self.rounds if not match_round.has_started]

    @property
    def started(self) -> int:
        """Return how many rounds with matches have started."""
        return sum(number < self.next_number for number in self.numbers)

    @property
    def earlier(self) -> int | None:
        """Return the number of the newest started round that is too old for this page; None if no round is."""
        oldest = min((each.number for each in self.rounds if each.has_started), default=0)
        return max((number for number in self.numbers if number < oldest), default=None)

    @property
    def later(self) -> int | None:
        """Return the number of the first coming round that is too far ahead for this page; None if no round is."""
        last = max((each.number for each in self.to_come), default=0)
        return min((number for number in self.numbers if number > last > 0), default=None)

    @property
    def first_free(self) -> int:
        """The number of the first round that has no matches yet."""
        return _after(self.next_number, self.numbers)


@dataclass(frozen=True, kw_only=True)
class MatchBasis:
    """The data from which an order of matches is drawn: the `teams` that play, and all matches that were planned
    before.

    `teams` has each team's name, and the id of its row (`PlayerTeam`) if it has one. `seats` has round, table and the
    team's row of each seat, in the order of rounds, tables and seats.
    """

    teams: tuple[tuple[str, int | None], ...]
    seats: tuple[tuple[int, int, int], ...]
    next_number: int

    @property
    def first(self) -> int:
        """The number of the first round that has no matches yet."""
        return _after(self.next_number, (seat[0] for seat in self.seats))

    @property
    def to_come(self) -> int:
        """The number of matches in rounds that have not started."""
        return len({(number, table) for number, table, _team in self.seats if number >= self.next_number})

    @property
    def numbers(self) -> list[int]:
        """Return the number of each team in the draw: the id of the team's row, or a negative number for a team without
        a row."""
        return [-place if row is None else row for place, (_name, row) in enumerate(self.teams, start=1)]

    @property
    def before(self) -> list[list[list[int]]]:
        """Return the planned matches as `seating.match_order` expects them. A match lacks the teams that were deleted
        since."""
        return [
            [[team for _number, _table, team in four] for _table, four in groupby(of_round, key=lambda seat: seat[1])]
            for _number, of_round in groupby(self.seats, key=lambda seat: seat[0])
        ]


def _after(next_number: int, planned: Iterable[int]) -> int:
    """Return the number of the first round after the started rounds and after the rounds with `planned` matches."""
    return max([next_number - 1, *planned]) + 1


def match_basis(tournament: Tournament, keys: Collection[str]) -> MatchBasis:
    """Load the data from which the matches of the teams with these keys are drawn, in a fixed number of queries. Keys
    of unknown teams are left out."""
    teams = [team for team in player_teams(tournament) if team.key in keys]
    seats = tournament.team_seats.order_by("round", "table", "seat").values_list("round", "table", "team_id")
    return MatchBasis(
        teams=tuple((team.name, team.row.pk if team.row else None) for team in teams),
        seats=tuple(seats),
        next_number=next_round_number(tournament),
    )


def team_matches(tournament: Tournament, *, at: int | None = None, sight: Sight = EVERYTHING) -> TeamMatches:
    """Load up to `MOST_SHOWN` matches of coming rounds, and as many of rounds that have started, in a fixed number of
    queries.

    `at` is the first round to show. If the round `at` has started, earlier rounds follow; otherwise later rounds
    follow. Coming rounds after a cut that `sight` hides are left out. Names are public names unless it is the team's.
    """
    next_number = next_round_number(tournament)
    stages = stages_of(tournament)
    # The teams of these matches are those that passed the cut.
    cuts = [cut.after_round for cut, _finalists in stages.cuts]
    last = min((after for after in cuts if not sight.shows_cut(after)), default=inf)
    planned = tournament.team_seats.order_by("round").values_list("round").annotate(Count("table", distinct=True))
    tables = {number: matches for number, matches in planned if number < next_number or number <= last}
    at = next_number if at is None else at
    coming = [number for number in tables if number >= max(at, next_number)]
    started = [number for number in reversed(tables) if number <= at and number < next_number]
    shown = [*_first_of(coming, tables), *_first_of(started, tables)]
    seats = list(tournament.team_seats.filter(round__in=shown).select_related("team", "entry__player"))
    teams = player_teams(tournament)
    entries = playing(tournament)
    members: dict[str, list[Entry]] = {team.key: [] for team in teams}
    for entry in entries:
        if key := folded(entry.team):  # empty for a name of only accents, which a file may contain
            members[key].append(entry)
    seen = stages.seen(sight).cuts
    finalists = seen[-1][1] if seen else frozenset(entry.pk for entry in entries)
    remaining = {team.key for team in teams if any(entry.pk in finalists for entry in team.members)}
    named = [seat.entry for seat in seats if seat.entry]
    for_team = sight.audience is Audience.TEAM
    return TeamMatches(
        rounds=tuple(_rounds(seats, next_number)),
        numbers=tuple(tables),
        teams=teams,
        remaining=frozenset(remaining),
        members=members,
        names=distinct_names(list({entry.pk: entry for entry in [*entries, *named]}.values()), for_team=for_team),
        next_number=next_number,
    )


def _first_of(numbers: Sequence[int], tables: Mapping[int, int]) -> Sequence[int]:
    """Return as many of the first rounds in `numbers` as have at most `MOST_SHOWN` matches together; at least one
    round. `tables` is the number of matches by round."""
    matches = accumulate(tables[number] for number in numbers)
    return numbers[: max(1, sum(sum_so_far <= MOST_SHOWN for sum_so_far in matches))]


def line_up(tournament: Tournament, number: int) -> list[TeamSeat]:
    """Load the team seats of one round by table and seat; empty if the round has no matches of teams."""
    return list(tournament.team_seats.filter(round=number).select_related("team", "entry"))


def _rounds(seats: Sequence[TeamSeat], next_number: int) -> list[MatchRound]:
    return [
        MatchRound(
            number=number,
            tables=tuple((table, _by_name(four)) for table, four in groupby(of_round, key=lambda seat: seat.table)),
            has_started=number < next_number,
        )
        for number, of_round in groupby(seats, key=lambda seat: seat.round)
    ]


def _by_name(seats: Iterable[TeamSeat]) -> tuple[TeamSeat, ...]:
    # In the order of seats, the page would tell everybody for which team a player sits there who is not to be named.
    return tuple(sorted(seats, key=lambda seat: (folded(seat.team.name), seat.team_id)))
