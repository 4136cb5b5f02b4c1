"""The plan of a correction: the hanchan before and after it, and the hands about which a person must decide first."""

from copy import copy
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from scoring.hanchan import PlayedHand
from scoring.outcome import Outcome
from scoring.refusal import Refused
from scoring.rules import Ruleset
from tournament.games.game import Game
from tournament.models import Hand, Substitution
from tournament.table.edits import (
    Edits,
    Insert,
    Keep,
    Remove,
    Replace,
    Seen,
    UnreadableEdits,
    add_edit,
)


class HandChange(StrEnum):
    """The change that a correction makes to one hand."""

    NONE = "none"
    KEPT = "kept"  # its outcome stays, although its round or dealer changes
    REPLACED = "replaced"
    INSERTED = "inserted"
    REMOVED = "removed"


class Obstacle(StrEnum):
    """The reason why a person must decide about a hand that comes after a changed hand."""

    GAME_OVER = "game_over"  # the game would have ended before it
    TIME_UP = "time_up"  # the clock would have left no hand for it
    REFUSED = "refused"  # the rules do not allow it; the later hands wait for a decision
    OTHER_SITUATION = "other_situation"  # it was entered for another round or dealer


@dataclass(frozen=True, kw_only=True)
class PlannedHand:
    """One hand of a correction plan, before and after the correction. If a person must decide about the hand,
    `obstacle` is the reason.

    `number` is the hand's new number; None if the hand is removed. `edit` is the position of its edit in the plan's
    edits. `was` and `now` are the hand with its payments before and after the correction, and `row` is the row to
    store. `now` and `row` are None if the hand is removed, is impossible, or waits (`waits`) for a decision about an
    earlier hand.
    """

    number: int | None
    change: HandChange
    edit: int | None
    old: Hand | None
    was: PlayedHand | None
    outcome: Outcome | None
    seen: Seen | None
    now: PlayedHand | None = None
    row: Hand | None = None
    obstacle: Obstacle | None = None
    refused: Refused | None = None
    waits: bool = False

    @property
    def old_outcome(self) -> Outcome | None:
        return self.old.parsed_outcome() if self.old else None

    @property
    def differs(self) -> bool:
        """Whether the hand itself changes. A new number, or other points of the players before the hand, do not
        count."""
        if self.was is None or self.now is None or self.touched:
            return self.was is not self.now or self.touched or self.waits
        was, now = self.was.before, self.now.before
        here = (was.round_wind, was.dealer, was.honba) == (now.round_wind, now.dealer, now.honba)
        return not here or self.was.settlement != self.now.settlement

    @property
    def moves_points(self) -> bool:
        """Whether the payments of the hand change."""
        return not self.was or not self.now or self.was.settlement.deltas != self.now.settlement.deltas

    @property
    def follows(self) -> bool:
        """Whether the hand itself stays the same, but its number or the players' points after it change."""
        if self.differs or self.was is None or self.now is None or self.old is None:
            return False
        return self.was.after.points != self.now.after.points or self.number != self.old.number

    @property
    def touched(self) -> bool:
        """Whether the correction gives the hand a new row. Otherwise the hand keeps its row."""
        return self.change is not HandChange.NONE


