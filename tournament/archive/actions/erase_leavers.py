"""Erases people whom a laptop removed from what only the tournament's own site has: mails, pictures, late copies,
copies without players, uploads. The laptop's file, which replaces the tournament's facts, has none of these.

The people are stored with the hand-over until that is done, because a server may stop meanwhile, and the file has
erased their names from the tournament."""

import datetime
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from django.db import DatabaseError
from django.utils import timezone

from tournament.archive.tenbo.document import Document
from tournament.core.actions.journal import BEFORE_DIGESTS, log
from tournament.core.actions.locking import locked_tournament, locked_tournaments
from tournament.core.database_errors import was_stopped
from tournament.core.errors import Busy, NotDone
from tournament.core.threads.interruption import Interrupted, interrupted_by_hands
from tournament.models import Entry, HandOver, LogEntry, Player, Tournament, Visitor
from tournament.models.imported import late_copies
from tournament.models.visitor import STRANGER
from tournament.people.actions.erase_person import (
    ENTERED,
    RENAMED,
    erase_mentions,
    erase_person,
    former_name,
)
from tournament.people.actions.forget_uploads import forget_uploads
from tournament.people.actions.late_copies import copied_of, erase_copied
from tournament.people.queries.person import log_of_kinds, owned_among
from tournament.people.queries.related_events import events_that_may_name
from tournament.people.queries.typed_texts import TypedTexts

logger = logging.getLogger(__name__)


STALE_AFTER = datetime.timedelta(minutes=15)
"""Time after the return of a tournament from which an unfinished erasure is treated as interrupted."""

TRIES = 2
"""How often `finish_erasures` tries to erase the people of a tournament. After an interruption the second transaction
may take longer (`core.sqlite.write_queue.LONGEST`)."""


@dataclass(frozen=True)
class Leaver:
    """A person whom a laptop removed, or whose entry it took out, as stored in `HandOver.to_erase`: the number of the
    entry; the person's id and names on this site before the laptop's file came back; whether other tournaments or a
    club's list on this site have the person; and the events from which an interrupted erasure has erased the person, so
    that the next one does not search them again."""

    number: int
    player: int
    names: list[str]
    is_elsewhere: bool
    erased_from: list[int] = field(default_factory=list)


def leavers(tournament_id: int, document: Document) -> list[Leaver]:
    """Return the people of this tournament who will have left it when the document has replaced its facts. An action
    calls this before it takes the lock, because the log is read."""
    staying = [entry["number"] for entry in document["entries"] if entry.get("removed_at") is None]
    entries = Entry.objects.filter(tournament=tournament_id, player__removed_at=None).exclude(number__in=staying)
    rows = list(entries.select_related("player", "tournament"))
    if not rows:
        return []
    others = Entry.objects.filter(player__in=entries.values("player")).exclude(tournament=tournament_id)
    elsewhere = set(others.values_list("player", flat=True))
    elsewhere |= set(Player.objects.filter(entries__in=entries, clubs__isnull=False).values_list("pk", flat=True))
    former = defaultdict[Any, set[str]](set)
    for logged in log_of_kinds(rows[0].tournament, RENAMED):
        former[logged.data.get("number")].add(former_name(logged))
    return [
        Leaver(
            number=entry.number,
            player=entry.player_id,
            names=sorted(former[entry.number].union([entry.player.name]) - {""}),
            is_elsewhere=entry.player_id in elsewhere,
        )
        for entry in rows
    ]


def to_json(leaving: Iterable[Leaver]) -> list[dict[str, Any]]:
    return [asdict(leaver) for leaver in leaving]


def erase_leavers(tournament_id: int, by: Visitor) -> None:
    """Erase the people who left this tournament on a laptop and are not erased yet (`HandOver.to_erase`), each person
    from each event in a transaction of its own, so that no hand waits for all of them. An owner has brought the
    tournament back already: when the erasure of somebody fails, this is logged, and `finish_erasures` tries again.

    Nothing is done while the tournament is away again, because the next file is compared with what is here.
    """
    pending = HandOver.objects.filter(tournament=tournament_id, tournament__away_since=None).exclude(to_erase=[])
    leaving = [Leaver(**person) for hand_over in pending for person in hand_over.to_erase]
    rows = Entry.objects.filter(tournament=tournament_id, player__removed_at__isnull=False)
    removed = {entry.number: entry for entry in rows.select_related("player", "tournament")} if leaving else {}
    taken_out = [leaver for leaver in leaving if leaver.number not in removed]
    works = [(taken_out, partial(_forget_taken_out, tournament_id, taken_out, by))] if taken_out else []
    works += [
        ([leaver], partial(_erase, removed[leaver.number], leaver, by))
        for leaver in leaving
        if leaver.number in removed
    ]
    for people, work in works:
        try:
            work()
            _take_off(tournament_id, people)
        except (NotDone, DatabaseError, Tournament.DoesNotExist) as error:
            if isinstance(error, Interrupted) or was_stopped(error):
                return  # a hand waits
            logger.warning(
                "Somebody who left tournament %s was not erased everywhere, which is tried again: %s",
                tournament_id,
                error,
            )


