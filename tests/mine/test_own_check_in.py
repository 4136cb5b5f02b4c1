"""Players check in by their own link."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, RoundFactory, TournamentFactory, UserFactory, visitor
from tests.reading import reading
from tournament.people.actions.check_in import check_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee():
    return UserFactory()


@pytest.fixture
def entry(noon, referee):
    tournament = TournamentFactory(referees=[referee], starts_on=noon.date())
    return EntryFactory(tournament=tournament, player__name="Anna", number=7)


def touch(client, entry):
    return client.post(f"{entry.get_link()}arrival/", follow=True)


def test_a_check_in_is_logged_as_by_the_player(client, referee, entry):
    assert "I am here" in client.get(entry.get_link()).text

    response = touch(client, entry)
    again = touch(client, entry)

    assert "You checked in at" in response.text
    assert again.status_code == 200
    assert [line.kind for line in entry.tournament.log.all()] == ["entry.arrived_by_link"]
    client.force_login(referee)
    assert "by the player" in client.get(reverse("check-in", args=[entry.tournament.slug])).text
    log = client.get(reverse("log", args=[entry.tournament.slug])).text
    assert "Checked in with their own link: Anna, number 7" in reading(log)


def test_the_team_takes_it_back(client, referee, entry):
    touch(client, entry)

    check_in(tournament_id=entry.tournament_id, entry_id=entry.pk, is_here=False, by=visitor(referee))

    entry.refresh_from_db()
    assert (entry.checked_in_at, entry.arrived_by_link) == (None, False)
    assert "I am here" in client.get(entry.get_link()).text


@pytest.mark.parametrize("case", ["tomorrow", "yesterday", "no day", "begun", "waiting", "archived"])
def test_it_is_open_only_on_the_first_day_until_the_first_round(client, entry, case):
    tournament = entry.tournament
    days = {"tomorrow": 1, "yesterday": -1}
    if case in days:
        tournament.starts_on += timedelta(days=days[case])
    elif case == "no day":
        tournament.starts_on = None
    elif case == "archived":
        tournament.archived_at = timezone.now()
    elif case == "begun":
        RoundFactory(tournament=tournament)
    else:
        entry.status = "waiting"
        entry.save()
    tournament.save()

    assert "I am here" not in client.get(entry.get_link()).text
    touch(client, entry)

    entry.refresh_from_db()
    assert entry.checked_in_at is None


def test_another_link_and_a_form_of_another_site_do_nothing(client, entry):
    wrong = reverse("own-arrival", args=[entry.tournament.slug, 7, "0" * 30])

    assert client.post(wrong).status_code == 404
    assert Client(enforce_csrf_checks=True).post(f"{entry.get_link()}arrival/").status_code == 403
    entry.refresh_from_db()
    assert entry.checked_in_at is None
