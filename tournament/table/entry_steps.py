"""What can be said of a hand, and what the screen asks for next."""

from typing import Literal, get_args

Mode = Literal["win", "draw", "nagashi", "nagashi-tenpai", "abort", "chombo", "redeal"]

Step = Literal["winner", "discarder", "value", "tenpai", "nagashi", "offender", "confirm"]


MODES: dict[str, Mode] = {mode: mode for mode in get_args(Mode)}


STEPS: dict[Mode, Step] = {
    "draw": "tenpai",
    "nagashi": "nagashi",
    "nagashi-tenpai": "tenpai",
    "abort": "confirm",
    "chombo": "offender",
    "redeal": "confirm",
}
"""What each mode but a win asks for; there, one touch more or less is always a whole hand or none yet."""
