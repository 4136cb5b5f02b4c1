"""The page of the standings: each player's row, with gaps to other players and places gained, in the chosen order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from django.core.paginator import Page

from scoring.announced_cuts import AnnouncedCut, coming
from scoring.standings import exact_sum
from tournament.core.queries.long_lists import page_of
from tournament.core.queries.visibility import Sight
from tournament.models import Cut, Tournament
from tournament.standings.latest_rounds import latest_rounds
from tournament.standings.queries.cached import board_and_before_of
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.row import Row

MANY_ROUNDS = 8
"""If there are more rounds, a laptop shows the table in a frame that scrolls both ways."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One player's row. Gaps to other players are in thousands, and None if there is no such player.

    * `gained`: how many places the player has gained since the previous round, negative if places were lost; None if
      the player had no place after the previous round.
    * `behind`: the gap to the best of the players who passed the same cuts.
    * `to_line`: the distance to the line of the next announced cut. For a player above the line this is the gap to the
      first player who would not advance; for a player below the line, the gap to the last player who would advance.
    * `cut_above`: the cut whose line is drawn just above this player. `to_come` is the announced cut whose line would
      be drawn just above this player.
    """

    row: Row
    gained: int | None
    behind: Fraction | None
    cut_above: Cut | None = None
    to_line: Fraction | None = None
    to_come: AnnouncedCut | None = None

    @property
    def lost(self) -> int:
        return -self.gained if self.gained and self.gained < 0 else 0

    @property
    def average(self) -> Fraction | None:
        """Return the mean score of the hanchans played; None if the player has played none."""
        scores = [result.score for result in self.row.results if result]
        return exact_sum(scores) / len(scores) if scores else None


@dataclass(frozen=True, kw_only=True)
class StandingsPage:
    """The rows to show, on one of the `pages` of a long list.

    `sort` is the chosen order: "average", "chombo", "penalties", the number of a round, or "" for the order of places.
    Lines of cuts are drawn only in the order of places. `coming` are the announced cuts that are still to be made, the
    next one first.
    """

    board: Leaderboard
    pages: Page[Line]
    sort: str
    coming: tuple[AnnouncedCut, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(self.pages)

    @cached_property
    def any_country(self) -> bool:
        return any(row.entry.is_named and row.entry.player.country_shown for row in self.board.rows)

    @cached_property
    def any_team(self) -> bool:
        """Whether a player has a team, so that there are also standings of the teams."""
        return any(row.entry.team for row in self.board.rows)

    @cached_property
    def any_gained(self) -> bool:
        return any(line.gained for line in self.pages)

    @cached_property
    def any_average(self) -> bool:
        """Whether somebody has played at least two hanchans, so that an average is useful."""
        return any(row.played > 1 for row in self.board.rows)

    @cached_property
    def rounds(self) -> Sequence[int]:
        """Return the rounds that have a column: the latest ones."""
        return latest_rounds(self.board.rounds, players=len(self.pages))

    @property
    def latest(self) -> str:
        """Return the argument of the template filter `slice`, such as "-3:", that picks the results of the shown rounds
        (`rounds`) from a row's `results`."""
        return f"{len(self.board.rounds) - len(self.rounds)}:"

    @property
    def are_latest(self) -> bool:
        """Whether earlier rounds have no column."""
        return len(self.rounds) < len(self.board.rounds)

    @property
    def has_many_rounds(self) -> bool:
        return len(self.rounds) > MANY_ROUNDS

    @cached_property
    def columns(self) -> int:
        """Return the number of columns of the table: place, player, total and gap; the optional columns for which
        somebody has a value; and one column for each of the latest rounds."""
        board = self.board
        optional = board.any_carried + board.any_chombo + board.any_penalty + board.any_sat_out
        return 4 + bool(self.coming) + self.any_country + self.any_average + optional + len(self.rounds)


