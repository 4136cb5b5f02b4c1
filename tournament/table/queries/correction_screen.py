"""The changes that a correction would make, as a page shows them before the correction is saved."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.hanchan import Ending, PlayedHand
from scoring.placement import Placement
from scoring.refusal import Refused
from scoring.seats import SEATS
from scoring.uma import Tenths
from tournament.core.words.refusals import refusal_words
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.models import Hanchan
from tournament.table.correction import CorrectionPlan, PlannedHand


@dataclass(frozen=True, kw_only=True)
class ShownLine:
    """A hand of the correction plan, with its position in the plan, which the page's buttons send."""

    position: int
    line: PlannedHand

    @property
    def refusal(self) -> str:
        """Return the reason why the rules refuse the hand."""
        return refusal_words(self.line.refused) if self.line.refused else ""


@dataclass(frozen=True, kw_only=True)
class PlacementChange:
    """A player's placement before and after the correction, as if the hanchan ended now. `penalty_before` and `penalty`
    are the costs of the player's chombo before and after, in thousands."""

    name: str
    before: Placement
    after: Placement
    penalty_before: Tenths
    penalty: Tenths

    @property
    def counted(self) -> Fraction:
        """Return what the hanchan adds to the player's total after the correction, in thousands: the score minus the
        cost of chombo."""
        return self.after.score - self.penalty

    @property
    def differs(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, kw_only=True)
class CorrectionPreview:
    """A hand that is to be moved, as it would be at its new table.

    If the rules refuse the hand at the new table, `played` is None and `problem` says why. `ending` is the reason why
    the game at the new table would end with this hand, or None.
    """

    game: Game
    played: PlayedHand | None
    problem: str = ""
    ending: Ending | Literal["time"] | None = None

    @property
    def changes(self) -> list[tuple[str, int, int]]:
        """The player's name, the change of points and the new points of each seat; empty if the hand is impossible."""
        if self.played is None:
            return []
        return list(zip(self.game.names, self.played.settlement.deltas, self.played.after.points, strict=True))


@dataclass(frozen=True, kw_only=True)
class CorrectionScreen:
    """A correction plan with its hands grouped by the decision that they need."""

    plan: CorrectionPlan
    lines: tuple[ShownLine, ...]
    results: tuple[PlacementChange, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return self.plan.before.names

    @property
    def open(self) -> list[ShownLine]:
        """Return the hands that need a decision."""
        return [shown for shown in self.lines if shown.line.obstacle]

    @property
    def may_keep_all(self) -> bool:
        """Whether at least two of the hands that need a decision can be kept as they are."""
        return sum(shown.line.now is not None for shown in self.open) > 1

    @property
    def differing(self) -> list[ShownLine]:
        return [shown for shown in self.lines if shown.line.differs]

    @property
    def following(self) -> list[ShownLine]:
        """Return the hands that stay the same, but whose number or players' points change."""
        return [shown for shown in self.lines if shown.line.follows]

    @property
    def waits(self) -> bool:
        """Whether the points of some hands cannot be computed before a person has decided about an earlier hand."""
        return any(shown.line.waits for shown in self.lines)


def correction_screen(plan: CorrectionPlan) -> CorrectionScreen:
    before, after = plan.before, plan.after
    return CorrectionScreen(
        plan=plan,
        lines=tuple(ShownLine(position=position, line=line) for position, line in enumerate(plan.lines)),
        results=tuple(
            PlacementChange(
                name=before.names[seat],
                before=before.result[seat],
                after=after.result[seat],
                penalty_before=before.penalties[seat],
                penalty=after.penalties[seat],
            )
            for seat in SEATS
        ),
    )


def moved_hand(game: Game, number: int, to: Game) -> CorrectionPreview:
    """Preview hand `number` of one game as the next hand of the game `to`."""
    try:
        played = to.next_hand(game.outcomes[number - 1])
        return CorrectionPreview(game=to, played=played, ending=to.ending_with(played))
    except Refused as refused:
        return CorrectionPreview(game=to, played=None, problem=refusal_words(refused))


def tables_that_take_a_hand(hanchan: Hanchan) -> list[Game]:
    """Return the hanchans of the same tournament that are being played at other tables, the latest round first."""
    others = Hanchan.objects.valid().filter(round__tournament=hanchan.tournament).exclude(pk=hanchan.pk)
    return [game for game in load_games(others.order_by("-round__number", "table__number")) if not game.ending]
