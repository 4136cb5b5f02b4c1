"""Sign the sheet of a finished hanchan. Each player confirms the sheet, on the table's phone or on their own; or a
referee signs for all four players."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.game_writing import decimal_string
from scoring.seats import SEATS
from tournament.core.actions.journal import Change, account_name, actor_of, log
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.rules import freeze_rules
from tournament.core.errors import FormOutdated, HanchanCancelled, NotDone, TooManyChanges
from tournament.core.limits import MOST_CONFIRMATIONS
from tournament.games.actions.store_figures import store_figures
from tournament.games.figures import figures_of
from tournament.games.game import Game
from tournament.games.queries.confirmations import confirmed_on_own_link
from tournament.games.queries.game import load_game
from tournament.models import (
    Actor,
    Hanchan,
    LineFigures,
    SheetLine,
    Signature,
    SignedBy,
    SignedSheet,
    Visitor,
)


class NotOver(NotDone):
    """The hanchan is still in play."""

    message = _("The hanchan is not over, so nothing was signed.")


class NotReferee(NotDone):
    """Only a member of the team may sign for all four players."""

    message = _("Only a referee can sign for all four players. Nothing was signed.")


class KeyedDifferently(NotDone):
    """Two people entered different points from paper, so the sheet cannot be signed: a signature would choose one of
    the entries without a reason."""

    message = _(
        "Two people entered different points from the paper sheet, so nothing was signed. Decide which points are"
        " right, then sign."
    )


class NotYourSeat(NotDone):
    """The player has another seat now, or a substitute plays in the player's seat."""

    message = _(
        "You do not play in this hanchan, or a substitute plays for you. The sheet must be confirmed at the table."
    )


class ConfirmedOnOwnPhone(NotDone):
    """The player has confirmed this sheet by their private link, so nobody else may confirm it for the player at the
    table."""

    message = _(
        "The result has changed since this player confirmed it on their own phone. The player must confirm the new"
        " result on that phone, or a referee signs for all."
    )


