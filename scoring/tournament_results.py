"""Computes the results of a tournament in `tenbo/1` from its signed sheets, points from paper or games."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.bonus import NO_CHIPS
from scoring.game_format import game_from_json, outcome_from_json
from scoring.game_writing import Json
from scoring.hanchan import replay, winless
from scoring.placement import place
from scoring.presets import RULESETS
from scoring.rules import Ruleset, ruleset_from_json
from scoring.seats import SEATS, Points, Seat, by_seat
from scoring.uma import Tenths


class Line(NamedTuple):
    """The result of one seat in a hanchan. `uma`, `score` and the penalty for chombo are in thousands."""

    points: int
    place: int
    uma: Fraction
    score: Fraction
    chombo: Fraction


class Result(NamedTuple):
    """The result of one player, by entry number, in one hanchan."""

    round: int
    table: int
    entry: int
    line: Line


def results(document: Json) -> Iterator[Result]:
    """Yield the results of all hanchans: from the signed sheet or, if there is none, from the points from paper or the
    game. Hanchans that are cancelled, withheld or not begun have no results."""
    rules = ruleset_from_json(document["ruleset"], RULESETS)
    for round_ in document["rounds"]:
        for hanchan in round_["hanchans"]:
            for entry, line in zip(hanchan["seats"], _lines(hanchan, rules), strict=False):
                yield Result(round_["number"], hanchan["table"], entry, line)


def _lines(hanchan: Json, rules: Ruleset) -> list[Line]:
    """Return the results of a hanchan by seat, from East; empty if the hanchan does not count or is not shown."""
    if hanchan.get("cancelled_by") is not None:
        return []
    sheet = _current(hanchan["sheets"] if "sheets" in hanchan else [hanchan["sheet"]], "withdrawn_by")
    if sheet:
        return [_signed(line) for line in sheet["lines"]]
    papers = hanchan["paper"] if isinstance(hanchan["paper"], list) else [hanchan["paper"]]
    paper = _current([paper for paper in papers if paper and not paper.get("is_second")], "superseded_by")
    after = _substituted(hanchan)
    if paper:
        counts = paper["chombo"] or (0, 0, 0, 0)
        costs = [0 if after.get(seat) == 0 else counts[seat] * rules.chombo_value for seat in SEATS]
        without = frozenset(SEATS[seat] for seat in hanchan.get("winless", ()))
        return _placed(hanchan, by_seat(paper["points"]), paper["riichi_sticks"], costs, without, rules)
    if hanchan["game"] and hanchan["game"]["hands"]:
        game = game_from_json(hanchan["game"])
        played = replay(map(outcome_from_json, game.hands), rules=rules, start=game.start)
        end = played[-1].after
        costs = [sum(hand.settlement.penalties[seat] for hand in played[: after.get(seat)]) for seat in SEATS]
        return _placed(hanchan, end.points, end.riichi_sticks, costs, winless(played, rules=rules), rules)
    return []


def _signed(line: Json) -> Line:
    uma, score, penalty = (Fraction(line[key]) for key in ("uma", "score", "penalty"))
    return Line(line["points"], line["place"], uma, score, penalty)


def _substituted(hanchan: Json) -> dict[Seat, int]:
    """Return after how many hands a substitute took over, by seat."""
    rows = [row for row in hanchan["substitutions"] if row.get("taken_back_by") is None]
    seats = {entry: Seat(seat) for seat, entry in enumerate(hanchan["seats"])}
    return {seats[row["entry"]]: row["after_hand"] or 0 for row in rows if row["entry"] in seats}


def _placed(
    hanchan: Json, points: Points, sticks: int, costs: Sequence[Tenths], without: frozenset[Seat], rules: Ruleset
) -> list[Line]:
    after = _substituted(hanchan)
    from_start = frozenset(seat for seat, hands in after.items() if not hands)
    placements = place(
        points,
        sticks,
        rules=rules,
        from_start=from_start,
        during_play=frozenset(after) - from_start,
        chips=by_seat(hanchan.get("chips") or NO_CHIPS),
        winless=without,
    )
    return [
        Line(row.points, row.place, row.uma, row.score, Fraction(cost))
        for row, cost in zip(placements, costs, strict=True)
    ]


def _current(records: list[Json | None], ended: str) -> Json | None:
    """Return the record that counts, None if there is none: the first record whose field `ended` is empty, so that no
    later record has replaced or withdrawn it."""
    return next((record for record in records if record and record.get(ended) is None), None)
