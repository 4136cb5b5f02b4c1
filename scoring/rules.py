"""`Ruleset`: the decisions of a rulebook as data. The rulebooks themselves are in `presets`.

Each field has its meaning, its unit and its rule; R-numbers are those of `docs/rules.md`.
"""

import json
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Literal, get_type_hints

from scoring.refusal import QUOTED, Refused, malformed
from scoring.rules_check import YAKU_LISTS, check_lists, check_ruleset, illegal
from scoring.tiles.words import DOUBLE_YAKUMAN
from scoring.uma import FloatingUma, Tenths, Uma, tenths_from_json, tenths_to_json, uma_from_json, uma_to_json

TENTHS_FIELDS = ("oka", "missed_uma", "chombo_value", "chip_value", "yakitori")
"""The fields that are one amount in tenths; `uma` has several."""

LONGEST_CACHED = 5_000
"""The most characters of a ruleset's JSON that are a key of the cache; a ruleset with every field has fewer."""

TimePolicy = Literal["none", "finish_current", "finish_current_plus_one", "finish_current_plus_two"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The decisions of one rulebook. Frozen: `changed` returns a changed copy."""

    key: str
    """Key of the preset that this ruleset is, or is changed from."""

    # --- The table at the start and at the end ---
    start_points: int = 30_000
    """Points of each player at the first hand (R1.1)."""
    return_points: int = 30_000
    """Points that count as zero in the score (R13.1)."""
    uma: Uma | FloatingUma = (15, 5, -5, -15)
    """Score points for first to last place, in thousands (R13.2, R13.8): the same in every game, or depending on how
    many players end with `return_points` or more."""
    oka: Tenths = 0
    """Score points, in thousands, that first place gets in addition to its uma (R13.2, R13.8)."""
    missed_points: int = -15_000
    """Final points minus `return_points` of a player who missed a hanchan, or for whom a substitute played (R15.2)."""
    missed_uma: Tenths = -15
    """Uma, in thousands, of a player who missed a hanchan, or for whom a substitute played (R15.2)."""
    tie_uma: Literal["shared", "seat"] = "shared"
    """Whether tied players share the uma of their places, or the earlier starting seat has the better place (R13.3)."""
    final_rounding: Literal["none", "nearest_thousand"] = "none"
    """Whether the points of all places but the first are rounded to thousands, half away from zero, before the scores
    are computed. First place then gets the rest."""
    leftover_sticks: Literal["lost", "first_split", "first_seat"] = "lost"
    """Who gets the riichi bets left on the table: nobody; the players in first place, evenly; or, of these players, the
    one with the earliest starting seat (R12.2). Places do not change: tied players remain tied."""
    leftover_remainder: Literal["lost", "lost_hundreds", "seat"] = "lost"
    """How three tied players split 1,000 points: as 333 each, and the rest is lost; as 300 each, and the other hundred
    is lost; or as 400, 300, 300, the most to the earliest starting seat (R12.2)."""

    # --- Course of the game ---
    game_length: Literal["east_south", "east"] = "east_south"
    """The rounds of a game that is neither ended early nor extended (R10.2)."""
    target_points: int | None = None
    """Points that somebody must have when the last round ends, else the game goes on (R10.3)."""
    extension_round: Literal["off", "sudden_death", "full"] = "off"
    """Whether one more round is played if nobody has `target_points`. With `sudden_death` the game ends when the deal
    passes and somebody has these points; with `full` the round is played to the last deal (R10.3)."""
    agari_yame: bool = False
    """Whether a leading dealer who wins the last hand ends the game (R10.4)."""
    tenpai_yame: bool = False
    """Whether a leading dealer who is tenpai at the draw of the last hand ends the game (R10.4)."""
    bust: Literal["off", "below_zero", "at_zero"] = "off"
    """Whether a player without points ends the game (R12.3)."""
    renchan: Literal["tenpai", "agari", "always", "never"] = "tenpai"
    """When East remains East after an exhaustive draw: if tenpai, not at all (`agari`), or always. With `never` the
    deal also passes after East's win, and the counters are removed (R10.1)."""

    # --- Riichi and counters ---
    riichi_bet: int = 1_000
    """Points of one riichi bet (R2.1)."""
    riichi_min_points: int | None = None
    """Points a player needs to declare riichi; None for no such limit (R2.6, R14.7)."""
    honba_value: int = 300
    """Points that each continuance counter adds to a win; by self-draw each opponent pays a third of these points,
    rounded up to the next hundred (R5.1)."""

    # --- Several claims on one discard ---
    multi_ron: Literal["head_bump", "double", "triple"] = "head_bump"
    """How many of the players who claim one discard are paid: the closest, two, or three (R6.1)."""
    honba_multi: Literal["first", "each"] = "each"
    """Who gets the counters if several players win on one discard: the first after the discarder, or each winner
    (R6.1)."""
    sticks_multi: Literal["first", "own_then_first"] = "own_then_first"
    """Who gets the riichi bets if several players win on one discard: the first after the discarder gets all, or each
    winner's own bet comes back and the rest goes to the first (R6.1)."""

    # --- The value of a hand ---
    kiriage: bool = True
    """Whether a base value of 1,920 becomes mangan (R3.5)."""
    kazoe: bool = False
    """Whether 13 han count as a yakuman (R3.7)."""
    multiple_yakuman: bool = False
    """Whether several yakuman in one hand add up (R3.8)."""
    double_yakuman: frozenset[str] = frozenset()
    """The yakuman that count twice (R3.8). Only with `multiple_yakuman`. As data `true` stands for `DOUBLE_YAKUMAN`:
    big four winds, nine gates with nine waits, thirteen orphans with thirteen waits, and four concealed triplets with a
    wait on the pair."""
    renhou: Literal["off", "mangan", "yakuman"] = "mangan"
    """The value of winning on a discard in the first uninterrupted turn: nothing, a mangan to which nothing is added,
    or a yakuman (R3.11)."""
    red_fives: int = 0
    """How many red fives the tiles have, each one dora (R3.9)."""
    open_tanyao: bool = True
    """Whether a hand with called melds can be all simples (R3.1)."""
    ippatsu: bool = True
    """Whether a win within a turn of riichi has one more han (R3.14)."""
    ura_dora: bool = True
    """Whether the tiles under the dora indicators count for a winner in riichi (R3.13)."""
    kan_dora: bool = True
    """Whether a kong turns a further dora indicator, or only the first counts (R3.13)."""
    kan_ura: bool = True
    """Whether the tiles under the indicators of kongs count, too, for a winner in riichi (R3.13). Only with `ura_dora`
    and `kan_dora`."""
    absent_yaku: frozenset[str] = frozenset()
    """Yaku of han that do not exist under these rules, by name (R3.14). Pinfu always exists, because fu depend on
    it."""
    rinshan_fu: Literal[0, 2] = 2
    """Fu for drawing the winning tile from the dead wall after a kong."""
    double_wind_fu: Literal[2, 4] = 4
    """Fu of a pair that is both seat and round wind; with 4, a ron of 1 han 110 fu exists (R3.12)."""

    # --- Liability ---
    pao_yaku: frozenset[str] = frozenset({"daisangen", "daisuushii"})
    """The yakuman that make the player who fed the last meld liable (R7.1); empty if nobody is ever liable."""
    pao_honba_on_ron: Literal["discarder", "liable"] = "discarder"
    """Who pays the counters if a player who is not liable discards the winning tile (R7.4)."""
    pao_composite: Literal["all", "part"] = "all"
    """Which of several yakuman in one hand the liable player pays for: all of them, or only those in `pao_yaku`. If no
    yaku is named, one yakuman counts as being in `pao_yaku`. Only with `multiple_yakuman`."""

    # --- Draws ---
    noten_total: int = 3_000
    """Points that tenpai players get from noten players in total at an exhaustive draw (R8.1)."""
    nagashi: Literal["off", "as_draw", "as_win"] = "off"
    """Nagashi mangan: it does not exist; or it is a draw that pays a mangan by self-draw instead of the noten payment;
    or it is a win by self-draw with counters and bets. After such a win East remains East only if East won (R3.10)."""
    abort_four_winds: bool = False
    """Whether four equal winds as first discards end the hand (R9.2)."""
    abort_nine_terminals: bool = False
    """Whether nine different terminals and honours let a player end the hand (R9.2)."""
    abort_four_kongs: bool = False
    """Whether the fourth kong ends the hand, if two or more players made the four kongs (R9.2)."""
    abort_four_riichi: bool = False
    """Whether a fourth riichi ends the hand (R9.2)."""
    abort_three_winners: bool = False
    """Whether three claims on one discard end the hand as an abortive draw, whatever `multi_ron` is (R9.2)."""
    abort_dealer_stays: bool = True
    """Whether East remains East after an abortive draw (R9.2)."""
    abort_adds_honba: bool = True
    """Whether an abortive draw adds a continuance counter (R9.2)."""

    # --- Chombo ---
    chombo_mode: Literal["score_after_uma", "reverse_mangan", "mangan_and_score"] = "score_after_uma"
    """What a chombo costs: score points after uma, a mangan paid to the other players, or both (R11.1, R11.2)."""
    chombo_value: Tenths = 20
    """Score points, in thousands, that a chombo costs, if it costs score points at all (R11.1, R13.8)."""

    # --- Beside the points on the table ---
    chip_value: Tenths = 0
    """Score points, in thousands, for each chip when the hanchan is over; 0 if there are no chips (R17.1)."""
    yakitori: Tenths = 0
    """Score points, in thousands, that a player who won no hand of the hanchan loses (R17.2)."""
    yakitori_to: Literal["lost", "winners"] = "lost"
    """Who gets the points of `yakitori`: nobody, or the players who won a hand, in equal shares (R17.2)."""

    # --- Clock ---
    minutes: int | None = 90
    """Minutes until the clock's end signal; None for a game without a clock (R16)."""
    time_policy: TimePolicy = "finish_current"
    """What may be played after the clock's end signal: the hand in progress, or this hand and one or two more; with
    `none` there is no signal (R16)."""
    one_more_between_hands: bool = False
    """Whether one hand more than `time_policy` allows is played if the signal sounds between two hands (R16.4)."""
    chombo_redeals_last_hand: bool = False
    """Whether a chombo in the last hand after the signal is dealt again (R16.1 to R16.3)."""

    def __post_init__(self) -> None:
        check_ruleset(self, _hints())

    def __hash__(self) -> int:
        return hash(self.key)  # hashing all fields would take longer than a cache keyed by rulesets saves

    @property
    def more_hands(self) -> int:
        """Return how many hands may still be played after the hand that is in progress at the end signal."""
        return {"finish_current_plus_one": 1, "finish_current_plus_two": 2}.get(self.time_policy, 0)

    @property
    def missed_score(self) -> Fraction:
        """The score, in thousands, that a player gets for a hanchan that they missed, or that a substitute played for
        them."""
        return Fraction(self.missed_points, 1_000) + self.missed_uma

    def changed(self, **changes: Any) -> "Ruleset":
        """Return a copy with some fields replaced. Raises `Refused` if the fields contradict each other."""
        return replace(self, **changes)


@cache
def _hints() -> dict[str, Any]:
    """Return the type of each field of `Ruleset`, by name. The result is cached, because computing the types takes
    longer than checking a ruleset."""
    return get_type_hints(Ruleset)


def ruleset_to_json(rules: Ruleset) -> dict[str, Any]:
    """Return an object with every field under the field's name; `base` is the preset's key, as in `hanchan/1`."""
    data: dict[str, Any] = asdict(rules)
    data |= {name: sorted(value) for name, value in data.items() if isinstance(value, frozenset)}
    data |= {name: tenths_to_json(data[name]) for name in TENTHS_FIELDS}
    return {"base": data.pop("key"), **data, "uma": uma_to_json(rules.uma)}


def ruleset_from_json(data: Any, presets: dict[str, Ruleset]) -> Ruleset:
    """Read a ruleset from a preset's key, or an object `{"base": key, field: value, …}`. Raises `Refused`."""
    if isinstance(data, str):
        if data not in presets:
            raise Refused("unknown_ruleset", ruleset=repr(data[QUOTED]))
        return presets[data]
    if not isinstance(data, dict) or not isinstance(data.get("base"), str):
        raise malformed("ruleset", "no_ruleset")
    changes = {name: value for name, value in data.items() if name != "base"}
    preset = ruleset_from_json(data["base"], presets)
    check_lists(changes)
    text = json.dumps(changes)
    read = _read_changes if len(text) <= LONGEST_CACHED else _read_changes.__wrapped__
    return read(preset, text)


@lru_cache(maxsize=100)
def _read_changes(preset: Ruleset, text: str) -> Ruleset:
    """Return the preset with the fields of a JSON object changed. The result is cached, because many games in a row
    have the same ruleset. The object is passed as text, because `1` and `True` would be the same key of the cache."""
    changes = json.loads(text)
    unknown = sorted(set(changes) - {field.name for field in fields(Ruleset)} | ({"key"} & set(changes)))
    if unknown:
        raise illegal("unknown_field", field=repr(unknown[0][QUOTED]))
    if "uma" in changes:
        changes["uma"] = uma_from_json(changes["uma"])
    changes |= {name: tenths_from_json(changes[name]) for name in TENTHS_FIELDS if name in changes}
    if type(changes.get("double_yakuman")) is bool:  # data of an older version, which had no list here
        changes["double_yakuman"] = list(DOUBLE_YAKUMAN) if changes["double_yakuman"] else []
    for name in YAKU_LISTS:
        if isinstance(changes.get(name), list) and all(isinstance(yaku, str) for yaku in changes[name]):
            changes[name] = frozenset(changes[name])
    return preset.changed(**changes)