def confirm_seat(*, hanchan_id: int, revision: int, seat: int, by: Visitor) -> SignedSheet | None:
    """Confirm the sheet for one seat (0 to 3). When the fourth seat confirms the sheet, it becomes official and is
    returned. Until then the function returns None.

    If the seat has already confirmed the sheet, nothing changes. Raises `NotOver`, `KeyedDifferently`,
    `HanchanCancelled`, and `FormOutdated` if the hanchan was changed after the sheet was shown. Unless `by` is a
    referee, also raises `ConfirmedOnOwnPhone` and `TooManyChanges`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        return _confirm(hanchan, _finished(hanchan, revision), seat, by=by)


def confirm_own_seat(*, hanchan_id: int, revision: int, entry_id: int, by: Visitor) -> SignedSheet | None:
    """Confirm the sheet by a player's private link, which the caller has checked. Raises the errors of
    `confirm_seat`, and `NotYourSeat`."""
    with locked_hanchan(hanchan_id) as hanchan:
        game = _finished(hanchan, revision)
        own_seat = next((seat.seat for seat in game.seats if seat.entry_id == entry_id), None)
        if own_seat is None or game.substitute_names[own_seat]:
            raise NotYourSeat
        return _confirm(hanchan, game, own_seat, by=by, by_link=True)


def _confirm(hanchan: Hanchan, game: Game, seat: int, *, by: Visitor, by_link: bool = False) -> SignedSheet | None:
    confirmed = {signature.seat for signature in game.signatures}
    if game.sheet or seat in confirmed:
        return game.sheet
    number = game.seats[seat].entry.number
    is_team = by.role_in(hanchan.tournament) is not None
    may_confirm = by_link or game.substitute_names[seat] or is_team
    if not may_confirm and number in confirmed_on_own_link(hanchan):
        raise ConfirmedOnOwnPhone
    if not is_team and hanchan.signatures.count() >= MOST_CONFIRMATIONS:
        raise TooManyChanges
    actor = actor_of(by, player=number) if by_link else None
    hanchan.signatures.create(seat=seat, user=by.account, at=timezone.now())
    kind = "sheet.confirmed_by_link" if by_link else "sheet.confirmed"
    points = game.result[seat].points
    log(hanchan.tournament, kind, by=by, actor=actor, hanchan=hanchan, seat=seat, number=number, points=points)
    if confirmed | {seat} < set(SEATS):
        return None
    return make_official(hanchan, game, signed_as=[], method=SignedBy.PLAYERS, by=by, actor=actor)


def sign_sheet(*, hanchan_id: int, revision: int, by: Visitor) -> SignedSheet:
    """Sign for all four players as a referee. Return the signed sheet; a sheet that was already signed is returned too.
    Raises the errors of `confirm_seat`, and `NotReferee`."""
    with locked_hanchan(hanchan_id) as hanchan:
        if by.role_in(hanchan.tournament) is None:
            raise NotReferee
        game = _finished(hanchan, revision)
        if game.sheet:
            return game.sheet
        return sign_for_all(hanchan, game, method=SignedBy.REFEREE, by=by)


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


def sign_for_all(hanchan: Hanchan, game: Game, *, method: SignedBy, by: Visitor) -> SignedSheet:
    """Save a signature for all four players, and make the finished game official. For actions only: the caller holds
    the lock."""
    name = account_name(by)
    hanchan.signatures.create(seat=None, user=by.account, signed_as=name, at=timezone.now())
    return make_official(hanchan, game, signed_as=[name], method=method, by=by)


def make_official(
    hanchan: Hanchan,
    game: Game,
    *,
    signed_as: Sequence[str],
    method: SignedBy,
    by: Visitor,
    actor: Actor | None = None,
) -> SignedSheet:
    """Save the signed sheet of a finished game. `signed_as` are the names of the accounts that signed, or empty if the
    four players signed.

    For actions only: the caller holds the lock.
    """
    freeze_rules(hanchan.tournament)
    sheet = _sheet(hanchan, game, signed_as=signed_as, method=method)
    sheet.save(force_insert=True)
    store_figures(game, SheetLine.objects.bulk_create(_lines(sheet, game)))
    log(hanchan.tournament, "sheet.signed", by=by, actor=actor, hanchan=hanchan, signed_as=list(signed_as))
    return sheet


def _sheet(hanchan: Hanchan, game: Game, *, signed_as: Sequence[str], method: SignedBy) -> SignedSheet:
    return SignedSheet(
        hanchan=hanchan,
        riichi_sticks=game.final_sticks,
        method=method,
        signed_as=list(signed_as),
        signed_at=timezone.now(),
    )


def _lines(sheet: SignedSheet, game: Game) -> list[SheetLine]:
    return [
        SheetLine(
            sheet=sheet,
            seat=seat.seat,
            entry=seat.entry,
            points=placement.points,
            place=placement.place,
            uma=decimal_string(placement.uma),
            score=decimal_string(placement.score),
            penalty=decimal_string(game.penalties[seat.seat]),
            substitute=game.substitute_names[seat.seat],
        )
        for seat, placement in zip(game.seats, game.result, strict=True)
    ]


@dataclass(frozen=True)
class UnsavedSheet:
    """A sheet that one account will sign for all four players, with its lines and figures; nothing is saved yet."""

    sheet: SignedSheet
    lines: tuple[SheetLine, ...]
    figures: tuple[LineFigures, ...]

    @classmethod
    def of(cls, game: Game, *, by: Visitor) -> "UnsavedSheet":
        sheet = _sheet(game.hanchan, game, signed_as=[account_name(by)], method=SignedBy.REFEREE)
        lines = tuple(_lines(sheet, game))
        return cls(sheet, lines, tuple(figures_of(game, line) for line in lines))

    @property
    def change(self) -> Change:
        """Return the arguments of the log entry about this sheet."""
        return Change(kind="sheet.signed", hanchan=self.sheet.hanchan, data={"signed_as": self.sheet.signed_as})


def save_sheets(sheets: Sequence[UnsavedSheet], *, by: Visitor) -> None:
    """Save many sheets and, for each sheet, the signature for all four players, in a few SQL statements. For actions
    only: the caller holds the lock, and logs each sheet's `change`."""
    now = timezone.now()
    Signature.objects.bulk_create(
        Signature(hanchan=new.sheet.hanchan, seat=None, user=by.account, signed_as=account_name(by), at=now)
        for new in sheets
    )
    for new in sheets:
        new.sheet.signed_at = now
    SignedSheet.objects.bulk_create(new.sheet for new in sheets)
    SheetLine.objects.bulk_create(line for new in sheets for line in new.lines)
    LineFigures.objects.bulk_create(row for new in sheets for row in new.figures)
