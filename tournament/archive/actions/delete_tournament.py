"""Delete a tournament permanently."""

import datetime

from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from tournament.archive.actions.delete_rows import delete_in_batches
from tournament.archive.actions.erase_leavers import check_nobody_to_erase, erase_leavers
from tournament.archive.queries.hand_over import late_copies_of
from tournament.core.actions.contacts import find_new_homes
from tournament.core.actions.journal import publish
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_owner
from tournament.core.errors import NotDone
from tournament.core.text import one_line
from tournament.models import Table, Tournament, Visitor
from tournament.models.links import new_nonce
from tournament.people.actions.remove_entry import keep_refusals

STALE_AFTER = datetime.timedelta(minutes=15)
"""Age after which an unfinished deletion is treated as interrupted: no deletion takes nearly so long."""


class OtherName(NotDone):
    """The typed name is not the tournament's."""

    message = _("The name you typed is not the tournament's name. Nothing was deleted.")


def delete_tournament(*, tournament_id: int, name: str, by: Visitor) -> None:
    """Delete a tournament with all its rows, its rehearsal, its late copies (`late_copies`), and players who are in no
    other tournament. `name` is the name that the owner typed to confirm the deletion.

    One transaction hides the tournament and refuses further writes. Its rows are deleted afterwards, because the
    deletion of a large tournament takes seconds, and on SQLite one transaction would block all other writers of the
    site. People who left on a laptop are erased first, because only this tournament lists them, and other tournaments
    and copies may name them. For owners. Raises `NoOwnerAnyMore`, `OtherName`, `Busy` if that erasure fails, and
    `Tournament.DoesNotExist` if the tournament is gone already.
    """
    erase_leavers(tournament_id, by)
    with locked_tournament(tournament_id, even_archived=True) as tournament:
        check_owner(tournament, by)
        if one_line(name) != one_line(tournament.name):
            raise OtherName
        check_nobody_to_erase(tournament)
        hidden = [*_hide_rehearsal(tournament), *map(_hide_other, late_copies_of(tournament)), tournament]
        _hide(tournament)
    for tournament in hidden:
        delete_in_batches(tournament)


def delete_rehearsal(*, tournament_id: int) -> None:
    """Delete the rehearsal of a tournament with its invented players; its robots stop. Without a rehearsal nothing
    happens. For organizers."""
    with locked_tournament(tournament_id, even_archived=True) as tournament:
        hidden = _hide_rehearsal(tournament)
    for rehearsal in hidden:
        delete_in_batches(rehearsal)


def finish_deletions() -> None:
    """Finish the deletion of tournaments whose deletion was interrupted."""
    for tournament in Tournament.objects.filter(deleted_at__lt=timezone.now() - STALE_AFTER):
        delete_in_batches(tournament)


def _hide_rehearsal(tournament: Tournament) -> list[Tournament]:
    rehearsal = Tournament.objects.filter(rehearsal_of=tournament).first()
    return [] if rehearsal is None else [_hide_other(rehearsal)]


def _hide_other(tournament: Tournament) -> Tournament:
    with locked_tournament(tournament.pk, even_archived=True) as locked:
        _hide(locked)
    return locked


def _hide(tournament: Tournament) -> None:
    """Hide a locked tournament from everybody, and refuse further writes: remove its team and club, disable its links,
    and change its address."""
    find_new_homes(list(tournament.entries.values_list("player_id", flat=True)), leaving=tournament)
    keep_refusals(tournament, tournament.entries.all())
    for rows in (tournament.memberships, tournament.invitations, tournament.hand_overs, tournament.league_events):
        rows.all().delete()
    for linked in (tournament.entries.all(), Table.objects.filter(tournament=tournament)):
        linked.update(link_nonce=new_nonce(), carried_links="")
    tournament.slug = f"deleted-{get_random_string(20).lower()}"
    tournament.is_public, tournament.hall_nonce = False, ""
    tournament.rehearsal_of = tournament.club = None
    tournament.deleted_at = timezone.now()
    tournament.version += 1  # the last update that open pages receive
    hidden = ["slug", "is_public", "hall_nonce", "rehearsal_of", "club", "deleted_at", "version"]
    tournament.save(update_fields=hidden)
    publish(tournament)
