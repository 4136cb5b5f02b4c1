"""Correct a hanchan: replace, insert and remove hands, and compute the points of all later hands again."""

import json
from typing import Any
from uuid import UUID, uuid4

from django.db.models import F

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.rules import freeze_rules
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import (
    FormOutdated,
    NothingToCorrect,
    OnPaper,
    ReasonMissing,
    TooManyChanges,
    TooManyHands,
    TooMuchCorrected,
    Undecided,
)
from tournament.core.limits import (
    LONGEST_CORRECTIONS,
    LONGEST_CORRECTIONS_AT_TABLE,
    MOST_CORRECTIONS_AT_TABLE,
    MOST_HANDS,
    MOST_LOGGED,
    MOST_ROWS_AT_TABLE,
)
from tournament.core.queries.disk import check_free_space
from tournament.games.actions.signatures import check_may_change, outdate, withdraw_signatures
from tournament.games.game import Game
from tournament.games.queries.game import load_game
from tournament.games.queries.logged_length import length_in_tournament, number_and_length
from tournament.models import Hanchan, Hand, LogEntry, Visitor
from tournament.models.tournament import ORGANIZING
from tournament.table.actions.record_hand import check_file_takes, new_hand
from tournament.table.correction import CorrectionPlan
from tournament.table.correction_replay import plan_correction
from tournament.table.edits import Edits, Insert, Remove, edits_to_text

OUT_OF_THE_WAY = 10_000
"""Offset that is added to hand numbers while hands are renumbered. The database never allows two current hands with the
same number, not even within a transaction."""

DERIVED = ("honba", "east", "south", "west", "north", "to_table")
"""Columns of a hand that the replay computes, and that change if an earlier hand changes."""


KINDS = ("hand.inserted", "hand.removed", "hand.corrected")
"""Kinds of log entries about a correction."""

CORRECTIONS = (*KINDS, "hand.moved_away")
"""The kinds that contain all hands of the hanchan, before and after the change."""


