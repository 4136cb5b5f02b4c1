"""The standings of the players' teams: each team's total, and its members' contributions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from django.db.models import Prefetch

from scoring.stages import rank_staged
from scoring.teams import BestOf, TeamCounting, counted_scores
from tournament.core.queries.visibility import Sight
from tournament.core.text import folded
from tournament.games.queries.penalties import is_public_penalty
from tournament.games.queries.stages import worth_after
from tournament.models import Cut, PlayerTeam, TeamPenalty, Tournament
from tournament.standings.player_teams import TeamOfPlayers, teams_of
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.row import Row

LATEST_ROUNDS = 8
"""How many of the latest rounds have a column on the page, because a season may have a hundred rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMember:
    """A member of a team, with the member's row in the standings of the players.

    `scores` are pairs of a round and the member's score in this round, in thousands, less chombo and not reduced by any
    cut. `is_counted` says for each score whether it counts for the team. `counted` is the part of the member's points
    that is in the team's total.
    """

    row: Row
    scores: tuple[tuple[int, Fraction], ...]
    is_counted: tuple[bool, ...]
    counted: Fraction

    @property
    def is_left_out(self) -> bool:
        """Whether the member has played, but none of the member's scores count."""
        return bool(self.scores) and not any(self.is_counted)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """One team's row. A team has passed the cuts that at least one member has passed.

    * `rounds`: for each round the sum of the scores that count; None if no member played in it.
    * `place`: None if the team has no result.
    * `cut_above`: the cut whose line is drawn just above this team.
    * `behind`: the gap to the best team that has passed the same cuts.
    * `penalties`: the team's penalties that count. `deduction` is the sum of their points, as a positive number, in
      thousands.
    """

    place: int | None
    team: TeamOfPlayers
    total: Fraction
    members: tuple[TeamMember, ...]
    rounds: tuple[Fraction | None, ...]
    passed: tuple[Cut, ...]
    cut_above: Cut | None = None
    behind: Fraction | None = None
    penalties: tuple[TeamPenalty, ...] = ()
    deduction: Fraction = Fraction()

    @property
    def latest(self) -> tuple[Fraction | None, ...]:
        """Return the sums of the counted scores in the latest `LATEST_ROUNDS` rounds."""
        return self.rounds[-LATEST_ROUNDS:]

    @property
    def has_played(self) -> bool:
        return any(member.scores for member in self.members)

    @property
    def provisional(self) -> bool:
        return any(member.row.provisional for member in self.members)

    @property
    def chombo(self) -> Fraction:
        """Return the cost of the members' chombo, as a positive number."""
        results = [result for member in self.members for result in member.row.results if result]
        return sum((result.penalty for result in results), Fraction())

    @property
    def unnamed(self) -> tuple[TeamMember, ...]:
        """Return the members whose names are not published. Only organizers and referees may know to which team such a
        member belongs."""
        return tuple(member for member in self.members if not member.row.entry.is_named)

    @property
    def of_unnamed(self) -> Fraction:
        """Return the part of the total that comes from members whose names are not published."""
        return sum((member.counted for member in self.unnamed), Fraction())


@dataclass(frozen=True, kw_only=True)
class TeamStandings:
    """The teams by place. Their totals come from the same results as `board`, the standings of the players.

    Values that depend on all rows are computed once, because the page reads them in each row.
    """

    rows: tuple[TeamRow, ...]
    board: Leaderboard
    counting: TeamCounting

    @property
    def rounds(self) -> tuple[int, ...]:
        return self.board.rounds

    @property
    def latest(self) -> tuple[int, ...]:
        """Return the numbers of the latest rounds, which have columns on the page."""
        return self.rounds[-LATEST_ROUNDS:]

    @property
    def provisional(self) -> bool:
        return any(row.provisional for row in self.rows)

    @cached_property
    def any_chombo(self) -> bool:
        return any(row.chombo for row in self.rows)

    @cached_property
    def penalized(self) -> list[TeamRow]:
        """Return the teams that have penalties."""
        return [row for row in self.rows if row.penalties]

    @property
    def columns(self) -> int:
        """Return the number of columns of the table: place, team, total and gap; chombo and penalties if a team has
        any; and one column for each of the latest rounds."""
        return 4 + self.any_chombo + bool(self.penalized) + len(self.latest)


def team_standings(tournament: Tournament, board: Leaderboard) -> TeamStandings:
    """Build the teams' standings from the standings of the players, in two queries."""
    penalties = Prefetch("penalties", TeamPenalty.objects.current(), to_attr="counting_penalties")
    return team_standings_of(tournament, board, tournament.player_teams.prefetch_related(penalties))


