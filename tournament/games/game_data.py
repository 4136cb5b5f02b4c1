"""A hanchan as `hanchan/1`: what was said of each hand, which `python -m scoring settle` settles again."""

from typing import Any

from scoring.game_format import FORMAT
from scoring.presets import RULESETS
from scoring.rules import Ruleset, ruleset_to_json
from tournament.games.game import Game


def game_data(game: Game) -> dict[str, Any]:
    """One game. `ended` is there only where the clock ended it before the ruleset did."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": _ruleset(game.rules),
        "players": [seat.entry.public_name for seat in game.seats],
        "hands": [hand.outcome for hand in game.hands],
    }
    return data | {"ended": "time"} if game.ending == "time" else data


def _ruleset(rules: Ruleset) -> str | dict[str, Any]:
    """The preset's key while it still means these rules: a later version of it may mean others."""
    return rules.key if RULESETS.get(rules.key) == rules else ruleset_to_json(rules)
