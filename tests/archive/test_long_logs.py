"""A tournament whose log is too long for a file is still read, by everybody, without the log. Hands that are too many
or too long for memory are in no file."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import HanchanFactory, TournamentFactory, UserFactory, owner_of, play
from tests.table.corrections import A, B, C, ron
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.tenbo import whole
from tournament.archive.tenbo.document import public_envelope
from tournament.archive.tenbo.whole import TooLongForFile
from tournament.core.actions.journal import log
from tournament.core.queries.visibility import EVERYTHING
from tournament.models import Hand, HandOver

pytestmark = pytest.mark.django_db

SENTENCE = "This tournament is too long for a file with everything"


@pytest.fixture
def tournament(monkeypatch):
    monkeypatch.setattr(whole, "MOST_LOGGED_DATA", 10_000)
    tournament = TournamentFactory(owner=UserFactory(), is_public=True)
    for _time in range(3):
        log(tournament, "tournament.edited", by=owner_of(tournament), fields=["x" * 5_000])
    return tournament


def test_the_public_file_reads_no_data_of_the_log(client, tournament):
    with CaptureQueriesContext(connection) as queries:
        public_envelope(tournament, EVERYTHING)

    of_log = [query["sql"] for query in queries if 'FROM "tournament_logentry"' in query["sql"]]
    assert of_log
    assert not [sql for sql in of_log if '"data"' in sql]
    assert client.get(reverse("tournament-json", args=[tournament.slug])).status_code == 200


@pytest.mark.parametrize("name", ["tournament-json", "tournament-encrypted"])
def test_the_whole_file_is_refused_with_the_reason(client, tournament, name):
    client.force_login(owner_of(tournament).user)
    secret = "a long enough passphrase"
    address = reverse(name, args=[tournament.slug])
    post = {"passphrase": secret, "again": secret}

    answer = client.get(address) if name == "tournament-json" else client.post(address, post)

    assert (answer.status_code, SENTENCE in answer.text) == (409, True)
    assert client.get(reverse("takeaway", args=[tournament.slug])).status_code == 200


@pytest.mark.parametrize(("limit", "most"), [("MOST_OUTCOMES", 200), ("MOST_HANDS_READ", 2)])
def test_hands_that_take_too_much_memory_are_in_no_file(client, monkeypatch, limit, most):
    """The public file has no hands that were replaced, so the others have to fit."""
    hanchan = HanchanFactory(round__tournament__owner=UserFactory(), round__tournament__is_public=True)
    tournament = hanchan.tournament
    hands = play(hanchan, ron(A, B), ron(B, C), ron(C, A))
    address = reverse("tournament-json", args=[tournament.slug])
    assert client.get(address).status_code == 200
    monkeypatch.setattr(whole, limit, most)

    client.force_login(owner_of(tournament).user)
    of_owner = client.get(address)
    client.logout()
    with CaptureQueriesContext(connection) as queries:
        of_stranger = client.get(address)

    assert (of_owner.status_code, of_stranger.status_code) == (409, 409)
    assert SENTENCE in of_stranger.text
    assert not [query["sql"] for query in queries if '"outcome",' in query["sql"]]
    Hand.objects.filter(pk__in=[hand.pk for hand in hands[1:]]).update(superseded_by=tournament.log.first())
    assert client.get(address).status_code == 200


def test_it_is_taken_to_no_laptop(tournament):
    with pytest.raises(TooLongForFile):
        take_to_laptop(tournament_id=tournament.pk, place="hall", by=owner_of(tournament))

    assert not HandOver.objects.exists()
