"""Change the names, short names and colours of the players' teams, and the rules for which results count for a team."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.core.limits import MOST_ENTRIES
from tournament.core.merge import merged
from tournament.core.text import folded
from tournament.core.words.limits import with_limit
from tournament.models import Entry, PlayerTeam, Tournament, Visitor
from tournament.standings.player_teams import TeamCounts, TeamFacts, TeamOfPlayers, facts_of_team
from tournament.standings.queries.player_teams import player_teams


class TeamsChanged(NotDone):
    """Conflict: a team was added, removed or renamed since the form was shown."""

    message = _("The teams were changed meanwhile. Nothing was saved; check the teams again.")


class TeamNameTaken(NotDone):
    """Two teams would have the same name, or a team would take the name that another team has now."""

    message = _("Two teams cannot have the same name. Nothing was saved.")


class TooManyTeams(NotDone):
    """The tournament would have more teams than a tournament can have. Teams without members count too."""

    message = with_limit(
        _("An event can have at most %(most)s teams, including former teams. Nothing was saved."), MOST_ENTRIES
    )


def edit_player_teams(
    *,
    tournament_id: int,
    teams: Sequence[TeamFacts],
    counts: TeamCounts,
    by: Visitor,
    base: tuple[Sequence[TeamFacts], TeamCounts] | None = None,
) -> None:
    """Save the details of every team, and which results count. A new name is also written to the members' entries.
    For `base`, see `core.merge`.

    Raises `TeamsChanged`, `TeamNameTaken` and `TooManyTeams`.
    """
    with locked_tournament(tournament_id) as tournament:
        now = {team.key: team for team in player_teams(tournament)}
        if now.keys() != {facts.key for facts in teams}:
            raise TeamsChanged
        if base is not None:
            teams = _merged_teams(teams, base[0], now)
            stored = {name: getattr(tournament, name) for name in asdict(counts)}
            counts = TeamCounts(**merged(asdict(counts), asdict(base[1]), stored))
        # Refuse even a name that another team gives up in the same form: both teams' entries would briefly share it.
        if any(name != facts.key and name in now for facts in teams if (name := folded(facts.name))):
            raise TeamNameTaken
        if len({folded(facts.name) for facts in teams}) != len(teams):
            raise TeamNameTaken
        edited = [facts for facts in teams if _is_edited(now[facts.key], facts)]
        check_new_teams(tournament, sum(now[facts.key].row is None for facts in edited))
        is_renamed = any(facts.name != now[facts.key].name for facts in teams)
        entries = _entries_of_teams(tournament) if is_renamed else {}
        for facts in edited:
            _save(tournament, now[facts.key], facts, entries.get(facts.key, []))
        counted = _save_counts(tournament, counts)
        if edited or counted:
            log(tournament, "teams.edited", by=by, teams=len(edited), counts=counted)


def check_new_teams(tournament: Tournament, new: int) -> None:
    """Raise `TooManyTeams` if the tournament has no room for `new` further teams. For actions."""
    if new and tournament.player_teams.count() + new > MOST_ENTRIES:
        raise TooManyTeams


def _merged_teams(
    teams: Sequence[TeamFacts], base: Sequence[TeamFacts], now: Mapping[str, TeamOfPlayers]
) -> list[TeamFacts]:
    before = {facts.key: asdict(facts) for facts in base}
    stored = {key: asdict(facts_of_team(team)) for key, team in now.items()}
    return [TeamFacts(**merged(asdict(facts), before.get(facts.key), stored[facts.key])) for facts in teams]


def _is_edited(team: TeamOfPlayers, facts: TeamFacts) -> bool:
    return (team.name, team.short_name, team.colour) != (facts.name, facts.short_name, facts.colour)


def _save(tournament: Tournament, team: TeamOfPlayers, facts: TeamFacts, entries: Collection[int]) -> None:
    """Save the details of one team; `entries` are the ids of the team's entries."""
    if facts.name != team.name:
        Entry.objects.filter(pk__in=entries).update(team=facts.name)
    row = team.row or PlayerTeam(tournament=tournament)
    row.name, row.short_name, row.colour = facts.name, facts.short_name, facts.colour
    row.save()


def _entries_of_teams(tournament: Tournament) -> dict[str, list[int]]:
    """Return the ids of each team's entries, by the team's key: different spellings of a name have the same key.
    Entries on the waiting list are included."""
    entries: dict[str, list[int]] = {}
    for pk, team in tournament.entries.exclude(team="").values_list("pk", "team"):
        entries.setdefault(folded(team), []).append(pk)
    return entries


def _save_counts(tournament: Tournament, counts: TeamCounts) -> dict[str, Any]:
    """Save which results count for teams; return the changed fields with their new values."""
    changed = {name: value for name, value in asdict(counts).items() if getattr(tournament, name) != value}
    for name, value in changed.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(changed))
    return changed
