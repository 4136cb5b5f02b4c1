"""Promotion and relegation between two leagues at the end of a period."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from scoring.season import Zone
from tournament.standings.league_rows import LeagueRow, LeagueTable

NEXT_IN = 3
"""How many more candidates are offered, because proposed players may decline. Players who are tied with the last
proposed player are offered too."""

RowKey = tuple[int, bool]
"""Key of a row of a league's table: the player's id, and whether the row shows the player's name."""


def row_key(row: LeagueRow) -> RowKey:
    return row.player.pk, row.entries[0].shows_other_events


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A row of a ranking whose player can be promoted or relegated. `is_proposed` says whether the row's place is one
    of the places that the league promotes or relegates."""

    row: LeagueRow
    is_proposed: bool

    @property
    def key(self) -> RowKey:
        return row_key(self.row)


def going_up(lower: LeagueTable) -> tuple[Candidate, ...]:
    """Return the candidates for promotion from this ranking, the best first."""
    return _candidates([row for row in lower.rows if row.place], Zone.UP, Zone.LEVEL_UP)


def going_down(upper: LeagueTable) -> tuple[Candidate, ...]:
    """Return the candidates for relegation from this ranking, the last first."""
    return _candidates([row for row in reversed(upper.rows) if row.place], Zone.DOWN, Zone.LEVEL_DOWN)


def _candidates(rows: Sequence[LeagueRow], beyond: Zone, tied: Zone) -> tuple[Candidate, ...]:
    at_line = sum(row.zone in (beyond, tied) for row in rows)
    return tuple(
        Candidate(row=row, is_proposed=row.zone is beyond) for row in rows[: at_line + NEXT_IN if at_line else 0]
    )


def next_period(
    upper: Iterable[LeagueRow], lower: Iterable[LeagueRow], *, up: Collection[RowKey], down: Collection[RowKey]
) -> tuple[list[LeagueRow], list[LeagueRow]]:
    """Return the rows of the upper and of the lower league in the next period. In the upper league the players who stay
    come first, then the promoted players. In the lower league the relegated players come first, then the players who
    stay."""
    upper_rows, lower_rows = list(upper), list(lower)
    rising = [row for row in lower_rows if row_key(row) in up]
    falling = [row for row in upper_rows if row_key(row) in down]
    above = [row for row in upper_rows if row_key(row) not in down]
    here = {row_key(row) for row in above}
    above += [row for row in rising if row_key(row) not in here]
    below = [row for row in lower_rows if row_key(row) not in up]
    here = {row_key(row) for row in below}
    return above, [*(row for row in falling if row_key(row) not in here), *below]
