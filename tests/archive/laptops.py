"""Helpers for tournaments that are away at a laptop: the file that it takes along, and its live mirror."""

import gzip
import json
from datetime import timedelta
from urllib.parse import urlsplit

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.archive.test_hand_over import hanchan_of
from tests.factories import play
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.send_mirrors import send_mirror
from tournament.archive.delivery import MirrorAnswer, MirrorRequest
from tournament.archive.exports.hand_over import hand_over_file
from tournament.archive.queries.hand_over import hand_overs_of
from tournament.archive.tenbo.hand_over import TO_LAPTOP, checked_hand_over
from tournament.core.fading_sums import SendingTimes
from tournament.games.queries.game import load_game
from tournament.models import Mirror

SITE = "https://tenbo.example.org"


def away_at_the_hall(by, slug):
    """Four players at one table, one hand played; it is away at a laptop."""
    tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=by.user, slug=slug)
    play(hanchan, ron(A, B))
    take_to_laptop(tournament_id=tournament.pk, place="the hall", by=by)
    tournament.refresh_from_db()
    return tournament


def file_for_laptop(home):
    address = f"{SITE}{reverse('mirror', args=[home.slug])}"
    content = hand_over_file(
        home, hand_overs_of(home).in_file, place="tenbo.example.org", hidden=frozenset(), mirror_address=address
    )
    return checked_hand_over(json.loads(content), TO_LAPTOP)


def post(address, body=b"", *, key, version=""):
    headers = {"Authorization": f"Bearer {key}", "Tenbo-Version": str(version), "Content-Encoding": "gzip"}
    client = Client(enforce_csrf_checks=True)
    return client.post(urlsplit(address).path, body, content_type="application/json", headers=headers)


class Network:
    """Brings requests to the site, unless it is cut: before they arrive, or before the answer is back."""

    def __init__(self):
        self.sent = []
        self.is_cut = self.loses_answers = False
        self.took = timedelta()

    def __call__(self, request: MirrorRequest) -> MirrorAnswer:
        self.sent.append(request)
        if self.is_cut:
            return MirrorAnswer(0)
        answer = post(request.address, request.body, key=request.key, version=request.version)
        return MirrorAnswer(0) if self.loses_answers else MirrorAnswer(answer.status_code, took=self.took)


def go_on(network, **time):
    """Let this much time pass, and do what the sender does then; return how many requests it sent."""
    Mirror.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
    before = len(network.sent)
    send_mirrors(network)
    return len(network.sent) - before


def send_mirrors(deliver):
    """Send mirrors until none is due; return how many were sent."""
    times, sent = SendingTimes(), 0
    while send_mirror(deliver, times):
        sent += 1
    return sent


def mirror_of(laptop):
    return Mirror.objects.get(hand_over__tournament=laptop)


def hands_at(tournament):
    return len(load_game(hanchan_of(tournament)).hands)


def compressed(document):
    return gzip.compress(json.dumps(document).encode())
