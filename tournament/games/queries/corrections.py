"""Queries for corrections: withdrawn signatures, unsigned hanchans, and the address where a hanchan is entered."""

from django.db.models import Exists, Q

from tournament.games.game import Game
from tournament.models import Hanchan, LogEntry, Signature, SignedSheet, Table, is_signed


def withdrawn_notice(hanchan: Hanchan) -> LogEntry | None:
    """Return the log entry of the last change that withdrew signatures of this hanchan; None if the hanchan is signed
    again."""
    # `hanchan.sheets` is not used, because for a loaded game it contains only sheets that are not withdrawn.
    sheets = SignedSheet.objects.filter(hanchan=hanchan)
    signatures = Signature.objects.filter(hanchan=hanchan)
    withdrew = Q(pk__in=sheets.exclude(withdrawn_by=None).values("withdrawn_by"))
    withdrew |= Q(pk__in=signatures.exclude(withdrawn_by=None).values("withdrawn_by"))
    signed_again = Exists(sheets.current())
    return LogEntry.objects.filter(~signed_again, withdrew).select_related("user").order_by("-number").first()


def needs_reason(game: Game) -> bool:
    """Whether a change of this game needs a reason, because the game's sheet is signed or the round's results are
    approved."""
    return game.sheet is not None or game.hanchan.round.approved_by_id is not None


def entry_address(hanchan: Hanchan) -> str:
    """Return the address where a hanchan is entered: the screen of its table or, if the hanchan was cancelled, the page
    of its hands."""
    if latest_at(hanchan.table) in (hanchan.pk, None):
        return hanchan.table.get_absolute_url()
    return hanchan.get_absolute_url() if hanchan.cancelled_by_id else hanchan.get_screen_url()


def earlier_unsigned(table: Table, latest: int | None) -> Hanchan | None:
    """Return the last unsigned hanchan of a table, except the hanchan with the id `latest`; None if there is none."""
    before = Hanchan.objects.valid().filter(~Q(pk=latest), table=table).select_related("round__tournament", "table")
    return before.filter(~is_signed()).order_by("-round__number").first()


def latest_at(table: Table) -> int | None:
    """Return the id of the current hanchan at a table: the latest hanchan that was not cancelled."""
    return Hanchan.objects.valid().filter(table=table).order_by("-round__number").values_list("pk", flat=True).first()
