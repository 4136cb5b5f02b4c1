"""Computes the final standings from a tournament's exported JSON (`tenbo/1`), by the rulebook and without the site's
code.

Only for the rules `ema_2025`; rule numbers are those of the rules page. The hands of a hanchan are settled one by one,
then follow uma, substitutes, chombo, penalties, the scores carried over cuts, and places.
"""

from dataclasses import dataclass
from fractions import Fraction

LIMITS = {"mangan": 2_000, "haneman": 3_000, "baiman": 4_000, "sanbaiman": 6_000}
UMA = (15, 5, -5, -15)
CARRY = {"full": Fraction(1), "half": Fraction(1, 2), "none": Fraction(0)}
MISSED = Fraction(-30)  # R15.2
CHOMBO = 20  # R11.1


def standings(document):
    """Return place and total by entry number, best first, of every entry that has a result and is listed."""
    gone = {one["entry"]: one["kind"] for one in document["departures"] if one["taken_back_by"] is None}
    cuts = [cut for cut in document["cuts"] if cut["taken_back_by"] is None]
    cuts.sort(key=lambda cut: cut["after_round"])
    results = {}
    for round_ in document["rounds"]:
        for hanchan in round_["hanchans"]:
            if counts(hanchan):
                for entry, score in _scores(hanchan):
                    results.setdefault(entry, []).append((round_["number"], score))
    for penalty in document["penalties"]:
        if penalty["taken_back_by"] is None and penalty["entry"] in results:
            results[penalty["entry"]].append((penalty["round"], -Fraction(penalty["points"])))
    rows = []
    for entry, scores in results.items():
        if gone.get(entry) in {"struck", "removed"}:
            continue
        passed = [cut for cut in cuts if entry in cut["finalists"]]
        total = _with_cuts(scores, passed)
        rows.append(((-1, 0) if gone.get(entry) == "disqualified" else (len(passed), total), entry, total))
    return {entry: (1 + sum(other > rank for other, _, _ in rows), total) for rank, entry, total in rows}


def counts(hanchan):
    """Whether the hanchan is signed and not cancelled."""
    return hanchan["cancelled_by"] is None and any(sheet["withdrawn_by"] is None for sheet in hanchan["sheets"])


def _with_cuts(scores, passed):
    """Add up an entry's scores. At each cut only a part of the sum so far is carried over."""
    total, after = Fraction(), 0
    for cut in [*passed, None]:
        until = cut["after_round"] if cut else 10_000
        total += sum((score for number, score in scores if after < number <= until), Fraction())
        if cut:
            total, after = total * CARRY[cut["carried"]], until
    return total


def _scores(hanchan):
    """Yield the four entries with their scores, after subtracting chombo."""
    for entry, result in results(hanchan).items():
        yield entry, result.score - CHOMBO * result.chombo


@dataclass(frozen=True)
class Result:
    """An entry's result in a hanchan; `score` is before subtracting chombo. Points and place may be those of a
    substitute."""

    points: int
    place: int
    score: Fraction
    chombo: int
    substituted: bool


def results(hanchan):
    """Return the results of a hanchan by entry."""
    papers = [paper for paper in hanchan["paper"] if paper["superseded_by"] is None]
    if papers:
        points, sticks = list(papers[-1]["points"]), papers[-1]["riichi_sticks"]
        chombo = papers[-1]["chombo"] or [0, 0, 0, 0]
        made = [[True] * count for count in chombo]
    else:
        points, sticks, made = _played(hanchan["game"]["hands"])
    absent = absences(hanchan)
    during = {entry for entry, since in absent.items() if since is not None}
    last = [entry in during for entry in hanchan["seats"]]  # R15.4
    worth = [(not late, point) for late, point in zip(last, points, strict=True)]
    first = [seat for seat in range(4) if points[seat] == max(points)]
    for seat in first:  # R12.2: first place gets the bets that are left; ties share them, rounded down
        points[seat] += sticks * 1_000 // len(first)
    results_by_entry = {}
    for seat, entry in enumerate(hanchan["seats"]):
        above = sum(other > worth[seat] for other in worth)
        level = worth.count(worth[seat])
        uma = Fraction(sum(UMA[above : above + level]), level)  # R13.3
        score = Fraction(points[seat] - 30_000, 1_000) + uma
        cost = len(made[seat])
        if entry in absent:
            score = MISSED
            cost = sum(1 for after in made[seat] if absent[entry] and (after is True or after < absent[entry]))
        results_by_entry[entry] = Result(points[seat], above + 1, score, cost, entry in absent)
    return results_by_entry


