"""A penalty by the rulebook's list: proposed with its rule, and more the second time."""

import re
from copy import deepcopy
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import UserFactory, visitor
from tests.standings.results import tournament_with
from tournament.models import Penalty, Tournament
from tournament.people.actions.give_penalty import take_back_penalty

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture(scope="module")
def made(once):
    referee = UserFactory()
    tournament, _entries, _hanchans = tournament_with(["Adam", "Béla", "Claire", "Dóra"], referees=[referee])
    Tournament.objects.filter(pk=tournament.pk).update(ruleset_key="wrc_2025", rules=None)
    return tournament, referee


@pytest.fixture
def url(client, db, made):
    tournament, referee = deepcopy(made)
    client.force_login(referee)
    return reverse("penalties", args=[tournament.slug])


@pytest.fixture
def player(made):
    return made[0].entries.get(number=2)


def give(client, url, player, **changed):
    fields = {"key": str(uuid4()), "entry": player.pk, "listed": "minor", "offence": "", "round": "", "rule": ""}
    return client.post(url, fields | {"minutes": "", "points": "", "reason": "Tiles on the floor"} | changed)


def given():
    return [(penalty.offence, penalty.points, penalty.rule) for penalty in Penalty.objects.order_by("pk")]


def proposal(client, url, player, listed="minor"):
    return client.get(url, {"entry": player.pk, "listed": listed}, headers=HTMX).text


def test_the_second_time_costs_what_the_list_says(client, url, player):
    assert (
        "offence number 1 of this kind. The penalty for it: warning (WRC 2025: minor fault, unconfirmed)."
        in proposal(client, url, player)
    )
    assert give(client, url, player).status_code == 302

    assert "offence number 2 of this kind. The penalty for it: −5.0 (WRC 2025: minor fault, unconfirmed)." in proposal(
        client, url, player
    )
    assert give(client, url, player).status_code == 302

    rule = "WRC 2025: minor fault"
    assert given() == [("procedure", "0", rule), ("procedure", "5", rule)]


def test_what_was_taken_back_does_not_count(client, url, player, made):
    give(client, url, player)

    take_back_penalty(penalty_id=Penalty.objects.get().pk, reason="It was another", by=visitor(made[1]))

    assert "offence number 1 of this kind" in proposal(client, url, player)


def test_points_that_a_referee_types_and_another_rule_count(client, url, player):
    give(client, url, player, points="2.5", rule="House rule 3")
    give(client, url, player, listed="late", minutes="4")
    give(client, url, player, listed="missed")

    assert given() == [
        ("procedure", "2.5", "House rule 3"),
        ("late", "4", "WRC 2025: late"),
        ("missed", "30", "WRC 2025: missed hanchan"),
    ]


def test_bad_choices_are_refused_and_nothing_is_proposed(client, url, player):
    assert "The list of penalties was changed meanwhile" in give(client, url, player, listed="nonsense").text
    assert "Choose a reason." in give(client, url, player, listed="").text
    assert give(client, url, player, entry="x").status_code == 422
    assert given() == []
    for asked in (
        {},
        {"entry": "x", "listed": "minor"},
        {"entry": "٣", "listed": "minor"},
        {"entry": "1", "listed": "x"},
    ):
        response = client.get(url, asked, headers=HTMX)
        assert response.status_code == 200
        assert "Time" not in response.text


def test_a_stranger_gets_no_proposal(client, url, player):
    client.force_login(UserFactory())

    assert client.get(url, {"entry": player.pk, "listed": "minor"}, headers=HTMX).status_code == 404


def test_the_whole_page_has_the_list_and_works_without_htmx(client, url, player):
    text = " ".join(client.get(url, {"entry": player.pk, "listed": "minor"}).text.split())

    assert "Minor fault: warning, then −5.0" in text
    assert 'id="penalty-proposal"' in text
    assert "time 1" not in text


def own_key(client, url):
    """The key of the first penalty of the event's own list, as the page has it."""
    return re.search(r'value="(own-\w+)"', client.get(url).text)[1]


def test_a_page_opened_before_the_list_was_edited_gives_no_other_penalty(client, url, player, made):
    event = Tournament.objects.filter(pk=made[0].pk)
    event.update(own_penalties="Phone rings: 1\nLate back: 2")
    chosen = own_key(client, url)

    event.update(own_penalties="Insult: 100\nPhone rings: 1")
    assert give(client, url, player, listed=chosen).status_code == 302
    assert given() == [("other", "1", "Phone rings")]

    event.update(own_penalties="Insult: 100\nPhone rings: 50")
    refused = give(client, url, player, listed=chosen)
    assert refused.status_code == 422
    assert "The list of penalties was changed meanwhile. Choose the penalty again." in refused.text
    assert len(given()) == 1


def test_a_submission_sent_again_gives_one_penalty(client, url, player):
    key = str(uuid4())
    assert [give(client, url, player, key=key).status_code for _twice in range(2)] == [302, 302]
    assert [points for _offence, points, _rule in given()] == ["0"]

    assert give(client, url, player).status_code == 302
    assert [points for _offence, points, _rule in given()] == ["0", "5"]


@pytest.mark.slow
def test_an_organizers_own_penalty_rises_as_its_line_says(client, url, player, made):
    Tournament.objects.filter(pk=made[0].pk).update(own_penalties="Phone rings: 0, 5, 10")

    assert "Phone rings: warning, −5.0, −10.0" in client.get(url).text
    for points in ("0", "5", "10", "10"):
        assert give(client, url, player, listed=own_key(client, url)).status_code == 302
        assert given()[-1] == ("other", points, "Phone rings")


def test_an_organizer_writes_the_list_in_the_settings(client, made):
    owner = UserFactory()
    client.force_login(owner)
    tournament, _entries, _hanchans = tournament_with(["Eva", "Finn", "Gil", "Hugo"], owner=owner)
    settings = reverse("tournament-edit", args=[tournament.slug])
    fields = {"name": "Spring Open", "is_public": "on", "ruleset_key": "wrc_2015"}

    bad = client.post(settings, fields | {"own_penalties": "Phone rings: often"})
    good = client.post(settings, fields | {"own_penalties": " Phone rings: 0,5\r\nSmoking: 10 "})

    assert (bad.status_code, good.status_code) == (422, 302)
    assert "Write each penalty once, with its points: Phone rings: often" in bad.text
    tournament.refresh_from_db()
    assert tournament.own_penalties == "Phone rings: 0, 5\nSmoking: 10"
    log = client.get(reverse("log", args=[tournament.slug])).text
    assert "own penalties from “” to “Phone rings: 0, 5 · Smoking: 10”" in log
