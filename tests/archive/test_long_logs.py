"""A tournament whose log is too long for a file is still read, by everybody, without the log."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory, owner_of
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.tenbo import whole
from tournament.archive.tenbo.document import public_envelope
from tournament.archive.tenbo.whole import LogTooLong
from tournament.core.actions.journal import log
from tournament.core.queries.visibility import EVERYTHING
from tournament.models import HandOver

pytestmark = pytest.mark.django_db

SENTENCE = "The log of this tournament is too long for a file with everything"


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


def test_it_is_taken_to_no_laptop(tournament):
    with pytest.raises(LogTooLong):
        take_to_laptop(tournament_id=tournament.pk, place="hall", by=owner_of(tournament))

    assert not HandOver.objects.exists()
