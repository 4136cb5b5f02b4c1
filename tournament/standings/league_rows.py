"""The rows of a league's ranking: persons, clubs, teams or countries."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from scoring.season import Counting, Season, Share, Zone
from tournament.models import Entry, Player, Tournament


class By(StrEnum):
    """The kind of rows in a ranking: persons, clubs, teams or countries."""

    PERSON = "person"
    CLUB = "club"
    TEAM = "team"
    COUNTRY = "country"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """One person's row in a league's ranking; `place` is None if the person has not played enough hanchans.

    `season` is computed by `scoring` from the person's results, exact and in thousands: scores less chombo and
    penalties, reduced by cuts as in the tournament. `shares` has what each tournament of the ranking contributes to the
    season, None if the person did not play in it. `entries` are the person's entries in these tournaments; they
    distinguish people with the same name.

    Results from tournaments in which the person did not consent to a public name are in a second row, without a name.
    In a common row everybody could see whose results these are.
    """

    place: int | None
    player: Player
    name: str
    season: Season
    shares: tuple[Share | None, ...]
    zone: Zone
    entries: tuple[Entry, ...]
    shares_name: bool

    @property
    def band(self) -> str:
        """Return the zone of the ranking that the row is in (the value of a `Zone`); "unranked" for a row without a
        place."""
        return "unranked" if self.place is None else self.zone.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One person's contribution to a club, team or country: the person's result, and whether the result counts."""

    player: Player
    name: str
    result: Fraction
    hanchans: int
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRow:
    """The row of a club, a team or a country; `result` is None if no member has played enough hanchans.

    `deduction` is how many points are subtracted from a team's sum, as a positive number: points of the team's own
    penalties, and of chombo that is charged to the team instead of the player.
    """

    place: int | None
    name: str
    result: Fraction | None
    deduction: Fraction
    members: tuple[Member, ...]

    @property
    def counting(self) -> int:
        """Return how many members count for the group."""
        return sum(member.counts for member in self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTable:
    """A league's ranking.

    `tournaments` are the tournaments that this reader may see, the earliest first, and `weights` are their weights.
    `rows` are persons, `groups` are the requested clubs, teams or countries, and `kinds` are the kinds of groups that
    the players have. `left_out` says whether the league has tournaments that this reader may not see, in whatever
    period, and `withheld` whether some rounds are not shown yet. `unnamed` says whether there are players without a
    public name, who are in no group. `is_sorted` says whether the rows are in another order than by place; in another
    order no lines of promotion can be drawn.
    """

    rows: tuple[LeagueRow, ...]
    groups: tuple[GroupRow, ...]
    kinds: tuple[By, ...]
    tournaments: tuple[Tournament, ...]
    weights: tuple[Fraction, ...]
    counting: Counting
    left_out: bool
    withheld: bool
    unnamed: bool
    is_sorted: bool = False

    @property
    def events(self) -> list[tuple[Tournament, Fraction]]:
        """Each tournament of the ranking, with the tournament's weight."""
        return list(zip(self.tournaments, self.weights, strict=True))

    @property
    def bands(self) -> list[tuple[str, list[LeagueRow]]]:
        """Return the zones of the ranking from the top: the name of each zone (`LeagueRow.band`) and its rows."""
        if self.is_sorted:
            return [(Zone.BETWEEN.value, list(self.rows))]
        return [(band, list(rows)) for band, rows in groupby(self.rows, key=lambda row: row.band)]

    @property
    def is_divided(self) -> bool:
        """Whether the ranking has more than one zone, for example a zone of promotion, or players without a place."""
        return not self.is_sorted and any(row.band != Zone.BETWEEN.value for row in self.rows)

    @property
    def any_dropped(self) -> bool:
        return any(share and not share.is_whole for row in self.rows for share in row.shares)

    @property
    def any_weight(self) -> bool:
        return any(weight != 1 for weight in self.weights)

    @property
    def columns(self) -> int:
        """Return how many columns the table of persons has: place, player, sum, average and hanchans, and one column
        for each tournament."""
        return 5 + len(self.tournaments)