def team_standings_of(tournament: Tournament, board: Leaderboard, about: Iterable[PlayerTeam]) -> TeamStandings:
    """Build the teams' standings; `about` are the stored rows (`PlayerTeam`) of the teams, with the attribute
    `counting_penalties`. Teams without members are left out.

    Players whom the organizer took out of the results count for no team.
    """
    of_entry = {row.entry.pk: row for row in board.rows}
    teams = teams_of(sorted((row.entry for row in board.rows), key=lambda entry: entry.number), about)
    rows = [
        _row(team, [of_entry[entry.pk] for entry in team.members], board, tournament) for team in teams if team.members
    ]
    played = [row for row in rows if row.has_played]
    places = rank_staged([row.total for row in played], [len(row.passed) for row in played], [False] * len(played))
    placed = [replace(row, place=place) for row, place in zip(played, places, strict=True)]
    placed += [row for row in rows if not row.has_played]
    placed.sort(key=lambda row: (row.place is None, row.place or 0, folded(row.team.name)))
    return TeamStandings(rows=tuple(_with_gaps(placed)), board=board, counting=tournament.team_counting)


def _with_gaps(placed: Sequence[TeamRow]) -> list[TeamRow]:
    rows: list[TeamRow] = []
    for _passed, group in groupby(placed, key=lambda row: len(row.passed) if row.place else -1):
        first, *others = group
        above = rows[-1].passed[-1] if rows and rows[-1].passed else None
        rows.append(replace(first, cut_above=above))
        rows += [replace(row, behind=first.total - row.total if row.place else None) for row in others]
    return rows


def _row(team: TeamOfPlayers, rows: Sequence[Row], board: Leaderboard, tournament: Tournament) -> TeamRow:
    members = _members(rows, tournament)
    by_round: dict[int, Fraction] = {}
    for member in members:
        for (round_, score), counts in zip(member.scores, member.is_counted, strict=True):
            by_round[round_] = by_round.get(round_, Fraction()) + (score if counts else Fraction())
    passed = max((row.passed for row in rows), key=len, default=())
    penalties = _penalties(team, board.sight)
    deduction = sum((penalty.exact_points * penalty_worth(penalty, passed) for penalty in penalties), Fraction())
    return TeamRow(
        place=None,
        team=team,
        total=sum((member.counted for member in members), -deduction),
        penalties=penalties,
        deduction=deduction,
        members=tuple(members),
        rounds=tuple(by_round.get(number) for number in board.rounds),
        passed=passed,
    )


def _penalties(team: TeamOfPlayers, sight: Sight) -> tuple[TeamPenalty, ...]:
    """Return the team's penalties that `sight` shows, without warnings."""
    penalties: list[TeamPenalty] = getattr(team.row, "counting_penalties", [])
    return tuple(penalty for penalty in penalties if is_public_penalty(penalty, sight))


def penalty_worth(penalty: TeamPenalty, passed: Sequence[Cut]) -> Fraction:
    """Return the share of a penalty that still counts after these cuts, such as 1/2. A penalty without a round is not
    reduced."""
    return Fraction(1) if penalty.round is None else worth_after(passed, penalty.round)


def _members(rows: Sequence[Row], tournament: Tournament) -> list[TeamMember]:
    """Return the members of a team, with the part of their points that counts. Penalties and rounds sat out always
    count if all members count, or if the best members are chosen in each round. Otherwise penalties and rounds sat out
    count only for members with at least one counted score."""
    counting = tournament.team_counting
    scores = [[(own.round, own.score - own.penalty) for own in row.results if own] for row in rows]
    worth = [[worth_after(row.passed, round_) for round_, _score in own] for row, own in zip(rows, scores, strict=True)]
    brought = [
        [score * factor for (_round, score), factor in zip(own, factors, strict=True)]
        for own, factors in zip(scores, worth, strict=True)
    ]
    besides = [_other_points(row, tournament) for row in rows]
    totals = [sum(own, more) for own, more in zip(brought, besides, strict=True)]
    members = []
    for row, own, points, more, flags in zip(
        rows, scores, brought, besides, counted_scores(scores, counting, totals), strict=True
    ):
        is_in = any(flags) or counting.best is None or counting.of is BestOf.ROUND
        counted = sum((point for point, counts in zip(points, flags, strict=True) if counts), Fraction())
        members.append(
            TeamMember(
                row=row,
                scores=tuple(own),
                is_counted=tuple(flags),
                counted=counted + (more if is_in else Fraction()),
            )
        )
    return members


def _other_points(row: Row, tournament: Tournament) -> Fraction:
    """Return the part of a player's total that does not come from hanchans: the scores for rounds sat out, less
    penalties."""
    of_hanchans = Fraction()
    for own in row.results:
        if own:
            chombo = Fraction() if tournament.team_chombo else own.penalty
            of_hanchans += (own.score - chombo) * worth_after(row.passed, own.round)
    return row.total - of_hanchans
