"""What a cut after the latest round would be: who could go on, and who is tied at the line."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from scoring.stages import Line, line_after
from tournament.models import Cut, Tournament
from tournament.queries.departures import gone
from tournament.queries.leaderboard import Leaderboard, Row, leaderboard
from tournament.queries.results import unsigned_hanchans
from tournament.queries.seats import next_round_number

PARTS: tuple[Literal["above", "tied", "below"], ...] = ("above", "tied", "below")


@dataclass(frozen=True)
class BeforeCut:
    """The official standings after the latest round (0 before the first), and the cut `made` after it, if one was.

    `rows` are those who could go on, in their order: everybody with a place who still plays, or after an earlier cut
    only those who went on there. `unsigned` counts the tables that hold the line up.
    """

    after_round: int
    unsigned: int
    made: Cut | None
    board: Leaderboard
    rows: tuple[Row, ...]

    @property
    def made_count(self) -> int:
        """How many went on at the cut that was made."""
        return sum(self.made in row.passed for row in (*self.board.rows, *self.board.unlisted))

    def line(self, count: int) -> Line:
        """The line below the first `count` of them; players are entries."""
        return line_after({row.entry.pk: row.place for row in self.rows if row.place}, count)

    def may_go_on(self, finalists: Collection[int]) -> bool:
        """Whether these leave nobody behind who is above one of them, and somebody of everybody."""
        above = [row for row in self.rows if row.entry.pk in finalists]
        if not above or len(above) != len(set(finalists)) or len(above) == len(self.rows):
            return False
        return self.line(len(above)).allows(finalists)

    def around(self, line: Line) -> list[tuple[Literal["above", "tied", "below"], list[Row]]]:
        """The rows above the line, tied at it and below it, where there are any."""
        where = dict.fromkeys(line.above, "above") | dict.fromkeys(line.tied, "tied")
        return [
            (part, rows)
            for part in PARTS
            if (rows := [row for row in self.rows if where.get(row.entry.pk, "below") == part])
        ]

    @property
    def usual(self) -> int:
        """How many go on where nobody has said: 16, or half of a small field, in whole tables."""
        return max(1, min(16, max(4, len(self.rows) // 8 * 4), len(self.rows) - 1))


def cut_after_latest(tournament: Tournament) -> BeforeCut:
    """All that the decision needs, in a fixed number of queries."""
    after_round = next_round_number(tournament) - 1
    board = leaderboard(tournament, official=True)
    left = set(gone(tournament, after_round + 1).values_list("pk", flat=True))
    made = next((cut for cut in board.cuts if cut.after_round == after_round), None)
    earlier = [cut for cut in board.cuts if cut is not made]
    rows = [row for row in board.rows if row.place and row.entry.pk not in left]
    return BeforeCut(
        after_round=after_round,
        unsigned=unsigned_hanchans(tournament).count(),
        made=made,
        board=board,
        rows=tuple(row for row in rows if not earlier or earlier[-1] in row.passed),
    )
