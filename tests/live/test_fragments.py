"""The fragment cache: a page is rendered once for each version, language and audience."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connections
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, keep_plan, owner_of, play
from tournament.live import fragments
from tournament.models import Departure
from tournament.people.actions.depart import depart

VIEWERS = 64


@pytest.fixture
def drawn(monkeypatch):
    """How often each fragment was drawn."""
    counted = Counter()

    def count(template, context, request):
        counted[template] += 1
        return render_to_string(template, context, request)

    monkeypatch.setattr(fragments, "render_to_string", count)
    return counted


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_sixty_four_viewers_cost_one_rendering_of_each_version(drawn):
    hanchan = HanchanFactory()
    slug = hanchan.tournament.slug
    addresses = {
        "standings/leaderboard/page.html#leaderboard": reverse("leaderboard", args=[slug]),
        "rounds/round/page.html#round-page": reverse("round", args=[slug, 1]),
        "table/hanchan/page.html#hanchan-page": hanchan.get_absolute_url(),
        "site/tournament/page.html#tournament-page": reverse("tournament", args=[slug]),
    }

    def look(viewer):
        try:
            address = list(addresses.values())[viewer % 4]
            return Client().get(address, headers={"HX-Request": "true"} if viewer % 8 < 4 else {}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as viewers:
        before = list(viewers.map(look, range(VIEWERS)))
        play(hanchan, ExhaustiveDraw())
        after = list(viewers.map(look, range(VIEWERS)))

    assert set(before + after) == {200}
    assert drawn.pop("components/preview.html") == 2 * len(addresses)
    assert drawn == dict.fromkeys(addresses, 2)


@pytest.mark.django_db
def test_a_page_of_the_hall_screen_is_rendered_once_for_the_hall_and_once_for_everyone(drawn):
    owner, hall = UserFactory(), Client()
    tournament = TournamentFactory(owner=owner, hall_nonce="nonce")
    HanchanFactory(round__tournament=tournament)
    hall.get(tournament.get_hall_link())
    organizer = Client()
    organizer.force_login(owner)

    for browser in (hall, organizer, Client(), Client()):
        assert "Seating of round 1" in browser.get(reverse("hall", args=[tournament.slug])).text

    assert drawn["screens/hall/_seating.html"] == 2


@pytest.mark.django_db
def test_the_team_and_searches_are_not_cached(drawn, client):
    referee = UserFactory()
    hanchan = HanchanFactory(round__tournament=TournamentFactory(referees=[referee]))
    standings = reverse("leaderboard", args=[hanchan.tournament.slug])
    round_ = reverse("round", args=[hanchan.tournament.slug, 1])

    strangers = client.get(round_).text
    client.get(standings)
    assert "No player here" in client.get(standings, {"q": "nobody"}).text
    assert "utm" not in client.get(standings).text
    client.get(standings, {"show": "official"})
    client.get(standings, {"utm": "1"})
    client.get(standings)
    client.force_login(referee)
    teams = client.get(round_).text

    assert "Enter hands" in teams
    assert "Enter hands" not in strangers
    # Link previews are for strangers, and not for searches.
    assert drawn.pop("components/preview.html") == 3
    # The unknown field of the query had nothing drawn anew.
    assert drawn == {"rounds/round/page.html#round-page": 2, "standings/leaderboard/page.html#leaderboard": 3}


@pytest.mark.django_db
def test_invented_query_parameters_render_no_hanchan_again(client, drawn):
    hanchan = HanchanFactory()
    play(hanchan, ExhaustiveDraw())

    for query in ("?invented=1", "?invented=2", ""):
        page = client.get(hanchan.get_absolute_url() + query).text
        assert "?hand=1#result" in page
    assert "invented" not in page

    assert drawn["table/hanchan/page.html#hanchan-page"] == 1


@pytest.mark.django_db
def test_a_seating_plan_is_drawn_once_for_strangers_and_each_time_for_the_team(drawn):
    """Anybody may ask for a plan of a thousand players, which takes seconds to draw."""
    owner = UserFactory()
    tournament = TournamentFactory(owner=owner)
    for number in range(1, 5):
        EntryFactory(tournament=tournament, number=number, player__name=f"Hidden {number}", may_publish=False)
    keep_plan(tournament, [[1, 2, 3, 4]])
    seating = reverse("seating", args=[tournament.slug])
    team, page = Client(), "rounds/seating/page.html#seating-page"
    team.force_login(owner)

    assert "Hidden" not in Client().get(seating).text
    assert "Hidden 3" in team.get(seating).text
    with CaptureQueriesContext(connections["default"]) as queries:
        for query in ("", "?invented=1", "?page=2"):
            assert "Hidden" not in Client().get(seating + query).text
    assert "Remove the plan" in team.get(seating).text
    assert drawn == {page: 3}
    assert not any("seatingplan" in query["sql"] for query in queries)

    gone, left = tournament.entries.get(number=3), Departure.Kind.WITHDRAWN
    depart(entry_id=gone.pk, key=uuid4(), kind=left, from_round=1, reason="Ill", by=owner_of(tournament))

    assert "The plan no longer fits" in Client().get(seating).text
    assert drawn == {page: 4}
