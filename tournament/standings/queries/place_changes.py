"""Computes which places and totals change if one signed hanchan is changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.games.game import Game
from tournament.games.queries.results import official_results, results_of
from tournament.models import Seat
from tournament.standings.queries.leaderboard import leaderboard_of
from tournament.standings.queries.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerChange:
    """One player's row in the standings, before and after the change."""

    before: Row
    after: Row


def place_changes(before: Game, after: Game | None) -> tuple[PlayerChange, ...] | None:
    """Return the rows of the standings that would change if the game `after` replaced the signed game `before`. If
    `after` is None, the hanchan would no longer count. The changes are in the order of the current official standings.
    The result is None if `before` is not signed, because then no official standings change."""
    if before.sheet is None:
        return None
    tournament = before.hanchan.tournament
    results_now = official_results(tournament)
    results_after = [result for result in results_now if result.hanchan_id != before.hanchan.pk]
    if after is not None:
        results_after += results_of(replace(after, sheet=None, signatures=()))
    standing = leaderboard_of(tournament, results_now, official=True)
    rows = {row.entry.pk: row for row in leaderboard_of(tournament, results_after, official=True).rows}
    pairs = (PlayerChange(before=row, after=rows[row.entry.pk]) for row in standing.rows)
    return tuple(p for p in pairs if (p.before.place, p.before.total) != (p.after.place, p.after.total))


def with_seats(game: Game, entries: Sequence[int]) -> Game:
    """Return the game with these entries (by id) on its seats."""
    sitting = {seat.entry_id: seat.entry for seat in game.seats}
    seats = (Seat(hanchan=game.hanchan, seat=number, entry=sitting[pk]) for number, pk in enumerate(entries))
    return replace(game, seats=tuple(seats))
