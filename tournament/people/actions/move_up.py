"""Accepts people from the waiting list when places become free.

A change that frees places gives them away in its own transaction. If the organizers have raised the limit, hundreds of
people may move up: they follow in further transactions with a few people each, because on SQLite no table of the site
can record a hand during a transaction.
"""

from contextlib import suppress
from functools import partial

from django.db import transaction

from tournament.core.actions.journal import has_room, log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import Archived, Away
from tournament.mail.actions.write_mail import write_mail
from tournament.models import EntryStatus, MailKind, Tournament, Visitor
from tournament.people.queries.enter import has_begun, terms_of
from tournament.people.queries.free_places import free_places, waiting_list

MOVED_UP = "entry.moved_up"

AT_ONCE = 10
"""The most people who move up in one transaction."""


def move_up(tournament: Tournament, by: Visitor, *, freed: int) -> None:
    """Accept the first people on the waiting list of a locked tournament, if the entry terms allow it and the event has
    not begun.

    With a limit of places, every free place is filled. Without a limit, as many people move up as places were `freed`.
    The first `AT_ONCE` people move up in this transaction, the others after its commit. Nobody moves up if the log is
    full: the removal that freed the place must not fail.
    """
    left = _move_some(tournament, by, freed, at_once=min(freed, AT_ONCE))
    if left:
        transaction.on_commit(partial(_move_rest, tournament.pk, by, left), robust=True)


def _move_rest(tournament_id: int, by: Visitor, freed: int) -> None:
    """Accept further people, a few in each transaction. If the process is interrupted, the next change fills the
    remaining places; without a limit of places they stay free."""
    with suppress(Archived, Away, Tournament.DoesNotExist):
        while freed:
            with locked_tournament(tournament_id) as tournament:
                freed = _move_some(tournament, by, freed, at_once=AT_ONCE)


def _move_some(tournament: Tournament, by: Visitor, freed: int, *, at_once: int) -> int:
    """Accept at most `at_once` people. Return how many places are left for people who still wait."""
    terms = terms_of(tournament)
    if freed == 0 or terms is None or not terms.moves_up or has_begun(tournament):
        return 0
    places = freed if terms.limit is None else free_places(tournament, terms.limit)
    waiting = list(waiting_list(tournament)[: min(places, at_once + 1)])
    for entry in waiting[:at_once]:
        if not has_room(tournament, MOVED_UP):
            return 0
        entry.status, entry.checked_in_at, entry.arrived_by_link = EntryStatus.ACCEPTED, None, False
        entry.save(update_fields=["status", "checked_in_at", "arrived_by_link"])
        log(tournament, MOVED_UP, by=by, number=entry.number)
        write_mail(entry, MailKind.MOVED_UP, tournament)
    return places - at_once if len(waiting) > at_once else 0
