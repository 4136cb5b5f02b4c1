"""A tournament's first page besides its rounds: the clock, the leaders, and planned seats."""

from dataclasses import dataclass

from tournament.core.queries.visibility import Sight
from tournament.games.progress import Progress
from tournament.games.queries.clock import ClockFace, clock_of, read_clock
from tournament.games.queries.seats import current_plan
from tournament.models import Tournament
from tournament.rounds.queries.overview import Overview
from tournament.standings.queries.finished import winners
from tournament.standings.queries.leaderboard import Row, leaderboard

LEADERS, LEADERS_AT_THE_END = 5, 10


@dataclass(frozen=True, kw_only=True)
class Happening:
    """News for a tournament's first page. `leaders` are the first of the official standings after the round `after`,
    the last round that is over and shown; None before that. `clock` is that of the current round. `is_late`: that round
    ends after the planned start of the next. `planned`: the next round's seats can be read already. `winners` are those
    of a finished tournament, if this visitor may know them."""

    leaders: tuple[Row, ...]
    after: int | None
    clock: ClockFace | None
    is_late: bool
    planned: bool
    is_finished: bool
    winners: tuple[Row, ...]
    podium: tuple[Row, ...]


def happening(tournament: Tournament, overview: Overview, progress: Progress, sight: Sight) -> Happening:
    """Load the first page's news in a fixed number of queries, without replaying a hand."""
    plan = current_plan(tournament)
    over = [line.round.number for line in overview.rounds if line.is_over and sight.shows(line.round.number)]
    after = max(over, default=None)
    board = leaderboard(tournament, official=True, sight=sight.after(after)) if after else None
    latest = overview.latest
    first = winners(tournament, progress, board, sight)
    clock = read_clock(clock_of(latest.round), tournament.ruleset) if latest and not latest.is_over else None
    ends_at, next_start = clock and clock.signal_at, overview.next_start
    return Happening(
        leaders=tuple(row for row in board.rows[: LEADERS_AT_THE_END if first else LEADERS] if row.place)
        if board
        else (),
        after=after,
        clock=clock,
        is_late=bool(ends_at and next_start and ends_at > next_start.starts_at),
        planned=plan is not None and len(plan.rounds) >= overview.next_number,
        is_finished=progress.is_finished,
        winners=first,
        podium=tuple(row for row in board.rows if row.place and row.place <= 3) if board and first else (),
    )
