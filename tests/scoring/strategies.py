"""Hypothesis strategies for random rulesets, situations, hands and invalid data, to test properties that must hold for
all of them."""

from typing import Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from scoring.hanchan import next_hand
from scoring.outcome import (
    AbortiveDraw,
    AbortReason,
    Chombo,
    ExhaustiveDraw,
    HanFu,
    Limit,
    NagashiMangan,
    Redeal,
    Ron,
    Tsumo,
    Win,
    Yakuman,
)
from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import Seat, Wind
from scoring.situation import Situation
from scoring.uma import FloatingUma, tenths

YAKU = ("daisangen", "daisuushii", "kokushi", "suuankou", "suukantsu")
HAN = ("riichi", "seat wind east", "dora", "dora", "ura dora")

seats = st.sampled_from(Seat)
seat_sets = st.frozensets(seats)
some_seats = st.frozensets(seats, min_size=1)
hundreds = st.integers(-500, 1_000).map(lambda count: count * 100)

presets = st.sampled_from(list(RULESETS.values()))

tenths_amounts = st.integers(-500, 500).map(lambda count: tenths(f"{count}e-1"))
umas = st.tuples(*[tenths_amounts] * 4).map(lambda uma: tuple(sorted(uma, reverse=True)))

AMOUNTS = {
    "start_points": st.integers(1, 500).map(lambda count: count * 100),
    "return_points": st.integers(0, 50_000),
    "uma": umas | st.tuples(*[umas] * 5).map(FloatingUma),
    "oka": tenths_amounts.map(abs),
    "missed_points": st.integers(-500, 500).map(lambda count: count * 100),
    "missed_uma": tenths_amounts,
    "target_points": st.integers(20_000, 40_000),
    "riichi_bet": st.sampled_from([500, 1_000, 2_000]),
    "riichi_min_points": st.none() | st.integers(0, 2_000),
    "honba_value": st.sampled_from([0, 300, 500, 1_000, 1_500]),
    "noten_total": st.sampled_from([0, 600, 3_000, 6_000]),
    "red_fives": st.integers(0, 12),
    "chombo_value": tenths_amounts.map(abs),
    "chip_value": tenths_amounts.map(abs),
    "yakitori": tenths_amounts.map(abs),
    "minutes": st.integers(1, 120),
    "pao_yaku": st.frozensets(st.sampled_from(YAKU)),
    "double_yakuman": st.frozensets(st.sampled_from(YAKU)),
    "absent_yaku": st.frozensets(st.sampled_from(("tanyao", "chiitoitsu", "ippatsu"))),
}


HINTS = {name: hint for name, hint in get_type_hints(Ruleset).items() if name != "key"}


def _choices(name, hint):
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    assert hint is bool, f"{name} needs a strategy"
    return st.booleans()


CHANGES = {name: AMOUNTS[name] if name in AMOUNTS else _choices(name, hint) for name, hint in HINTS.items()}
changed = st.lists(st.sampled_from(sorted(CHANGES)), max_size=8, unique=True)
all_changes = st.fixed_dictionaries(CHANGES)


@st.composite
def rulesets(draw, every_field=False):
    """Draw a preset with some changed fields, or with `every_field` a valid ruleset in which every field is drawn."""
    preset = draw(presets)
    changes = draw(all_changes) if every_field else {name: draw(CHANGES[name]) for name in draw(changed)}
    if changes.get("extension_round", preset.extension_round) != "off":
        changes.setdefault("target_points", 30_000)
    if changes.get("time_policy", preset.time_policy) == "none":
        changes["minutes"] = None
    elif changes.get("minutes", preset.minutes) is None:
        changes["minutes"] = 90
    if not changes.get("multiple_yakuman", preset.multiple_yakuman):
        changes["double_yakuman"] = frozenset()
    return preset.changed(**changes)


situations = st.builds(
    Situation,
    points=st.tuples(*[hundreds] * 4),
    round_wind=st.sampled_from([Wind.EAST, Wind.SOUTH]),
    dealer=seats,
    honba=st.integers(0, 12),
    riichi_sticks=st.integers(0, 8),
)

# The pairs in section 2.3 of the rules, which every ruleset has.
RON_PAIRS = [(han, fu) for fu in range(30, 110, 10) for han in range(1, 5)]
RON_PAIRS += [(han, fu) for fu in (25, 110) for han in range(2, 5)] + [(4, 120), (4, 130), (2, 37), (3, 22)]
TSUMO_PAIRS = [(han, fu) for fu in range(30, 110, 10) for han in range(1, 5)]
TSUMO_PAIRS += [(han, fu) for fu in (20, 110) for han in range(2, 5)] + [(3, 25), (4, 25), (4, 120), (4, 130)]


