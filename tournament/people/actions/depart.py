"""Record that a player leaves the tournament, or comes back."""

from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone, ReasonMissing
from tournament.games.queries.departures import departure_of
from tournament.models import Departure, Entry, EntryStatus, Visitor
from tournament.people.actions.move_up import move_up


class AlreadyGone(NotDone):
    """The player has already left: somebody else recorded a departure after the page was shown, perhaps of another
    kind."""

    message = _(
        "Someone else has recorded meanwhile that this player no longer plays. Nothing was changed; check the record."
    )


@once_per_key
def depart(*, entry_id: int, key: UUID, kind: Departure.Kind, from_round: int, reason: str, by: Visitor) -> None:
    """Record that a player stops playing, beginning with the round `from_round`. If this round was already started, the
    player keeps the seat in it.

    A retry with the same `key` changes nothing. For organizers: the view's query checks the permission. Raises
    `AlreadyGone`, `ReasonMissing`, `KeyTaken` and `Entry.DoesNotExist`.
    """
    owner = Entry.objects.values("tournament_id").get(pk=entry_id)
    with locked_tournament(owner["tournament_id"]) as tournament:
        if logged_before(key, "player.left", tournament=tournament):
            return
        entry = Entry.objects.select_related("player").get(pk=entry_id)
        if entry.departures.current().exists():
            raise AlreadyGone
        if not reason:
            raise ReasonMissing
        decided = log(
            tournament,
            "player.left",
            by=by,
            key=key,
            reason=reason,
            number=entry.number,
            status=kind.value,
            from_round=from_round,
        )
        Departure.objects.create(entry=entry, kind=kind, from_round=from_round, decided_by=decided)
        move_up(tournament, by, freed=int(entry.status == EntryStatus.ACCEPTED))


def come_back(*, entry_id: int, reason: str, by: Visitor) -> None:
    """Let a player who left play again; the player's results count as usual. If the player has not left, or is back
    already, nothing changes.

    For organizers: the view's query checks the permission. Raises `ReasonMissing` and `Entry.DoesNotExist`.
    """
    owner = Entry.objects.values("tournament_id").get(pk=entry_id)
    with locked_tournament(owner["tournament_id"]) as tournament:
        entry = Entry.objects.select_related("player").get(pk=entry_id)
        departure = departure_of(entry)
        if departure is None:
            return
        if not reason:
            raise ReasonMissing
        departure.taken_back_by = log(
            tournament,
            "player.came_back",
            by=by,
            reason=reason,
            number=entry.number,
            status=departure.kind,
            from_round=departure.from_round,
        )
        departure.save(update_fields=["taken_back_by"])
