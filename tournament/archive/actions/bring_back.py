"""Bring a tournament back to its site with the file that a laptop made."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.archive.actions.carry_links import carry_links
from tournament.archive.actions.decided_here import decided_here
from tournament.archive.actions.erase_leavers import Leaver, erase_leavers, leavers, to_json
from tournament.archive.actions.hand_over import end, set_here
from tournament.archive.actions.import_tournament import CheckedFacts, ImportedTwice, checked_facts, import_document
from tournament.archive.actions.replace_facts import replace_facts
from tournament.archive.actions.room import check_room_for_copy, check_room_to_replace
from tournament.archive.tenbo.continuation import begins_with, holds
from tournament.archive.tenbo.cost import TakeSeconds, checked_seconds, take_nothing
from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.hand_over import HandOverFile
from tournament.archive.tenbo.rewritten import Compared, rewritten_here
from tournament.core.actions.journal import log, written_while_away
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_owner
from tournament.core.errors import Busy, NotDone
from tournament.core.queries.contacts import PRIVATE
from tournament.core.threads.interruption import uninterrupted
from tournament.models import HandOver, Import, Membership, Tournament, Visitor
from tournament.people.actions.late_copies import erase_in_late_copy

LONGEST_NAME = 100

CountCopy = Callable[[], None]
"""A function that counts a separate tournament before it is made. May raise `NotDone`."""

ATTEMPTS = 3
"""How often a file is compared if this site writes something meanwhile."""


class WrongTournament(NotDone):
    """The file belongs to another tournament."""

    message = gettext_lazy(
        "Nothing was changed, because this site does not know this file. It may be the file of"
        " another tournament: then choose this tournament’s file. If this site was restored from an"
        " older backup, take a safety copy on the laptop and import it here as a new tournament."
    )


@dataclass(frozen=True, kw_only=True)
class BroughtBack:
    """The result of an upload.

    `changes` is the number of new log entries in the file. If the site did not accept the file, its content is only in
    the tournament `separate_copy`, for one of three reasons:

    * The tournament was called back before.
    * The tournament is still away, and the file lacks entries that the live mirror has already shown (`is_away`).
    * The file changes earlier facts without a log entry; `rewritten` names the facts.

    `unchanged` are the entry numbers of players whose details were not overwritten.
    """

    changes: int
    separate_copy: Tournament | None = None
    is_away: bool = False
    rewritten: str | Promise | None = None
    unchanged: Sequence[int] = field(default=())


def count_nothing() -> None:
    """A `CountCopy` that counts nothing."""


def bring_back(
    *,
    tournament_id: int,
    file: HandOverFile,
    by: Visitor,
    take_seconds: TakeSeconds = take_nothing,
    count_copy: CountCopy = count_nothing,
) -> BroughtBack:
    """End a hand-over with the file that the laptop made: the facts in the file replace the site's facts. A repeated
    upload is harmless, and continues the erasure of people who left (`erase_leavers`). `take_seconds` counts the time
    for which the lock will be held if the file replaces anything.

    In three cases the file becomes a separate tournament instead, for people to compare (see `BroughtBack`), which
    `count_copy` counts. For owners: the permission is checked again under the lock, because reading a large file takes
    seconds. Raises `WrongTournament`, `NoOwnerAnyMore`, `TooLargeAtOnce`, `BadDocument`, `NoRoomForFile` if the disk is
    nearly full, and `Busy` if this site wrote something each time while the file was compared.
    """
    brought = _compared_again(tournament_id, file, by, take_seconds, count_copy)
    erase_leavers(tournament_id, by)
    return brought


def _compared_again(
    tournament_id: int, file: HandOverFile, by: Visitor, take_seconds: TakeSeconds, count_copy: CountCopy
) -> BroughtBack:
    for attempt in range(ATTEMPTS - 1):
        with suppress(Busy):
            return _bring_back(tournament_id, file, by, take_nothing if attempt else take_seconds, count_copy)
    return _bring_back(tournament_id, file, by, take_nothing, count_copy)


def _bring_back(
    tournament_id: int, file: HandOverFile, by: Visitor, take_seconds: TakeSeconds, count_copy: CountCopy
) -> BroughtBack:
    document = file["document"]
    lent = HandOver.objects.filter(tournament=tournament_id, key=file["key"], is_lent=True).first()
    if lent is None:
        raise WrongTournament
    changes = len(document["log"]) - lent.log_until
    is_open = lent.ended_at is None
    if is_open:
        checked_seconds(document)
        check_room_to_replace(tournament_id, file)
    # Computed before the lock is taken, because it can take long.
    facts = checked_facts(document, by=by) if is_open else CheckedFacts()
    compared = rewritten_here(tournament_id, document) if is_open else Compared(document=document)
    if compared.document is not document:
        facts = checked_facts(compared.document, by=by)
    leaving: Sequence[Leaver] = ()
    if is_open and compared.rewritten is None and compared.is_continuation:
        leaving = leavers(tournament_id, compared.document)
        take_seconds(document)
    with uninterrupted(), locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        check_owner(tournament, by)
        lent.refresh_from_db()
        if lent.ended_at is not None and holds(tournament, document):
            return BroughtBack(changes=0)
        is_next = lent.ended_at is None and begins_with(document, tournament)
        if is_next and tournament.version != compared.version:
            raise Busy  # compared again before the lock is taken, because it can take long
        if is_next and compared.rewritten is None:
            renewed_here = decided_here(written_while_away(tournament)).new_links
            unchanged = replace_facts(tournament, compared.document, facts)
            carry_links(tournament, file, renewed_here=renewed_here)
            end(lent, HandOver.Outcome.RETURNED)
            lent.to_erase = to_json(leaving)
            lent.save(update_fields=["to_erase"])
            set_here(tournament)
            log(tournament, "tournament.brought_back", by=by, place=lent.place, changes=changes)
            return BroughtBack(changes=changes, unchanged=unchanged)
    return BroughtBack(
        changes=changes,
        separate_copy=_import_separately(lent, document, by, count_copy),
        is_away=lent.ended_at is None,
        rewritten=compared.rewritten if is_next else None,
    )


def _import_separately(lent: HandOver, document: Document, by: Visitor, count_copy: CountCopy) -> Tournament:
    """Import a laptop's file that the site did not accept as a separate, private and archived tournament. The same file
    is imported only once. The separate tournament belongs to the team of the original tournament.

    Private details of players are left out. Nobody needs them to compare hanchans, and the file may contain details
    that other owners may not read.
    """
    copy, before = lent.late_copy, lent.late_copy_id
    if copy is not None and holds(copy, document):
        return copy
    check_room_for_copy()
    count_copy()

    def keep(made: Tournament) -> None:
        # Every action that writes to a tournament's hand-overs locks the tournament first. So the removal of a person
        # either happened before this transaction, or also reaches this copy.
        original = Tournament.objects.select_for_update(no_key=True).get(pk=lent.tournament_id)
        check_owner(original, by)
        # If the file is uploaded twice at once, the second upload creates no tournament.
        if not HandOver.objects.filter(pk=lent.pk, late_copy=before).update(late_copy=made):
            raise ImportedTwice
        made.archived_at = timezone.now()
        made.save(update_fields=["archived_at"])
        Import.objects.filter(tournament=made).update(late_of=lent)
        erase_in_late_copy(made, original, since=lent.log_until, by=by)
        members = lent.tournament.memberships.exclude(user=by.account)
        Membership.objects.bulk_create(
            Membership(
                tournament=made,
                user_id=member.user_id,
                role=member.role,
                invited_by_id=member.invited_by_id,
                has_agreed=member.has_agreed,
            )
            for member in members
        )

    name = _("%(name)s (from %(place)s)") % {"name": document["tournament"]["name"], "place": lent.place}
    about = document["tournament"] | {"name": name[:LONGEST_NAME], "is_public": False}
    entries: Any = [{key: value for key, value in entry.items() if key not in PRIVATE} for entry in document["entries"]]
    compared: Document = {**document, "tournament": about, "entries": entries}
    return import_document(document=compared, key=uuid4(), by=by, finish=keep)
