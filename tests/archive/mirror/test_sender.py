"""A laptop sends changes to the site, seldom and again if needed, and understands what the site answers."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.archive.laptops import compressed, file_for_laptop, go_on, hands_at, mirror_of, post, send_mirrors
from tests.archive.test_hand_over import hanchan_of, is_writable, returned
from tests.factories import play
from tests.table.corrections import A, B, tsumo
from tournament.archive.actions import send_mirrors as sending
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import call_back
from tournament.archive.actions.import_tournament import import_document
from tournament.archive.delivery import MirrorAnswer
from tournament.archive.tenbo.document import envelope
from tournament.models import Mirror, Tournament

pytestmark = pytest.mark.django_db


def test_only_changes_are_sent_and_a_word_each_minute_that_there_are_none(home, laptop, network):
    go_on(network)
    assert network.sent[-1].body == b""  # the site has the tournament as it was handed over
    home.refresh_from_db()
    first = home.mirrored_at

    assert first is not None
    assert go_on(network) == 0
    Mirror.objects.update(sent_at=timezone.now() - timedelta(seconds=61))
    assert go_on(network) == 1
    assert network.sent[-1].body == b""
    home.refresh_from_db()
    assert home.mirrored_at > first
    play(hanchan_of(laptop), tsumo(A))
    assert go_on(network) == 1
    assert network.sent[-1].body


@pytest.mark.slow
def test_requests_are_rare_and_rarer_when_the_site_is_slow(home, laptop, network):
    for seconds, least in ((0, 10), (4, 40), (600, 300)):
        network.took = timedelta(seconds=seconds)
        play(hanchan_of(laptop), tsumo(A))
        go_on(network)
        pause = mirror_of(laptop).next_try_at - timezone.now()
        assert timedelta(seconds=least - 2) < pause <= timedelta(seconds=least)
        assert send_mirrors(network) == 0


def test_a_cut_network_delays_what_is_sent_and_loses_nothing(home, laptop, network):
    network.is_cut = True
    pauses = []
    for _attempt in range(6):
        go_on(network)
        pauses.append(round((mirror_of(laptop).next_try_at - timezone.now()).total_seconds()))
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    assert pauses == [10, 20, 40, 80, 120, 120]
    assert mirror_of(laptop).problem == Mirror.Problem.NO_ANSWER
    assert hands_at(home) == 1

    network.is_cut, network.loses_answers = False, True
    go_on(network)  # it arrives, and nobody knows
    assert hands_at(home) == 2
    network.loses_answers = False
    assert go_on(network) == 1  # the same once more: it counts once

    assert hands_at(home) == 2
    row = mirror_of(laptop)
    assert (row.problem, row.failures) == ("", 0)


def test_two_processes_send_one_request(home, laptop, network):
    def both(request):
        assert send_mirrors(network) == 0  # the other process looks while this one sends
        return network(request)

    assert send_mirrors(both) == 1
    assert len(network.sent) == 1


@pytest.mark.slow
def test_of_two_laptops_with_one_file_the_second_is_told(home, laptop, network, by, client):
    play(hanchan_of(laptop), tsumo(A))
    other = import_document(document=file_for_laptop(home)["document"], key=uuid4(), by=by)
    play(hanchan_of(other), tsumo(B))
    row = mirror_of(laptop)
    assert post(row.address, compressed(envelope(other)), key=row.key).status_code == 200

    go_on(network)

    assert mirror_of(laptop).problem == Mirror.Problem.OTHER
    assert go_on(network) == 0  # until somebody presses the button
    client.force_login(by.user)
    page = client.get(reverse("laptop", args=[laptop.slug])).text
    assert "tenbo.example.org has changes that are missing on this laptop" in page
    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert brought.is_away
    assert hands_at(brought.separate_copy) == 2


def test_a_laptop_is_told_that_the_tournament_was_called_back(home, laptop, network, by):
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    play(hanchan_of(laptop), tsumo(B))

    call_back(tournament_id=home.pk, by=by)
    go_on(network)

    assert mirror_of(laptop).problem == Mirror.Problem.ENDED
    assert hands_at(home) == 2  # it goes on with what had come
    assert is_writable(home)
    assert go_on(network) == 0


def test_a_site_that_lost_changes_gets_them_again(home, laptop, network):
    play(hanchan_of(laptop), tsumo(A))
    version = Tournament.objects.get(pk=laptop.pk).version
    Mirror.objects.update(sent_version=version, sent_at=timezone.now() - timedelta(minutes=2))  # a backup was restored

    go_on(network)
    assert network.sent[-1].body == b""
    go_on(network)

    assert hands_at(home) == 2


@pytest.mark.parametrize(
    ("status", "problem", "goes_on"),
    [
        (0, "no_answer", 1),
        (500, "busy", 1),
        (503, "busy", 1),
        (404, "refused", 1),
        (301, "refused", 1),
        (413, "too_large", 1),
        (409, "other", 0),
        (410, "ended", 0),
    ],
)
def test_what_an_answer_means(laptop, network, status, problem, goes_on):
    send_mirrors(lambda _request: MirrorAnswer(status))

    assert mirror_of(laptop).problem == problem
    assert go_on(network) == goes_on


def test_a_busy_site_says_when_to_come_again(laptop):
    send_mirrors(lambda _request: MirrorAnswer(429, after=timedelta(seconds=100)))

    assert mirror_of(laptop).next_try_at - timezone.now() > timedelta(seconds=95)


def test_what_is_too_large_is_not_sent(laptop, network, monkeypatch):
    monkeypatch.setattr(sending, "MOST_SENT", 100)
    play(hanchan_of(laptop), tsumo(A))

    assert go_on(network) == 0
    assert mirror_of(laptop).problem == Mirror.Problem.TOO_LARGE
