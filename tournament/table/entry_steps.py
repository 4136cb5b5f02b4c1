"""The kinds of hand that can be entered, and the screen's next question for each."""

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
"""The question of each mode except a win, which asks several in turn."""
