"""The organizers' page about what is shown when: times, releases, and the link for the hall."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, play
from tests.forms_on_page import pressed
from tests.queries import queries_of
from tests.standings.results import MANGAN, show, tournament_with
from tournament.core.limits import MOST_ROUNDS
from tournament.core.queries.visibility import Audience, sight_of
from tournament.models import RoundVisibility, Shown
from tournament.rounds.queries.visibility_page import rounds_shown

pytestmark = pytest.mark.django_db

LATER = {"shown_to_players": "live", "shown_in_hall": "signed", "shown_to_everyone": "held"}


@pytest.fixture
def tournament(client):
    owner = UserFactory()
    client.force_login(owner)
    return tournament_with(list("ABCD"), owner=owner)[0]


def at(name, tournament, *more):
    return reverse(name, args=[tournament.slug, *more])


def test_the_settings_lead_there_and_it_says_in_words_what_is_shown(client, tournament):
    show(tournament, everyone="signed")

    assert at("visibility", tournament) in client.get(at("tournament-edit", tournament)).text
    page = client.get(at("visibility", tournament)).text
    usual = page.partition('aria-labelledby="usual"')[2].partition("</form>")[0]
    assert usual.count('value="signed" selected>once all tables have signed') == 1


def test_times_are_kept_and_told_in_the_log(client, tournament):
    response = client.post(at("visibility", tournament), LATER)

    tournament.refresh_from_db()
    assert response.status_code == 302
    assert tournament.shown_to == LATER
    assert "to everyone once the organizers release the results" in client.get(at("log", tournament)).text
    client.post(at("visibility", tournament), LATER)
    assert tournament.log.filter(kind="visibility.edited").count() == 1


def test_a_round_to_come_has_times_of_its_own_until_they_are_dropped(client, tournament):
    form_data = {f"round-2-{field}": value for field, value in LATER.items()}

    client.post(at("round-visibility", tournament, 2), form_data)
    assert RoundVisibility.objects.get(number=2).shown_to == LATER
    assert "Round 2" in client.get(at("visibility", tournament)).text
    client.post(at("round-visibility", tournament, 2), {"drop": "1"})
    assert not RoundVisibility.objects.exists()


def test_a_rounds_own_times_stay_if_only_one_is_edited(client, tournament):
    own = at("round-visibility", tournament, 2)
    page = at("visibility", tournament)
    client.post(own, {f"round-2-{field}": value for field, value in LATER.items()})

    client.post(own, pressed(client.get(page).text, own) | {"round-2-shown_to_players": ["held"]})

    assert RoundVisibility.objects.get(number=2).shown_to == LATER | {"shown_to_players": "held"}


@pytest.mark.parametrize("more", [(), (1,)], ids=["all", "one"])
def test_nonsense_is_refused(client, tournament, more):
    name = "round-visibility" if more else "visibility"

    response = client.post(at(name, tournament, *more), LATER | {"shown_in_hall": "never"})

    assert response.status_code == 422
    tournament.refresh_from_db()
    assert tournament.shown_to == dict.fromkeys(LATER, Shown.LIVE)
    assert client.post(at("round-visibility", tournament, 999), {}).status_code == 404


def test_a_round_is_released_and_held_back_again(client, tournament):
    show(tournament, everyone="held")
    url = at("round-release", tournament, 1)
    assert "Release round 1" in client.get(at("visibility", tournament)).text
    assert "Release round 1" in client.get(at("round", tournament, 1)).text

    client.post(url, {"key": uuid4()})
    assert tournament.rounds.get().released_by.kind == "round.released"
    assert "Hide the results of round 1 again" in client.get(at("visibility", tournament)).text
    client.post(url, {"key": uuid4(), "withdraw": "1"})
    assert tournament.rounds.get().released_by is None
    assert tournament.log.last().kind == "round.release_taken_back"
    client.post(url, {})
    assert tournament.rounds.get().released_by is None


def test_the_hall_link_lets_a_screen_in_until_it_is_taken_back(client, tournament):
    tournament.is_public = False
    tournament.save()
    client.post(at("hall-link-new", tournament))
    tournament.refresh_from_db()
    link, screen = tournament.get_hall_link(), Client()
    assert link in client.get(at("visibility", tournament)).text

    assert screen.get(link)["Location"] == at("hall", tournament)
    assert screen.get(tournament.get_absolute_url()).status_code == 200
    client.post(at("hall-link-new", tournament))
    assert screen.get(tournament.get_absolute_url()).status_code == 404
    assert screen.get(link).status_code == 404
    client.post(at("hall-link-remove", tournament))
    tournament.refresh_from_db()
    assert screen.get(tournament.get_hall_link()).status_code == 404


def test_a_players_private_link_makes_a_browser_theirs(tournament, rf):
    phone = Client()
    phone.get(tournament.entries.first().get_link())

    visitor = phone.get(tournament.get_absolute_url()).wsgi_request.visitor  # type: ignore[attr-defined]

    assert sight_of(tournament, visitor).audience == Audience.PLAYERS


def test_it_asks_as_much_for_many_rounds_as_for_one(client):
    owner = UserFactory()
    client.force_login(owner)
    few, many = (tournament_with(list("ABCD" * size), rounds=size, owner=owner) for size in (1, 3))
    play(many[2][0], MANGAN)
    show(many[0], everyone="held")

    assert queries_of(client, at("visibility", few[0])) == queries_of(client, at("visibility", many[0]))


def test_a_large_number_of_a_round_makes_no_long_page(client, tournament):
    """A file may give its only round any number."""
    tournament.rounds.update(number=32_767)

    lines = rounds_shown(tournament)

    assert [line.number for line in lines] == [*range(1, MOST_ROUNDS + 1), 32_767]
    assert "Round 32767" in client.get(at("visibility", tournament)).text
