"""Erases people whom a laptop removed from what only the tournament's own site has: mails, pictures, late copies,
copies without players, uploads. The laptop's file, which replaces the tournament's facts, has none of these.

The people are stored with the hand-over until that is done, because a server may stop meanwhile, and the file has
erased their names from the tournament."""

import datetime
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from django.db import DatabaseError, transaction
from django.utils import timezone

from tournament.archive.tenbo.document import Document
from tournament.core.actions.journal import BEFORE_DIGESTS, log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import Busy, NotDone
from tournament.models import Entry, HandOver, LogEntry, Player, Tournament, Visitor
from tournament.models.visitor import STRANGER
from tournament.people.actions.erase_person import (
    ENTERED,
    RENAMED,
    TypedTexts,
    erase_mentions,
    erase_person,
    former_name,
)
from tournament.people.actions.forget_uploads import forget_uploads
from tournament.people.actions.late_copies import copied_of, erase_copied, locked_with_late_copies
from tournament.people.queries.person import log_of_kinds
from tournament.people.queries.related_events import events_that_may_name

logger = logging.getLogger(__name__)


STALE_AFTER = datetime.timedelta(minutes=15)
"""Time after the return of a tournament from which an unfinished erasure is treated as interrupted."""


@dataclass(frozen=True)
class Leaver:
    """A person whom a laptop removed, or whose entry it took out, as stored in `HandOver.to_erase`: the number of the
    entry; the person's id and names on this site before the laptop's file came back; and whether other tournaments or a
    club's list on this site have the person."""

    number: int
    player: int
    names: list[str]
    is_elsewhere: bool


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
    """Erase the people who left this tournament on a laptop and are not erased yet (`HandOver.to_erase`), each removed
    person in a transaction of its own, so that no hand waits for all of them. An owner has brought the tournament back
    already: when the erasure of somebody fails, this is logged, and `finish_erasures` tries again.

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
    brought the tournament back."""
    pending = HandOver.objects.filter(ended_at__lt=timezone.now() - STALE_AFTER).exclude(to_erase=[])
    for tournament_id in set(pending.values_list("tournament", flat=True)):
        returns = LogEntry.objects.filter(tournament=tournament_id, kind="tournament.brought_back")
        last = returns.select_related("user").order_by("number").last()
        erase_leavers(tournament_id, Visitor(user=last.user) if last and last.user else STRANGER)


def _take_off(tournament_id: int, people: Collection[Leaver]) -> None:
    """Take these people off the list, after all of their erasure was committed."""
    done = to_json(people)
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        for hand_over in tournament.hand_overs.exclude(to_erase=[]):
            hand_over.to_erase = [person for person in hand_over.to_erase if person not in done]
            hand_over.save(update_fields=["to_erase"])


def _forget_taken_out(tournament_id: int, taken_out: Iterable[Leaver], by: Visitor) -> None:
    with locked_with_late_copies(tournament_id) as tournaments:
        log_of_kinds(tournaments[tournament_id], ENTERED).update(content=BEFORE_DIGESTS)
        if len(tournaments) > 1:
            for leaver in taken_out:
                erase_copied(copied_of(tournament_id, leaver.number, leaver.player, leaver.names), tournaments, by)


def _erase(entry: Entry, leaver: Leaver, by: Visitor) -> None:
    names, pk = leaver.names, entry.tournament_id
    related = {} if leaver.is_elsewhere else events_that_may_name([pk], names)
    with locked_with_late_copies(pk, *related) as tournaments:
        texts = TypedTexts(tournaments.keys())
        erase_person(tournaments[pk], entry, names, texts)
        erase_copied(copied_of(pk, leaver.number, leaver.player, names), tournaments, by)
        for event in sorted(related):
            if erase_mentions(tournaments[event], names, texts):
                log(tournaments[event], "person.mentions_erased", by=by)
        transaction.on_commit(partial(forget_uploads, names, tournaments.keys()))
