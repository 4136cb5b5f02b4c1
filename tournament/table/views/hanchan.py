"""The public page of one hanchan, hand by hand."""

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.core.languages import activate_language
from tournament.core.moment import requested_moment
from tournament.core.queries.visibility import is_in_hall, sight_of
from tournament.core.requests import TenboRequest, note_scored, only
from tournament.live.fragments import fragment, preview
from tournament.live.news import follows, shows_all
from tournament.live.shared_pages import share
from tournament.live.sharing.parameters import NEVER, brought_by_streams
from tournament.models import Hanchan, Table, Tournament
from tournament.table.exports.previews import hanchan_preview
from tournament.table.queries.hanchan import hanchan_page, other_tables


@require_safe
@vary_on_headers("HX-Request")
@brought_by_streams(hand=NEVER)
def hanchan(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show the seats, every hand and the result; the team also sees withdrawn hands. `?hand=3` shows the table as it
    was after hand 3.

    Phones that have opened the table's link may see this page too. The page has no links for them if the tournament is
    not public, because they may see no other page of it.
    """
    # The cached fragment has links with the query string.
    request.GET = only(request.GET, "hand")  # type: ignore[assignment]
    # Loaded first, so that the rendered content is never older than its version.
    tournament = get_object_or_404(Tournament.objects.with_role(request.visitor), slug=slug)
    hanchans = Hanchan.objects.seen_by(request.visitor).select_related("round", "table")
    hanchan = get_object_or_404(hanchans, pk=pk, round__tournament=tournament)
    activate_language(request, tournament)  # not before: the language of a 404 would tell of a private tournament
    member = tournament.is_of_team
    sees_tournament = member or tournament.is_public or is_in_hall(tournament, request.visitor)
    scores = Table.objects.scored_by(request.visitor).filter(pk=hanchan.table_id).exists()
    if scores:
        note_scored(request, hanchan.table)
    sight = sight_of(tournament, request.visitor)
    withheld = None if scores else sight.withholds_hanchan(hanchan)
    own = None if withheld else Hanchan.objects.filter(pk=pk)  # a withheld hand does not make the page stale
    if shows_all(request, [tournament.pk], own):
        return HttpResponse(status=204)

    audience = None if member or scores or request.GET else sight.key

    @cache
    def context() -> dict[str, Any]:
        return {
            "tournament": tournament,
            "page": hanchan_page(
                hanchan, for_team=member, withheld=withheld, after=requested_moment(request.GET, "hand")
            ),
            "member": member,
            "sees_tournament": sees_tournament,
            "scores": scores,
            "other_tables": other_tables(hanchan) if sees_tournament else None,
        }

    drawn = fragment(
        request,
        "table/hanchan/page.html#hanchan-page",
        context,
        of=tournament,
        audience=audience,
        variant=sees_tournament,
    )
    share(request, tournament, audience)
    if request.htmx:
        return HttpResponse(drawn)
    page = {"tournament": tournament, "hanchan": hanchan, "sees_tournament": sees_tournament, "fragment": drawn}
    page["preview"] = preview(
        request, lambda: hanchan_preview(tournament, hanchan, context()["page"]), of=tournament, audience=audience
    )
    page["follows"] = follows([tournament])
    return render(request, "table/hanchan/page.html", page)
