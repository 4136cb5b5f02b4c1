"""Compares `last_hand` and `needs` with random last hands of which every outcome is played out.

`python -m tests.scoring.brute_force 1000 7` compares a thousand of them, from the seed 7.
"""

import sys
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from scoring.goals import Goal, HanchanScore, TablePlace, TableState, TournamentPlace
from scoring.hanchan import last_round, replay
from scoring.last_hand import Verdict, is_last_hand, last_hand
from scoring.needs import Bound, places_and_points
from scoring.outcome import ExhaustiveDraw, HanFu, Outcome, Ron, Tsumo, Value, Win, Yakuman
from scoring.payments import Reason
from scoring.placement import place
from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Seat, Wind, by_seat
from scoring.situation import Situation
from scoring.stages import rank_staged


def made_up(random: Random, rules: Ruleset) -> tuple[TableState, Goal]:
    """Draw the state of a table before its last hand (the last by the rules, or because time was called), and a goal of
    one player."""
    if random.random() < 0.5:
        rules = rules.changed(
            chip_value=random.choice([0, 2]), yakitori=random.choice([5, 10]),
            yakitori_to=random.choice(["lost", "winners"]),
        )  # fmt: skip
    chips = [random.randint(-4, 4) * bool(rules.chip_value) for _ in range(3)]
    sticks = random.choice([0, 0, 1, 2])
    everything = (4 * rules.start_points - sticks * rules.riichi_bet) // 100
    shares = [random.randint(everything // 10, everything // 3) for _ in range(3)]
    points = by_seat(100 * share for share in random.sample([*shares, everything - sum(shares)], 4))
    by_clock = random.random() < 0.4
    table = TableState(
        rules=rules,
        situation=Situation(
            points=points,
            round_wind=random.choice([Wind.EAST, Wind.SOUTH]) if by_clock else last_round(rules),
            dealer=random.choice(SEATS) if by_clock else Seat.NORTH,
            honba=random.choice([0, 0, 1, 3]),
            riichi_sticks=sticks,
        ),
        last_by_clock=by_clock,
        riichi=frozenset(seat for seat in SEATS if random.random() < 0.2 and points[seat] >= 1_000),
        from_start=frozenset([Seat.SOUTH]) if random.random() < 0.05 else frozenset(),
        chips=by_seat([*chips, -sum(chips)]),
        winless=frozenset(seat for seat in SEATS if random.random() < 0.5),
    )
    return table, _goal(random, rules)


def _goal(random: Random, rules: Ruleset) -> Goal:
    seat = random.choice(SEATS)
    kind = random.random()
    if kind < 0.25:
        return TablePlace(seat=seat, place=random.randint(1, 3))
    if kind < 0.4:
        return HanchanScore(seat=seat, score=Fraction(random.randint(-300, 500), 10))
    east, south, west, north = ((_cuts(random), _total(random)) for _ in SEATS)
    others = tuple((_cuts(random), _total(random)) for _ in range(random.choice([0, 4, 20])))
    return TournamentPlace(
        seat=seat,
        place=random.randint(1, 4 + len(others)),
        before=(east, south, west, north),
        others=others,
        shared_counts=random.random() < 0.6,
    )


def _cuts(random: Random) -> int:
    return int(random.random() < 0.9)


def _total(random: Random) -> Fraction:
    return Fraction(random.randint(-400, 400), 10)


def differences(table: TableState, goal: Goal) -> list[str]:
    """Describe where `last_hand` differs from playing out every outcome; empty if they agree."""
    mismatches = []
    assert is_last_hand(table)
    answer = last_hand(table, goal)
    for case in answer.wins:
        played: dict[int, set[Verdict]] = {}
        values: dict[int, set[Value]] = {}
        for value, outcome in _wins(table, goal.seat, case.discarder):
            judged = _played_out(table, goal, outcome)
            if judged is not None:
                pays, verdict = judged
                played.setdefault(pays, set()).add(verdict)
                values.setdefault(pays, set()).add(value)
        judged_ways = {group.pays: {group.verdict} for group in case.groups}
        if judged_ways != played:
            mismatches.append(f"off {case.discarder}: {judged_ways} instead of {played}")
        mismatches += [
            f"off {case.discarder}: {group.values} pay {group.pays}"
            for group in case.groups
            if not set(group.values) <= values.get(group.pays, set())
        ]
        if [group.pays for group in case.groups] != sorted(judged_ways):
            mismatches.append(f"off {case.discarder}: the cheapest is not first")
    for number in range(16):
        tenpai = frozenset(seat for seat in SEATS if number >> seat & 1)
        if tenpai >= table.riichi:
            judged = _played_out(table, goal, ExhaustiveDraw(tenpai=tenpai, riichi=table.riichi))
            judged_draw = [draw.verdict for draw in answer.draws if draw.tenpai == tenpai]
            if judged is None or judged_draw != [judged[1]]:
                mismatches.append(f"tenpai {sorted(tenpai)}: {judged_draw} instead of {judged}")
    return mismatches


def _wins(table: TableState, winner: Seat, discarder: Seat | None) -> Iterator[tuple[Value, Outcome]]:
    yakuman = 7 if table.rules.double_yakuman else 5
    counted = [HanFu(han, fu) for han in range(1, 5) for fu in (20, 25, *range(30, 151, 10))]
    values: list[Value] = [*counted, *map(HanFu, range(5, 15)), *map(Yakuman, range(1, yakuman))]
    for value in values:
        win = Win(winner=winner, value=value)
        if discarder is None:
            yield value, Tsumo(win=win, riichi=table.riichi)
        else:
            yield value, Ron(discarder=discarder, wins=(win,), riichi=table.riichi)


def _played_out(table: TableState, goal: Goal, outcome: Outcome) -> tuple[int, Verdict] | None:
    """Return the points that a winner gets for the hand (0 without a winner), and whether the goal is reached; None if
    the outcome is impossible."""
    try:
        (played,) = replay([outcome], rules=table.rules, start=table.situation)
    except Refused:
        return None
    pays = sum(payment.points for payment in played.settlement.payments if payment.reason is Reason.HAND)
    winners = {outcome.win.winner} if isinstance(outcome, Tsumo) else set()
    if isinstance(outcome, Ron):
        winners = {win.winner for win in outcome.wins}
    placements = place(
        played.after.points, played.after.riichi_sticks, rules=table.rules, from_start=table.from_start,
        chips=table.chips, winless=table.winless - winners,
    )  # fmt: skip
    if not _reached(goal, [placement.score for placement in placements], placements[goal.seat].place):
        return pays, Verdict.MISSED
    return pays, Verdict.REACHED if played.ending or table.last_by_clock else Verdict.SO_FAR


def _reached(goal: Goal, scores: list[Fraction], place_at_table: int) -> bool:
    if isinstance(goal, TablePlace):
        return place_at_table <= goal.place
    if isinstance(goal, HanchanScore):
        return scores[goal.seat] >= goal.score
    after = [(cuts, total + score) for (cuts, total), score in zip(goal.before, scores, strict=True)]
    everybody = [*after, *goal.others]
    places = rank_staged([total for _, total in everybody], [cuts for cuts, _ in everybody], [False] * len(everybody))
    mine = places[goal.seat]
    if goal.shared_counts:
        return mine <= goal.place
    return mine + places.count(mine) - 1 <= goal.place


def promises_broken(table: TableState, goal: Goal, random: Random) -> list[str]:
    """Describe where `places_and_points` promises too much or too little for random final points."""
    mismatches = []
    needs = places_and_points(table, goal)
    everything = 4 * table.rules.start_points // 100
    for _ in range(40):
        shares = [random.randint(-everything // 5, everything // 2) for _ in range(3)]
        points = by_seat(100 * share for share in random.sample([*shares, everything - sum(shares)], 4))
        if len(set(points)) < 4:
            continue
        winless = frozenset(seat for seat in table.winless if random.random() < 0.5)
        placements = place(points, 0, rules=table.rules, chips=table.chips, winless=winless)
        mine = placements[goal.seat]
        need = needs[mine.place - 1]
        reached = _reached(goal, [placement.score for placement in placements], mine.place)
        if reached and (need.least is Bound.NEVER or (need.least is not Bound.ANY and mine.points < need.least)):
            mismatches.append(f"{points} reach it, against {need}")
        if not reached and (need.sure is Bound.ANY or (need.sure is not Bound.NEVER and mine.points >= need.sure)):
            mismatches.append(f"{points} miss it, against {need}")
    return mismatches


def compare(times: int, seed: int) -> list[str]:
    """Compare this many random situations, with the presets by turns; return the differences."""
    random = Random(seed)
    presets = list(RULESETS.values())
    mismatches = []
    for number in range(times):
        table, goal = made_up(random, presets[number % len(presets)])
        broken = [] if table.from_start else promises_broken(table, goal, random)
        mismatches += [
            f"{number}, {table.rules.key}: {line}; {table.situation}, {goal}"
            for line in [*differences(table, goal), *broken]
        ]
    return mismatches


def main(arguments: list[str]) -> int:
    times, seed = (int(argument) for argument in (*arguments, *("1000", "7")[len(arguments) :]))
    mismatches = compare(times, seed)
    print(*mismatches[:20], f"{times} last hands, {len(mismatches)} differences", sep="\n")
    return bool(mismatches)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
