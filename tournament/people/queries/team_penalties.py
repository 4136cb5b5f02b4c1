"""The page of penalties given to players' teams, for organizers and referees."""

from dataclasses import dataclass

from tournament.models import TeamPenalty, Tournament
from tournament.standings.queries.player_teams import player_teams


@dataclass(frozen=True)
class TeamPenaltiesPage:
    """All penalties of teams, newest first, including withdrawn ones; `names` are the teams' names by key
    (`TeamOfPlayers.key`)."""

    tournament: Tournament
    penalties: tuple[TeamPenalty, ...]
    names: dict[str, str]
    rounds: tuple[int, ...]

    def earlier(self, team: str, rule: str) -> int:
        """Return how often this rule was applied to a team (by its key), without penalties that were taken back."""
        return sum(
            penalty.team.name == self.names.get(team) and penalty.rule == rule and not penalty.taken_back_by_id
            for penalty in self.penalties
        )


def team_penalties_page(tournament: Tournament) -> TeamPenaltiesPage:
    """Load the page in a fixed number of queries."""
    penalties = TeamPenalty.objects.filter(team__tournament=tournament)
    return TeamPenaltiesPage(
        tournament=tournament,
        penalties=tuple(penalties.select_related("team", "given_by", "taken_back_by").order_by("-pk")),
        names={team.key: team.name for team in player_teams(tournament) if team.members},
        rounds=tuple(tournament.rounds.values_list("number", flat=True)),
    )
