"""Accept a player's mail address that was changed in another event."""

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_organizer
from tournament.core.errors import NotDone
from tournament.models import Visitor


class MailChanged(NotDone):
    """The mail address was changed since the page showed it."""

    message = _("The mail address was changed meanwhile. Nothing was done; check the new address.")


def accept_mail(*, tournament_id: int, number: int, mail: str, by: Visitor) -> None:
    """Let this event mail the player's private link to the address `mail`, which the page showed to the organizer
    (`Entry.is_mail_from_elsewhere`). The log tells it like a new address. Raises `MailChanged`, `NoOrganizerAnyMore`
    and `Entry.DoesNotExist`."""
    with locked_tournament(tournament_id) as tournament:
        check_organizer(tournament, by)
        entry = tournament.entries.select_related("player").get(number=number)
        if entry.player.mail != mail:
            raise MailChanged
        if not entry.is_mail_from_elsewhere:
            return
        entry.is_mail_from_elsewhere = False
        entry.save(update_fields=["is_mail_from_elsewhere"])
        log(tournament, "player.edited", by=by, number=number, before={"mail": ""}, after={"mail": ""})
