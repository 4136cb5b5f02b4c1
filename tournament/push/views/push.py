"""Subscription of a browser to messages, on the page of a player or of a table.

The views need JavaScript, because only a script can subscribe to the browser's push service.
"""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.actions.rates import take
from tournament.core.errors import NotDone
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import linked_entry, scored_table
from tournament.core.views.rates import PHONES, PHONES_OF_LINK, count_of_visitor
from tournament.models import Entry, Table
from tournament.push.actions.subscriptions import subscribe, unsubscribe
from tournament.push.forms.subscription import PushForm
from tournament.push.queries.subscriptions import is_subscribed


@require_POST
@never_cache
def own_push(request: TenboRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Subscribe or unsubscribe on the page of a player's private link."""
    entry = linked_entry(request, slug, number, token, Entry.objects.accepted())
    return _answer(request, entry, entry.get_link())


@require_POST
@never_cache
def table_push(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Subscribe or unsubscribe on the page of a table, for visitors who may enter its hands."""
    table = scored_table(request, slug, number)
    return _answer(request, table, table.get_absolute_url())


def _answer(request: TenboRequest, owner: Entry | Table, page: str) -> HttpResponse:
    """Subscribe, unsubscribe or only read the subscription, as the form says, and return the new state as a fragment.
    The status is 422 for bad input, and 409 if no messages are sent about this event."""
    form, problem, status = PushForm(request.POST), "", 200
    if not form.is_valid():
        problem, status = form.problem, 422
    elif form.cleaned_data["wish"] == "on":
        try:
            # With the nonce, so that a new link after a leak has a count of its own; and the link of the desk has one.
            link = f"{owner._meta.model_name} {owner.pk} {owner.link_nonce} {getattr(owner, 'is_at_desk', False)}"
            take((PHONES_OF_LINK, link))
            count_of_visitor(request, PHONES, about=str(owner.tournament_id))
            subscribe(owner=owner, browser=form.browser, language=get_language() or "en")
        except NotDone as not_done:
            problem, status = str(not_done.message), 409
    elif form.cleaned_data["wish"] == "off":
        unsubscribe(owner=owner, endpoint=form.cleaned_data["endpoint"])
    if not request.htmx:
        return redirect(page) if status == 200 else HttpResponse(problem, status=status, content_type="text/plain")
    is_on = "endpoint" in form.cleaned_data and is_subscribed(owner, form.cleaned_data["endpoint"])
    return render(request, "push/_state.html", {"is_on": is_on, "problem": problem}, status=status)
