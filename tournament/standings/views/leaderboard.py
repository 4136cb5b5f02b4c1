"""The standings of a tournament."""

from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.core.moment import requested_moment
from tournament.core.queries.long_lists import requested_page
from tournament.core.queries.visibility import sight_of
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import seen_tournament
from tournament.live.fragments import fragment, preview
from tournament.live.news import follows, shows_all
from tournament.live.shared_pages import share
from tournament.live.sharing.parameters import NEVER, NUMBER, brought_by_streams
from tournament.standings.exports.previews import standings_preview
from tournament.standings.queries.standings_page import sorts, standings_page


@require_safe
@vary_on_headers("HX-Request")
@brought_by_streams(q=NEVER, show="official", after=NUMBER, sort=f"average|chombo|penalties|{NUMBER}", page=NUMBER)
def leaderboard(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the live standings, or with `?show=official` the standings from signed sheets only. `?q=` searches for a
    name, and `?after=3` shows the standings after round 3. `?sort=` chooses another order (`standings_page.sorts`), and
    `?page=` a page of a long list."""
    tournament = seen_tournament(request, slug)
    query = request.GET.get("q", "").strip()[:80]
    official = request.GET.get("show") == "official"
    if official and shows_all(request, [tournament.pk]):
        return HttpResponse(status=204)
    sight = sight_of(tournament, request.visitor)
    rounds = [number for number in tournament.rounds.values_list("number", flat=True) if sight.shows(number)]
    after = requested_moment(request.GET, "after")
    if after not in rounds[:-1]:
        after = None
    sort = request.GET.get("sort", "")
    if sort not in sorts(rounds if tournament.kind.has_rounds else ()):
        sort = ""
    number = requested_page(request.GET)
    # Unknown parameters are dropped, so that they do not cause a cache miss.
    fields = {"q": query, "show": "official" if official else "", "after": after, "sort": sort}
    fields |= {"page": number if number > 1 else None}
    request.GET = QueryDict(urlencode({name: value for name, value in fields.items() if value}))

    @cache
    def context() -> dict[str, Any]:
        page = standings_page(
            tournament, official=official, sight=sight.after(after), query=query, sort=sort, page=number
        )
        about = {"tournament": tournament, "page": page, "board": page.board, "sight": sight, "query": query}
        return about | {"after": after, "rounds": rounds}

    # The links on the page repeat the query, so each query has a fragment of its own. Only frequent ones are cached: no
    # searches, and no sorted standings of the past.
    audience = None if query or (after and sort) or tournament.is_of_team else sight.key
    drawn = fragment(
        request,
        "standings/leaderboard/page.html#leaderboard",
        context,
        of=tournament,
        audience=audience,
        variant=request.GET.urlencode(),
    )
    share(request, tournament, audience)
    if request.htmx:
        return HttpResponse(drawn)
    page = {"tournament": tournament, "query": query, "official": official, "after": after, "sort": sort}
    page |= {"fragment": drawn, "follows": follows([tournament])}
    page["preview"] = preview(
        request,
        lambda: standings_preview(tournament, context()["board"]),
        of=tournament,
        audience=audience,
        query=request.GET.urlencode(),
    )
    return render(request, "standings/leaderboard/page.html", page)
