"""The sticks in front of the players against the hands, and the mistakes that would explain a difference."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from scoring.discrepancy import Explanation, explanations
from scoring.seats import SEATS, Points, by_seat
from tournament.games.game import Game
from tournament.table.edits import Replace, Seen, edits_to_text

MOST = 12
"""Explanations shown: a list longer than that explains nothing."""


@dataclass(frozen=True, kw_only=True)
class Explained:
    """One mistake, and the address of the correction that puts it right, shown before it counts."""

    explanation: Explanation
    address: str


@dataclass(frozen=True, kw_only=True)
class StickCount:
    """What was counted against what the hands say, by seat.

    `missing` is how much is not there in all, riichi bets on the table counted in: then somebody miscounted, and no
    mistake in a hand explains it.
    """

    counted: Points
    differences: Points
    missing: int
    found: tuple[Explained, ...]
    more: int

    @property
    def agrees(self) -> bool:
        return not any(self.differences)

    @property
    def surplus(self) -> int:
        """Points counted beyond those in the game."""
        return -self.missing


def count_sticks(game: Game, counted: Points) -> StickCount:
    """Compare; look for single mistakes where the sum is right for some number of riichi bets on the table."""
    differences = by_seat(counted[seat] - game.final_points[seat] for seat in SEATS)
    missing = 4 * game.rules.start_points - sum(counted)
    bets_left, rest = divmod(missing, game.rules.riichi_bet)
    possible = any(differences) and not rest and bets_left >= 0 and not game.paper
    found = explanations(game.outcomes, counted, rules=game.rules) if possible else []
    return StickCount(
        counted=counted,
        differences=differences,
        missing=missing - game.final_sticks * game.rules.riichi_bet,
        found=tuple(Explained(explanation=one, address=_correction(game, one)) for one in found[:MOST]),
        more=max(len(found) - MOST, 0),
    )


def _correction(game: Game, one: Explanation) -> str:
    seen = Seen.of(game.played[one.number - 1].before)
    edits = edits_to_text([Replace(one.number, one.right, seen)])
    address = reverse("correction", args=[game.hanchan.tournament.slug, game.hanchan.pk])
    return f"{address}?{urlencode({'revision': game.hanchan.revision, 'edits': edits})}"


COUNTED = "sticks.counted"
"""What the log calls sticks that a table counted: the points, after how many hands, and whether it was over."""
