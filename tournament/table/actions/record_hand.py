"""Record the next hand of a hanchan."""

from collections.abc import Sequence
from uuid import UUID

from django.utils import timezone

from scoring.game_writing import outcome_to_json
from scoring.hanchan import PlayedHand
from scoring.outcome import Outcome, same_hand
from tournament.core.actions.journal import actor_of, log
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.rules import freeze_rules
from tournament.core.errors import (
    FormOutdated,
    HanchanCancelled,
    HandAlreadyRecorded,
    HandWithdrawn,
    KeyTaken,
    OnPaper,
    SameHandRecorded,
    TooManyHands,
    TooManyPoints,
)
from tournament.core.limits import MOST_HANDS, MOST_POINTS_PLAYED
from tournament.games.actions.signatures import check_number_of_changes, outdate
from tournament.games.play import Play
from tournament.games.queries.game import load_play
from tournament.models import Actor, Hanchan, Hand, Visitor
from tournament.table.queries.numbering import numbered_since


def record_hand(
    *,
    hanchan_id: int,
    number: int,
    revision: int,
    key: UUID,
    outcome: Outcome,
    by: Visitor,
    base: int | None = None,
    renumbered: bool = False,
) -> Hand:
    """Append a hand. A repeated submission with the same key appends nothing, and returns the hand that the first
    submission recorded.

    `number`, `revision`, `base` and `renumbered` are the values in the form (`RecordHandForm`). Raises
    `HandAlreadyRecorded` (`SameHandRecorded` if the recorded hand is equal to this one), `FormOutdated` (also if a hand
    before this one is missing, or if another hand may have got the number since `base`), `HandWithdrawn`, `KeyTaken`,
    `HanchanCancelled`, `OnPaper`, `TooManyHands`, `TooManyPoints`, `TooManyChanges`, and `Refused` for a hand that the
    rules do not allow.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        is_outdated = revision != hanchan.revision
        # A hand that waited in a phone has a newer revision than its base, and may be recorded under another number.
        if base is not None and base != revision:
            is_outdated = is_outdated or base < numbered_since(hanchan)
        return record_once(
            hanchan, number, key, outcome, is_outdated=is_outdated, base=base, renumbered=renumbered, by=by
        )


def record_once(
    hanchan: Hanchan,
    number: int,
    key: UUID,
    outcome: Outcome,
    *,
    is_outdated: bool,
    base: int | None,
    renumbered: bool,
    by: Visitor,
    play: Play | None = None,
) -> Hand:
    """Append the hand with this number, or return the hand that was recorded with this key before. For actions only:
    the caller holds the lock.

    `is_outdated` says whether something has changed that the person who confirmed the hand should see first. `base` and
    `renumbered` say how the hand got its number (`RecordHandForm`). `play` are the hands so far, if the caller has
    loaded them. Raises the errors of `record_hand`.
    """
    repeated = Hand.objects.filter(key=key).first()
    if repeated is not None:
        return _recorded_before(repeated, hanchan, outcome)
    if hanchan.cancelled_by_id:
        raise HanchanCancelled
    play = play or load_play(hanchan)
    if play.paper:
        raise OnPaper
    if 1 <= number < play.next_number:
        # After a forgotten hand was inserted, the hand before this one may have this number, and be equal by chance.
        if (base or 0) < numbered_since(hanchan):
            raise FormOutdated
        same = not renumbered and same_hand(play.outcomes[number - 1], outcome)
        raise SameHandRecorded if same else HandAlreadyRecorded
    if number != play.next_number or is_outdated:
        raise FormOutdated
    return record_next(hanchan, play, key, outcome, by=by)


def record_next(hanchan: Hanchan, play: Play, key: UUID, outcome: Outcome, *, by: Visitor) -> Hand:
    """Append the next hand of the hanchan and log it. For actions only: the caller holds the lock.

    Raises `Refused`, `TooManyHands`, `TooManyPoints` and `TooManyChanges`.
    """
    check_number_of_changes(hanchan, by=by)
    number, actor = play.next_number, actor_of(by, table=hanchan.table)
    hand = append_hand(hanchan, number, key, outcome, play.next_hand(outcome), actor=actor)
    outdate(hanchan)
    log(hanchan.tournament, "hand.recorded", by=by, actor=actor, hanchan=hanchan, number=number, outcome=hand.outcome)
    return hand


def append_hand(
    hanchan: Hanchan, number: int, key: UUID, outcome: Outcome, played: PlayedHand, *, actor: Actor
) -> Hand:
    """Save one hand with its payments. If it is the tournament's first hand, freeze the rules.

    For actions only: the caller holds the lock. Raises `TooManyHands` and `TooManyPoints`.
    """
    hand = new_hand(hanchan, number, key, outcome, played, actor=actor)
    freeze_rules(hanchan.tournament)
    hand.save(force_insert=True)
    return hand


def new_hand(hanchan: Hanchan, number: int, key: UUID, outcome: Outcome, played: PlayedHand, *, actor: Actor) -> Hand:
    """Return the row of one hand with its payments, without saving it. Raises `TooManyHands` and `TooManyPoints`."""
    check_file_takes([played], first=number)
    east, south, west, north = played.settlement.deltas
    return Hand(
        hanchan=hanchan,
        number=number,
        outcome=outcome_to_json(outcome),
        round_wind=played.before.round_wind.value,
        dealer=played.before.dealer,
        honba=played.before.honba,
        east=east,
        south=south,
        west=west,
        north=north,
        to_table=played.settlement.to_table,
        key=key,
        recorded_user_id=actor.user_id,
        recorded_as=actor.name,
        recorded_at=timezone.now(),
    )


def check_file_takes(hands: Sequence[PlayedHand], *, first: int = 1) -> None:
    """Raise `TooManyHands` or `TooManyPoints` if a file of the tournament could not contain these hands, because a
    laptop could then not return the tournament. The hands are numbered from `first`. For actions."""
    if first - 1 + len(hands) > MOST_HANDS:
        raise TooManyHands
    if any(max(map(abs, played.after.points)) > MOST_POINTS_PLAYED for played in hands):
        raise TooManyPoints


def _recorded_before(hand: Hand, hanchan: Hanchan, outcome: Outcome) -> Hand:
    if hand.hanchan_id != hanchan.pk or hand.parsed_outcome() != outcome:
        raise KeyTaken
    if hand.superseded_by_id:
        raise HandWithdrawn
    return hand
