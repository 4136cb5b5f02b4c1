"""Give a players' team a penalty or a warning, and take it back."""

from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.models import Offence, PlayerTeam, TeamPenalty, Visitor
from tournament.people.actions.edit_player_teams import check_new_teams
from tournament.people.actions.penalty_rows import check_number_of_penalties, log_penalty, take_back
from tournament.standings.queries.player_teams import player_teams


class NoSuchTeam(NotDone):
    """The team or the round does not exist any more."""

    message = _("The team or the round does not exist any more. Nothing was saved; check the form again.")


@once_per_key
def give_team_penalty(
    *,
    tournament_id: int,
    key: UUID,
    team_key: str,
    offence: Offence,
    points: Fraction,
    round_number: int | None,
    rule: str,
    reason: str,
    by: Visitor,
) -> None:
    """Give a team (`TeamOfPlayers.key`) a penalty: `points` (in thousands) are subtracted from the team's total; 0
    points are a warning. A retry with the same `key` changes nothing.

    For referees: the view's query checks the permission. Raises `NoSuchTeam`, `TooManyTeams`, `TooManyPenalties`,
    `ReasonMissing`, `KeyTaken`, and `ValueError` for points below zero.
    """
    if points < 0:
        raise ValueError("a penalty takes points off")
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "team_penalty.given", tournament=tournament):
            return
        team = next((team for team in player_teams(tournament) if team.key == team_key), None)
        known = round_number is None or tournament.rounds.filter(number=round_number).exists()
        if team is None or not known:
            raise NoSuchTeam
        check_new_teams(tournament, int(team.row is None))
        check_number_of_penalties(TeamPenalty.objects.filter(team__tournament=tournament))
        columns = log_penalty(
            tournament,
            "team_penalty.given",
            offence=offence,
            points=points,
            round_number=round_number,
            rule=rule,
            reason=reason,
            by=by,
            key=key,
            team=team.name,
        )
        row = team.row or PlayerTeam.objects.create(tournament=tournament, name=team.name)
        TeamPenalty.objects.create(team=row, **columns)


def take_back_team_penalty(*, penalty_id: int, reason: str, by: Visitor) -> None:
    """Take back a team's penalty, so that it does not count any more. If the penalty was already taken back, nothing
    changes.

    For referees: the view's query checks the permission. Raises `ReasonMissing` and `TeamPenalty.DoesNotExist`.
    """
    owner = TeamPenalty.objects.values("team__tournament_id").get(pk=penalty_id)
    with locked_tournament(owner["team__tournament_id"]) as tournament:
        penalty = TeamPenalty.objects.select_related("team").get(pk=penalty_id)
        take_back(penalty, tournament, "team_penalty.taken_back", reason=reason, by=by, team=penalty.team.name)
