"""The standings of a tournament."""

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.core.moment import moment_asked
from tournament.core.queries.visibility import sight_of
from tournament.core.requests import TenboRequest, only
from tournament.core.views.authority import seen_tournament
from tournament.live.fragments import fragment, preview
from tournament.live.news import follows, shows_all
from tournament.live.shared_pages import share
from tournament.standings.exports.previews import standings_preview
from tournament.standings.queries.standings_page import sorts, standings_page


@require_safe
@vary_on_headers("HX-Request")
def leaderboard(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the standings: live, or `?show=official` from signed sheets only. `?q=` searches a name, and `?after=3`
    shows the standings after that round; `?sort=` orders them by something else (`standings_page.sorts`)."""
    tournament = seen_tournament(request, slug)
    # Otherwise anything behind the question mark would have the page drawn anew.
    request.GET = only(request.GET, "q", "show", "after", "sort")  # type: ignore[assignment]
    query = request.GET.get("q", "").strip()[:80]
    official = request.GET.get("show") == "official"
    if official and shows_all(request, [tournament.pk]):
        return HttpResponse(status=204)
    sight = sight_of(tournament, request.visitor)
    rounds = [number for number in tournament.rounds.values_list("number", flat=True) if sight.shows(number)]
    after = moment_asked(request.GET, "after")
    if after not in rounds[:-1]:
        after = None
    sort = request.GET.get("sort", "")
    if sort not in sorts(rounds if tournament.kind.has_rounds else ()):
        sort = ""

    @cache
    def context() -> dict[str, Any]:
        page = standings_page(tournament, official=official, sight=sight.after(after), query=query, sort=sort)
        about = {"tournament": tournament, "page": page, "board": page.board, "sight": sight, "query": query}
        return about | {"after": after, "rounds": rounds}

    # The links on the page repeat the query, so only plain addresses share a cached fragment: those with one of few
    # known values, and not every order of every moment.
    plain = {"show": ["official"]} if official else {}
    plain |= {"after": [str(after)]} if after else {"sort": [sort]} if sort else {}
    audience = sight.key if dict(request.GET.lists()) == plain and not tournament.is_of_team else None
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
    page = {
        "tournament": tournament,
        "query": query,
        "official": official,
        "after": after,
        "sort": sort,
        "fragment": drawn,
    }
    page["preview"] = preview(
        request,
        lambda: standings_preview(tournament, context()["board"]),
        of=tournament,
        audience=audience,
        query=request.GET.urlencode(),
    )
    page["follows"] = follows([tournament])
    return render(request, "standings/leaderboard/page.html", page)
