"""Show on a tournament's own site the changes that its laptop has sent, while only the laptop may write."""

import logging
from time import perf_counter

from django.utils import timezone

from tournament.archive.actions.import_tournament import CheckedFacts, checked_facts
from tournament.archive.actions.replace_facts import replace_facts
from tournament.archive.actions.room import check_room_to_replace
from tournament.archive.tenbo.continuation import begins_with, is_same_entry, known_version
from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.rewritten import Compared, rewritten_here
from tournament.core.actions.journal import WHILE_AWAY, written_while_away
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import Busy, NotDone
from tournament.core.threads.interruption import uninterrupted
from tournament.models import STRANGER, HandOver, Tournament

logger = logging.getLogger(__name__)


class MirrorEnded(NotDone):
    """The tournament is no longer away at this laptop, or the laptop's key was replaced."""


class DocumentNotNewer(NotDone):
    """A laptop's document that does not continue the document received before: it is older, or comes from another
    laptop."""


class PastRewritten(DocumentNotNewer):
    """The document changes facts that were recorded before the hand-over, and has no log entry about these changes."""


class OtherVersion(NotDone):
    """The site shows another version of the tournament than the laptop expects."""


def receive_mirror(*, lent: HandOver, document: Document) -> float:
    """Replace a lent tournament's facts by the facts in the laptop's document, if the document's log continues the log
    on this site. Return the number of seconds for which the lock was held.

    The tournament stays away, and its links and accounts do not change. If this document was received before, only the
    present time is stored, because the laptop has nothing newer. Raises `MirrorEnded`, `DocumentNotNewer`,
    `PastRewritten`, `Busy` if something was written on this site meanwhile, so that the laptop sends again,
    `NoRoomForFile` if the disk is nearly full, and `BadDocument` if the document contradicts itself.
    """
    is_newer = len(document["log"]) > known_version(lent.tournament)
    _check(lent, lent.tournament, document)
    if is_newer:
        check_room_to_replace(lent.tournament_id, document)
    # Checked before the lock is taken, because it can take long.
    facts = checked_facts(document, by=STRANGER) if is_newer else CheckedFacts()
    compared = rewritten_here(lent.tournament_id, document, is_mirror=True) if is_newer else Compared(document=document)
    if compared.rewritten is not None:
        _check_unchanged(lent, compared)
        what = compared.rewritten
        logger.warning("The mirror of tournament %s was refused: it changes %s silently", lent.tournament_id, what)
        raise PastRewritten
    if compared.document is not document:
        facts = checked_facts(compared.document, by=STRANGER)
    # Otherwise waiting hands of other events would interrupt this again and again, and the mirror would stand still.
    with uninterrupted(), locked_tournament(lent.tournament_id, even_archived=True, even_away=True) as tournament:
        began = perf_counter()
        _check(lent, tournament, document)
        if len(document["log"]) > known_version(tournament):
            if tournament.version != compared.version:
                raise Busy
            replace_facts(tournament, compared.document, facts, is_mirror=True)
        _note_now(tournament)
    return perf_counter() - began


def confirm_mirror(*, lent: HandOver, version: int) -> None:
    """Store the present time as the last time at which the laptop had nothing newer than `version`. Raises
    `MirrorEnded` and `OtherVersion`."""
    with locked_tournament(lent.tournament_id, even_archived=True, even_away=True) as tournament:
        _check_open(lent)
        if known_version(tournament) != version:
            raise OtherVersion
        _note_now(tournament)


def note_size(lent: HandOver, size: int) -> None:
    """Store that a document of this many bytes was received, unless a larger one was before."""
    HandOver.objects.filter(pk=lent.pk, mirrored_bytes__lt=size).update(mirrored_bytes=size)


def _check(lent: HandOver, tournament: Tournament, document: Document) -> None:
    _check_open(lent)
    written_here = written_while_away(tournament)
    # An entry that this site wrote before the file was downloaded is in the file too; no other entry is marked.
    marked = [record for record in document["log"][known_version(tournament) :] if WHILE_AWAY in record["data"]]
    is_foreign = len(marked) > len(written_here) or not all(map(is_same_entry, marked, written_here))
    if is_foreign or not begins_with(document, tournament):
        raise DocumentNotNewer


def _check_open(lent: HandOver) -> None:
    if not HandOver.objects.filter(pk=lent.pk, ended_at=None, mirror_key_at=lent.mirror_key_at).exists():
        raise MirrorEnded


def _check_unchanged(lent: HandOver, compared: Compared) -> None:
    """Raise `Busy` if the tournament was changed after the comparison began. If only some of the loaded parts contain
    the change of a person, this change looks like a rewritten past."""
    if not Tournament.objects.filter(pk=lent.tournament_id, version=compared.version).exists():
        raise Busy


def _note_now(tournament: Tournament) -> None:
    tournament.mirrored_at = timezone.now()
    tournament.save(update_fields=["mirrored_at"])