def absences(hanchan):
    """Return the entries that a substitute replaced, with the number of hands that they had played; None if they played
    none."""
    return {one["entry"]: one["after_hand"] for one in hanchan["substitutions"] if one["taken_back_by"] is None}


def _played(hands):
    """Return the final points, the riichi bets left, and for each seat the numbers of hands after which its chombo
    happened."""
    points, sticks = [30_000] * 4, 0
    made = [[], [], [], []]
    for number, hand in enumerate(dealt(hands)):
        points = [have + change for have, change in zip(points, hand.changes, strict=True)]
        sticks = hand.sticks
        for seat in hand.said.get("offenders", ()):
            made[seat].append(number)
    return points, sticks, made


@dataclass(frozen=True)
class Dealt:
    """One hand: `said` is what was recorded, `values` what each payer paid to each winner for the hand itself,
    `changes` all changes of points by seat, and `sticks` the riichi bets on the table after the hand."""

    said: dict
    dealer: int
    values: dict[tuple[int, int], int]
    changes: tuple[int, ...]
    sticks: int


def dealt(hands):
    """Yield the hands of a hanchan, one after another."""
    dealer, wind, honba, sticks = 0, 0, 0, 0
    for hand in hands:
        kind, points, values = hand["type"], [0, 0, 0, 0], {}
        if kind in {"chombo", "redeal"}:  # R11.3: the hand is dealt again, riichi bets are returned
            yield Dealt(hand, dealer, {}, (0, 0, 0, 0), sticks)
            continue
        for seat in hand["riichi"]:
            points[seat] -= 1_000
            sticks += 1
        was_dealer = dealer
        if kind == "exhaustive_draw":
            tenpai = hand["tenpai"]
            if len(tenpai) in {1, 2, 3}:
                for seat in range(4):
                    points[seat] += 3_000 // len(tenpai) if seat in tenpai else -3_000 // (4 - len(tenpai))
            honba += 1
            stays = dealer in tenpai
        else:
            discarder = hand.get("discarder")
            wins = sorted(hand["wins"], key=lambda win: (win["winner"] - (discarder or 0)) % 4)
            for place, win in enumerate(wins):
                values |= _values(win, discarder, dealer)
                for payer, each in _counters(win, discarder, honba):
                    points[payer] -= each
                    points[win["winner"]] += each
                if (
                    place and win["winner"] in hand["riichi"]
                ):  # several winners: each gets the own bet back, the first gets the others
                    points[win["winner"]] += 1_000
                    sticks -= 1
            points[wins[0]["winner"]] += 1_000 * sticks
            sticks = 0
            for (payer, winner), paid in values.items():
                points[payer] -= paid
                points[winner] += paid
            stays = dealer in {win["winner"] for win in wins}
            honba = honba + 1 if stays else 0
        if not stays:
            dealer = (dealer + 1) % 4
            wind += dealer == 0
        yield Dealt(hand, was_dealer, values, tuple(points), sticks)
    assert wind <= 2


def _values(win, discarder, dealer):
    """Yield who pays how much to a winner for the hand itself (R4, R7)."""
    winner, base, liable = win["winner"], _base(win), win.get("liable")
    times = 6 if winner == dealer else 4
    if discarder is None and liable is None:
        return {(seat, winner): _up(base * (2 if dealer in {seat, winner} else 1)) for seat in {0, 1, 2, 3} - {winner}}
    if liable is None or discarder in {None, liable}:
        return {(liable if discarder is None else discarder, winner): _up(base * times)}
    return {(payer, winner): _up(base * times // 2) for payer in (discarder, liable)}


def _counters(win, discarder, honba):
    """Yield who pays how much to a winner for counters (R5.1); each winner gets them."""
    if discarder is not None:
        return [(discarder, 300 * honba)]
    if "liable" in win:
        return [(win["liable"], 300 * honba)]
    return [(seat, 100 * honba) for seat in range(4) if seat != win["winner"]]


def _base(win):
    if "limit" in win:
        return LIMITS[win["limit"]]
    if "yakuman" in win:
        return 8_000
    han, fu = win["han"], win.get("fu")
    if han >= 5:
        return 2_000 if han == 5 else 3_000 if han <= 7 else 4_000 if han <= 10 else 6_000
    base = fu * 2 ** (2 + han)
    return 2_000 if base >= 1_920 else base  # EMA 2025 rounds up to mangan


def _up(amount):
    return -(-amount // 100) * 100
