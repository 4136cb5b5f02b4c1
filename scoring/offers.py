"""The choices that an entry screen offers under a ruleset.

The screen leaves out all other choices; if such a choice is sent nevertheless, `settle` refuses it or pays nothing.
"""

from collections.abc import Collection

from scoring.outcome import AbortReason, HanFu, Limit, Outcome, Ron, Tsumo, Value, Win, Yakuman
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import Seat, Wind
from scoring.tiles.hand import FIRST_TURN, RIICHI, Flag, Meld, possible_flags
from scoring.tiles.words import DOUBLE_WAITS, YAKU, may_name
from scoring.value import WinKind, minimum_han, rounded_fu


def abort_reasons(rules: Ruleset) -> tuple[AbortReason, ...]:
    """Return the abortive draws that exist under the ruleset (R9.2)."""
    return tuple(reason for reason in AbortReason if getattr(rules, f"abort_{reason}"))


def knows_nagashi(rules: Ruleset) -> bool:
    """Whether the ruleset has nagashi mangan: a payment to players who discarded only terminals and honours (R3.10)."""
    return rules.nagashi != "off"


def most_claims(rules: Ruleset) -> int:
    """Return the most claims on one discard that can affect the payments. With head bump it is 1: only the closest
    claim wins (R6.1)."""
    if rules.multi_ron == "double":
        return 3 if rules.abort_three_winners else 2
    return {"head_bump": 1, "triple": 3}[rules.multi_ron]


def turn_of_claims(discarder: Seat, rules: Ruleset) -> tuple[Seat, ...]:
    """Return the three other seats in turn order, if the ruleset pays only the first claim in this order (R6.1);
    otherwise empty."""
    return tuple(discarder.after(turns) for turns in (1, 2, 3)) if most_claims(rules) == 1 else ()


def most_yakuman(rules: Ruleset) -> int:
    """Return the largest number of yakuman that one hand can be worth (R3.8): one if yakuman do not add up, otherwise
    four, plus one for each yakuman of the hand that counts twice.

    A hand can have only one of the yakuman in `DOUBLE_WAITS`.
    """
    if not rules.multiple_yakuman:
        return 1
    double = rules.double_yakuman
    return min(8, 4 + len(double - DOUBLE_WAITS) + bool(double & DOUBLE_WAITS))


def knows_liability(rules: Ruleset) -> bool:
    """Whether the ruleset has liability (pao): the player who fed a yakuman pays for it (R7.1, R14.9)."""
    return bool(rules.pao_yaku)


def is_yakuman(value: Value) -> bool:
    """Whether the value was entered as a yakuman, rather than in han."""
    return isinstance(value, Yakuman) or value is Limit.YAKUMAN


def check_values_in_riichi(outcome: Outcome, rules: Ruleset) -> None:
    """Raise `Refused` (`illegal_in_riichi`) for a value that no hand in riichi can have, such as 1 han by self-draw,
    because riichi and the self-draw are 2 han already (R3.1).

    `settle` pays such a value nevertheless, because data of other programs may contain it.
    """
    match outcome:
        case Ron(wins=wins):
            _check_in_riichi([win for win in wins if win.winner in outcome.riichi], "ron", rules)
        case Tsumo(win=win) if win.winner in outcome.riichi:
            _check_in_riichi([win], "tsumo", rules)


def _check_in_riichi(wins: list[Win], kind: WinKind, rules: Ruleset) -> None:
    for win in wins:
        value = win.value
        if not isinstance(value, HanFu) or value.fu is None or value.han >= 5:
            continue
        least = minimum_han(rounded_fu(value.fu), kind, rules, in_riichi=True)
        if least is not None and value.han < least:
            words = "self-draw" if kind == "tsumo" else "ron"
            raise Refused("illegal_in_riichi", win=words, han=value.han, fu=value.fu)


def win_flags(kind: WinKind, seat_wind: Wind, melds: Collection[Meld], rules: Ruleset) -> tuple[Flag, ...]:
    """Return the flags (circumstances such as ippatsu) that a win with these melds can have."""
    absent: set[Flag] = {flag for flag in Flag if flag in rules.absent_yaku}
    if rules.renhou == "off":
        absent.add(Flag.RENHOU)
    if not rules.ippatsu:
        absent.add(Flag.IPPATSU)
    if any(meld.is_open for meld in melds):
        absent |= {*RIICHI, Flag.IPPATSU}
    if melds:
        absent |= FIRST_TURN
    if not any(meld.is_kong for meld in melds):
        absent.add(Flag.RINSHAN)
    return tuple(flag for flag in possible_flags(kind, seat_wind) if flag not in absent)


def yaku_names(value: Value, kind: WinKind, seat_wind: Wind, round_wind: Wind, rules: Ruleset) -> tuple[str, ...]:
    """Return the names of the yaku and dora (as in `Win.yaku`) that a win with this value, these winds and rules can
    have."""
    # A flag and its yaku have the same name, so the flags that are impossible here name yaku that are impossible too.
    absent: set[str] = {*Flag} - {*possible_flags(kind, seat_wind)}
    absent |= {f"seat wind {wind.name.lower()}" for wind in Wind if wind is not seat_wind}
    absent |= {f"round wind {wind.name.lower()}" for wind in Wind if wind is not round_wind}
    if kind == "ron":
        absent.add("menzen tsumo")
    if rules.renhou != ("yakuman" if is_yakuman(value) else "mangan"):
        absent.add("renhou")
    if not rules.red_fives:
        absent.add("aka dora")
    if not rules.ippatsu:
        absent.add("ippatsu")
    if not rules.ura_dora:
        absent.add("ura dora")
    absent |= rules.absent_yaku
    return tuple(name for name in YAKU.values() if name not in absent and may_name(name, yakuman=is_yakuman(value)))
