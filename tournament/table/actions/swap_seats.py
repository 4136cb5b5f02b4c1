"""Correct the seats of players who sat down on the wrong seats."""

from collections.abc import Sequence
from uuid import UUID

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import FormOutdated, NothingToCorrect, ReasonMissing
from tournament.games.actions.signatures import check_may_change, outdate, withdraw_signatures
from tournament.games.queries.game import load_game
from tournament.models import Seat, Visitor


@once_per_key
def swap_seats(*, hanchan_id: int, revision: int, entries: Sequence[int], key: UUID, reason: str, by: Visitor) -> None:
    """Seat the hanchan's four players in the order of `entries` (ids). Hands stay with the seat, not with the player.

    Signatures are withdrawn. A repeated submission changes nothing. Raises `FormOutdated` if the hanchan was changed
    after the form was made, or if `entries` are not exactly its four players. Also raises `NothingToCorrect`,
    `ReasonMissing`, `HanchanCancelled` and `SheetSigned`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        if logged_before(key, "seats.swapped", tournament=hanchan.tournament, hanchan=hanchan):
            return
        game = load_game(hanchan)
        check_may_change(game, by=by)
        seated = {seat.entry_id: seat.entry for seat in game.seats}
        if revision != hanchan.revision or sorted(entries) != sorted(seated):
            raise FormOutdated
        if list(entries) == [seat.entry_id for seat in game.seats]:
            raise NothingToCorrect
        if game.sheet and not reason:
            raise ReasonMissing

        entry = log(
            hanchan.tournament,
            "seats.swapped",
            by=by,
            hanchan=hanchan,
            key=key,
            reason=reason,
            before=[seat.entry.number for seat in game.seats],
            after=[seated[pk].number for pk in entries],
            signed=game.sheet is not None,
        )
        # New rows, because the database never allows two seats with the same player, not even within a transaction.
        hanchan.seats.all().delete()
        Seat.objects.bulk_create(Seat(hanchan=hanchan, seat=number, entry_id=pk) for number, pk in enumerate(entries))
        withdraw_signatures(hanchan, entry)
        outdate(hanchan)
