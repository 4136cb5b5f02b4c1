"""Take over a tournament on a laptop from the file that its site made for it."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournament.archive.actions.carry_links import carry_links
from tournament.archive.actions.hand_over import set_here
from tournament.archive.actions.import_tournament import checked_facts, import_document
from tournament.archive.actions.replace_facts import replace_facts
from tournament.archive.delivery import is_mirror_address
from tournament.archive.tenbo.continuation import begins_with
from tournament.archive.tenbo.cost import MOST_SECONDS, TakeSeconds, seconds_to_replace, take_nothing
from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.hand_over import HandOverFile
from tournament.archive.tenbo.past.erased import MOST_REMOVED, most_by_length, without_person
from tournament.archive.tenbo.rewritten import rewritten_here
from tournament.archive.tenbo.values import moment_text
from tournament.core.actions.journal import account_name
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import Busy, MayNotCreate, NotDone
from tournament.core.threads.interruption import uninterrupted
from tournament.models import HandOver, Import, Mirror, Role, Tournament, Visitor


class FileUsedUp(NotDone):
    """This laptop imported the file earlier, and has already returned the tournament to its site."""

    message = gettext_lazy(
        "This laptop has already brought the tournament back with this file. To continue on a laptop,"
        " take the tournament to a laptop again and import the new file."
    )


def take_over(*, file: HandOverFile, key: UUID, by: Visitor, take_seconds: TakeSeconds = take_nothing) -> Tournament:
    """Create the tournament of a file on this laptop, or continue a tournament that the laptop returned before. The
    visitor becomes the owner, and can change the tournament on the laptop. `take_seconds` counts the time for which the
    lock will be held if the file continues a tournament.

    A repeated import returns the same tournament. If the owner repeats the import, the live mirror uses the key in the
    file from then on, because the site may have replaced the earlier key. Raises `MayNotCreate`, `FileUsedUp`,
    `BadDocument` if the file contradicts itself, and `Busy` if the tournament was changed meanwhile.
    """
    if not by.may_create_tournaments:
        raise MayNotCreate
    known = HandOver.objects.filter(key=file["key"], is_lent=False).select_related("tournament").first()
    if known is not None:
        if known.ended_at is not None:
            raise FileUsedUp
        if by.role_in(known.tournament) == Role.OWNER:
            _mirror(known, file, known.log_until)
        return known.tournament
    take = partial(_take, file=file, by=by)
    return _go_on(file, key, by, take, take_seconds) or import_document(
        document=file["document"], key=key, by=by, finish=take
    )


def _take(tournament: Tournament, *, file: HandOverFile, by: Visitor) -> None:
    if not Tournament.objects.filter(slug=file["slug"]).exists():
        tournament.slug = file["slug"]
        tournament.save(update_fields=["slug"])
    carry_links(tournament, file)
    borrowed = HandOver.objects.create(
        tournament=tournament,
        key=file["key"],
        is_lent=False,
        place=file["place"],
        actor=account_name(by),
        log_until=file["log_until"],
        began_at=timezone.now(),
    )
    _mirror(borrowed, file, file["log_until"])


def _mirror(borrowed: HandOver, file: HandOverFile, sent_version: int) -> None:
    """Let the laptop send its changes with the mirror key of this file, if the file has such a key."""
    mirror = file.get("mirror")
    if mirror is not None and is_mirror_address(mirror["address"]):
        about = {"address": mirror["address"], "key": mirror["key"], "next_try_at": timezone.now(), "problem": ""}
        new = {"sent_version": sent_version}
        Mirror.objects.update_or_create(hand_over=borrowed, defaults=about, create_defaults=about | new)


def _go_on(
    file: HandOverFile,
    key: UUID,
    by: Visitor,
    take: Callable[[Tournament], None],
    take_seconds: TakeSeconds,
) -> Tournament | None:
    """Replace the facts of the tournament that this laptop returned earlier by the facts in the file. Return the
    tournament; None if the laptop has returned no such tournament, if its facts cannot be replaced, or if the file
    changes earlier facts without a log entry."""
    returned = HandOver.objects.filter(key__in=file["earlier"], is_lent=False, tournament__away_since__isnull=False)
    pk = returned.order_by("-began_at").values_list("tournament", flat=True).first()
    if pk is None or seconds_to_replace(file["document"]) > MOST_SECONDS:
        return None
    tournament = Tournament.objects.get(pk=pk)
    if by.role_in(tournament) != Role.OWNER or tournament.hand_overs.filter(ended_at=None).exists():
        return None
    document = _without_removed(tournament, file["document"])
    compared = None if document is None else rewritten_here(pk, document)
    if compared is None or compared.rewritten is not None or not compared.is_continuation:
        return None
    document, facts = compared.document, checked_facts(compared.document, by=by)
    take_seconds(document)  # not before it is known that the file replaces something
    # Otherwise waiting hands of other events would interrupt this again and again, and the event could not come back.
    with uninterrupted(), locked_tournament(pk, even_archived=True, even_away=True) as tournament:
        is_busy = tournament.hand_overs.filter(ended_at=None).exists()
        if is_busy or by.role_in(tournament) != Role.OWNER or not begins_with(document, tournament):
            return None
        if tournament.version != compared.version:
            raise Busy
        replace_facts(tournament, document, facts, is_at_laptop=True)
        set_here(tournament)
        Import.objects.filter(tournament=tournament).update(key=key, log_until=tournament.version, at=timezone.now())
        take(tournament)
        return tournament


def _without_removed(tournament: Tournament, document: Document) -> Document | None:
    """Return the document without the people who were removed on this laptop after it returned the tournament; None if
    there are too many to erase them in a short time. This is done before the lock is taken."""
    present = [entry["number"] for entry in document["entries"] if entry.get("removed_at") is None]
    removed = tournament.entries.filter(number__in=present, player__removed_at__isnull=False).select_related("player")
    if len(removed) > min(MOST_REMOVED, most_by_length(document)):
        return None
    for entry in removed:
        if at := entry.player.removed_at:
            leaves_team = not entry.team
            document = without_person(document, entry.number, leaves_team=leaves_team, removed_at=moment_text(at))
    return document
