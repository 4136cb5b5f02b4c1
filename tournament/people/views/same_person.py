"""Ask organizers whether a player is the same person as a player whom another organizer entered with the same EMA
number."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import refusal_as_message, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.models import SamePerson
from tournament.people.actions.same_person import answer_same_person
from tournament.people.queries.same_person import PAIRS_ON_A_PAGE, SameNumber, answered_pairs, pairs_of, question_keys


@require_safe_or_post
@login_required
def same_person(request: TenboRequest, slug: str) -> HttpResponse:
    """Show pairs of players with this organizer's answers, unanswered pairs first; POST saves an answer about one pair.
    `?page=` is a page of the list."""
    tournament = organized_tournament(request, slug)
    keys = question_keys(tournament, request.visitor)
    if request.method != "POST":
        keys.sort(key=answered_pairs(request.visitor).__contains__)
        page = Paginator(keys, PAIRS_ON_A_PAGE).get_page(request.GET.get("page", ""))
        pairs = _with_own_answer(pairs_of(list(page)), request)
        return render(request, "people/same_person/page.html", {"tournament": tournament, "page": page, "pairs": pairs})
    key = next((key for key in keys if "{}-{}".format(*key) == request.POST.get("pair")), None)
    pair = next(iter(pairs_of([key])), None) if key else None
    answer = request.POST.get("same")
    if pair is None or answer not in {"yes", "no"}:
        messages.error(request, _("Choose “Same person” or “Two people”."))
        return redirect("same-person", tournament.slug)
    with refusal_as_message(request):
        answer_same_person(pair=pair, is_same=answer == "yes", by_federation=False, by=request.visitor)
        messages.success(request, _("Thank you. The federation sees your answer."))
    return redirect("same-person", tournament.slug)


def _with_own_answer(pairs: list[SameNumber], request: TenboRequest) -> list[tuple[SameNumber, SamePerson | None]]:
    """Return each pair with this account's answer about the pair, None if the account has not answered."""
    account = request.visitor.account
    return [(pair, next((answer for answer in pair.answers if answer.decided_by == account), None)) for pair in pairs]
