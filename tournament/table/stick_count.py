"""Compares the sticks that a table has counted with its recorded hands. If they differ, the module looks for a single
mistake in one of the hands that would explain the difference."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from scoring.discrepancy import Explanation, explanations
from scoring.placement import all_points
from scoring.seats import SEATS, Points, by_seat
from tournament.core.limits import MOST_POINTS
from tournament.games.game import Game
from tournament.table.edits import Replace, Seen, edits_to_text

MOST = 12
"""The most explanations that are shown, because a longer list does not help."""

MOST_HANDS_EXPLAINED = 60
"""The most hands of a hanchan in which mistakes are looked for. A real hanchan has 8 to 20 hands, but a table's link
may record hundreds, and the time grows with the square of the number: a third of a second for 60 hands, half a minute
for 400."""


@dataclass(frozen=True, kw_only=True)
class Explained:
    """One possible mistake in a recorded hand, with the address of the correction that would fix it."""

    explanation: Explanation
    address: str


@dataclass(frozen=True, kw_only=True)
class StickCount:
    """Counted points compared with the points by the recorded hands, by seat. `more` is how many further explanations
    are not listed. `is_explainable` says whether the hands are few enough to look for mistakes.

    `missing` is the number of points by which the count is too low in total; negative if it is too high. Riichi bets
    that are on the table by the recorded hands are included. If `missing` is not 0, somebody miscounted, or a hand was
    recorded with a wrong number of riichi bets.
    """

    counted: Points
    differences: Points
    missing: int
    explanations: tuple[Explained, ...]
    more: int
    is_explainable: bool

    @property
    def agrees(self) -> bool:
        return not any(self.differences)

    @property
    def surplus(self) -> int:
        """The number of points by which the count is too high in total."""
        return -self.missing


def is_explainable(game: Game) -> bool:
    """Whether this game has at most `MOST_HANDS_EXPLAINED` hands, so that mistakes are looked for in them."""
    return len(game.hands) <= MOST_HANDS_EXPLAINED


def count_sticks(game: Game, counted: Points) -> StickCount:
    """Compare counted points with the hands. If they differ, look for single mistakes in the hands that explain the
    difference.

    If no number of riichi bets on the table makes up the missing points, the table miscounted, and the explanations
    are empty. They are also empty if the game is not explainable (`is_explainable`).
    """
    differences = by_seat(counted[seat] - game.final_points[seat] for seat in SEATS)
    missing = all_points(rules=game.rules, start_points=game.start_points) - sum(counted)
    bets_left, rest = divmod(missing, game.rules.riichi_bet)
    possible = any(differences) and not rest and bets_left >= 0 and not game.paper and is_explainable(game)
    possible_mistakes = explanations(game.outcomes, counted, rules=game.rules, start=game.start) if possible else []
    return StickCount(
        counted=counted,
        differences=differences,
        missing=missing - game.final_sticks * game.rules.riichi_bet,
        explanations=tuple(
            Explained(explanation=mistake, address=_correction(game, mistake)) for mistake in possible_mistakes[:MOST]
        ),
        more=max(len(possible_mistakes) - MOST, 0),
        is_explainable=is_explainable(game),
    )


def _correction(game: Game, mistake: Explanation) -> str:
    seen = Seen.of(game.played[mistake.number - 1].before)
    edits = edits_to_text([Replace(mistake.number, mistake.right, seen)])
    address = reverse("correction", args=[game.hanchan.tournament.slug, game.hanchan.pk])
    return f"{address}?{urlencode({'revision': game.hanchan.revision, 'edits': edits})}"


COUNTED = "sticks.counted"
"""Kind of the log entry about a stick count. Its data are the points, the number of hands before the count, and whether
the hanchan was over."""


def logged_count(data: Mapping[str, Any], hands: int) -> Points | None:
    """Return the points of a logged stick count (the `data` of its log entry); None if another hand was recorded after
    it, so that there are more `hands`.

    None also for data that are no stick count, because an imported document may contain log entries that no action
    writes.
    """
    points = data.get("points")
    if not data.get("is_over") and data.get("after") != hands:
        return None
    if not isinstance(points, list) or len(points) != len(SEATS):
        return None
    return by_seat(points) if all(type(each) is int and abs(each) <= MOST_POINTS for each in points) else None
