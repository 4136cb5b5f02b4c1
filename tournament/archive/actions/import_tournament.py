"""Import a tournament from a document: the JSON of a whole tournament, `tenbo/1`."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.archive.actions.delete_rows import delete_in_batches
from tournament.archive.actions.unfinished_imports import clear_unfinished_imports
from tournament.archive.queries.differences import differences_in
from tournament.archive.tenbo.columns import ImportedRows, create_in_batches
from tournament.archive.tenbo.continuation import without_marks
from tournament.archive.tenbo.document import Document, envelope, make_parts, unsaved_tournament
from tournament.archive.tenbo.hands import HandRecord, counted_hands
from tournament.archive.tenbo.values import BadDocument
from tournament.core.actions.journal import account_name
from tournament.core.actions.slugs import SameMoment, free_slug, slug_of
from tournament.core.errors import MayNotCreate, NotDone
from tournament.games.figures import figures_of
from tournament.games.queries.game import load_games
from tournament.models import Hanchan, Import, LineFigures, Membership, Role, SheetLine, Tournament, Visitor


class ImportedTwice(NotDone):
    """The upload is being imported already, or its import was killed."""

    message = gettext_lazy(
        "This file is already being imported. Look at your tournaments in a minute; if the tournament is not there,"
        " choose the file again."
    )


def import_tournament(*, document: Document, key: UUID, by: Visitor) -> Tournament:
    """Create the tournament of a document, completely or not at all; the visitor becomes its owner.

    The tournament's log is the document's log; the import itself is recorded in `Import`. Raises `BadDocument` if the
    document contradicts itself, `SameMoment` if another tournament with the same address was created at the same
    moment, and `MayNotCreate`.
    """
    if not by.may_create_tournaments:
        raise MayNotCreate
    return import_document(document=without_marks(document), key=key, by=by)


def import_document(
    *, document: Document, key: UUID, by: Visitor, finish: Callable[[Tournament], None] = lambda tournament: None
) -> Tournament:
    """Create a tournament like `import_tournament`, even for an account that may not create tournaments. `finish` is
    called in the transaction that makes the tournament visible. For actions."""
    if by.account is None:
        raise MayNotCreate
    try:
        with hidden_tournament(document, key=key, by=by) as tournament, transaction.atomic():
            name, is_public = document["tournament"]["name"], document["tournament"]["is_public"]
            wanted = slug_of(name, otherwise="tournament")
            tournament.slug = free_slug(wanted, Tournament.objects.all(), is_public=is_public)
            tournament.is_public = is_public
            tournament.save(update_fields=["slug", "is_public"])
            Membership.objects.create(tournament=tournament, user=by.account, role=Role.OWNER)
            Import.objects.filter(tournament=tournament).update(is_finished=True, at=timezone.now())
            finish(tournament)
    except IntegrityError:
        raise SameMoment from None
    return Tournament.objects.get(pk=tournament.pk)


@contextmanager
def hidden_tournament(document: Document, *, key: UUID, by: Visitor) -> Iterator[Tournament]:
    """Import a document as a hidden tournament (private, without a team and under a random address), check it and yield
    it. If the `with` block does not set `Import.is_finished`, the tournament is deleted after the block.

    A large document takes many seconds, and on SQLite a transaction blocks all other writers of the site. Therefore the
    import uses many short transactions. Raises `ImportedTwice` and `BadDocument`.
    """
    clear_unfinished_imports()
    hidden: Document = {**document, "tournament": {**document["tournament"], "is_public": False}}
    tournament = _begin(hidden, key, by)
    try:
        make_parts(hidden, ImportedRows(rules=tournament.ruleset, tournament=tournament))
        _check_made(tournament, hidden)
        _make_figures(tournament)
        yield tournament
    finally:
        if not Import.objects.filter(tournament=tournament, is_finished=True).exists():
            delete_in_batches(tournament)


@dataclass(frozen=True)
class CheckedFacts:
    """Results of the check of a document that take long to compute.

    * `figures`: the statistics of every player's line on all its score sheets, in the document's order; None for lines
      of withdrawn sheets.
    * `counted`: the hands of its games with their points, by the hanchans' ids in the document.
    """

    figures: list[LineFigures | None] = field(default_factory=list)
    counted: dict[int, list[HandRecord]] = field(default_factory=dict)


def checked_facts(document: Document, *, by: Visitor) -> CheckedFacts:
    """Check a document by importing it and deleting the imported tournament again. An action calls this before it takes
    the lock: it then needs the lock only briefly to write the document's facts."""
    with hidden_tournament(document, key=uuid4(), by=by) as tournament:
        lines = SheetLine.objects.filter(sheet__hanchan__round__tournament=tournament).select_related("figures")
        figures = [getattr(line, "figures", None) for line in lines.order_by("pk")]
        counted = {
            hanchan["id"]: counted_hands(
                hanchan["game"], hanchan["recorded"], tournament.ruleset, hanchan.get("length", "")
            )
            for round_ in document["rounds"]
            for hanchan in round_["hanchans"]
        }
        return CheckedFacts(figures, counted)


def _begin(document: Document, key: UUID, by: Visitor) -> Tournament:
    tournament = unsaved_tournament(document)
    tournament.slug = f"import-{get_random_string(20).lower()}"
    try:
        with transaction.atomic():
            tournament.save()
            Import.objects.create(
                tournament=tournament,
                user=by.account,
                actor=account_name(by),
                key=key,
                log_until=tournament.version,
                at=timezone.now(),
                is_finished=False,
            )
    except IntegrityError:
        raise ImportedTwice from None
    return tournament


def _make_figures(tournament: Tournament) -> None:
    games = load_games(Hanchan.objects.valid().filter(round__tournament=tournament).order_by("pk"))
    create_in_batches(
        figures_of(game, line) for game in games if game.sheet is not None for line in game.sheet.lines.all()
    )


def _check_made(tournament: Tournament, document: Document) -> None:
    """Refuse a document if its import lost data, or if its facts contradict each other. Raises `BadDocument`."""
    lost = _first_difference(document, envelope(tournament))
    if lost is not None:
        raise BadDocument(lost, gettext_lazy("This value contradicts another part of the file."))
    for line in differences_in(tournament):
        raise BadDocument("", _("Parts of the file contradict each other: %(difference)s.") % {"difference": line})


def _first_difference(original: Any, restored: Any, where: str = "") -> str | None:
    """Return the path of the first value of the original that is missing or different in `restored`, else None. Values
    that only `restored` has are ignored."""
    if isinstance(original, dict) and isinstance(restored, dict):
        places: Iterable[tuple[str, Any, Any]] = (
            (f"{where}.{key}" if where else key, value, restored.get(key, _Missing)) for key, value in original.items()
        )
    elif isinstance(original, list) and isinstance(restored, list) and len(original) == len(restored):
        places = ((f"{where}[{n}]", *pair) for n, pair in enumerate(zip(original, restored, strict=True)))
    else:
        return None if type(original) is type(restored) and original == restored else where
    return next((at for place, a, b in places if (at := _first_difference(a, b, place)) is not None), None)


class _Missing:
    """Marks a key that is missing."""
