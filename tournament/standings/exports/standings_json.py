"""Standings as data. Exact numbers are strings: decimals, or a fraction ("50/3") if no decimal is exact."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from scoring.announced_cuts import AnnouncedCut
from scoring.game_writing import decimal_string
from scoring.stages import part_carried
from scoring.tie_breaks import TieBreak
from tournament.core.json_shapes import always, count, exact, means, one_of
from tournament.games.queries.results import Result
from tournament.games.queries.substitutes import public_substitutes
from tournament.models import Cut, Departure, Tournament
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.row import Row

FORMAT = "tenbo-standings/1"
Substitutes = Mapping[tuple[int, int], str]
"""Public names of substitutes, by the ids of hanchan and entry."""


TieBreakWord = Annotated[str, one_of("a criterion", *TieBreak)]


class CutJson(TypedDict):
    """A cut: after this round only the qualified players compete for the first places."""

    after: Annotated[int, count("last round before the cut")]
    carry: Annotated[str, exact("factor by which totals are multiplied at the cut")]


class AnnouncedCutJson(TypedDict):
    """An announced cut, which may not have been made yet."""

    after: Annotated[int, count("last round before the cut; null if not decided yet")] | None
    places: Annotated[int, count("players who advance")]
    carry: Annotated[str, exact("factor by which totals are multiplied at the cut; null if not decided yet")] | None


class ResultJson(TypedDict):
    """A seat's result in a hanchan. While the hanchan is being played, it is the result that the seat would have if the
    hanchan ended now."""

    points: Annotated[int, means("points on the table")]
    place: Annotated[int, Field(ge=1, le=4, description="place, shared by equal points")]
    uma: Annotated[str, exact("uma, in thousands")]
    score: Annotated[str, exact("score: points and uma together, in thousands")]
    penalty: Annotated[str, exact("cost of chombo as a positive number; the score does not include it")]
    official: Annotated[bool, means("whether the score sheet is signed")]


class HanchanPlaceJson(TypedDict):
    """Round, table and id of a hanchan."""

    round: Annotated[int, count("number of the round")]
    table: Annotated[int, count("number of the table")]
    hanchan: Annotated[int, count("id of the hanchan")]


class PlayedHanchanJson(HanchanPlaceJson, ResultJson):
    """A player's result in one hanchan."""

    substitute: (
        Annotated[str, means("name of the substitute who played for the player, or what is published instead of it")]
        | None
    )


class StandingJson(TypedDict):
    """A player's row in the standings."""

    place: Annotated[int, count("place, shared by equal totals; null before the first result")] | None
    number: Annotated[int, count("number of the player in this tournament")]
    name: Annotated[str, means("name of the player, or what is published instead of it")]
    total: Annotated[str, exact("total, in thousands")] | None
    passed: Annotated[list[Annotated[int, count("last round before a cut")]], means("cuts that the player passed")]
    gained: Annotated[
        list[Annotated[str, exact("in thousands")]],
        means("points of each stage between the cuts, the first stage first"),
    ]
    carried: Annotated[str, exact("total carried over from before the last cut, in thousands")] | None
    chombo: Annotated[str, exact("points taken off for chombo, as a positive number")]
    penalties: Annotated[str, exact("points taken off by other penalties, as a positive number")]
    sat_out: Annotated[str, exact("points given for rounds that the player sat out")] | None
    provisional: Annotated[bool, means("whether a result without a signed score sheet is included")]
    status: Annotated[str, one_of("`plays`, or how the player left the tournament", "plays", *Departure.Kind.values)]
    hanchans: Annotated[list[PlayedHanchanJson], means("hanchans by round")]


class StandingsJson(TypedDict):
    """The standings of a tournament, also downloaded from their page."""

    format: Annotated[str, always(FORMAT)]
    tournament: Annotated[str, means("name of the tournament")]
    ruleset: Annotated[str, means("key of its rulebook, such as `ema_2025`")]
    version: Annotated[int, count("the tournament's version")]
    counts: Annotated[str, one_of("results that are included", "signed sheets", "signed sheets and tables in play")]
    rounds: Annotated[list[Annotated[int, count("number of a round")]], means("rounds that are included")]
    cuts: Annotated[list[CutJson], means("cuts made so far")]
    announced_cuts: Annotated[
        list[AnnouncedCutJson], means("cuts announced for the tournament, in their order, whether made or not")
    ]
    tie_breaks: Annotated[list[TieBreakWord], means("criteria that separate equal totals, in this order")]
    lots_number: Annotated[int, count("number from which the lots are computed; null if no lots are drawn")] | None
    players: Annotated[list[StandingJson], means("players by place")]


def standings_json(tournament: Tournament, board: Leaderboard) -> StandingsJson:
    """Return the standings as JSON. The standings change only if the tournament's version changes.

    A total is the sum of the hanchans' scores and of `sat_out` (the scores for rounds sat out), less `chombo` and the
    other `penalties`. `chombo` is the sum of the hanchans' `penalty`. For a player who passed `cuts`, `gained` has a
    sum of the same parts for each stage that the player reached. Each cut multiplies the total before it by its
    `carry`; `carried` is the total after the last cut.
    """
    substitutes = public_substitutes(tournament) if board.any_substitute else {}
    return {
        "format": FORMAT,
        "tournament": tournament.name,
        "ruleset": tournament.ruleset_key,
        "version": tournament.version,
        "counts": "signed sheets" if board.official else "signed sheets and tables in play",
        "rounds": list(board.rounds),
        "cuts": [cut_json(cut) for cut in board.cuts],
        "announced_cuts": [announced_cut_json(cut) for cut in tournament.cut_plan],
        "tie_breaks": [criterion.value for criterion in board.ties.criteria],
        "lots_number": board.ties.lots_number if TieBreak.DRAW in board.ties.criteria else None,
        "players": [_row(row, board.rounds, substitutes) for row in board.rows],
    }


def _row(row: Row, rounds: tuple[int, ...], substitutes: Substitutes) -> StandingJson:
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
            _hanchan(round_, result, substitutes)
            for round_, result in zip(rounds, row.results, strict=True)
            if result is not None
        ],
    }


def _hanchan(round_: int, result: Result, substitutes: Substitutes) -> PlayedHanchanJson:
    return {
        "round": round_,
        "table": result.table,
        "hanchan": result.hanchan_id,
        **result_json(result),
        "substitute": substitutes.get((result.hanchan_id, result.entry_id)) if result.substitute else None,
    }


def cut_json(cut: Cut) -> CutJson:
    """Return the round after which a cut was made, and the share of the totals that was carried over."""
    return {"after": cut.after_round, "carry": decimal_string(cut.carry)}


def result_json(result: Result) -> ResultJson:
    """Return a seat's result in a hanchan, without player, round and table."""
    return {
        "points": result.points,
        "place": result.place,
        "uma": decimal_string(result.uma),
        "score": decimal_string(result.score),
        "penalty": decimal_string(result.penalty),
        "official": result.official,
    }


def announced_cut_json(cut: AnnouncedCut) -> AnnouncedCutJson:
    """Return the round after which an announced cut is to be made, how many players advance, and the share of the
    totals that is carried over."""
    carry = decimal_string(part_carried(cut.carried)) if cut.carried else None
    return {"after": cut.after_round, "places": cut.places, "carry": carry}
