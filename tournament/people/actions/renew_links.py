"""Give tables, players and the hall new private links, so that the old ones stop working; and accept the mail address
to which a player's link goes."""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_organizer
from tournament.core.errors import NotDone
from tournament.models import Entry, Table, Tournament, Visitor
from tournament.models.links import new_nonce


class MailChanged(NotDone):
    """The mail address was changed since the page showed it."""

    message = _("The mail address was changed meanwhile. Nothing was done; check the new address.")


def renew_links(
    *, tournament_id: int, tables: bool, players: bool, hall: bool = False, by: Visitor, ends_a_role: bool = False
) -> None:
    """Renew the links of all tables, of all players, or the hall link. For organizers. Raises `NoOrganizerAnyMore`.
    With `ends_a_role`, a full log does not refuse this, because somebody who may know the old links has lost a role."""
    with locked_tournament(tournament_id) as tournament:
        check_organizer(tournament, by)
        renew_links_of(tournament, tables=tables, players=players, hall=hall, by=by, ends_a_role=ends_a_role)


def renew_links_of(
    tournament: Tournament, *, tables: bool, players: bool, hall: bool, by: Visitor, ends_a_role: bool = False
) -> None:
    """Renew these links within another action that holds the lock, such as a change of the team; `ends_a_role` as in
    `renew_links`. A tournament without a hall link gets none."""
    if tables:
        _renew(tournament.tables.all())
        log(tournament, "links.tables_renewed", by=by, protects=ends_a_role)
    if players:
        _renew(tournament.entries.all())
        log(tournament, "links.players_renewed", by=by, protects=ends_a_role)
    if hall and tournament.hall_nonce:
        make_hall_link_of(tournament, by=by, protects=ends_a_role)


def make_hall_link_of(tournament: Tournament, *, by: Visitor, protects: bool = False) -> None:
    """Give a locked tournament a new hall link, within another action. Screens that opened the old link lose access.
    `protects` as in `log`."""
    tournament.hall_nonce, tournament.hall_carried = new_nonce(), ""
    tournament.save(update_fields=["hall_nonce", "hall_carried"])
    log(tournament, "hall.link_made", by=by, protects=protects)


def renew_player_link(*, tournament_id: int, number: int, by: Visitor) -> None:
    """Give one player a new link. For organizers. Raises `NoOrganizerAnyMore` and `Entry.DoesNotExist`."""
    with locked_tournament(tournament_id) as tournament:
        check_organizer(tournament, by)
        entry = tournament.entries.get(number=number)
        _renew(tournament.entries.filter(pk=entry.pk))
        log(tournament, "player.link_renewed", by=by, number=number)


def _renew(rows: "QuerySet[Table] | QuerySet[Entry]") -> None:
    """Give all these rows the same new nonce in one statement. Their links still differ, because a link is computed
    from the row's id too."""
    rows.update(link_nonce=new_nonce(), link_made_at=timezone.now(), link_used_at=None, carried_links="")


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
