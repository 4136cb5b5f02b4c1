"""Erases people whom a laptop removed from what only the tournament's own site has: mails, pictures, late copies,
copies without players, uploads. The laptop's file, which replaces the tournament's facts, has none of these."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction

from tournament.archive.tenbo.document import Document
from tournament.core.actions.journal import BEFORE_DIGESTS, log
from tournament.core.errors import NotDone
from tournament.models import Entry, Player, Visitor
from tournament.people.actions.erase_person import ENTERED, RENAMED, TypedTexts, erase_mentions, erase_person
from tournament.people.actions.forget_uploads import forget_uploads
from tournament.people.actions.late_copies import erase_copied, in_late_copies, locked_with_late_copies
from tournament.people.queries.person import log_of_kinds
from tournament.people.queries.related_events import events_that_may_name

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Leaver:
    """A person whom a laptop removed, or whose entry it took out: the entry as it was on this site, and the names of
    the person here. `is_elsewhere` says whether other tournaments or a club's list on this site have the person."""

    entry: Entry
    names: set[str]
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
        former[logged.data.get("number")].add(str(logged.data.get("before") or ""))
    return [
        Leaver(entry, former[entry.number].union([entry.player.name]) - {""}, entry.player_id in elsewhere)
        for entry in rows
    ]


def erase_leavers(tournament_id: int, leaving: Sequence[Leaver], by: Visitor) -> None:
    """Erase these people, each removed person in a transaction of its own, so that no hand waits for all of them. The
    owner `by` has brought the tournament back already, so what cannot be erased now is only logged."""
    rows = Entry.objects.filter(tournament=tournament_id, player__removed_at__isnull=False)
    removed = {entry.number: entry for entry in rows.select_related("player", "tournament")} if leaving else {}
    taken_out = [leaver for leaver in leaving if leaver.entry.number not in removed]
    works = [partial(_forget_taken_out, tournament_id, taken_out, by)] if taken_out else []
    works += [
        partial(_erase, removed[leaver.entry.number], leaver, by)
        for leaver in leaving
        if leaver.entry.number in removed
    ]
    for work in works:
        try:
            work()
        except NotDone as refused:
            logger.warning("Somebody who left tournament %s was not erased everywhere: %s", tournament_id, refused)


def _forget_taken_out(tournament_id: int, taken_out: Iterable[Leaver], by: Visitor) -> None:
    with locked_with_late_copies(tournament_id) as tournaments:
        log_of_kinds(tournaments[tournament_id], ENTERED).update(content=BEFORE_DIGESTS)
        if len(tournaments) > 1:
            for leaver in taken_out:
                erase_copied(in_late_copies([leaver.entry], leaver.names), tournaments, by)


def _erase(entry: Entry, leaver: Leaver, by: Visitor) -> None:
    names, pk = leaver.names, entry.tournament_id
    related = {} if leaver.is_elsewhere else events_that_may_name([pk], names)
    with locked_with_late_copies(pk, *related) as tournaments:
        texts = TypedTexts(tournaments.keys())
        erase_person(tournaments[pk], entry, names, texts)
        erase_copied(in_late_copies([leaver.entry], names), tournaments, by)
        for event in sorted(related):
            if erase_mentions(tournaments[event], names, texts):
                log(tournaments[event], "person.mentions_erased", by=by)
        transaction.on_commit(partial(forget_uploads, names, tournaments.keys()))
