"""The fragment cache: a page is rendered once for each version, language and audience."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, TournamentFactory, UserFactory, play
from tournament.live import fragments

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
