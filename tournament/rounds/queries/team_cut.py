"""The cut by teams after the latest round: the teams that could advance, and their players."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.core.text import folded
from tournament.games.queries.seats import playing
from tournament.models import Tournament
from tournament.rounds.queries.cut import CutPreview, cut_after_latest
from tournament.standings.queries.team_standings import TeamRow, team_standings


@dataclass(frozen=True, kw_only=True)
class TeamCutPreview:
    """The data of a cut by teams: `before` is the data of a cut by players, and `rows` are the teams that could
    advance, by place.

    `members` are the entries of the players who play on, by the team's key.
    """

    before: CutPreview
    rows: tuple[TeamRow, ...]
    members: Mapping[str, frozenset[int]]

    @property
    def usual(self) -> int:
        """Return the proposed number of teams that advance: two fewer than now, so eight teams become six, and six
        become four."""
        return max(1, len(self.rows) - 2)

    def tied_at(self, count: int) -> tuple[TeamRow, ...]:
        """Return the teams that share a place across the line after `count` teams; empty if the teams on the two sides
        of the line have different places."""
        if not 0 < count < len(self.rows) or self.rows[count - 1].place != self.rows[count].place:
            return ()
        return tuple(row for row in self.rows if row.place == self.rows[count].place)

    def finalists(self, count: int) -> frozenset[int]:
        """Return the entry ids of players who still play and belong to the first `count` teams."""
        advancing = [self.members.get(row.team.key, frozenset()) for row in self.rows[:count]]
        return frozenset().union(*advancing)

    def shown(self, count: int) -> str:
        """Return the teams that advance and their players as text, so that a form can detect changes."""
        entries = ",".join(map(str, sorted(self.finalists(count))))
        return ";".join([*(row.team.key for row in self.rows[:count]), entries])


def team_cut_preview(tournament: Tournament) -> TeamCutPreview:
    """Load the state before a cut by teams, in a fixed number of queries."""
    before = cut_after_latest(tournament)
    placed = [row for row in team_standings(tournament, before.board).rows if row.place]
    furthest = max((len(row.passed) for row in placed), default=0)
    members: dict[str, set[int]] = {}
    for entry in playing(tournament):
        members.setdefault(folded(entry.team), set()).add(entry.pk)
    return TeamCutPreview(
        before=before,
        rows=tuple(row for row in placed if len(row.passed) == furthest),
        members={key: frozenset(entries) for key, entries in members.items()},
    )
