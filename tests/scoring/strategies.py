"""Random rulesets, situations, hands and nonsense, for properties that must hold of all of them."""

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
from scoring.rules import FloatingUma, Ruleset
from scoring.seats import Seat, Wind
from scoring.situation import Situation

YAKU = ("daisangen", "daisuushii", "kokushi", "suuankou", "suukantsu")
HAN = ("riichi", "seat wind east", "dora", "dora", "ura dora")

seats = st.sampled_from(Seat)
seat_sets = st.frozensets(seats)
some_seats = st.frozensets(seats, min_size=1)
hundreds = st.integers(-500, 1_000).map(lambda count: count * 100)

presets = st.sampled_from(list(RULESETS.values()))

umas = st.tuples(*[st.integers(-50, 50)] * 4).map(lambda uma: tuple(sorted(uma, reverse=True)))

AMOUNTS = {
    "start_points": st.integers(1, 500).map(lambda count: count * 100),
    "return_points": st.integers(0, 50_000),
    "uma": umas | st.tuples(*[umas] * 5).map(FloatingUma),
    "oka": st.integers(0, 40),
    "target_points": st.integers(20_000, 40_000),
    "riichi_bet": st.sampled_from([500, 1_000, 2_000]),
    "riichi_min_points": st.none() | st.integers(0, 2_000),
    "honba_value": st.sampled_from([0, 300, 600, 1_500]),
    "noten_total": st.sampled_from([0, 600, 3_000, 6_000]),
    "red_fives": st.integers(0, 12),
    "chombo_value": st.integers(0, 60),
    "minutes": st.integers(1, 120),
    "pao_yaku": st.frozensets(st.sampled_from(YAKU)),
}


HINTS = {name: hint for name, hint in get_type_hints(Ruleset).items() if name != "key"}


def _choices(name, hint):
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    assert hint is bool, f"{name} needs a strategy"
    return st.booleans()


CHANGES = {name: AMOUNTS[name] if name in AMOUNTS else _choices(name, hint) for name, hint in HINTS.items()}


@st.composite
def rulesets(draw):
    """A preset with some of its fields changed, so that it still makes sense."""
    preset = draw(presets)
    names = draw(st.lists(st.sampled_from(sorted(CHANGES)), max_size=8, unique=True))
    changes = {name: draw(CHANGES[name]) for name in names}
    if changes.get("extension_round", preset.extension_round) != "off":
        changes.setdefault("target_points", 30_000)
    if changes.get("time_policy", preset.time_policy) == "none":
        changes["minutes"] = None
    elif changes.get("minutes", preset.minutes) is None:
        changes["minutes"] = 90
    if not changes.get("multiple_yakuman", preset.multiple_yakuman):
        changes["double_yakuman"] = False
    return preset.changed(**changes)


situations = st.builds(
    Situation,
    points=st.tuples(*[hundreds] * 4),
    round_wind=st.sampled_from([Wind.EAST, Wind.SOUTH]),
    dealer=seats,
    honba=st.integers(0, 12),
    riichi_sticks=st.integers(0, 8),
)

# The pairs of section 2.3 that every ruleset has.
RON_PAIRS = [(han, fu) for fu in range(30, 110, 10) for han in range(1, 5)]
RON_PAIRS += [(han, fu) for fu in (25, 110) for han in range(2, 5)] + [(4, 120), (4, 130), (2, 37), (3, 22)]
TSUMO_PAIRS = [(han, fu) for fu in range(30, 110, 10) for han in range(1, 5)]
TSUMO_PAIRS += [(han, fu) for fu in (20, 110) for han in range(2, 5)] + [(3, 25), (4, 25), (4, 120), (4, 130)]


@st.composite
def wins(draw, winner, pairs):
    value = draw(
        st.sampled_from(pairs).map(lambda pair: HanFu(*pair))
        | st.builds(HanFu, st.integers(5, 15))
        | st.sampled_from(Limit)
        | st.builds(Yakuman, st.integers(1, 3))
    )
    liable = None
    if isinstance(value, Yakuman) or value is Limit.YAKUMAN:
        liable = draw(st.none() | st.sampled_from([seat for seat in Seat if seat is not winner]))
    return Win(winner=winner, value=value, liable=liable, yaku=draw(st.sampled_from([(), ("tsuuiisou",), YAKU, HAN])))


@st.composite
def rons(draw):
    discarder = draw(seats)
    winners = draw(st.lists(st.sampled_from([s for s in Seat if s is not discarder]), min_size=1, unique=True))
    claims = tuple(draw(wins(winner, RON_PAIRS)) for winner in winners)
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


@st.composite
def abortive_draws(draw):
    reason = draw(st.sampled_from(AbortReason))
    riichi = frozenset(Seat) if reason is AbortReason.FOUR_RIICHI else draw(seat_sets)
    return AbortiveDraw(reason=reason, riichi=riichi)


tsumos = st.builds(Tsumo, win=seats.flatmap(lambda winner: wins(winner, TSUMO_PAIRS)), riichi=seat_sets)
redeals = st.builds(Redeal, riichi=seat_sets)
chombos = st.builds(Chombo, offenders=some_seats, riichi=seat_sets)

outcomes = rons() | tsumos | draws() | nagashis() | abortive_draws() | chombos | redeals
games = st.lists(outcomes, max_size=30)


def playable(outcomes, *, rules, start=None):
    """Those of the hands that the ruleset takes, one after the other, until the game is over."""
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


# Anything a JSON parser can hand over, and the words of the format so that it gets past the door.
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
