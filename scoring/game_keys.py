"""The required and the optional keys of each object of `hanchan/1`.

The reader (`game_format`) and the published JSON Schema (`schemas.hanchan`) both use them.
"""

Keys = tuple[frozenset[str], frozenset[str]]


def _keys(required: str, optional: str = "") -> Keys:
    return frozenset(required.split()), frozenset(optional.split())


GAME = _keys("format ruleset hands", "players start_points start ended chips substitutes")
START = _keys("scores round_wind dealer honba riichi_sticks")
WIN = _keys("winner", "han fu limit yakuman liable yaku")
RON = _keys("type discarder wins", "riichi")
TSUMO = _keys("type wins", "riichi")
EXHAUSTIVE_DRAW = _keys("type", "tenpai dead_hands riichi")
NAGASHI_MANGAN = _keys("type winners", "tenpai riichi")
ABORTIVE_DRAW = _keys("type reason", "riichi")
CHOMBO = _keys("type offenders", "riichi")
REDEAL = _keys("type", "riichi")

HANDS = {
    "ron": RON,
    "tsumo": TSUMO,
    "exhaustive_draw": EXHAUSTIVE_DRAW,
    "nagashi_mangan": NAGASHI_MANGAN,
    "abortive_draw": ABORTIVE_DRAW,
    "chombo": CHOMBO,
    "redeal": REDEAL,
}
"""The keys of a hand, by its `type`."""
