"""Check-in: one touch each, on any phone of the team, and a warning before a round starts without somebody."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory
from tests.queries import queries_of
from tournament.models import Departure, Entry
from tournament.people.actions.depart import depart

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament(client):
    referee = UserFactory()
    client.force_login(referee)
    tournament = TournamentFactory(referees=[referee])
    for number, name in enumerate(("Zoë Żółć", "Jan Novák", "Anna", "Bo Li", "Cyril"), 1):
        EntryFactory(tournament=tournament, number=number, player__name=name, player__phone=f"+420 60{number}")
    return tournament


def page(client, tournament, query="", **headers):
    return client.get(reverse("check-in", args=[tournament.slug]) + query, headers=headers)


def touch(client, tournament, number, here="1", query="", **headers):
    return client.post(reverse("arrival", args=[tournament.slug, number]) + query, {"here": here}, headers=headers)


def arrived(tournament):
    return list(tournament.entries.exclude(checked_in_at=None).order_by("number").values_list("number", flat=True))


def words(response):
    return " ".join(response.text.replace('<strong class="number">', "").replace("</strong>", "").split())


def test_a_touch_checks_in_and_the_next_takes_it_back(client, tournament):
    first = touch(client, tournament, 2, query="?q=nov")
    after = arrived(tournament)
    second = touch(client, tournament, 2, here="0")

    assert first.url == reverse("check-in", args=[tournament.slug]) + "?q=nov#entry-2"
    assert second.status_code == 302
    assert (after, arrived(tournament)) == ([2], [])
    assert [line.kind for line in tournament.log.all()] == ["entry.arrived", "entry.arrival_undone"]


def test_a_player_who_has_left_is_not_checked_in(client, tournament):
    """Another referee noted the departure after this phone had loaded the list."""
    gone = tournament.entries.get(number=2)
    depart(entry_id=gone.pk, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=1, reason="Ill", by=STRANGER)

    answer = touch(client, tournament, 2, **HTMX)

    assert answer.status_code == 404
    assert arrived(tournament) == []


def test_two_touches_in_a_hurry_say_it_once(client, tournament):
    for _phone in range(2):
        touch(client, tournament, 2)

    assert arrived(tournament) == [2]
    assert tournament.log.count() == 1


def test_htmx_is_answered_with_the_row_and_the_count(client, tournament):
    response = touch(client, tournament, 2, **HTMX)

    assert response.status_code == 200
    assert response.text.count('class="arrival arrived"') == response.text.count("<li") == 1
    assert 'id="arrivals-count" role="status" hx-swap-oob="true"' in response.text
    assert "1 of 5 here" in words(response)
    assert "<html" not in response.text


def test_what_says_neither_changes_nothing(client, tournament):
    touch(client, tournament, 2)
    whole, part = touch(client, tournament, 2, here=""), touch(client, tournament, 2, here="2", **HTMX)

    assert whole.status_code == part.status_code == 422
    assert "1 of 5 here" in words(whole)
    assert "1 of 5 here" in words(part)
    assert "<html" not in part.text
    assert arrived(tournament) == [2]


def test_the_list_tells_who_is_missing_with_a_phone_number(client, tournament):
    touch(client, tournament, 2)

    response = page(client, tournament, "?missing=1")

    assert "1 of 5 here" in words(response)
    assert 'href="tel:+420601"' in response.text
    assert "Jan Novák" not in response.text
    assert "+420 602" not in page(client, tournament).text


@pytest.mark.parametrize(
    ("search", "listed"),
    [("zol", [1]), ("NOVAK", [2]), ("4", [4]), ("n", [3, 2]), ("nobody", []), ("", [3, 4, 5, 2, 1])],
)
def test_a_name_is_found_by_a_part_of_it_or_the_number(client, tournament, search, listed):
    whole, part = page(client, tournament, f"?q={search}"), page(client, tournament, f"?q={search}", **HTMX)

    assert [entry.number for entry, _name in whole.context["arrivals"].shown] == listed
    assert part.text.count('class="arrival"') == len(listed)
    assert "<html" not in part.text
    assert "<html" in whole.text


def test_who_waits_is_not_awaited(client, tournament):
    Entry.objects.filter(number=5).update(status="waiting")

    assert "of 4 here" in words(page(client, tournament))
    assert touch(client, tournament, 5).status_code == 404
    assert arrived(tournament) == []


def test_an_empty_list_says_so(client):
    referee = UserFactory()
    client.force_login(referee)

    assert "No one is entered yet." in page(client, TournamentFactory(referees=[referee])).text


def test_strangers_see_neither_list_nor_phone(client, tournament):
    client.force_login(UserFactory())

    assert page(client, tournament).status_code == touch(client, tournament, 1).status_code == 404
    assert arrived(tournament) == []


def test_the_list_takes_no_more_queries_for_more_players(client, tournament):
    url = reverse("check-in", args=[tournament.slug])
    few = queries_of(client, url)

    EntryFactory.create_batch(20, tournament=tournament)

    assert queries_of(client, url) == few


@pytest.fixture
def organized(client, tournament):
    organizer = UserFactory()
    tournament.memberships.create(user=organizer, role="organizer")
    client.force_login(organizer)
    Entry.objects.filter(number=5).delete()
    return tournament


def test_a_round_says_who_is_not_here_and_starts_all_the_same(client, organized):
    url = reverse("round-new", args=[organized.slug])
    unasked = client.get(url)
    Entry.objects.exclude(number=4).update(checked_in_at=timezone.now())

    page = client.get(url)
    form = page.context["form"]
    started = client.post(url, {name: form[name].value() or "" for name in form.fields})

    assert "checked in" not in unasked.text
    assert "Bo Li has a seat and has not checked in." in words(page)
    assert started.status_code == 302
    assert organized.rounds.count() == 1
    # Who has a seat in round 1 is there, whatever was forgotten at the form_state.
    assert "checked in" not in client.get(url).text


def test_the_others_can_be_seated_without_who_is_missing(client, organized):
    EntryFactory(tournament=organized, number=6, checked_in_at=timezone.now())
    Entry.objects.exclude(number=4).update(checked_in_at=timezone.now())
    missing = organized.entries.get(number=4)
    url = reverse("round-new", args=[organized.slug])
    page = client.get(f"{url}?seed=1", follow=True)
    for seed in range(1, 20):
        page = client.get(f"{url}?seed={seed}")
        if page.context["missing"]:
            break

    others = client.get(f"{url}?{page.context['without_missing']}")

    assert page.context["missing"] == ["Bo Li"]
    assert others.context["missing"] == []
    assert missing.pk in others.context["proposal"].absent


def test_a_player_who_stops_playing_is_here_no_more(client, organized):
    touch(client, organized, 2)
    client.post(reverse("entry-edit", args=[organized.slug, 2]), {"name": "Jan Novák", "status": "waiting"})

    assert organized.entries.get(number=2).checked_in_at is None
