"""Records of every organizer's public events: runs are counted by person, as the federation answered."""

import pytest
from django.urls import reverse

from tests.factories import UserFactory, one_person
from tests.queries import queries_of
from tests.standings.results import MANGAN, show
from tests.standings.test_records import KOKUSHI
from tests.standings.test_statistics import signed_event
from tournament.core.cache import clear_all
from tournament.federation.persons import persons
from tournament.federation.queries.ranking import same_persons
from tournament.models import Player
from tournament.standings.queries.records import public_records

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    """Two organizers' events, each won by a player called Břetislav, of whom nobody knows that he is one person."""
    first = signed_event(MANGAN, starts_on="2025-05-01")
    second = signed_event(MANGAN, starts_on="2026-05-01", names=["Émile", "Břetislav N.", "Gábor", "Hana"])
    return first, second


def answer(two, *, is_same=True):
    (_event, first, _hanchan), (_other, second, _last) = two
    for entry in (first[1], second[1]):
        Player.objects.filter(pk=entry.player_id).update(ema_number="04000009")
    one_person(first[1].player, second[1].player, is_same=is_same)


def runs():
    clear_all()
    return [(run.length, run.entry.public_name) for run in public_records(persons(same_persons())).runs]


def test_a_run_goes_over_events_once_the_federation_knows_who_it_is(client, two):
    before = runs()
    answer(two)

    assert before == []
    assert runs() == [(2, "Břetislav N.")]
    page = client.get(reverse("federation-records")).text
    assert "First places in a row" in page
    assert reverse("player-page", args=[two[1][1][1].player_id]) in page
    assert "First places in a row" not in client.get(reverse("records")).text  # of players, not of persons


def test_what_it_takes_back_counts_no_more_at_once(two):
    answer(two)
    together = runs()
    answer(two, is_same=False)

    assert (len(together), runs()) == (1, [])


@pytest.mark.parametrize("both", [False, True])
def test_a_run_tells_nobody_who_is_behind_initials(two, both):
    """The page of the hanchan at the other end of the run has the whole name."""
    answer(two)
    shortened = [event[1][1].player_id for event in (two if both else two[:1])]
    Player.objects.filter(pk__in=shortened).update(shown_as="initials")

    assert runs() == ([(2, "B. N.")] if both else [])


def test_who_is_not_to_be_known_is_followed_nowhere(two):
    answer(two)
    two[0][0].entries.filter(number=2).update(may_publish=False)

    assert runs() == []


def test_only_what_is_public_is_in_it_even_for_the_organizer(client):
    owner = UserFactory()
    signed_event(KOKUSHI, is_public=False, owner=owner)
    withheld, _entries, _hanchan = signed_event(KOKUSHI, owner=owner)
    show(withheld, everyone="held")
    client.force_login(owner)

    page = client.get(reverse("federation-records")).text

    assert "kokushi" not in page
    assert "The results of some rounds are not shown yet." in page


def test_the_records_of_one_year(client, two):
    of_2025, nonsense = (client.get(reverse("federation-records"), {"year": year}).text for year in ("2025", "x"))

    assert "Hana" not in of_2025
    assert "Hana" in nonsense


def test_its_queries_do_not_grow_with_events_and_answers(client, two):
    page = reverse("federation-records")
    answer(two)
    clear_all()
    few = queries_of(client, page)

    answer(two)
    for _event in range(3):
        signed_event(MANGAN)
    clear_all()

    assert queries_of(client, page) == few


def test_the_staff_and_the_rankings_lead_there(client):
    client.force_login(UserFactory(is_federation=True))

    assert all(reverse("federation-records") in client.get(reverse(name)).text for name in ("federation", "rankings"))
