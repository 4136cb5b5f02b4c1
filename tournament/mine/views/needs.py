"""The page of the points that a player still needs, by the player's private link."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.core.queries.visibility import sight_of
from tournament.core.requests import TenboRequest, remember_entry_link
from tournament.core.views.authority import linked_entry
from tournament.core.views.rates import count_new_browser
from tournament.mine.forms.needs import NeedsForm
from tournament.mine.queries.needs import needs_page
from tournament.models import Entry


@require_safe
@never_cache
def needs(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Show, for each place at the table, the points with which the player reaches the goal. In the last hand, show also
    the wins that reach the goal."""
    entry = linked_entry(request, slug, number, token, Entry.objects.accepted())
    count_new_browser(request, entry.tournament, f"entry {entry.pk} {entry.link_nonce}", of_player=True)
    remember_entry_link(request, entry)
    sees_standings = entry.tournament.is_public and sight_of(entry.tournament, request.visitor).live
    page = needs_page(entry, NeedsForm(request.GET).wish, sees_standings=sees_standings)
    response = render(request, "mine/needs/page.html", {"tournament": entry.tournament, "entry": entry, "page": page})
    response.headers["X-Robots-Tag"] = "noindex"
    return response
