"""The list of players; pages to add pasted players or a file of players, and to correct or remove an entry."""

from collections import Counter
from collections.abc import Sequence
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.actions.write_budget import never_refused
from tournament.core.addresses import absolute_url
from tournament.core.forms.facts import country_names
from tournament.core.queries.contacts import hidden_contacts
from tournament.core.queries.long_lists import requested_page
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_as_message, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, refereed_tournament, seen_tournament
from tournament.core.views.confirmation import recently_confirmed
from tournament.core.views.rates import LISTS, count_of_visitor
from tournament.games.queries.departures import departures
from tournament.models import Tournament
from tournament.people.actions.add_players import add_players
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.forms.entry import EntryForm
from tournament.people.forms.players import ChoicesForm, PasteForm, pasted_names
from tournament.people.queries.duplicates import duplicates_among
from tournament.people.queries.free_places import move_up_proposal
from tournament.people.queries.known_players import facts_of, likely_same
from tournament.people.queries.person import people_of, removable_by
from tournament.people.queries.players import NameLine, PlayersQuery, entries, players_page, preview
from tournament.people.queries.same_person import answered_pairs, question_keys


@require_safe
def players(request: TenboRequest, slug: str) -> HttpResponse:
    """Show everybody who plays; the team also sees people who wait for a place and people who have applied.

    In the query, `q` searches a name, `sort` orders the list, and `page` is the number of a page. `without=paid` and
    `without=arrived` filter the list (`PlayersQuery`); `all=1` ticks everybody on the page.
    """
    tournament = seen_tournament(request, slug)
    name, sort, without = (request.GET.get(each, "").strip()[:80] for each in ("q", "sort", "without"))
    wanted = PlayersQuery(name=name, sort=sort, without=without, page=requested_page(request.GET))
    page = players_page(tournament, request.visitor, wanted)
    present = [*page.accepted, *page.waiting, *page.applied, *page.no_shows]
    context = {
        "tournament": tournament,
        "page": page,
        "wanted": wanted,
        "departures": departures(tournament),
        "same_elsewhere": _unanswered(tournament, request) if tournament.may_organize else 0,
        "duplicates": duplicates_among(present) if tournament.may_organize else None,
        "proposal": move_up_proposal(tournament) if tournament.may_organize else None,
        "ticks_all": "all" in request.GET,
    }
    return render(request, "people/players/page.html", context)


def _unanswered(tournament: Tournament, request: TenboRequest) -> int:
    """Count the pairs of players with the same EMA number that this visitor has not answered yet."""
    return len(set(question_keys(tournament, request.visitor)) - answered_pairs(request.visitor))


@require_safe_or_post
@login_required
def players_add(request: TenboRequest, slug: str) -> HttpResponse:
    """Add players in two steps: first the names or a file, then a preview that asks for each name whether it is a known
    player."""
    tournament = organized_tournament(request, slug)
    if request.method == "POST":
        count_of_visitor(request, LISTS)
    if "change" in request.POST:
        form = PasteForm(initial={"names": request.POST.get("names", "")})
        return render(request, "people/players/add.html", {"tournament": tournament, "form": form})
    if "preview" in request.POST:
        return _confirm(request, tournament)
    form = PasteForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        lines = preview(tournament, request.visitor, form.lines)
        choices = ChoicesForm(initial={"names": form.cleaned_data["names"], "key": uuid4()})
        choices.rows = form.rows
        return _preview_page(request, tournament, choices, [(line, f"{line.suggestion or ''}", "") for line in lines])
    return render(
        request,
        "people/players/add.html",
        {"tournament": tournament, "form": form},
        status=422 if form.errors else 200,
    )


def _confirm(request: TenboRequest, tournament: Tournament) -> HttpResponse:
    form = ChoicesForm(request.POST)
    if not form.is_valid():
        # The names were valid when the preview was shown: show them where they can be changed.
        names = PasteForm(request.POST)
        return render(request, "people/players/add.html", {"tournament": tournament, "form": names}, status=422)
    lines = preview(tournament, request.visitor, form.lines)
    chosen = {line.number: request.POST.get(f"choice-{line.number}", "") for line in lines}
    if "same" in request.POST:
        answered = [(line, chosen[line.number] or f"{line.only_known or ''}", "") for line in lines]
        return _preview_page(request, tournament, form, answered)
    pasted, problems = pasted_names(request.POST, lines)
    if not problems:
        with refusal_on(form):
            added = add_players(
                tournament_id=tournament.pk, key=form.cleaned_data["key"], names=pasted, by=request.visitor
            )
            message = ngettext("%(count)s player was added.", "%(count)s players were added.", added)
            messages.success(request, message % {"count": added})
            return redirect("players", tournament.slug)
    answered = [(line, chosen[line.number], problems.get(line.number, "")) for line in lines]
    return _preview_page(request, tournament, form, answered, status=422 if problems else form_status(form))


