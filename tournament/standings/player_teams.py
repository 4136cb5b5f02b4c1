"""The teams of players, grouped by the team's name in their entries."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.teams import FEWEST_MEMBERS
from tournament.core.text import folded
from tournament.models import Entry, PlayerTeam, TeamBestOf


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOfPlayers:
    """One team with its members, sorted by number. `row` has the team's short name and colour, and is None if the
    organizer gave neither."""

    name: str
    members: tuple[Entry, ...]
    row: PlayerTeam | None = None

    @property
    def key(self) -> str:
        """Return the team's name in lower case and without accents; entries with equal keys are of the same team."""
        return folded(self.name)

    @property
    def short_name(self) -> str:
        return self.row.short_name if self.row else ""

    @property
    def colour(self) -> str:
        return self.row.colour if self.row else ""

    @property
    def is_small(self) -> bool:
        """Whether the team has fewer members than teams usually have."""
        return len(self.members) < FEWEST_MEMBERS


@dataclass(frozen=True, kw_only=True)
class TeamFacts:
    """An organizer's changes to a team; `key` is the team's key before the change (`TeamOfPlayers.key`)."""

    key: str
    name: str
    short_name: str = ""
    colour: str = ""


def facts_of_team(team: TeamOfPlayers) -> TeamFacts:
    """Return a team's stored details."""
    return TeamFacts(key=team.key, name=team.name, short_name=team.short_name, colour=team.colour)


@dataclass(frozen=True, kw_only=True)
class TeamCounts:
    """The settings that decide what counts for a team's total. The fields have the names and meanings of the fields of
    `Tournament`."""

    team_best: int | None
    team_best_of: TeamBestOf
    team_chombo: bool


def teams_of(entries: Iterable[Entry], rows: Iterable[PlayerTeam] = ()) -> tuple[TeamOfPlayers, ...]:
    """Return the teams, sorted by name. A team's name is the name in its row; without a row, it is the name in its
    first member's entry."""
    row_of = {folded(row.name): row for row in rows}
    members: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if key := folded(entry.team):
            members[key].append(entry)
    return tuple(
        TeamOfPlayers(
            name=row_of[key].name if key in row_of else members[key][0].team,
            members=tuple(members.get(key, ())),
            row=row_of.get(key),
        )
        for key in sorted(members.keys() | row_of.keys())
    )
