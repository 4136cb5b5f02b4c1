"""The log in words: every kind that an action writes, and those nobody knows."""

import re

import pytest
from django.urls import reverse

from scoring.outcome import HanFu, Ron, Win
from scoring.seats import Seat
from tests.conftest import ROOT
from tests.factories import HanchanFactory, TournamentFactory, UserFactory, play
from tests.queries import queries_of
from tournament.templatetags.log import SENTENCES, WORDS

pytestmark = pytest.mark.django_db

RON = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),), riichi=frozenset())


@pytest.fixture
def tournament(client):
    user = UserFactory()
    client.force_login(user)
    return TournamentFactory(referees=[user])


@pytest.fixture
def url(tournament):
    return reverse("log", args=[tournament.slug])


def add(tournament, kind, number=1, **fields):
    at = tournament.created_at
    return tournament.log.create(**{"number": number, "kind": kind, "actor": "Ada", "at": at} | fields)


def test_a_hand_is_told_with_names_and_whose_phone_it_was(client, tournament, url):
    hanchan = HanchanFactory(round__tournament=tournament)
    play(hanchan, RON)
    south, west = (hanchan.seats.get(seat=seat).entry.player.name for seat in (1, 2))

    page = client.get(url).text

    assert f"Recorded hand 1: {south} wins by ron from {west}, 3 han 30 fu" in page
    assert "round 1, table 1" in page


def test_every_kind_that_an_action_logs_has_words():
    actions = "".join(path.read_text() for path in (ROOT / "tournament" / "actions").glob("*.py"))
    kinds = set(re.findall(r'(?:log|_keep)\(\s*[\w.]+,\s*"([\w.]+)"', actions))

    assert "hand.recorded" in kinds
    assert kinds <= WORDS.keys() | SENTENCES.keys()


def test_an_unknown_kind_is_shown_as_it_is(client, tournament, url):
    add(tournament, "hanchan.teleported")

    assert "hanchan.teleported" in client.get(url).text


def test_an_entry_that_lacks_what_its_sentence_names_is_shown(client, tournament, url):
    for number, kind in enumerate((*WORDS, *SENTENCES), 1):
        add(tournament, kind, number=number)

    page = client.get(url)

    assert page.status_code == 200
    assert "Started round … at … tables" in page.text


def test_settings_are_told_with_before_and_after(client, tournament, url):
    add(tournament, "tournament.edited", data={"before": {"name": "Old"}, "after": {"name": "New"}})

    assert "name from “Old” to “New”" in client.get(url).text


def test_a_reason_is_shown(client, tournament, url):
    add(tournament, "hand.removed", reason="Entered at the <wrong> table")

    assert "Entered at the &lt;wrong&gt; table" in client.get(url).text


def test_it_takes_pages_newest_first(client, tournament, url):
    for number in range(1, 52):
        add(tournament, "hanchan.cancelled", number=number, reason=f"reason {number}.")

    assert "reason 51." in client.get(url).text
    assert "reason 1." not in client.get(url).text
    assert "reason 1." in client.get(url, {"page": "2"}).text


def test_more_entries_take_no_more_queries(client, tournament, url):
    hanchan = HanchanFactory(round__tournament=tournament)
    play(hanchan, RON)
    few = queries_of(client, url)

    play(hanchan, RON, RON)
    other = HanchanFactory(round__tournament=tournament, round__number=2, table=hanchan.table)
    play(other, RON)

    assert queries_of(client, url) == few
