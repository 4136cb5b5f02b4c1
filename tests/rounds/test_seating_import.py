"""A plan made elsewhere: looked at, accepted, and then a plan like any other."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import EntryFactory, RoundFactory, TournamentFactory, UserFactory
from tests.queries import queries_of
from tournament.games.queries.seats import current_plan
from tournament.seating.quality import plan_hash

pytestmark = pytest.mark.django_db

GOOD = "1,1,1,2,3,4\n1,2,5,6,7,8\n2,1,8,7,2,1\n2,2,3,4,5,6"
ROUNDS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((8, 7, 2, 1), (3, 4, 5, 6)))


@pytest.fixture
def tournament(client):
    user = UserFactory()
    client.force_login(user)
    tournament = TournamentFactory(organizers=[user])
    for number in range(1, 9):
        EntryFactory(tournament=tournament, number=number, player__name=f"Hráč {number}")
    return tournament


@pytest.fixture
def url(tournament):
    return reverse("seating-import", args=[tournament.slug])


def test_it_is_shown_with_its_certificate_before_it_counts(client, tournament, url):
    page = client.post(url, {"text": GOOD})

    assert page.status_code == 200
    assert page.context["plan"].quality.rematches == 4
    assert plan_hash(ROUNDS) in page.text
    assert "made with another program; Tenbo calculated" in page.text
    assert not tournament.plans.exists()


def test_accepted_it_is_a_plan_like_any_other(client, tournament, url):
    response = client.post(url, {"text": GOOD, "hash": plan_hash(ROUNDS)})

    assert response.url == reverse("seating", args=[tournament.slug])
    assert (current_plan(tournament).hash, current_plan(tournament).seed) == (plan_hash(ROUNDS), None)
    assert "made with another program; Tenbo calculated" in client.get(response.url).text
    assert client.get(reverse("round-new", args=[tournament.slug])).context["proposal"].planned
    assert "Accepted an imported seating plan for 2 rounds" in client.get(reverse("log", args=[tournament.slug])).text


def test_a_file_is_read_too(client, tournament, url):
    page = client.post(url, {"text": "", "file": SimpleUploadedFile("plan.csv", b"\xef\xbb\xbf" + GOOD.encode())})

    assert page.context["plan"].rounds == ROUNDS
    assert page.context["form"]["text"].value() == GOOD


def test_errors_are_shown_in_their_row_and_the_text_stays(client, tournament, url):
    page = client.post(url, {"text": GOOD.replace("5,6,7,8", "5,6,7,<b>")})

    assert page.status_code == 422
    assert "No player is called &lt;b&gt;." in page.text
    assert "Accept this plan" not in page.text
    assert page.context["form"]["text"].value() == GOOD.replace("5,6,7,8", "5,6,7,<b>")


@pytest.mark.parametrize("data", [{}, {"text": "[1"}, {"text": GOOD, "file": SimpleUploadedFile("a.csv", b"1")}])
def test_text_without_a_plan_is_refused_with_a_sentence(client, url, data):
    response = client.post(url, data)

    assert response.status_code == 422
    assert 'class="error"' in response.text


def test_a_stale_preview_is_not_accepted(client, tournament, url):
    response = client.post(url, {"text": GOOD, "hash": "0" * 64})

    assert response.status_code == 409
    assert not tournament.plans.exists()


def test_once_play_has_started_no_plan_is_imported(client, tournament, url):
    RoundFactory(tournament=tournament)

    assert client.get(url).url == reverse("seating", args=[tournament.slug])


def test_more_players_take_no_more_queries(client, tournament, url):
    few = queries_of(client, url)
    EntryFactory.create_batch(8, tournament=tournament)

    assert queries_of(client, url) == few
