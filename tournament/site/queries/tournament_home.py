"""The news on a tournament's first page: the clock, the leaders, and planned seats."""

from dataclasses import dataclass

from tournament.core.queries.visibility import Sight
from tournament.games.progress import Progress
from tournament.games.queries.clock import ClockFace, clock_of, read_clock
from tournament.games.queries.results import HanchanState
from tournament.games.queries.seats import current_plan
from tournament.games.queries.shown_table import ShownTable
from tournament.models import Tournament
from tournament.rounds.queries.overview import Overview
from tournament.rounds.queries.round import round_page
from tournament.standings.queries.finished import winners
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.row import Row

LEADERS, LEADERS_AT_THE_END = 5, 10
MOST_TABLES = 20
"""The most tables shown on the first page; a larger round is shown only on its own page."""


@dataclass(frozen=True, kw_only=True)
class TournamentNews:
    """Current news of a tournament.

    * `leaders`: the first players of the standings. While a visible round is in play (`is_live`) these are the live
      standings, otherwise the official ones after the round `after`.
    * `after`: the last visible round that is over, None if there is none.
    * `clock`: the clock of the current round. `is_late`: whether this round ends after the planned start of the next
      round.
    * `planned`: whether the next round's seats are public already.
    * `winners`: the winners of a finished tournament, if this visitor may know them.
    * `tables`: the tables of the current round; empty on club nights, for organizers (who have the desk), and if there
      are more than `MOST_TABLES`.
    """

    leaders: tuple[Row, ...]
    is_live: bool
    after: int | None
    clock: ClockFace | None
    is_late: bool
    planned: bool
    is_finished: bool
    winners: tuple[Row, ...]
    podium: tuple[Row, ...]
    tables: tuple[ShownTable, ...]


def news(tournament: Tournament, overview: Overview, progress: Progress, sight: Sight) -> TournamentNews:
    """Load the first page's news in a fixed number of queries, without replaying any hand."""
    plan = current_plan(tournament)
    shown = [line for line in overview.rounds if sight.shows(line.round.number)]
    over = [line.round.number for line in shown if line.is_over]
    after = max(over, default=None)
    is_live = any(not line.is_over and not line.nothing_played for line in shown)
    counted = sight if is_live else sight.after(after)
    board = leaderboard(tournament, official=not is_live, sight=counted) if is_live or after else None
    latest = overview.latest
    first = winners(tournament, progress, board, sight)
    clock = read_clock(clock_of(latest.round), tournament.ruleset) if latest and not latest.is_over else None
    ends_at, next_start = clock and clock.signal_at, overview.next_start
    return TournamentNews(
        leaders=tuple(row for row in board.rows[: LEADERS_AT_THE_END if first else LEADERS] if row.place)
        if board
        else (),
        is_live=is_live,
        after=after,
        clock=clock,
        is_late=bool(ends_at and next_start and ends_at > next_start.starts_at),
        planned=plan is not None and len(plan.rounds) >= overview.next_number,
        is_finished=progress.is_finished,
        winners=first,
        podium=tuple(row for row in board.rows if row.place and row.place <= 3) if board and first else (),
        tables=_tables_in_play(tournament, overview, sight),
    )


def _tables_in_play(tournament: Tournament, overview: Overview, sight: Sight) -> tuple[ShownTable, ...]:
    latest = overview.latest
    if latest is None or latest.is_over or latest.tables > MOST_TABLES:
        return ()
    if tournament.may_organize or not tournament.kind.has_rounds:
        return ()
    page = round_page(latest.round, sight=sight, for_team=tournament.is_of_team)
    return tuple(table for table in page.tables if table.state is not HanchanState.CANCELLED)
