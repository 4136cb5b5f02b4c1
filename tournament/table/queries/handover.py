"""The page that shows the hands of another phone before they are recorded."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.outcome import Outcome, same_hand
from scoring.refusal import Refused
from tournament.core.errors import NotDone
from tournament.games.game import Game
from tournament.games.queries.game import load_game
from tournament.models import Hanchan
from tournament.table.handover import HandedHand
from tournament.table.queries.numbering import numbered_since


@dataclass(frozen=True)
class HandoverLine:
    """One hand of the QR code; its `outcome` is None if the hand is impossible. `is_recorded` says whether the hand is
    already recorded. If another hand is recorded under the same number, `instead` is the outcome of that hand."""

    hand: HandedHand
    outcome: Outcome | None
    is_recorded: bool
    instead: Outcome | None


@dataclass(frozen=True)
class HandoverPage:
    game: Game
    lines: tuple[HandoverLine, ...]

    @property
    def waiting(self) -> int:
        """Return how many of the hands are not recorded yet."""
        return sum(not line.is_recorded for line in self.lines)


def handover_page(hanchan: Hanchan, hands: Sequence[HandedHand]) -> HandoverPage:
    game = load_game(hanchan)
    since = numbered_since(hanchan)
    return HandoverPage(game, tuple(_line(hand, game, since) for hand in hands))


def _line(hand: HandedHand, game: Game, since: int) -> HandoverLine:
    recorded = game.outcomes[hand.number - 1] if 1 <= hand.number <= len(game.hands) else None
    try:
        outcome = hand.outcome(game.rules)
    except (NotDone, Refused):
        return HandoverLine(hand, None, is_recorded=False, instead=recorded)
    has_key = any(own.key == hand.key for own in game.hands)
    counts_once = recorded and same_hand(recorded, outcome) and hand.base >= since and not hand.renumbered
    if has_key or counts_once:
        return HandoverLine(hand, outcome, is_recorded=True, instead=None)
    return HandoverLine(hand, outcome, is_recorded=False, instead=recorded)
