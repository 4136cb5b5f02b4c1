"""The page that computes a hand's value from its tiles, for everybody and as a help at the table."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.words.rules import ruleset_choices
from tournament.table.count import CountEntry
from tournament.table.queries.count import count_at_table, count_screen


@require_safe
def count(request: TenboRequest) -> HttpResponse:
    """Show the page of the tile counter; the tiles so far are in the query string."""
    entry = CountEntry.read(request.GET)
    if "counting" in request.GET:
        entry = count_at_table(entry, whole_number(request.GET["counting"]), request.visitor)
    response = render(
        request,
        "table/count/page.html#count-screen" if request.htmx else "table/count/page.html",
        {"screen": count_screen(entry, request.visitor), "rulesets": ruleset_choices()},
    )
    query = urlencode(entry.pairs())
    address = reverse("count") + (f"?{query}" if query else "")
    return replace_url(response, address) if request.htmx else response
