"""Permission checks of views: each function loads the object of a page if the visitor may see or change it.

A tournament is loaded with the visitor's role, which the navigation needs. Each function raises `Http404` if the
visitor has no permission, and activates the event's language and time zone for the request.
"""

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from tournament.core.languages import activate_language, tournament_or_404
from tournament.core.requests import TenboRequest, note_scored
from tournament.models import Entry, Hanchan, Table, Tournament


def seen_tournament(request: TenboRequest, slug: str, *, to_all: bool = False) -> Tournament:
    """Return a tournament whose pages this visitor may read; for `to_all` see `languages.activate_language`."""
    seen = Tournament.objects.seen_by(request.visitor)
    return tournament_or_404(request, seen.with_role(request.visitor), slug, to_all=to_all)


def refereed_tournament(request: TenboRequest, slug: str, *, to_all: bool = False) -> Tournament:
    """Return a tournament in which this visitor has a role. With `to_all`, as for printouts that many people read,
    the browser does not choose the language (`languages.activate_language`)."""
    refereed = Tournament.objects.refereed_by(request.visitor)
    return tournament_or_404(request, refereed.with_role(request.visitor), slug, to_all=to_all)


def organized_tournament(request: TenboRequest, slug: str) -> Tournament:
    """Return the tournament with this slug, if the visitor organizes it. Raises `Http404`."""
    organized = Tournament.objects.organized_by(request.visitor)
    return tournament_or_404(request, organized.with_role(request.visitor), slug)


def owned_tournament(request: TenboRequest, slug: str) -> Tournament:
    """Return the tournament with this slug, if the visitor owns it. Raises `Http404`."""
    owned = Tournament.objects.owned_by(request.visitor)
    return tournament_or_404(request, owned.with_role(request.visitor), slug)


def with_rounds(tournament: Tournament) -> Tournament:
    """Return the tournament if it has rounds. Raises `Http404` for a club night, which has no rounds, cuts or ceremony,
    and counts for no federation."""
    if not tournament.kind.has_rounds:
        raise Http404
    return tournament


def scored_table(request: TenboRequest, slug: str, number: int) -> Table:
    """Return the table with this number, if the visitor may enter hands at it, as a member of the team or by the
    table's link. Raises `Http404`."""
    tables = Table.objects.scored_by(request.visitor).select_related("tournament")
    table = get_object_or_404(tables, tournament__slug=slug, number=number)
    note_scored(request, table)
    activate_language(request, table.tournament)
    return table


def linked_entry(
    request: TenboRequest,
    slug: str,
    number: int,
    token: str,
    among: "QuerySet[Entry] | None" = None,
    *,
    own: bool = False,
) -> Entry:
    """Return the entry that has this private link; if `among` is given, the entry must be in it.

    The link that referees show to the player at the desk is accepted too, and sets `Entry.is_at_desk`. With `own` only
    the player's own link is accepted.
    """
    entries = Entry.objects.all() if among is None else among
    entry = get_object_or_404(entries.select_related("player", "tournament"), tournament__slug=slug, number=number)
    if not entry.accepts(token):
        if own or not entry.accepts_desk(token):
            raise Http404
        entry.is_at_desk = True
    activate_language(request, entry.tournament)
    return entry


def scored_hanchan(request: TenboRequest, slug: str, pk: int) -> Hanchan:
    """Return the hanchan, with its table and its round, if the visitor may enter its hands. Raises `Http404`."""
    hanchan = _hanchan(request, Hanchan.objects.scored_by(request.visitor), slug, pk)
    note_scored(request, hanchan.table)
    return hanchan


def refereed_hanchan(request: TenboRequest, slug: str, pk: int) -> Hanchan:
    """Return a hanchan of which this visitor may be the referee, with its table and its round."""
    return _hanchan(request, Hanchan.objects.refereed_by(request.visitor), slug, pk)


def _hanchan(request: TenboRequest, hanchans: "QuerySet[Hanchan]", slug: str, pk: int) -> Hanchan:
    related = hanchans.select_related("table", "round__tournament")
    hanchan = get_object_or_404(related, round__tournament__slug=slug, pk=pk)
    hanchan.table.tournament = hanchan.round.tournament
    activate_language(request, hanchan.table.tournament)
    return hanchan
