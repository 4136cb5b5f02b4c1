"""Somebody enters by the public form while the tournament runs."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.conftest import NOON
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, enter, keep_plan, owner_of
from tournament.models import Entry, EntryTerms, Mail
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.queries.start_round import as_planned, propose_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def tournament():
    tournament = TournamentFactory(owner=UserFactory())
    EntryTerms.objects.create(tournament=tournament, is_moderated=False)
    return tournament


def send(client, tournament, **facts):
    form = {"name": "Late Larry", "mail": "larry@example.org", "key": str(uuid4())}
    return client.post(reverse("enter", args=[tournament.slug]), form | facts)


def late(tournament):
    return tournament.entries.get(player__name="Late Larry")


def test_a_stranger_neither_upsets_the_plan_nor_sits_out(client, tournament):
    players = enter([EntryFactory.build(tournament=tournament, number=number) for number in range(1, 9)])
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]])
    seats = [[player.pk for player in players[:4]], [player.pk for player in players[4:]]]
    start_round(tournament_id=tournament.pk, number=1, tables=seats, seed=None, by=owner_of(tournament))

    sent = send(client, tournament)

    proposal = as_planned(tournament, propose_round(tournament, seed=1))
    assert sent.status_code == 302
    assert late(tournament).status == "applied"
    assert (proposal.planned, proposal.plan_is_unfit) == (True, False)
    start_round(tournament_id=tournament.pk, number=2, tables=proposal.tables, seed=None, by=owner_of(tournament))
    assert not late(tournament).rests.exists()


@pytest.mark.parametrize("begun", ["a round", "yesterday"])
def test_the_form_the_page_and_the_mail_say_that_organizers_decide(client, tournament, begun):
    address = reverse("enter", args=[tournament.slug])
    before = client.get(address).text
    if begun == "a round":
        HanchanFactory(round__tournament=tournament)
    else:
        tournament.starts_on = NOON.date() - timedelta(days=1)
        tournament.save()

    form = client.get(address).text
    own_page = client.get(send(client, tournament).url).text

    assert "The organizers confirm each entry." not in before
    assert "The organizers confirm each entry." in form
    assert "The organizers will check it." in own_page
    assert "The organizers will check it." in Mail.objects.get().body


def test_who_would_wait_waits(client, tournament):
    HanchanFactory(round__tournament=tournament)
    EntryTerms.objects.update(limit=4)

    send(client, tournament)

    assert late(tournament).status == "waiting"


@pytest.mark.parametrize("is_moderated", [True, False])
def test_nobody_joins_a_team_whose_players_are_fixed(client, tournament, is_moderated):
    """Their own link does not let them either."""
    EntryTerms.objects.update(is_moderated=is_moderated)
    HanchanFactory(round__tournament=tournament)
    Entry.objects.update(team="Ants")

    form = client.get(reverse("enter", args=[tournament.slug])).text
    send(client, tournament, team="Ants")

    assert 'name="team"' not in form
    assert late(tournament).team == ""


def test_a_club_night_has_no_plan_and_takes_who_comes_later(client, tournament):
    tournament.is_club_night = True
    tournament.save()
    HanchanFactory(round__tournament=tournament)

    send(client, tournament)

    assert late(tournament).status == "accepted"
