"""Accept people from the waiting list when places become free, in the transaction that freed the places."""

from tournament.core.actions.journal import log
from tournament.mail.actions.write_mail import write_mail
from tournament.models import EntryStatus, MailKind, Tournament, Visitor
from tournament.people.queries.enter import terms_of
from tournament.people.queries.free_places import free_places, has_begun, waiting_list


def move_up(tournament: Tournament, by: Visitor, *, freed: int = 1) -> None:
    """Accept the first people on the waiting list of a locked tournament, if the entry terms say so and the event has
    not begun.

    With a limit of places, every free place is filled; without a limit, as many people as places were `freed`.
    """
    terms = terms_of(tournament)
    if freed == 0 or terms is None or not terms.moves_up or has_begun(tournament):
        return
    places = freed if terms.limit is None else free_places(tournament, terms.limit)
    for entry in waiting_list(tournament)[:places]:
        entry.status, entry.checked_in_at, entry.arrived_by_link = EntryStatus.ACCEPTED, None, False
        entry.save(update_fields=["status", "checked_in_at", "arrived_by_link"])
        log(tournament, "entry.moved_up", by=by, number=entry.number)
        write_mail(entry, MailKind.MOVED_UP, tournament)
