"""The sentence of an imported log entry stays short, however many players or words its data has."""

import pytest
from django.utils import timezone

from tests.factories import EntryFactory, TournamentFactory
from tournament.log.words import LONGEST_SENTENCE, entry_words
from tournament.log.words.values import MOST_NAMED
from tournament.models import LogEntry
from tournament.people.queries.mentioned import mentioned_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return TournamentFactory()


def sentence(tournament, **data):
    entry = LogEntry(tournament=tournament, number=1, actor_kind="command", actor_name="x", **data)
    return entry_words(entry, mentioned_in(tournament), tournament)


def test_an_entry_names_some_hundred_players_and_counts_all(tournament):
    """With 330,000 numbers a page of the log took 2.9 GB, and hands of other events waited for 8 s."""
    EntryFactory(tournament=tournament, number=1, player__name="Anna Nováková")

    said = sentence(tournament, kind="players.added", data={"numbers": [1] * 330_000})

    assert said.count("Anna Nováková") == MOST_NAMED
    assert "330" in said
    assert said.endswith("…")


def test_a_sentence_is_cut_off_that_is_too_long(tournament):
    said = sentence(tournament, kind="player.renamed", data={"number": 1, "before": "x" * 500_000, "after": "y"})

    assert len(said) == LONGEST_SENTENCE + 1


def test_a_text_too_long_for_a_name_is_not_repeated(tournament):
    """With a name of a million letters in the log, a page that repeated it took 3.2 GB."""
    for number, name in enumerate(["x" * 1_000_000, "Anna Nováková"], start=1):
        data = {"number": number, "name": name}
        about = {"kind": "player.removed", "actor_kind": "command", "actor_name": "x", "at": timezone.now()}
        LogEntry.objects.create(tournament=tournament, number=number, data=data, **about)

    said = sentence(tournament, kind="players.added", data={"numbers": [1, 2]})

    assert "#1, Anna Nováková" in said