@dataclass(frozen=True)
class CorrectionPlan:
    """A correction as the action `correct_hanchan` would carry it out.

    `before` is the hanchan before the correction. `lines` are the hands in their new order, including removed hands.
    `rules` are the rules by which the points of the hands are computed.
    """

    before: Game
    edits: Edits
    lines: tuple[PlannedHand, ...]
    time_called_after: int | None
    rules: Ruleset

    @cached_property
    def after(self) -> Game:
        """Return the corrected hanchan, up to the first hand that needs a decision."""
        return self._as_far_as(len(self.lines))

    @property
    def open(self) -> tuple[PlannedHand, ...]:
        """Return the hands about which a person must decide before the correction can be saved."""
        return tuple(line for line in self.lines if line.obstacle)

    @property
    def changes_something(self) -> bool:
        return any(line.touched for line in self.lines)

    @property
    def acceptable(self) -> bool:
        return self.changes_something and not self.open

    def until(self, *, number: int | None = None, edit: int | None = None) -> Game:
        """Return the corrected hanchan as it is just before one hand, so that this hand can be entered anew.

        The hand is given by its `number` before the correction, or by the position of its `edit`. If `number` is the
        number of the next hand after the last hand, the whole corrected hanchan is returned. Raises `UnreadableEdits`
        if there is no such hand, or if the hand waits for a decision about another hand.
        """
        for position, line in enumerate(self.lines):
            here = line.edit == edit if edit is not None else line.old is not None and line.old.number == number
            if here and not line.waits:
                return self._as_far_as(position)
        if edit is None and number == self.before.next_number and not any(line.refused for line in self.lines):
            return self.after
        raise UnreadableEdits("no such hand")

    def keep(self, position: int) -> Edits:
        """Return the plan's edits, changed so that the hand at this position keeps its outcome although its round or
        dealer changed. Raises `UnreadableEdits`."""
        line = self._line(position)
        if line.now is None:
            raise UnreadableEdits("cannot be kept")
        seen = Seen.of(line.now.before)
        match self.edits[line.edit] if line.edit is not None else None:
            case Replace() | Insert() | Keep() as edit:
                return tuple(replace(edit, seen=seen) if other is edit else other for other in self.edits)
            case None if line.old:
                return add_edit(self.edits, Keep(line.old.number, seen))
        raise UnreadableEdits("cannot be kept")

    def keep_all(self) -> Edits:
        """Return the plan's edits, changed so that every hand that needs a decision keeps its outcome, if the rules
        allow it."""
        plan = self
        for position, line in enumerate(self.lines):
            if line.obstacle and line.now:
                plan = replace(plan, edits=plan.keep(position))
        return plan.edits

    def remove(self, position: int) -> Edits:
        """Return the plan's edits, changed so that the hand at this position is removed."""
        line = self._line(position)
        return add_edit(self.edits, Remove(line.old.number)) if line.old else self.restore(position)

    def restore(self, position: int) -> Edits:
        """Return the plan's edits without the edit of the hand at this position, so that the hand is as it was
        before."""
        line = self._line(position)
        return tuple(edit for index, edit in enumerate(self.edits) if index != line.edit)

    def _as_far_as(self, position: int) -> Game:
        """Return the game up to this position of the plan. Hands whose points could not be computed are left out."""
        hanchan = copy(self.before.hanchan)
        hanchan.time_called_after = self.time_called_after
        hands = tuple(line.row for line in self.lines[:position] if line.row)
        return replace(self.before, hanchan=hanchan, rules=self.rules, hands=hands, substitutions=self.substitutions)

    @cached_property
    def substitutions(self) -> tuple[Substitution, ...]:
        """Return the hanchan's substitutions, renumbered so that each substitution still begins after the same hand."""
        return tuple(
            moved_substitution(substitution, self.before, self.edits) for substitution in self.before.substitutions
        )

    def _line(self, position: int) -> PlannedHand:
        if not 0 <= position < len(self.lines):
            raise UnreadableEdits("no such line")
        return self.lines[position]


def hands_before(hands: int, game: Game, edits: Edits) -> int:
    """Return how many hands of the corrected hanchan come before a moment, such as the end of time. `hands` is how many
    recorded hands came before this moment.

    If hand 2 is removed, 5 hands become 4. If some hands were undone later, `hands` may be larger than the number of
    recorded hands. Then inserted hands first take the places of the undone hands.
    """
    removed = sum(isinstance(edit, Remove) and edit.number <= hands for edit in edits)
    inserted = sum(isinstance(edit, Insert) and edit.number <= hands + 1 for edit in edits)
    missing = max(hands - len(game.hands), 0)
    return hands - removed + max(inserted - missing, 0)


def moved_substitution(substitution: Substitution, game: Game, edits: Edits) -> Substitution:
    moved = copy(substitution)
    if substitution.after_hand is not None:
        moved.after_hand = hands_before(substitution.after_hand, game, edits)
    return moved
