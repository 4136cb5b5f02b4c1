"""Records the hands in a QR code that a phone without network showed to this phone."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.refusal import Refused
from tournament.core.actions.write_budget import not_counted
from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.authority import scored_hanchan
from tournament.core.words.refusals import refusal_words
from tournament.models import Hanchan
from tournament.table.actions.record_handover import Stop, record_handover
from tournament.table.forms.handover import HandoverForm
from tournament.table.handover import CodeDamaged, HandedHand, hands_in
from tournament.table.queries.handover import handover_page

STRANGER = gettext_lazy(
    "These hands belong to a table that this phone is not connected to. Scan the card of that"
    " table first, then scan this code again. Or ask a referee who is logged in to scan it."
)


@require_safe_or_post
@not_counted
def handover(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show the hands of a scanned QR code; a POST records them. Any phone may scan the code. If the phone may not enter
    hands at this table, the page says how to get access."""
    try:
        hanchan = scored_hanchan(request, slug, pk)
    except Http404:
        return render(request, "table/handover/problem.html", {"problem": STRANGER}, status=404)
    code = (request.POST if request.method == "POST" else request.GET).get("hands", "")
    try:
        hands = hands_in(code)
    except CodeDamaged as damaged:
        context = {"problem": damaged.message, "back": hanchan.get_screen_url()}
        return render(request, "table/handover/problem.html", context, status=422)
    if request.method != "POST":
        return _page(request, hanchan, hands, code)
    form = HandoverForm(request.POST)
    if not form.is_valid():
        return _page(
            request,
            hanchan,
            hands,
            code,
            _("This form was incomplete, so nothing was changed. Reload the page and try again."),
            status=422,
        )
    left_out = {whole_number(number) for number in request.POST.getlist("leave_out")}
    hands = tuple(hand for hand in hands if hand.number not in left_out)
    waiting = handover_page(hanchan, hands).waiting
    revision = form.cleaned_data["revision"]
    stop = record_handover(hanchan_id=hanchan.pk, revision=revision, hands=hands, by=request.visitor)
    if stop:
        hanchan.refresh_from_db(fields=["revision"])
        return _page(request, hanchan, hands, code, _problem(stop), stop, left_out, status=409)
    text = ngettext(
        "%(count)s hand of the other phone was recorded.",
        "%(count)s hands of the other phone were recorded.",
        waiting,
    )
    messages.success(request, text % {"count": waiting})
    return redirect(hanchan.get_screen_url())


def _page(
    request: TenboRequest,
    hanchan: Hanchan,
    hands: tuple[HandedHand, ...],
    code: str,
    problem: object = "",
    stop: Stop | None = None,
    left_out: Iterable[int | None] = (),
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "hanchan": hanchan,
        "page": handover_page(hanchan, hands),
        "form": HandoverForm(initial={"revision": hanchan.revision, "hands": code}),
        "problem": problem,
        "stop": stop,
        "stopped_fields": urlencode(stop.hand.entry.pairs()) if stop else "",
        "left_out": left_out,
    }
    return render(request, "table/handover/page.html", context, status=status)


def _problem(stop: Stop) -> object:
    return refusal_words(stop.problem) if isinstance(stop.problem, Refused) else stop.problem.message