def _preview_page(
    request: TenboRequest,
    tournament: Tournament,
    form: ChoicesForm,
    lines: Sequence[tuple[NameLine, str, str]],
    *,
    status: int = 200,
) -> HttpResponse:
    """Render the preview: each line with its choice, and with an error message if the choice is missing or
    impossible."""
    context = {
        "tournament": tournament,
        "form": form,
        "lines": lines,
        "open": [f"line-{line.number}" for line, chosen, problem in lines if problem or (line.asks and not chosen)],
        "refused": any(problem for _line, _chosen, problem in lines),
        "any_perhaps_same": any(line.only_known and not chosen for line, chosen, _problem in lines),
        "rows": form.rows,
        "counts": Counter("known" if line.suggestion else "asked" if line.asks else "new" for line, *_choice in lines),
    }
    return render(request, "people/players/preview.html", context, status=status)


@require_safe_or_post
@login_required
def entry_edit(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Correct a player's details. On the same page a player without a seat can be removed."""
    tournament = organized_tournament(request, slug)
    entry = get_object_or_404(entries(tournament), number=number)
    shows_contact = entry.pk not in hidden_contacts(tournament, request.visitor)
    form = EntryForm.of(entry, request.POST or None, shows_contact=shows_contact)
    if request.method == "POST" and form.is_valid():
        with refusal_on(form):
            edit_entry(
                entry_id=entry.pk,
                player=form.player_facts,
                entry=form.entry_facts,
                base=(facts_of(entry.player), entry_facts_of(entry)),
                by=request.visitor,
            )
            messages.success(request, _("%(name)s was changed.") % {"name": form.cleaned_data["name"]})
            return redirect("players", tournament.slug)
    context = {
        "tournament": tournament,
        "entry": entry,
        "form": form,
        "countries": country_names(),
        "likely": likely_same(entry, request.visitor),
        "link": absolute_url(request, entry.get_link()),
        "sees_person": people_of(request.visitor).filter(pk=entry.player_id).exists(),
        "may_remove_person": removable_by(request.visitor).filter(pk=entry.player_id).exists(),
    }
    return render(request, "people/players/edit.html", context, status=form_status(form))


@require_safe
@login_required
@never_cache  # it holds the player's link
def entry_link(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Show a player's private link at the desk: as a QR code for the player's phone, and as a link to open on this
    device. A referee gets a link that cannot change or cancel the entry (`Entry.is_at_desk`)."""
    tournament = refereed_tournament(request, slug)
    entry = get_object_or_404(tournament.entries.select_related("player"), number=number)
    entry.is_at_desk = not tournament.is_of_organizers
    context = {"tournament": tournament, "entry": entry, "link": absolute_url(request, entry.get_link())}
    return render(request, "people/players/link.html", context)


@require_POST
@never_refused
@login_required
@recently_confirmed
def entry_remove(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Remove a player who has no seat in any hanchan."""
    tournament = organized_tournament(request, slug)
    entry = get_object_or_404(entries(tournament), number=number)
    with refusal_as_message(request):
        remove_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=request.visitor)
        messages.success(request, _("%(name)s was removed.") % {"name": entry.player.name})
        return redirect("players", tournament.slug)
    return redirect("entry-edit", tournament.slug, number)


@require_POST
@login_required
@recently_confirmed
def entry_merge(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Merge a player with a person whom the organizer already knows."""
    tournament = organized_tournament(request, slug)
    entry = get_object_or_404(entries(tournament), number=number)
    chosen = request.POST.get("player", "")
    into = next((known for known in likely_same(entry, request.visitor) if f"{known.player}" == chosen), None)
    if into is None:
        messages.error(request, _("Choose who this player is."))
        return redirect("entry-edit", tournament.slug, number)
    with refusal_as_message(request):
        merge_players(player_id=entry.player_id, into_id=into.player, by=request.visitor)
        messages.success(request, _("The two records are now one person: %(name)s.") % {"name": into.name})
    return redirect("entry-edit", tournament.slug, number)
