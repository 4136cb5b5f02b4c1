"""Cancel a hanchan, and start a new one if its players play it again."""

from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import (
    FormOutdated,
    HanchanCancelled,
    NotDone,
    PlaysElsewhereNow,
    ReasonMissing,
    TableTaken,
)
from tournament.core.limits import MOST_HANCHANS
from tournament.core.words.limits import with_limit
from tournament.games.actions.signatures import check_not_approved, outdate, withdraw_signatures
from tournament.games.queries.in_play import Replayed, occupied, replayed
from tournament.models import Hanchan, Seat, Visitor
from tournament.table.actions.substitute import copy_substitutes


class TooManyHanchans(NotDone):
    """The round would have more hanchans than `limits.MOST_HANCHANS`."""

    message = with_limit(
        _("A round can have at most %(most)s hanchans, including cancelled ones. Nothing was changed."), MOST_HANCHANS
    )


class SeatedElsewhere(NotDone):
    """After the hanchan was cancelled, an exchange gave one of its players a seat at another table of the round."""

    message = _(
        "One of these players now has a seat at another table of this round. Nothing was changed. First exchange"
        " players, so that none of these four has a seat in this round."
    )


@once_per_key
def cancel_hanchan(*, hanchan_id: int, revision: int, restart: bool, key: UUID, reason: str, by: Visitor) -> None:
    """Cancel a hanchan: it no longer counts, and its table becomes free. The hanchan's rows stay in the database.

    With `restart`, the same four players start a new hanchan at the table at once. A repeated submission changes
    nothing. For referees: the view checks the permission. Raises `ReasonMissing`, `FormOutdated`, `KeyTaken` and
    `HanchanCancelled`. With `restart` also raises `TooManyHanchans`, `SeatedElsewhere` and, on a club night,
    `TableTaken` and `PlaysElsewhereNow`.
    """
    before = _replayed_beside(hanchan_id) if restart else None
    with locked_hanchan(hanchan_id) as hanchan:
        if logged_before(key, "hanchan.cancelled", tournament=hanchan.tournament, hanchan=hanchan):
            return
        if hanchan.cancelled_by_id:
            raise HanchanCancelled
        if hanchan.revision != revision:
            raise FormOutdated
        if not reason:
            raise ReasonMissing

        entry = log(hanchan.tournament, "hanchan.cancelled", by=by, hanchan=hanchan, key=key, reason=reason)
        hanchan.cancelled_by = entry
        outdate(hanchan, "cancelled_by")
        withdraw_signatures(hanchan, entry)
        if restart:
            _start_again(hanchan, before, key=None, by=by)


@once_per_key
def restart_hanchan(*, hanchan_id: int, key: UUID, by: Visitor) -> None:
    """Start a new hanchan instead of a cancelled one: in the same round, at the same table, with the same players on
    the same seats.

    A repeated submission changes nothing. For referees: the view checks the permission. Raises `KeyTaken`,
    `TooManyHanchans`, `SeatedElsewhere`, and `TableTaken` if the table has a hanchan of this round that is not
    cancelled. On a club night each hanchan is a round, so other hanchans are checked too: also raises `TableTaken` if
    one is being played at the table, and `PlaysElsewhereNow` if one of the players is playing at another table.
    """
    before = _replayed_beside(hanchan_id)
    with locked_hanchan(hanchan_id) as hanchan:
        if logged_before(key, "hanchan.restarted", tournament=hanchan.tournament):
            return
        check_not_approved(hanchan)
        if Hanchan.objects.valid().filter(round=hanchan.round, table=hanchan.table).exists():
            raise TableTaken
        _start_again(hanchan, before, key=key, by=by)


def _replayed_beside(hanchan_id: int) -> Replayed | None:
    """Replay the unsigned hanchans of this hanchan's club night, before the lock is taken. Return None in an event with
    rounds."""
    hanchan = Hanchan.objects.select_related("round__tournament").get(pk=hanchan_id)
    return None if hanchan.tournament.kind.has_rounds else replayed(hanchan.tournament)


def _start_again(cancelled: Hanchan, before: Replayed | None, *, key: UUID | None, by: Visitor) -> None:
    if cancelled.round.hanchans.count() >= MOST_HANCHANS:
        raise TooManyHanchans
    seats = list(cancelled.seats.order_by("seat"))
    players = {seat.entry_id for seat in seats}
    if Seat.objects.filter(hanchan__round=cancelled.round, hanchan__cancelled_by=None, entry__in=players).exists():
        raise SeatedElsewhere
    cancelled.round.resting.remove(*players)  # an exchange may have left one of them without a seat
    if before is not None:
        now = occupied(cancelled.tournament, before)
        if cancelled.table_id in now.tables:
            raise TableTaken
        if not now.entries.isdisjoint(players):
            raise PlaysElsewhereNow
    # Decisions that were made before the first hand also apply to the new hanchan.
    again = Hanchan.objects.create(
        round=cancelled.round,
        table=cancelled.table,
        extra_seconds=cancelled.extra_seconds,
        length=cancelled.length,
        start_points=cancelled.start_points,
    )
    Seat.objects.bulk_create(Seat(hanchan=again, seat=seat.seat, entry_id=seat.entry_id) for seat in seats)
    entry = log(cancelled.tournament, "hanchan.restarted", by=by, hanchan=again, key=key, cancelled=cancelled.pk)
    copy_substitutes(cancelled, again, entry)
