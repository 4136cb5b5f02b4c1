"""Name a substitute for a player, or withdraw the substitution."""

from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import FormOutdated, NotDone, ReasonMissing
from tournament.games.actions.signatures import check_may_change, outdate, withdraw_signatures
from tournament.games.queries.game import load_game
from tournament.games.queries.substitutes import refused_names
from tournament.games.substitutes import name_key
from tournament.models import Hanchan, LogEntry, Substitution, Visitor


class SeatTaken(NotDone):
    """A substitute already plays for this player."""

    message = _("A substitute already plays for this player. Nothing was changed.")


@once_per_key
def name_substitute(
    *,
    hanchan_id: int,
    revision: int,
    key: UUID,
    entry_id: int,
    name: str,
    may_publish: bool = False,
    after_hand: int | None,
    reason: str,
    by: Visitor,
) -> None:
    """Name a substitute for a player. The substitute plays after `after_hand` hands of the hanchan; None means from the
    start.

    `may_publish` says that the substitute agrees to a public name. This is ignored if a player with the same name, now
    or earlier, refuses a public name. Signatures are withdrawn. A repeated submission changes nothing. For referees:
    the view checks the permission. Raises `FormOutdated`, `SeatTaken`, `ReasonMissing`, `HanchanCancelled` and
    `KeyTaken`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        if logged_before(key, "substitute.named", tournament=hanchan.tournament, hanchan=hanchan):
            return
        game = load_game(hanchan)
        check_may_change(game, by=by)
        seat = next((seat for seat in game.seats if seat.entry_id == entry_id), None)
        if revision != hanchan.revision or seat is None or (after_hand or 0) > len(game.hands):
            raise FormOutdated
        if seat.seat in game.substitutes:
            raise SeatTaken
        if not reason:
            raise ReasonMissing
        entry = log(
            hanchan.tournament,
            "substitute.named",
            by=by,
            hanchan=hanchan,
            key=key,
            reason=reason,
            number=seat.entry.number,
            after_hand=after_hand,
        )
        is_refused = may_publish and any(refused_names([hanchan.tournament.pk], [name_key(name)]).values())
        hanchan.substitutions.create(
            entry_id=entry_id,
            name=name,
            may_publish=may_publish and not is_refused,
            after_hand=after_hand,
            said_by=entry,
        )
        _changed(hanchan, entry)


def remove_substitute(*, hanchan_id: int, revision: int, substitution_id: int, reason: str, by: Visitor) -> None:
    """Withdraw a substitution, so that the result counts for the player again. Signatures are withdrawn.

    A second withdrawal changes nothing. For referees: the view checks the permission. Raises `FormOutdated`,
    `ReasonMissing` and `HanchanCancelled`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        game = load_game(hanchan)
        check_may_change(game, by=by)
        substitution = hanchan.substitutions.filter(pk=substitution_id).select_related("entry").first()
        if substitution and substitution.taken_back_by_id:
            return
        if revision != hanchan.revision or substitution is None:
            raise FormOutdated
        if not reason:
            raise ReasonMissing
        entry = log(
            hanchan.tournament,
            "substitute.removed",
            by=by,
            hanchan=hanchan,
            reason=reason,
            number=substitution.entry.number,
        )
        substitution.taken_back_by = entry
        substitution.save(update_fields=["taken_back_by"])
        _changed(hanchan, entry)


def copy_substitutes(cancelled: Hanchan, again: Hanchan, entry: LogEntry) -> None:
    """Copy the substitutes of a cancelled hanchan to the hanchan `again`, which restarts it. In the new hanchan the
    substitutes play from the start. The caller holds the lock."""
    Substitution.objects.bulk_create(
        Substitution(
            hanchan=again,
            entry_id=substitution.entry_id,
            name=substitution.name,
            may_publish=substitution.may_publish,
            said_by=entry,
        )
        for substitution in cancelled.substitutions.current()
    )


def _changed(hanchan: Hanchan, entry: LogEntry) -> None:
    withdraw_signatures(hanchan, entry)
    outdate(hanchan)
