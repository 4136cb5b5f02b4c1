"""Standings as data: numbers as exact decimal strings, a fraction ("50/3") where no decimal is exact."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from scoring.announced_cuts import AnnouncedCut
from scoring.game_writing import decimal_string
from scoring.stages import part_carried
from scoring.tie_breaks import TieBreak
from tournament.core.json_shapes import always, count, exact, means, one_of
from tournament.games.queries.results import Result
from tournament.models import Cut, Departure, Tournament
from tournament.standings.queries.leaderboard import Leaderboard, Row

FORMAT = "tenbo-standings/1"


TieBreakWord = Annotated[str, one_of("a criterion", *TieBreak)]


class CutJson(TypedDict):
    """That only some play on for the first places."""

    after: Annotated[int, count("the last round before it")]
    carry: Annotated[str, exact("what totals are multiplied by")]


class AnnouncedCutJson(TypedDict):
    """A cut that is announced."""

    after: Annotated[int, count("the last round before it; null while it is open")] | None
    places: Annotated[int, count("players who advance")]
    carry: Annotated[str, exact("what totals are multiplied by; null while it is open")] | None


class ResultJson(TypedDict):
    """What a seat has, or would have if play stopped now."""

    points: Annotated[int, means("on the table")]
    place: Annotated[int, Field(ge=1, le=4, description="shared by equal points")]
    uma: Annotated[str, exact("in thousands")]
    score: Annotated[str, exact("points and uma, in thousands")]
    penalty: Annotated[str, exact("what chombo cost, positive, no part of the score")]
    official: Annotated[bool, means("whether the sheet is signed")]


class HanchanPlaceJson(TypedDict):
    """Which hanchan it is."""

    round: Annotated[int, count("its number")]
    table: Annotated[int, count("its number")]
    hanchan: Annotated[int, count("its id")]


class PlayedHanchanJson(HanchanPlaceJson, ResultJson):
    """What a player has from one hanchan."""

    substitute: Annotated[str, means("who played for them")] | None


class StandingJson(TypedDict):
    """A player's line."""

    place: Annotated[int, count("shared by equal totals; null before the first result")] | None
    number: Annotated[int, count("the player's, in this tournament")]
    name: Annotated[str, means("as it may be published")]
    total: Annotated[str, exact("in thousands")] | None
    passed: Annotated[list[Annotated[int, count("a round's number")]], means("the cuts that the player passed")]
    gained: Annotated[list[Annotated[str, exact("in thousands")]], means("what each stage brought")]
    carried: Annotated[str, exact("what the last cut left, in thousands")] | None
    chombo: Annotated[str, exact("taken off, positive")]
    penalties: Annotated[str, exact("others taken off, positive")]
    sat_out: Annotated[str, exact("what rounds that were sat out count")] | None
    provisional: Annotated[bool, means("whether a sheet counts that is not signed")]
    status: Annotated[str, one_of("whether the player plays on", "plays", *Departure.Kind.values)]
    hanchans: Annotated[list[PlayedHanchanJson], means("by round")]


class StandingsJson(TypedDict):
    """The standings, as the file of the standings page."""

    format: Annotated[str, always(FORMAT)]
    tournament: Annotated[str, means("its name")]
    ruleset: Annotated[str, means("the key of its rulebook")]
    version: Annotated[int, count("as of the tournament")]
    counts: Annotated[str, one_of("what counts", "signed sheets", "signed sheets and tables in play")]
    rounds: Annotated[list[Annotated[int, count("a round's number")]], means("those that count")]
    cuts: Annotated[list[CutJson], means("made so far")]
    announced_cuts: Annotated[list[AnnouncedCutJson], means("announced for the event, made or not, in their order")]
    tie_breaks: Annotated[list[TieBreakWord], means("what separates equal totals, in this order")]
    lots_number: Annotated[int, count("by which lots are drawn")] | None
    players: Annotated[list[StandingJson], means("by place")]


def standings_json(tournament: Tournament, board: Leaderboard) -> StandingsJson:
    """Return the standings as JSON. Equal versions mean equal standings.

    A total is the sum of the hanchans' scores and `sat_out` (the worth of rounds sat out), less `chombo` (`penalty` of
    the hanchans), less the other `penalties`. For a player who passed `cuts`, `gained` has that sum for each stage that
    the player reached. Each cut multiplies the total before it by its `carry`; `carried` is what the last cut left.
    """
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
        "players": [_row(row, board.rounds) for row in board.rows],
    }


def _row(row: Row, rounds: tuple[int, ...]) -> StandingJson:
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


def _hanchan(round_: int, result: Result) -> PlayedHanchanJson:
    return {
        "round": round_,
        "table": result.table,
        "hanchan": result.hanchan_id,
        **result_json(result),
        "substitute": result.substitute or None,
    }


def cut_json(cut: Cut) -> CutJson:
    """The round that a cut came after, and the part of the totals that it carried over."""
    return {"after": cut.after_round, "carry": decimal_string(cut.carry)}


def result_json(result: Result) -> ResultJson:
    """A seat's result in a hanchan, without player, round and table."""
    return {
        "points": result.points,
        "place": result.place,
        "uma": decimal_string(result.uma),
        "score": decimal_string(result.score),
        "penalty": decimal_string(result.penalty),
        "official": result.official,
    }


def announced_cut_json(cut: AnnouncedCut) -> AnnouncedCutJson:
    """The round that an announced cut comes after, how many advance, and the part of the totals that it carries
    over."""
    carry = decimal_string(part_carried(cut.carried)) if cut.carried else None
    return {"after": cut.after_round, "places": cut.places, "carry": carry}
