"""A hanchan in the format `hanchan/1`: the outcome of each hand, from which `python -m scoring settle` computes the
points."""

from typing import Annotated, Any, NotRequired

from typing_extensions import TypedDict

from scoring.game_format import FORMAT
from scoring.presets import RULESETS
from scoring.rules import Ruleset, ruleset_to_json
from scoring.seats import SEATS
from tournament.core.json_shapes import always, means
from tournament.games.game import Game


class GameJson(TypedDict):
    """A hanchan hand by hand, in the format of docs/game-format.md."""

    format: Annotated[str, always(FORMAT)]
    ruleset: str | dict[str, Any]
    players: Annotated[
        list[Annotated[str, means("name of a player, or what is published instead of it")]],
        means("the four players, by seat"),
    ]
    start_points: NotRequired[
        Annotated[list[int], means("points of the four seats at the start, if they differ from the ruleset")]
    ]
    hands: Annotated[list[dict[str, Any]], means("hands in the order of play, each with its outcome")]
    chips: NotRequired[Annotated[list[int], means("chips won less chips lost, for each of the four seats")]]
    substitutes: NotRequired[
        Annotated[
            list[int | None],
            means("number of hands after which a substitute took over, for each of the four seats; null for none"),
        ]
    ]
    ended: NotRequired[Annotated[str, always("time")]]


def game_data(game: Game) -> GameJson:
    """Return a game as JSON. The key `ended` is there only if the clock ended the game before another rule would have
    ended it."""
    data: GameJson = {
        "format": FORMAT,
        "ruleset": _ruleset(game.rules),
        "players": [seat.entry.public_name for seat in game.seats],
        "hands": [hand.outcome for hand in game.hands],
    }
    if game.start_points:
        data["start_points"] = list(game.start_points)
    if any(game.chips):
        data["chips"] = list(game.chips)
    if game.substitutes:
        data["substitutes"] = [game.player_hands(seat) for seat in SEATS]
    return {**data, "ended": "time"} if game.ending == "time" else data


def _ruleset(rules: Ruleset) -> str | dict[str, Any]:
    """Return the preset's key if the preset has exactly these rules. Otherwise return all fields of the rules, also
    those with the preset's value, because a later version of Tenbo may change the preset."""
    return rules.key if RULESETS.get(rules.key) == rules else ruleset_to_json(rules)
