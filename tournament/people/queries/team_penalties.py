"""The page of penalties given to players' teams, for organizers and referees."""

from dataclasses import dataclass
from uuid import UUID

from django.core.paginator import Page, Paginator

from tournament.games.queries.penalties import PENALTIES_ON_A_PAGE, without_submission
from tournament.models import TeamPenalty, Tournament, with_log_entries
from tournament.standings.queries.player_teams import player_teams


@dataclass(frozen=True)
class TeamPenaltiesPage:
    """One page of the penalties of teams, newest first, including withdrawn ones; `names` are the teams' names by key
    (`TeamOfPlayers.key`)."""

    tournament: Tournament
    penalties: Page[TeamPenalty]
    names: dict[str, str]
    rounds: tuple[int, ...]

    def earlier(self, team: str, rule: str, *, submission: UUID | None = None) -> int:
        """Return how often this rule was applied to a team (by its key). Two kinds of penalties do not count: those
        that were taken back, and the one that a `submission` with this idempotency key gave."""
        name = self.names.get(team)
        given = TeamPenalty.objects.current().filter(team__tournament=self.tournament, team__name=name, rule=rule)
        return without_submission(given, submission).count()


def team_penalties_page(tournament: Tournament, page: str = "") -> TeamPenaltiesPage:
    """Load the page in a fixed number of queries. If `page` is not a number, the page has the newest penalties; if the
    number is too high, the oldest."""
    of_teams = TeamPenalty.objects.filter(team__tournament=tournament)
    penalties = with_log_entries(of_teams, "team", "given_by", "taken_back_by").order_by("-pk")
    return TeamPenaltiesPage(
        tournament=tournament,
        penalties=Paginator(penalties, PENALTIES_ON_A_PAGE).get_page(page),
        names={team.key: team.name for team in player_teams(tournament) if team.members},
        rounds=tuple(tournament.rounds.values_list("number", flat=True)),
    )