def standings_page(
    tournament: Tournament, *, official: bool, sight: Sight, query: str, sort: str, page: int = 1
) -> StandingsPage:
    """Load the page in a fixed number of queries. If this version of the standings is cached, the standings need no
    query.

    `query` is the text that is searched in names. `sort` is as in `StandingsPage`; with any other text, the rows are in
    the order of places.
    """
    board, before = board_and_before_of(tournament, official=official, sight=sight)
    places = {row.entry.pk: row.place for row in before.rows} if before and not tournament.is_club_night else {}
    chosen = sort if sort in sorts(board.rounds) else ""
    shown = {row.entry.pk for row in board.named(query)}
    lines, announced = divided_lines(board, tournament, sight, places)
    lines = [line for line in lines if line.row.entry.pk in shown]
    if chosen or query:
        lines = [replace(line, cut_above=None, to_come=None) for line in _sorted(lines, chosen, board.rounds)]
    pages = page_of(lines, page, is_search=bool(query))
    return StandingsPage(board=board, pages=pages, sort=chosen, coming=announced)


def divided_lines(
    board: Leaderboard, tournament: Tournament, sight: Sight, places_before: Mapping[int, int | None] | None = None
) -> tuple[list[Line], tuple[AnnouncedCut, ...]]:
    """Return the players' rows in the order of places, divided by cuts, and the announced cuts that are still to be
    made.

    `places_before` are the places after the previous round, by the entry's id. Standings as of an earlier round have no
    announced cuts.
    """
    lines = _lines(board.rows, places_before or {})
    return _divided(lines, board, tournament.cut_plan if sight.until is None else ())


def coming_cuts(board: Leaderboard, plan: Sequence[AnnouncedCut]) -> tuple[AnnouncedCut, ...]:
    """Return the announced cuts that are still to be made, the next one first."""
    made_after = max((cut.after_round for cut in board.cuts), default=None)
    return coming(plan, made_after=made_after, playing=_racing(board))


def _racing(board: Leaderboard) -> int:
    """Return how many players have a place and passed all cuts so far. These players are the first rows of the
    standings."""
    return sum(bool(row.place) and row.group == board.rows[0].group for row in board.rows)


def sorts(rounds: Iterable[int]) -> list[str]:
    """Return the values of `?sort=` that a page offers besides the order of places."""
    return ["average", "chombo", "penalties", *map(str, rounds)]


def _lines(rows: Sequence[Row], places: Mapping[int, int | None]) -> list[Line]:
    lines: list[Line] = []
    for _group, same_cuts in groupby(rows, key=lambda row: row.group):
        group = list(same_cuts)
        first = _line(group[0], group[0], places)
        above = lines[-1].row.last_passed if lines else None
        lines += [replace(first, cut_above=above), *(_line(row, group[0], places) for row in group[1:])]
    return lines


def _divided(
    lines: list[Line], board: Leaderboard, plan: Sequence[AnnouncedCut]
) -> tuple[list[Line], tuple[AnnouncedCut, ...]]:
    """Return the rows, with `to_line` and `to_come` filled in for the announced cuts, and all announced cuts that are
    still to be made."""
    announced = coming_cuts(board, plan)
    racing = lines[: _racing(board)]
    if not announced:
        return lines, ()
    places = announced[0].places
    last_in, first_out = racing[places - 1].row, racing[places].row
    below = {cut.places: cut for cut in announced}
    distances = [
        replace(
            line,
            to_line=line.row.total - (first_out if number < places else last_in).total,
            to_come=below.get(number),
        )
        for number, line in enumerate(racing)
    ]
    return distances + lines[len(racing) :], announced


def _line(row: Row, leader: Row, places: Mapping[int, int | None]) -> Line:
    before = places.get(row.entry.pk)
    is_out = row.departure is not None and row.departure.is_last
    is_behind = row.place is not None and leader.place != row.place and not is_out
    return Line(
        row=row,
        gained=before - row.place if before and row.place else None,
        behind=leader.total - row.total if is_behind else None,
    )


def _sorted(lines: list[Line], sort: str, rounds: Sequence[int]) -> list[Line]:
    """Return the rows sorted by the chosen value, the largest first. Players without this value come last, in the order
    of places."""

    def key(line: Line) -> tuple[bool, Fraction]:
        value: Fraction | None
        match sort:
            case "":
                value = None
            case "average":
                value = line.average
            case "chombo":
                value = line.row.chombo or None
            case "penalties":
                value = line.row.penalties or None
            case number:
                result = line.row.results[rounds.index(int(number))]
                value = result.score if result else None
        return value is None, -(value or Fraction())

    return sorted(lines, key=key)
