"""The possible cut after the latest round: the players who could advance, and players who are tied for the last
places."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from scoring.announced_cuts import AnnouncedCut, coming
from scoring.stages import (
    LIVES,
    PLACE_OF_ABSENT,
    Line,
    all_allow,
    line_after,
    line_at_table,
    lives_left,
    usual_count,
)
from tournament.core.namesakes import distinct_names
from tournament.games.queries.departures import departed_entries
from tournament.games.queries.results import unsigned_hanchans
from tournament.games.queries.seats import next_round_number
from tournament.models import Cut, Tournament
from tournament.standings.queries.leaderboard import Leaderboard, leaderboard
from tournament.standings.queries.row import Row

Part = Literal["above", "tied", "below"]
PARTS: tuple[Part, ...] = ("above", "tied", "below")


class DrawnBy(StrEnum):
    """How the line between players who advance and players who do not is drawn. The values are used in query
    strings."""

    STANDINGS = ""
    TABLES = "tables"  # the first two of each table; the qualification breaks ties
    TABLES_LEVEL = "level"  # the first two of each table; the organizer breaks ties, or draws
    LIVES = "lives"  # players who have not lost twice since the first cut advance


@dataclass(frozen=True)
class CutPreview:
    """The official standings after the latest round (`after_round`, 0 before the first), and the cut that was `made`
    after this round, if any.

    * `rows`: the players who could advance, by place and with full names. These are all ranked players who still play
      and who advanced at the previous cut, if there was a previous cut.
    * `departed`: players who would be in `rows`, but no longer play.
    * `unsigned`: the number of tables whose sheets must be signed first.
    * `coming`: the announced cuts that are still to be made, the next one first.
    """

    after_round: int
    unsigned: int
    made: Cut | None
    board: Leaderboard
    rows: tuple[Row, ...]
    departed: tuple[Row, ...]
    coming: tuple[AnnouncedCut, ...]

    @property
    def made_count(self) -> int:
        """Return the number of players who advanced at the cut that was made after the latest round."""
        return sum(self.made in row.passed for row in (*self.board.rows, *self.board.unlisted))

    @property
    def leavers(self) -> list[Row]:
        """Return the players who advanced at the cut after the latest round, but no longer play."""
        if self.made is None:
            return []
        return [row for row in (*self.departed, *self.board.unlisted) if self.made in row.passed]

    @property
    def candidates(self) -> list[Row]:
        """Return the players who can replace `leavers`: players who still play and did not advance. The next in the
        standings comes first."""
        return [row for row in self.rows if self.made and self.made not in row.passed]

    def line(self, count: int) -> Line:
        """Return the line of a cut after the first `count` rows; players are entry ids."""
        return line_after({row.entry.pk: row.place for row in self.rows if row.place}, count)

    @property
    def tables(self) -> dict[int, dict[Row, int]]:
        """Return the tables of a knock-out's latest round, by table number: the players who could advance, with their
        places at the table.

        Empty before the first cut, because a knock-out begins after a qualification. A player with a substitute counts
        as last.
        """
        places: dict[int, dict[Row, int]] = {}
        for row in self.rows:
            result = row.results[-1] if row.results else None
            if result and any(cut.after_round < self.after_round for cut in row.passed):
                places.setdefault(result.table, {})[row] = PLACE_OF_ABSENT if result.substitute else result.place
        return {number: dict(sorted(places[number].items(), key=lambda at: at[1])) for number in sorted(places)}

    @property
    def lives(self) -> dict[int, int]:
        """Return the lives left in a knock-out with two lives, by entry id, counted since the first cut; empty before
        the first cut."""
        first = next((cut for cut in self.board.cuts if cut.after_round < self.after_round), None)
        if first is None:
            return {}
        tables: dict[tuple[int, int], dict[Row, int]] = {}
        for row in (*self.board.rows, *self.board.unlisted):
            for result in row.results:
                if result and first in row.passed and result.round > first.after_round:
                    place = PLACE_OF_ABSENT if result.substitute else result.place
                    tables.setdefault((result.round, result.table), {})[row] = place
        lines = [
            (_line_at(four, DrawnBy.TABLES), [row.entry.pk for row in four]) for _key, four in sorted(tables.items())
        ]
        return lives_left(lines)

    @property
    def lives_line(self) -> Line:
        """Return the line of a knock-out with two lives: players with a life left are above the line."""
        lives = self.lives
        return Line(above=tuple(row.entry.pk for row in self.rows if lives.get(row.entry.pk, LIVES)), tied=(), open=0)

    def lines(self, drawn_by: DrawnBy) -> tuple[Line, ...]:
        """Return the lines of a knock-out: one for each table or, with two lives, one for all players."""
        return (self.lives_line,) if drawn_by is DrawnBy.LIVES else tuple(self.table_lines(drawn_by).values())

    def table_lines(self, drawn_by: DrawnBy) -> dict[int, Line]:
        """Return the line of each table of the latest round, by table number: the line after the first two players of
        the table."""
        return {number: _line_at(four, drawn_by) for number, four in self.tables.items()}

    def may_go_on(self, finalists: Collection[int], drawn_by: DrawnBy = DrawnBy.STANDINGS) -> bool:
        """Whether exactly these `finalists` can advance: at least one player is out, and no player who is out is ranked
        above a finalist (in a knock-out, of the same table)."""
        if drawn_by:
            lines = self.lines(drawn_by)
            return 0 < len(finalists) < len(self.rows) and all_allow(lines, finalists)
        above = [row for row in self.rows if row.entry.pk in finalists]
        if not above or len(above) != len(set(finalists)) or len(above) == len(self.rows):
            return False
        return self.line(len(above)).allows(finalists)

    def at_tables(self, drawn_by: DrawnBy) -> list[tuple[int, list[tuple[Row, int | None, Part]]]]:
        """Return a knock-out's tables by number. Each player comes with the place at the table (None if a substitute
        played) and with a part: above the line, tied at it, or below it."""
        lines = self.table_lines(drawn_by)
        return [
            (number, [(row, _place_shown(place), _part(lines[number], row)) for row, place in four.items()])
            for number, four in self.tables.items()
        ]

    def around(self, line: Line) -> list[tuple[Part, list[Row]]]:
        """Return the rows in three parts (above the line, tied at the line, below the line), without empty parts."""
        return [(part, rows) for part in PARTS if (rows := [row for row in self.rows if _part(line, row) == part])]

    @property
    def usual(self) -> int:
        """Return the proposed number of finalists: the announced number, else 16; if there are few players, half of
        them, rounded to whole tables."""
        return self.coming[0].places if self.coming else usual_count(len(self.rows))

    @property
    def announced_part(self) -> str:
        """Return the share of the totals that players carry at the next announced cut; empty if no cut is announced."""
        return self.coming[0].carried if self.coming else ""


def _place_shown(place: int) -> int | None:
    return None if place == PLACE_OF_ABSENT else place


def _line_at(four: dict[Row, int], drawn_by: DrawnBy) -> Line:
    places = {row.entry.pk: place for row, place in four.items()}
    if drawn_by is DrawnBy.TABLES_LEVEL:
        return line_after(places, 2)
    return line_at_table(places, {row.entry.pk: row.gained[0] for row in four})


def _part(line: Line, row: Row) -> Part:
    if row.entry.pk in line.above:
        return "above"
    return "tied" if row.entry.pk in line.tied else "below"


def cut_after_latest(tournament: Tournament) -> CutPreview:
    """Read all data of the cut page, in a fixed number of queries."""
    after_round = next_round_number(tournament) - 1
    board = leaderboard(tournament, official=True)
    left = set(departed_entries(tournament, after_round + 1).values_list("pk", flat=True))
    made = next((cut for cut in board.cuts if cut.after_round == after_round), None)
    earlier = [cut for cut in board.cuts if cut is not made]
    names = distinct_names([row.entry for row in board.rows], for_team=True)
    ranked = [row._replace(name=names[row.entry.pk]) for row in board.rows if row.place]
    rows = [row for row in ranked if not earlier or earlier[-1] in row.passed]
    playing = tuple(row for row in rows if row.entry.pk not in left)
    made_after = max((cut.after_round for cut in board.cuts), default=None)
    return CutPreview(
        after_round=after_round,
        unsigned=unsigned_hanchans(tournament).count(),
        made=made,
        board=board,
        rows=playing,
        departed=tuple(row for row in rows if row.entry.pk in left),
        coming=coming(tournament.cut_plan, made_after=made_after, playing=len(playing)),
    )
