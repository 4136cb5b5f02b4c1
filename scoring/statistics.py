"""Statistics of a player: counts and sums over their hands, and the places of their hanchans. Exact numbers.

No rulebook defines these statistics. The pages that show the statistics explain what is counted:

* A **hand** counts if it was played to an end: won, drawn or broken off. A hand that was dealt again, after a chombo or
  without fault, does not count: its riichi bets went back (R5, R11). The chombo itself is counted.
* A **win** counts if it was paid. If several players claim a discard, claims that the rulebook does not pay are no wins
  (R6.1).
* The **value** of a win is what others pay for the hand itself, without counters and riichi bets (R4).
* A player **dealt in** if somebody won on their discard; several wins on one discard count once. A liable player who
  pays a part did not deal in (R7).
* A **riichi** was declared when its bet was accepted (R2.2). It ends in one of four ways: its player wins, its player
  deals in, the hand is drawn (or broken off), or somebody else wins without their discard.
* A hand was **drawn** if the wall ran out, also with a nagashi mangan, which is not a win. Players count as tenpai if
  they declared it (R8).
* A **place** is shared by tied players, and each of them counts it as the better place (R13.3).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from scoring.hanchan import PlayedHand
from scoring.outcome import AbortiveDraw, Chombo, ExhaustiveDraw, NagashiMangan, Outcome, Redeal, Ron, Tsumo, Win
from scoring.payments import PaidWin, Reason, Settlement
from scoring.points import settle
from scoring.rules import Ruleset
from scoring.seats import SEATS, Seat
from scoring.situation import opening
from scoring.value import WinKind, Worth, worth


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCounts:
    """Counts over one player's hands; `points_…` are sums of values, in points."""

    hands: int = 0
    won_by_ron: int = 0
    won_by_self_draw: int = 0
    points_won: int = 0
    dealt_in: int = 0
    points_dealt_in: int = 0
    riichi_won: int = 0
    riichi_dealt_in: int = 0
    riichi_drawn: int = 0
    riichi_lost: int = 0
    drawn: int = 0
    tenpai: int = 0
    chombo: int = 0

    @property
    def won(self) -> int:
        return self.won_by_ron + self.won_by_self_draw

    @property
    def riichi(self) -> int:
        """Return the number of riichi declared, however the hand ended."""
        return self.riichi_won + self.riichi_dealt_in + self.riichi_drawn + self.riichi_lost

    @property
    def average_win(self) -> Fraction | None:
        """The mean value of a win, in points."""
        return Fraction(self.points_won, self.won) if self.won else None

    @property
    def average_dealt_in(self) -> Fraction | None:
        """The mean cost of dealing in, in points: the values that the discarder paid to all winners."""
        return Fraction(self.points_dealt_in, self.dealt_in) if self.dealt_in else None


def count_hands(played: Iterable[PlayedHand], seat: Seat) -> HandCounts:
    """Count what the player of this seat did in these hands. In the example West declares riichi and deals in.

    >>> from scoring.hanchan import replay
    >>> from scoring.outcome import HanFu
    >>> from scoring.presets import WRC_2015
    >>> ron = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.EAST, value=HanFu(3, 30)),), riichi=frozenset({Seat.WEST}))
    >>> counts = count_hands(replay([ron], rules=WRC_2015), Seat.WEST)
    >>> counts.hands, counts.dealt_in, counts.points_dealt_in, counts.riichi_dealt_in
    (1, 1, 5800, 1)
    """
    counts: Counter[str] = Counter()
    for hand in played:
        settlement = hand.settlement
        if isinstance(settlement.outcome, Chombo):
            counts["chombo"] += seat in settlement.outcome.offenders
        elif not isinstance(settlement.outcome, Redeal):
            counts.update(_of_hand(settlement, seat))
    return HandCounts(**counts)


def together(counts: Iterable[HandCounts]) -> HandCounts:
    """Add up the counts of several players or games."""
    sums: Counter[str] = Counter()
    for player_counts in counts:
        for name in HandCounts.__slots__:
            sums[name] += getattr(player_counts, name)
    return HandCounts(**sums)


def _of_hand(settlement: Settlement, seat: Seat) -> dict[str, int]:
    outcome = settlement.outcome
    won = any(paid.win.winner is seat for paid in settlement.wins)
    dealt_in = isinstance(outcome, Ron) and outcome.discarder is seat
    counts = {"hands": 1, "dealt_in": int(dealt_in)}
    if won:
        counts["won_by_ron" if isinstance(outcome, Ron) else "won_by_self_draw"] = 1
        counts["points_won"] = _paid_for_hand(settlement, payee=seat)
    if dealt_in:
        counts["points_dealt_in"] = _paid_for_hand(settlement, payer=seat)
    if seat in outcome.riichi:
        counts[_fate(outcome, won=won, dealt_in=dealt_in)] = 1
    if isinstance(outcome, ExhaustiveDraw | NagashiMangan):
        counts |= {"drawn": 1, "tenpai": int(seat in outcome.tenpai)}
    return counts


