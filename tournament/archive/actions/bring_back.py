"""Let a tournament go on from a file that hands it over: on the laptop, and back on its site."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.archive.actions.carry_links import carry_links
from tournament.archive.actions.hand_over import end, set_here
from tournament.archive.actions.import_tournament import check_made, import_document, import_tournament
from tournament.archive.actions.rebuild_figures import rebuild_figures
from tournament.archive.actions.replace_facts import replace_facts
from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.hand_over import HandOverFile
from tournament.archive.tenbo.values import moment_text
from tournament.core.actions.journal import account_name, log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import MayNotCreate, NotDone
from tournament.models import HandOver, Import, Role, Tournament, Visitor

LONGEST_NAME = 100


class OfAnother(NotDone):
    """The file belongs to another tournament."""

    message = gettext_lazy("This file is of another tournament, or of another site. Nothing was changed.")


class UsedUp(NotDone):
    """This laptop had the tournament by this file, and returned it."""

    message = gettext_lazy(
        "This laptop has returned the tournament since it got this file. To go on here, take the tournament to a laptop"
        " again and import the new file."
    )


@dataclass(frozen=True, kw_only=True)
class Brought:
    """What became of a file. `changes` is how many entries the log got; with `beside`, they are in a copy beside the
    tournament, which was called back before; `unchanged` are numbers of players whose details stay as they were."""

    changes: int
    beside: Tournament | None = None
    unchanged: Sequence[int] = field(default=())


def take_over(*, file: HandOverFile, key: UUID, by: Visitor) -> Tournament:
    """Create the tournament of a file on this laptop, or go on with the one that it returned before. The visitor owns
    it and may write. A repeated import returns the same tournament.

    Raises `MayNotCreate`, `UsedUp`, and `BadDocument` if the file contradicts itself.
    """
    if not by.may_create_tournaments:
        raise MayNotCreate
    known = HandOver.objects.filter(key=file["key"], is_lent=False).select_related("tournament").first()
    if known is not None:
        if known.ended_at is not None:
            raise UsedUp
        return known.tournament
    with transaction.atomic():
        tournament = _go_on(file, key, by) or import_tournament(document=file["document"], key=key, by=by)
        if not Tournament.objects.filter(slug=file["slug"]).exists():
            tournament.slug = file["slug"]
            tournament.save(update_fields=["slug"])
        carry_links(tournament, file)
        HandOver.objects.create(
            tournament=tournament,
            key=file["key"],
            is_lent=False,
            place=file["place"],
            actor=account_name(by),
            log_until=file["log_until"],
            began_at=timezone.now(),
        )
        return tournament


def _go_on(file: HandOverFile, key: UUID, by: Visitor) -> Tournament | None:
    """The tournament that this laptop returned earlier, with the facts of the file; None if there is none."""
    returned = HandOver.objects.filter(key__in=file["earlier"], is_lent=False, tournament__away_since__isnull=False)
    pk = returned.order_by("-began_at").values_list("tournament", flat=True).first()
    if pk is None:
        return None
    with locked_tournament(pk, even_archived=True, even_away=True) as tournament:
        is_busy = tournament.hand_overs.filter(ended_at=None).exists()
        if is_busy or by.role_in(tournament) != Role.OWNER or not _begins_with(file["document"], tournament):
            return None
        _replace(tournament, file["document"])
        set_here(tournament)
        Import.objects.filter(tournament=tournament).update(key=key, log_until=tournament.version, at=timezone.now())
        return tournament


def bring_back(*, tournament_id: int, file: HandOverFile, by: Visitor) -> Brought:
    """End a hand-over by the file that the laptop made: its facts replace those here. A repeated upload is harmless.

    Was the tournament called back meanwhile, or brought back by another laptop, then the file becomes a tournament of
    its own beside this one, so that somebody can compare them. For owners. Raises `OfAnother` and `BadDocument`.
    """
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        lent = tournament.hand_overs.filter(key=file["key"], is_lent=True).first()
        if lent is None:
            raise OfAnother
        document = file["document"]
        changes = len(document["log"]) - lent.log_until
        if lent.ended_at is not None and _holds(tournament, document):
            return Brought(changes=0)
        if lent.ended_at is not None or not _begins_with(document, tournament):
            return Brought(changes=changes, beside=_beside(lent, document, by))
        unchanged = _replace(tournament, document)
        carry_links(tournament, file)
        end(lent, HandOver.Outcome.RETURNED)
        set_here(tournament)
        log(tournament, "tournament.brought_back", by=by, place=lent.place, changes=changes)
        return Brought(changes=changes, unchanged=unchanged)


def _replace(tournament: Tournament, document: Document) -> list[int]:
    unchanged = replace_facts(tournament, document)
    check_made(tournament, document, but=unchanged)
    rebuild_figures(tournament_id=tournament.pk)
    return unchanged


def _beside(lent: HandOver, document: Document, by: Visitor) -> Tournament:
    """What a laptop wrote that is no longer the one with the right to: a private tournament, made once."""
    copy = lent.late_copy
    if copy is not None and _holds(copy, document):
        return copy
    name = _("%(name)s (from %(place)s)") % {"name": document["tournament"]["name"], "place": lent.place}
    about = document["tournament"] | {"name": name[:LONGEST_NAME], "is_public": False}
    lent.late_copy = import_document(document={**document, "tournament": about}, key=uuid4(), by=by)
    lent.save(update_fields=["late_copy"])
    return lent.late_copy


def _begins_with(document: Document, tournament: Tournament) -> bool:
    """Whether the document's log begins with all of the tournament's."""
    own = _entries_of(tournament)
    return own == _entries_in(document)[: len(own)]


def _holds(tournament: Tournament, document: Document) -> bool:
    """Whether the tournament's log begins with all of the document's."""
    entries = _entries_in(document)
    return entries == _entries_of(tournament)[: len(entries)]


def _entries_of(tournament: Tournament) -> list[tuple[int, str, str]]:
    rows = tournament.log.order_by("number").values_list("number", "kind", "at")
    return [(number, kind, moment_text(at)) for number, kind, at in rows]


def _entries_in(document: Document) -> list[tuple[int, str, str]]:
    return [(entry["number"], entry["kind"], entry["at"]) for entry in document["log"]]
