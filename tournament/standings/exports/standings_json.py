"""Standings as data: numbers as exact decimal strings, a fraction ("50/3") where no decimal is exact."""

from typing import Any

from scoring.game_format import decimal_string
from tournament.games.queries.results import Result
from tournament.models import Cut, Tournament
from tournament.standings.queries.leaderboard import Leaderboard, Row

FORMAT = "tenbo-standings/1"


def standings_json(tournament: Tournament, board: Leaderboard) -> dict[str, Any]:
    """The whole of the standings. Equal versions mean equal standings.

    A total is the sum of the scores and of what the rounds count that were `sat_out`, less `chombo` (what the hanchans
    call `penalty`), less the other `penalties`.
    Where a player passed `cuts`, `gained` has that sum for each stage that the player reached, and each cut in turn
    multiplies what was there before it by its `carry`; `carried` is what the last one has left.
    """
    return {
        "format": FORMAT,
        "tournament": tournament.name,
        "ruleset": tournament.ruleset_key,
        "version": tournament.version,
        "counts": "signed sheets" if board.official else "signed sheets and tables in play",
        "rounds": list(board.rounds),
        "cuts": [cut_json(cut) for cut in board.cuts],
        "players": [_row(row, board.rounds) for row in board.rows],
    }


def _row(row: Row, rounds: tuple[int, ...]) -> dict[str, Any]:
    return {
        "place": row.place,
        "number": row.entry.number,
        "name": row.entry.public_name,
        "total": None if row.place is None else decimal_string(row.total),
        "passed": [cut.after_round for cut in row.passed],
        "gained": [decimal_string(gained) for gained in row.gained],
        "carried": None if row.carried is None else decimal_string(row.carried),
        "chombo": decimal_string(row.chombo),
        "penalties": decimal_string(row.penalties),
        "sat_out": None if row.sat_out is None else decimal_string(row.sat_out),
        "provisional": row.provisional,
        "status": row.departure.kind if row.departure else "plays",
        "hanchans": [
            _hanchan(round_, result) for round_, result in zip(rounds, row.results, strict=True) if result is not None
        ],
    }


def _hanchan(round_: int, result: Result) -> dict[str, Any]:
    return {
        "round": round_,
        "table": result.table,
        "hanchan": result.hanchan_id,
        **result_json(result),
        "substitute": result.substitute or None,
    }


def cut_json(cut: Cut) -> dict[str, Any]:
    """The round that it came after, and what it left of the totals."""
    return {"after": cut.after_round, "carry": decimal_string(cut.carry.value)}


def result_json(result: Result) -> dict[str, Any]:
    """What a seat has from a hanchan, without whose it is and where."""
    return {
        "points": result.points,
        "place": result.place,
        "uma": decimal_string(result.uma),
        "score": decimal_string(result.score),
        "penalty": decimal_string(result.penalty),
        "official": result.official,
    }
