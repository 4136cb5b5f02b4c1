"""Replays a hanchan with the edits of a correction: computes the new points of each hand, and finds the hands about
which a person must decide."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.clock import hands_left
from scoring.game_writing import outcome_to_json
from scoring.hanchan import PlayedHand, next_hand
from scoring.outcome import Outcome
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import Seat, Wind, by_seat
from scoring.situation import Situation, opening
from tournament.games.game import Game
from tournament.models import Hanchan, Hand
from tournament.table.correction import CorrectionPlan, HandChange, Obstacle, PlannedHand, hands_before
from tournament.table.edits import (
    Edits,
    Insert,
    Keep,
    Remove,
    Replace,
    Seen,
    UnreadableEdits,
)


def plan_correction(game: Game, edits: Edits, *, rules: Ruleset | None = None) -> CorrectionPlan:
    """Replay a hanchan with these edits. If `rules` are given, they are used instead of the hanchan's rules. Raises
    `UnreadableEdits` if the edits do not fit the hanchan."""
    rules = rules or game.rules
    called_after = _time_called_after(game, edits)
    lines = _play(game.hanchan, _slots(game, edits), called_after, rules)
    return CorrectionPlan(game, edits, tuple(lines), called_after, rules)


def impossible_hands(game: Game, rules: Ruleset) -> Edits:
    """Return edits that remove the hands which are impossible by these rules. The hands are tried in order. Each hand
    is tried after those earlier hands that are not removed."""
    start = _opening(game.hanchan, rules)
    played: list[PlayedHand] = []
    outcomes: list[Outcome] = []
    removals: tuple[Remove, ...] = ()
    for hand, outcome in zip(game.hands, game.outcomes, strict=True):
        is_over = bool(played) and played[-1].ending is not None
        is_over = is_over or _time_is_up(game.hanchan, outcomes, _time_called_after(game, removals), rules)
        try:
            now = None if is_over else next_hand(outcome, played, rules=rules, start=start)
        except Refused:
            now = None
        if now is None:
            removals = (*removals, Remove(hand.number))
        else:
            played.append(now)
            outcomes.append(outcome)
    return removals


def _slots(game: Game, edits: Edits) -> list[PlannedHand]:
    """Return the hands in their new order, before their points are computed."""
    about = {edit.number: (index, edit) for index, edit in enumerate(edits) if not isinstance(edit, Insert)}
    inserted = [(index, edit) for index, edit in enumerate(edits) if isinstance(edit, Insert)]
    last = len(game.hands)
    if any(number > last for number in about) or any(edit.number > last + 1 for _, edit in inserted):
        raise UnreadableEdits("no such hand")
    if len(about) + len(inserted) < len(edits):
        raise UnreadableEdits("two edits of one hand")

    slots: list[PlannedHand] = []
    for hand, was in zip((*game.hands, None), (*game.played, None), strict=True):
        number = hand.number if hand else last + 1
        slots += [
            _slot(HandChange.INSERTED, index, None, None, edit.outcome, edit.seen)
            for index, edit in inserted
            if edit.number == number
        ]
        if hand is None or was is None:
            break
        index, edit = about.get(number, (None, None))
        match edit:
            case Remove():
                slots.append(_slot(HandChange.REMOVED, index, hand, was, None, None))
            case Replace(outcome=outcome, seen=seen):
                slots.append(_slot(HandChange.REPLACED, index, hand, was, outcome, seen))
            case Keep(seen=seen):
                slots.append(_slot(HandChange.KEPT, index, hand, was, hand.parsed_outcome(), seen))
            case _:
                slots.append(_slot(HandChange.NONE, None, hand, was, hand.parsed_outcome(), _seen(hand)))
    return slots


def _slot(
    change: HandChange,
    edit: int | None,
    old: Hand | None,
    was: PlayedHand | None,
    outcome: Outcome | None,
    seen: Seen | None,
) -> PlannedHand:
    return PlannedHand(number=None, change=change, edit=edit, old=old, was=was, outcome=outcome, seen=seen)


def _play(
    hanchan: Hanchan, slots: list[PlannedHand], called_after: int | None, rules: Ruleset
) -> Iterator[PlannedHand]:
    start = _opening(hanchan, rules)
    played: list[PlayedHand] = []
    outcomes: list[Outcome] = []
    number = 0
    waits = False
    for slot in slots:
        if slot.outcome is None:
            yield slot
            continue
        number += 1
        line = replace(slot, number=number)
        if waits:
            yield replace(line, waits=True)
        elif played and played[-1].ending:
            yield replace(line, obstacle=Obstacle.GAME_OVER)
        elif _time_is_up(hanchan, outcomes, called_after, rules):
            yield replace(line, obstacle=Obstacle.TIME_UP)
        else:
            try:
                now = next_hand(slot.outcome, played, rules=rules, start=start)
            except Refused as refused:
                waits = True
                yield replace(line, obstacle=Obstacle.REFUSED, refused=refused)
            else:
                played.append(now)
                outcomes.append(slot.outcome)
                yield _settled(line, now, _row(hanchan, number, slot.outcome, now))


def _opening(hanchan: Hanchan, rules: Ruleset) -> Situation:
    return opening(rules, by_seat(hanchan.start_points) if hanchan.start_points else None)


def _settled(line: PlannedHand, now: PlayedHand, row: Hand) -> PlannedHand:
    """Return the planned hand with its replay. The hand is marked as unchanged if its outcome, round wind and dealer
    are the same as before the correction."""
    here = Seen.of(now.before)
    if line.old is not None and (line.outcome, here) == (line.old.parsed_outcome(), _seen(line.old)):
        return replace(line, now=now, row=row, change=HandChange.NONE)
    return replace(line, now=now, row=row, obstacle=None if line.seen == here else Obstacle.OTHER_SITUATION)


def _seen(hand: Hand) -> Seen:
    return Seen(Wind(hand.round_wind), Seat(hand.dealer))


def _row(hanchan: Hanchan, number: int, outcome: Outcome, now: PlayedHand) -> Hand:
    """Return the hand's new row, without saving it."""
    east, south, west, north = now.settlement.deltas
    return Hand(
        hanchan=hanchan,
        number=number,
        outcome=outcome_to_json(outcome),
        round_wind=now.before.round_wind.value,
        dealer=now.before.dealer,
        honba=now.before.honba,
        east=east,
        south=south,
        west=west,
        north=north,
        to_table=now.settlement.to_table,
    )


def _time_is_up(hanchan: Hanchan, outcomes: list[Outcome], called_after: int | None, rules: Ruleset) -> bool:
    if called_after is None or len(outcomes) < called_after:
        return False
    in_progress = bool(hanchan.time_hand_in_progress)
    return hands_left(outcomes[called_after:], in_progress=in_progress, rules=rules) == 0


def _time_called_after(game: Game, edits: Edits) -> int | None:
    """Return the number of hands that were played before time was up, counted after the correction.

    A hand that is inserted exactly at the end of time counts as played before it.
    """
    called_after = game.hanchan.time_called_after
    return None if called_after is None else hands_before(called_after, game, edits)
