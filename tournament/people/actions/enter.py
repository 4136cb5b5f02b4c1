"""Enter a tournament by oneself, without an account."""

from dataclasses import asdict
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.models import Entry, EntryStatus, EntryTerms, Player, PlayerFacts, Tournament, Visitor
from tournament.people.actions.entry_numbers import next_entry_number
from tournament.people.queries.enter import Door, door_of, terms_of

MOST_UNDECIDED = 400
"""Most entries that may wait or have applied: a form open to everybody must not fill the database."""
MOST_ENTERED = 1_000
"""Most entries by a form that accepts everybody. Organizers may add more."""


class TakesNobody(NotDone):
    """Entering was closed since the form was shown, or the waiting list is full."""

    message = _("This tournament does not accept entries now. Nothing was sent.")


class IsOver(TakesNobody):
    """The tournament is over: its last round was played, or it is archived."""

    message = _("This tournament is over and accepts no more entries. Nothing was sent.")


class NumberTaken(NotDone):
    """A player with this EMA number is entered already, most likely the same person."""

    message = _("Someone with this EMA number is already entered. If that is not you, ask the organizers.")


@once_per_key
def enter(
    *,
    tournament_id: int,
    key: UUID,
    player: PlayerFacts,
    note: str,
    may_publish: bool,
    by: Visitor,
    team: str = "",
) -> Entry:
    """Enter a new person, who then plays, waits or has applied, as the terms say. A retry returns the same entry.

    The person is always new: a known name does not prove who sent the form. Raises `TakesNobody`, `NumberTaken` and
    `NumbersUsedUp`.
    """
    with locked_tournament(tournament_id) as tournament:
        repeated = logged_before(key, "entry.applied", tournament=tournament)
        if repeated is not None:
            earlier = tournament.entries.filter(number=repeated.data["number"]).first()
            if earlier is None:
                raise TakesNobody
            return earlier
        terms = terms_of(tournament)
        door = door_of(tournament, terms)
        if door is Door.FINISHED:
            raise IsOver
        if terms is None or door is not Door.OPEN or _is_crowded(tournament):
            raise TakesNobody
        if player.ema_number and tournament.entries.filter(player__ema_number=player.ema_number).exists():
            raise NumberTaken

        entry = tournament.entries.create(
            player=Player.objects.create(**asdict(player)),
            number=next_entry_number(tournament),
            status=_status(tournament, terms),
            team=team,
            note=note,
            may_publish=may_publish,
        )
        log(tournament, "entry.applied", by=by, key=key, number=entry.number, status=entry.status)
        return entry


def _is_crowded(tournament: Tournament) -> bool:
    undecided = tournament.entries.filter(status__in=[EntryStatus.APPLIED, EntryStatus.WAITING]).count()
    return undecided >= MOST_UNDECIDED or tournament.entries.count() >= MOST_ENTERED


def _status(tournament: Tournament, terms: EntryTerms) -> EntryStatus:
    if terms.is_moderated:
        return EntryStatus.APPLIED
    # Nobody overtakes the waiting list, even where a place became free.
    if tournament.entries.filter(status=EntryStatus.WAITING).exists():
        return EntryStatus.WAITING
    is_full = terms.limit is not None and tournament.entries.accepted().count() >= terms.limit
    return EntryStatus.WAITING if is_full else EntryStatus.ACCEPTED
