"""The rows of a league's table, by person and by club, team or country."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from scoring.season import Counting, Season, Share, Zone
from tournament.models import Entry, Player, Tournament


class By(StrEnum):
    """The kind of rows: each row is one person, club, team or country."""

    PERSON = "person"
    CLUB = "club"
    TEAM = "team"
    COUNTRY = "country"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """One person's row; `place` is None if the person has not played enough.

    `season` is computed by `scoring` from the person's results, exact and in thousands: scores less chombo and
    penalties, reduced by cuts as in the tournament. `shares` are the parts of the season from each of the table's
    tournaments, None if the person did not play there. Results from tournaments where the person did not consent to
    show their name are in a separate row without a name: in a common row, the other tournaments would reveal the name.
    `entries` are the person's entries in the counted tournaments; they distinguish people of the same name.
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
        """The name of the row's zone; "unranked" for a row without a place."""
        return "unranked" if self.place is None else self.zone.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One person in a group, with their result there, and whether it counts for the group."""

    player: Player
    name: str
    result: Fraction
    hanchans: int
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRow:
    """A club, a team or a country; `result` is None if no member has played enough.

    `deduction` is positive: the points that a team's sum loses by the team's penalties, and by chombo that count for
    the team only.
    """

    place: int | None
    name: str
    result: Fraction | None
    deduction: Fraction
    members: tuple[Member, ...]

    @property
    def counting(self) -> int:
        """How many members count."""
        return sum(member.counts for member in self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTable:
    """A league's table. `tournaments` are the ones that this reader may see, the earliest first, with their weights.

    `left_out` says that the league has tournaments that this reader may not see, and `withheld` that some rounds are
    not shown yet. `rows` are persons, `groups` are of the requested kind; `kinds` are the kinds of groups that these
    players have. `unnamed` says that the table has players without a public name, who are in no group. `is_sorted` says
    that the rows are not in the order of places, so that no lines of promotion can be drawn.
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
        """Each tournament with its weight."""
        return list(zip(self.tournaments, self.weights, strict=True))

    @property
    def bands(self) -> list[tuple[str, list[LeagueRow]]]:
        """The parts of the table between its lines, from the top; each is named as in `LeagueRow.band`."""
        if self.is_sorted:
            return [(Zone.BETWEEN.value, list(self.rows))]
        return [(band, list(rows)) for band, rows in groupby(self.rows, key=lambda row: row.band)]

    @property
    def is_divided(self) -> bool:
        """Whether lines of promotion, relegation or missing places divide the table."""
        return not self.is_sorted and any(row.band != Zone.BETWEEN.value for row in self.rows)

    @property
    def any_dropped(self) -> bool:
        return any(share and not share.is_whole for row in self.rows for share in row.shares)

    @property
    def any_weight(self) -> bool:
        return any(weight != 1 for weight in self.weights)

    @property
    def columns(self) -> int:
        """How many columns a table of persons has: place, player, sum, average, hanchans, and the tournaments."""
        return 5 + len(self.tournaments)