def check_nobody_to_erase(tournament: Tournament) -> None:
    """Raise `Busy` if somebody who left this locked tournament on a laptop is not erased yet. An action that deletes
    the tournament, or takes it to a laptop again, calls `erase_leavers` before it takes the lock."""
    if tournament.hand_overs.exclude(to_erase=[]).exists():
        raise Busy


def finish_erasures() -> None:
    """Erase the people whose erasure was interrupted after a laptop's file came back. The log names the account that
    brought the tournament back. Waiting hands interrupt this too: it goes on an hour later."""
    pending = HandOver.objects.filter(ended_at__lt=timezone.now() - STALE_AFTER).exclude(to_erase=[])
    for tournament_id in set(pending.values_list("tournament", flat=True)):
        returns = LogEntry.objects.filter(tournament=tournament_id, kind="tournament.brought_back")
        last = returns.select_related("user").order_by("number").last()
        by = Visitor(user=last.user) if last and last.user else STRANGER
        for _try in range(TRIES):
            with interrupted_by_hands():
                erase_leavers(tournament_id, by)


def _take_off(tournament_id: int, people: Collection[Leaver]) -> None:
    """Take these people off the list, after all of their erasure was committed."""
    erased = {leaver.number for leaver in people}
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        for hand_over in tournament.hand_overs.exclude(to_erase=[]):
            hand_over.to_erase = [person for person in hand_over.to_erase if person["number"] not in erased]
            hand_over.save(update_fields=["to_erase"])


def _store_progress(tournament_id: int, leaver: Leaver) -> None:
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        for hand_over in tournament.hand_overs.exclude(to_erase=[]):
            for person in hand_over.to_erase:
                if person["number"] == leaver.number:
                    person["erased_from"] = leaver.erased_from
            hand_over.save(update_fields=["to_erase"])


def _forget_taken_out(tournament_id: int, taken_out: Iterable[Leaver], by: Visitor) -> None:
    with locked_tournament(tournament_id, even_archived=True) as tournament:
        log_of_kinds(tournament, ENTERED).update(content=BEFORE_DIGESTS)
    for leaver in taken_out:
        _erase_copied(tournament_id, leaver, by)


def _erase(entry: Entry, leaver: Leaver, by: Visitor) -> None:
    names, pk = leaver.names, entry.tournament_id
    try:
        _erase_copied(pk, leaver, by)
        while events := _events_to_erase_from(pk, leaver):  # a copy may be made meanwhile
            for event in events:
                with locked_tournaments(event) as locked:
                    texts = TypedTexts([event])
                    if event == pk:
                        erase_person(locked[event], entry, names, texts)
                    elif erase_mentions(locked[event], names, texts, is_owned=event in owned_among([event], by)):
                        log(locked[event], "person.mentions_erased", by=by)
                leaver.erased_from.append(event)
        forget_uploads(names, {*leaver.erased_from, *late_copies([pk])})
    except (NotDone, DatabaseError, Tournament.DoesNotExist):
        _store_progress(pk, leaver)
        raise


def _events_to_erase_from(tournament_id: int, leaver: Leaver) -> list[int]:
    related = set() if leaver.is_elsewhere else events_that_may_name([tournament_id], leaver.names).keys()
    return [event for event in (tournament_id, *sorted(related)) if event not in leaver.erased_from]


def _erase_copied(tournament_id: int, leaver: Leaver, by: Visitor) -> None:
    """Erase a person from the tournament's late copies. A copy that comes later is erased when it is imported
    (`erase_in_late_copy`), because the person has left already."""
    for copy in list(late_copies([tournament_id])):
        with locked_tournaments(copy) as locked:
            copied = copied_of(tournament_id, leaver.number, leaver.player, leaver.names)
            erase_copied([entry for entry in copied if entry.tournament_id == copy], locked, by)