# Strategies that are used inside of other strategies are built here once, because Hypothesis would validate a strategy
# that is built in a draw each time.
def values_of(pairs):
    return (
        st.sampled_from([HanFu(*pair) for pair in pairs])
        | st.sampled_from([HanFu(han) for han in range(5, 16)])
        | st.sampled_from(Limit)
        | st.sampled_from([Yakuman(count) for count in range(1, 4)])
    )


others = {seat: st.sampled_from([other for other in Seat if other is not seat]) for seat in Seat}
several = {seat: st.lists(others[seat], min_size=1, unique=True) for seat in Seat}
liable = {winner: st.none() | others[winner] for winner in Seat}
yaku_names = st.sampled_from([(), ("tsuuiisou",), YAKU, HAN])
ron_values, tsumo_values = values_of(RON_PAIRS), values_of(TSUMO_PAIRS)


@st.composite
def wins(draw, winner, values):
    value = draw(values)
    is_yakuman = isinstance(value, Yakuman) or value is Limit.YAKUMAN
    return Win(
        winner=winner,
        value=value,
        liable=draw(liable[winner]) if is_yakuman else None,
        yaku=draw(yaku_names),
    )


ron_wins = {winner: wins(winner, ron_values) for winner in Seat}
tsumo_wins = {winner: wins(winner, tsumo_values) for winner in Seat}


@st.composite
def rons(draw):
    discarder = draw(seats)
    claims = tuple(draw(ron_wins[winner]) for winner in draw(several[discarder]))
    return Ron(discarder=discarder, wins=claims, riichi=draw(seat_sets))


@st.composite
def draws(draw):
    dead, riichi = draw(seat_sets), draw(seat_sets)
    tenpai = (draw(seat_sets) | riichi) - dead
    return ExhaustiveDraw(tenpai=tenpai, dead_hands=dead, riichi=riichi)


@st.composite
def nagashis(draw):
    riichi = draw(seat_sets)
    return NagashiMangan(winners=draw(some_seats), tenpai=riichi | draw(seat_sets), riichi=riichi)


reasons = st.sampled_from(AbortReason)


@st.composite
def abortive_draws(draw):
    reason = draw(reasons)
    riichi = frozenset(Seat) if reason is AbortReason.FOUR_RIICHI else draw(seat_sets)
    return AbortiveDraw(reason=reason, riichi=riichi)


tsumos = st.builds(Tsumo, win=seats.flatmap(tsumo_wins.__getitem__), riichi=seat_sets)
redeals = st.builds(Redeal, riichi=seat_sets)
chombos = st.builds(Chombo, offenders=some_seats, riichi=seat_sets)

outcomes = rons() | tsumos | draws() | nagashis() | abortive_draws() | chombos | redeals
games = st.lists(outcomes, max_size=30)


def playable(outcomes, *, rules, start=None):
    """Return those of the hands that the ruleset allows one after another until the game is over, as outcomes and as
    played hands."""
    played, taken = [], []
    for outcome in outcomes:
        try:
            played.append(next_hand(outcome, played, rules=rules, start=start))
        except Refused as refused:
            if refused.code == "game_over":
                break
        else:
            taken.append(outcome)
    return taken, played


# Any value that a JSON parser can return, and the words of the format, so that some invalid data passes the first
# checks.
KEYS = (
    "format", "ruleset", "players", "start", "hands", "ended", "scores", "round_wind", "dealer", "honba",
    "riichi_sticks", "type", "riichi", "discarder", "wins", "winner", "han", "fu", "limit", "yakuman", "liable", "yaku",
    "tenpai", "dead_hands", "winners", "reason", "offenders", "base", "uma", "pao_yaku", "minutes", "kiriage",
)  # fmt: skip
WORDS = (
    "hanchan/1", "wrc_2015", "tenhou", "time", "E", "S", "W", "N", "ron", "tsumo", "exhaustive_draw", "nagashi_mangan",
    "abortive_draw", "chombo", "redeal", "mangan", "yakuman", "four_winds", "four_riichi", "daisangen",
    "lost", "\ud800", "\0",
)  # fmt: skip
HUGE = (10**18, -(10**18), 10**400, 2**63, 10_000_001, 1e308, 1e400, -0.0, float("nan"), float("-inf"))

leaves = (
    st.none() | st.booleans() | st.integers(-2, 5) | st.sampled_from([25, 30, 30_000, 100, -100, *HUGE])
    | st.floats() | st.sampled_from(WORDS) | st.text(max_size=5)
)  # fmt: skip
nonsense = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=8,
)