@once_per_key
def correct_hanchan(*, hanchan_id: int, revision: int, edits: Edits, key: UUID, reason: str, by: Visitor) -> None:
    """Carry out a correction as its preview showed it. A repeated submission changes nothing.

    Hands that the edits do not change keep their rows. Signatures are withdrawn. Raises `FormOutdated`, `Undecided`,
    `NothingToCorrect`, `ReasonMissing` (a signed sheet needs a reason), `OnPaper`, `HanchanCancelled`, `SheetSigned`,
    `TooManyHands`, `TooManyPoints`, `TooManyChanges`, `TooMuchCorrected`, `DiskNearlyFull`, and `UnreadableEdits` for
    edits that do not fit the hanchan.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        if logged_before(key, *KINDS, tournament=hanchan.tournament, hanchan=hanchan):
            return
        game = load_game(hanchan)
        check_may_change(game, by=by)
        check_unchanged(game, revision)
        if game.sheet and not reason:
            raise ReasonMissing
        plan = check_plan(plan_correction(game, edits))
        changes = what_changes(plan)
        check_amount(hanchan, changes, reason, by=by)
        entry = log(hanchan.tournament, _kind(edits), by=by, hanchan=hanchan, key=key, reason=reason, **changes)
        apply_plan(hanchan, plan, entry)


def check_amount(hanchan: Hanchan, logged: dict[str, Any], reason: str, *, by: Visitor) -> None:
    """Raise `TooManyChanges` if somebody outside the team corrects so much, or so often, that the tournament's file
    would grow too large. The team may do so until the disk is nearly full (`DiskNearlyFull`), or the corrections fill
    the tournament's log (`TooMuchCorrected`). For actions.

    Of this room half is for the team, and half of that for owners and organizers: no table's link and no referee uses
    up all of it.
    """
    role = by.role_in(hanchan.tournament)
    room = LONGEST_CORRECTIONS if role in ORGANIZING else LONGEST_CORRECTIONS * 3 // 4
    added = len(json.dumps(logged)) + len(reason.encode())
    in_all = added + length_in_tournament(hanchan.tournament, CORRECTIONS, up_to=room)
    if role is not None and in_all > room:
        raise TooMuchCorrected
    corrections, length = number_and_length(hanchan, CORRECTIONS)
    length += added
    is_short = length <= LONGEST_CORRECTIONS_AT_TABLE and corrections < MOST_CORRECTIONS_AT_TABLE
    is_short = is_short and in_all <= LONGEST_CORRECTIONS // 2
    if is_short and hanchan.hands.count() < MOST_ROWS_AT_TABLE:
        return
    if role is None:
        raise TooManyChanges
    check_free_space()


def check_unchanged(game: Game, revision: int) -> None:
    """Raise `OnPaper` if the points are from paper, and `FormOutdated` if the hanchan was changed after this revision.
    For actions."""
    if game.paper:
        raise OnPaper
    if game.hanchan.revision != revision:
        raise FormOutdated


def check_plan(plan: CorrectionPlan) -> CorrectionPlan:
    """Return the plan if it can be carried out; actions call this before they write.

    Raises `Undecided` if a hand still needs a decision, `NothingToCorrect` if nothing would change, and `TooManyHands`
    or `TooManyPoints` if a limit is exceeded, even by a hand that the correction only moves.
    """
    if plan.open:
        raise Undecided
    if not plan.changes_something:
        raise NothingToCorrect
    check_file_takes([line.now for line in plan.lines if line.now])
    return plan


def what_changes(plan: CorrectionPlan) -> dict[str, Any]:
    """Return the data of the log entry about a correction: the outcomes of all hands before and after it, and the
    edits."""
    return {
        "before": [hand.outcome for hand in plan.before.hands],
        "after": [hand.outcome for hand in plan.after.hands],
        "edits": edits_to_text(plan.edits),
        "time_called_after": [plan.before.hanchan.time_called_after, plan.time_called_after],
        "signed": plan.before.sheet is not None,
    }


def apply_plan(hanchan: Hanchan, plan: CorrectionPlan, entry: LogEntry) -> None:
    """Carry out a plan that `check_plan` has passed, and withdraw signatures. For actions only: the caller holds the
    lock."""
    write_hands(hanchan, plan, entry)
    withdraw_signatures(hanchan, entry)
    for substitution in plan.substitutions:
        substitution.save(update_fields=["after_hand"])
    hanchan.time_called_after = plan.time_called_after
    outdate(hanchan, "time_called_after")


def write_hands(hanchan: Hanchan, plan: CorrectionPlan, entry: LogEntry) -> None:
    """Replace, append and renumber the rows of the hands as planned. For actions only: the caller holds the lock.
    Raises `TooManyHands`."""
    gone = [line.old.pk for line in plan.lines if line.old and line.touched]
    if gone:
        hanchan.hands.filter(pk__in=gone).update(superseded_by=entry)
    _renumber_kept_rows(hanchan, plan)
    # New keys, so that a late retry of the submission that recorded an old hand does not find the new row.
    new = [
        new_hand(hanchan, line.number, uuid4(), line.outcome, line.now, actor=entry.actor)
        for line in plan.lines
        if line.touched and line.number and line.outcome and line.now
    ]
    if new:
        _check_rows(hanchan, len(new))
        freeze_rules(hanchan.tournament)
        Hand.objects.bulk_create(new)


def _check_rows(hanchan: Hanchan, new: int) -> None:
    """Raise `TooManyHands` if a file could not contain the hanchan with `new` further rows of hands. Hands that do not
    count are included."""
    # Each change adds MOST_HANDS rows at most, so rows are counted only after hundreds of changes.
    if hanchan.revision >= MOST_LOGGED // MOST_HANDS and hanchan.hands.count() + new > MOST_LOGGED:
        raise TooManyHands


def _renumber_kept_rows(hanchan: Hanchan, plan: CorrectionPlan) -> None:
    """Give the unchanged rows their new hand numbers and derived columns, with two SQL statements."""
    moved: list[Hand] = []
    for line in plan.lines:
        old, row = line.old, line.row
        if old is None or row is None or line.touched:
            continue
        if any(getattr(old, name) != getattr(row, name) for name in ("number", *DERIVED)):
            for name in DERIVED:
                setattr(old, name, getattr(row, name))
            old.number = row.number + OUT_OF_THE_WAY
            moved.append(old)
    if not moved:
        return
    Hand.objects.bulk_update(moved, ["number", *DERIVED])
    parked = hanchan.hands.current().filter(number__gt=OUT_OF_THE_WAY)
    parked.update(number=F("number") - OUT_OF_THE_WAY)


def paid_differently(plan: CorrectionPlan) -> list[Hand]:
    """Return the rows of the hands that pay differently in this plan, for example because the rules were corrected. The
    rows have the new payments, but are not saved."""
    rows = []
    for line in plan.lines:
        old, row = line.old, line.row
        if old and row and any(getattr(old, name) != getattr(row, name) for name in DERIVED):
            for name in DERIVED:
                setattr(old, name, getattr(row, name))
            rows.append(old)
    return rows


def _kind(edits: Edits) -> str:
    if all(isinstance(edit, Insert) for edit in edits):
        return "hand.inserted"
    return "hand.removed" if all(isinstance(edit, Remove) for edit in edits) else "hand.corrected"
