"""The teams of a tournament's players."""

from tournament.models import Tournament
from tournament.standings.player_teams import TeamOfPlayers, teams_of


def player_teams(tournament: Tournament) -> tuple[TeamOfPlayers, ...]:
    """Load the teams of accepted players, by name, in two queries."""
    entries = tournament.entries.accepted().select_related("player").order_by("number")
    return teams_of(entries, tournament.player_teams.all())


def team_names(tournament: Tournament) -> list[str]:
    """Return the names of the teams of accepted players and of the organizers' list, for suggestions in a form.

    Teams that other people typed in the entry form are left out, because everybody reads the suggestions. Two queries.
    """
    # Without the tournament's id, Django would load each entry again to set its tournament.
    named = tournament.entries.accepted().exclude(team="").only("team", "tournament").order_by("number")
    return [team.name for team in teams_of(named, tournament.player_teams.all())]
