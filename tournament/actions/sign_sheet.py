"""Sign the sheet of a finished hanchan: seat by seat on the table's phone, or at once by a referee."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.game_format import decimal_string
from scoring.seats import SEATS
from tournament.actions.errors import FormOutdated, HanchanCancelled, NotDone
from tournament.actions.journal import actor_name, log
from tournament.actions.locking import locked_hanchan
from tournament.actions.rules import freeze_rules
from tournament.models import Hanchan, SheetLine, SignedBy, SignedSheet, Visitor
from tournament.models.sheet import FOUR_PLAYERS
from tournament.queries.game import Game, load_game


class NotOver(NotDone):
    """The hanchan is still in play."""

    message = _("The hanchan is not over, so its sheet cannot be signed.")


class NotReferee(NotDone):
    """Somebody without a role in the tournament wanted to sign for everybody."""

    message = _("Only a referee can sign for all four players.")


class KeyedDifferently(NotDone):
    """Two people keyed different points from paper: a signature would decide that without a word."""

    message = _("Two people keyed different points from paper. That is decided first, then it is signed.")


def confirm_seat(*, hanchan_id: int, revision: int, seat: int, by: Visitor) -> SignedSheet | None:
    """One player confirms the sheet; the fourth confirmation makes it official and returns it.

    A seat that confirmed before changes nothing. Raises `NotOver`, `FormOutdated` where the hanchan was changed
    since the sheet was shown, `KeyedDifferently`, and `HanchanCancelled`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        game = _finished(hanchan, revision)
        confirmed = {signature.seat for signature in game.signatures}
        if game.sheet or seat in confirmed:
            return game.sheet
        name = game.names[seat]
        hanchan.signatures.create(seat=seat, user=by.account, signed_as=name, at=timezone.now())
        log(hanchan.tournament, "sheet.confirmed", by=by, hanchan=hanchan, seat=seat, player=name)
        if confirmed | {seat} < set(SEATS):
            return None
        return make_official(hanchan, game, signed_as=FOUR_PLAYERS, method=SignedBy.PLAYERS, by=by)


def sign_sheet(*, hanchan_id: int, revision: int, by: Visitor) -> SignedSheet:
    """A referee signs for all. A sheet that is signed already stays. Raises as `confirm_seat`, and `NotReferee`."""
    with locked_hanchan(hanchan_id) as hanchan:
        if by.role_in(hanchan.tournament) is None:
            raise NotReferee
        game = _finished(hanchan, revision)
        if game.sheet:
            return game.sheet
        name = actor_name(by)
        hanchan.signatures.create(seat=None, user=by.account, signed_as=name, at=timezone.now())
        return make_official(hanchan, game, signed_as=name, method=SignedBy.REFEREE, by=by)


def _finished(hanchan: Hanchan, revision: int) -> Game:
    if hanchan.cancelled_by_id:
        raise HanchanCancelled
    if revision != hanchan.revision:
        raise FormOutdated
    game = load_game(hanchan)
    if not game.ending:
        raise NotOver
    if game.is_disputed:
        raise KeyedDifferently
    return game


def make_official(hanchan: Hanchan, game: Game, *, signed_as: str, method: SignedBy, by: Visitor) -> SignedSheet:
    """Sign a finished game as it stands. For actions only: the caller holds the lock."""
    freeze_rules(hanchan.tournament)
    sheet = SignedSheet.objects.create(
        hanchan=hanchan,
        riichi_sticks=game.final_sticks,
        method=method,
        signed_as=signed_as,
        signed_at=timezone.now(),
    )
    SheetLine.objects.bulk_create(
        SheetLine(
            sheet=sheet,
            seat=seat.seat,
            entry=seat.entry,
            points=placement.points,
            place=placement.place,
            uma=decimal_string(placement.uma),
            score=decimal_string(placement.score),
            penalty=decimal_string(game.penalties[seat.seat]),
            substitute=game.substitute_name(seat.seat),
        )
        for seat, placement in zip(game.seats, game.result, strict=True)
    )
    log(hanchan.tournament, "sheet.signed", by=by, hanchan=hanchan, signed_as=signed_as)
    return sheet