def _fate(outcome: Outcome, *, won: bool, dealt_in: bool) -> str:
    """Return the name of the field of `HandCounts` that counts a riichi: by whether its player won or dealt in, and by
    the hand's outcome."""
    if won:
        return "riichi_won"
    if dealt_in:
        return "riichi_dealt_in"
    return "riichi_drawn" if isinstance(outcome, ExhaustiveDraw | NagashiMangan | AbortiveDraw) else "riichi_lost"


def _paid_for_hand(settlement: Settlement, *, payee: Seat | None = None, payer: Seat | None = None) -> int:
    return sum(
        payment.points
        for payment in settlement.payments
        if payment.reason is Reason.HAND
        and (payee is None or payment.payee is payee)
        and (payer is None or payment.payer is payer)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WonHand:
    """A win that was paid; `hand` is the number of the hand (the first is 0), `points` the value of the win."""

    hand: int
    kind: WinKind
    win: Win
    worth: Worth
    discarder: Seat | None
    was_dealer: bool
    points: int

    @property
    def rank(self) -> tuple[int, int, int, bool]:
        """Return a key to compare hands: the better hand has the higher rank."""
        return rank_of(self.worth, was_dealer=self.was_dealer)


def rank_of(worth: Worth, *, was_dealer: bool) -> tuple[int, int, int, bool]:
    """Return a key to compare hands: base points, then han, then fu, then whether East won, because East is paid
    more."""
    return (worth.base, worth.han or 0, worth.fu or 0, was_dealer)


def rank_number(rank: tuple[int, int, int, bool]) -> int:
    """Write a rank as one number above 0, for a database to compare.

    >>> rank_number((2000, 5, 0, True)) > rank_number((2000, 4, 40, True)) > rank_number((2000, 4, 40, False))
    True
    """
    base, han, fu, was_dealer = rank
    return ((base * 1_000 + han) * 1_000 + fu) * 2 + was_dealer


def won_hands(played: Sequence[PlayedHand]) -> tuple[WonHand, ...]:
    """Return every paid win of these hands, in the order played."""
    return tuple(_won(number, hand, paid) for number, hand in enumerate(played) for paid in hand.settlement.wins)


def _won(number: int, hand: PlayedHand, paid: PaidWin) -> WonHand:
    outcome, winner = hand.settlement.outcome, paid.win.winner
    return WonHand(
        hand=number,
        kind="tsumo" if isinstance(outcome, Tsumo) else "ron",
        win=paid.win,
        worth=paid.worth,
        discarder=outcome.discarder if isinstance(outcome, Ron) else None,
        was_dealer=winner is hand.before.dealer,
        points=_paid_for_hand(hand.settlement, payee=winner),
    )


def paid_wins(outcome: Outcome, *, rules: Ruleset) -> tuple[PaidWin, ...]:
    """Return the paid wins of a hand. Neither the dealer nor the bets on the table make a difference. Raises
    `Refused`."""
    match outcome:
        case Tsumo(win=win):
            return (PaidWin(win=win, worth=worth(win.value, "tsumo", rules=rules)),)
        case Ron(wins=(win,)):
            return (PaidWin(win=win, worth=worth(win.value, "ron", rules=rules)),)
        case Ron():
            return settle(outcome, opening(rules), rules=rules).wins
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """How often each place was reached, from first to fourth. A shared place counts as the better of the places that
    are shared."""

    counts: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def hanchans(self) -> int:
        return sum(self.counts)

    @property
    def average(self) -> Fraction | None:
        """The mean place."""
        if not self.hanchans:
            return None
        return Fraction(sum(place * count for place, count in enumerate(self.counts, start=1)), self.hanchans)


def count_places(places: Iterable[int]) -> Places:
    """Count places, each 1 to 4.

    >>> count_places([1, 1, 3, 4]).average
    Fraction(9, 4)
    """
    frequency = Counter(places)
    first, second, third, fourth = (frequency[place] for place in range(1, len(SEATS) + 1))
    return Places(counts=(first, second, third, fourth))


def longest_run_of_firsts(places: Sequence[int]) -> tuple[int, int]:
    """Return the index at which the longest run of first places starts, and its length. If several runs are equally
    long, the earliest is returned.

    >>> longest_run_of_firsts([2, 1, 1, 4, 1])
    (1, 2)
    """
    best, start = (0, 0), 0
    for is_first, run in groupby(places, key=lambda place: place == 1):
        length = len(list(run))
        if is_first and length > best[1]:
            best = (start, length)
        start += length
    return best
