"""Pages and forms that read the data of many log entries keep none of it: an imported log may have twenty megabytes,
which are 600 MB in Python."""

import gc
import tracemalloc

import pytest
from django.utils import timezone

from tests.factories import EntryFactory, HanchanFactory
from tournament.archive.queries.hand_over import removed_there
from tournament.core.queries.logged import LONGEST_TEXT, logged_values, with_data
from tournament.games.queries.confirmations import changed_since_confirmed, confirmed_on_own_link
from tournament.games.queries.game import load_games
from tournament.games.queries.penalties import start_log_numbers
from tournament.log.queries import LogFilter, log_page, whole_log
from tournament.models import Hanchan, HandOver, LogEntry
from tournament.people.actions.entry_numbers import next_entry_number
from tournament.people.queries.mentioned import names_of_removed
from tournament.people.queries.related_events import _copied
from tournament.rounds.queries.round_check import round_check

pytestmark = pytest.mark.django_db

LISTS = [{"a": 0}] * 1_500
DATA = {"number": LISTS, "origin": LISTS, "origin_id": LISTS, "points": LISTS, "name": LISTS, "seat": LISTS}
"""In Python 2 MB."""

MOST = 8_000_000
"""The data of 40 entries take 80 MB."""


@pytest.fixture
def hanchan():
    return HanchanFactory()


def write_log(hanchan, kind, data, entries=1):
    tournament = hanchan.round.tournament
    about = {"kind": kind, "hanchan": hanchan, "actor_kind": "command", "actor_name": "x", "at": timezone.now()}
    LogEntry.objects.bulk_create(
        LogEntry(tournament=tournament, number=1_000 + number, data=data, **about) for number in range(entries)
    )


def games_of(hanchan):
    return load_games(Hanchan.objects.filter(pk=hanchan.pk))


def called_back(hanchan):
    event = hanchan.round.tournament
    HandOver.objects.create(
        tournament=event,
        is_lent=True,
        outcome=HandOver.Outcome.CALLED_BACK,
        log_until=1,
        began_at=timezone.now(),
        ended_at=timezone.now(),
    )
    return removed_there(event)


READERS = {
    "round.started": lambda hanchan: start_log_numbers(hanchan.round.tournament),
    "sheet.confirmed_by_link": confirmed_on_own_link,
    "sheet.confirmed": lambda hanchan: changed_since_confirmed(
        hanchan.seats.order_by("seat")[0].entry, games_of(hanchan)
    ),
    "sticks.counted": lambda hanchan: round_check(hanchan.round).tables[0].disagreement,
    "player.removed": lambda hanchan: names_of_removed(hanchan.round.tournament),
    "tournament.copied": lambda hanchan: (
        _copied(type(hanchan.round.tournament).objects.filter(pk=hanchan.round.tournament_id)).by_name
    ),
    "person.removed": called_back,
    "hand.removed": lambda hanchan: [
        entry.kind for entry in with_data(list(log_page(hanchan.round.tournament, LogFilter(), ""))) if not entry.data
    ],
    "hand.undone": lambda hanchan: [
        entry.kind for entry in list(whole_log(hanchan.round.tournament, LogFilter())) if "data" in vars(entry)
    ],
}


@pytest.mark.parametrize("kind", READERS)
def test_the_data_of_one_entry_is_in_memory_at_a_time(hanchan, kind):
    read = READERS[kind]
    read(hanchan)
    HandOver.objects.all().delete()
    write_log(hanchan, kind, DATA, entries=40)
    gc.collect()

    tracemalloc.start()
    found = read(hanchan)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert not found
    assert most < MOST


def test_a_new_number_is_found_without_keeping_the_log(hanchan):
    last = EntryFactory(tournament=hanchan.round.tournament, number=4_000)
    next_entry_number(hanchan.round.tournament)  # what is imported and kept at the first call is not measured
    write_log(hanchan, "player.removed", DATA, entries=40)
    gc.collect()

    tracemalloc.start()
    number = next_entry_number(hanchan.round.tournament)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert number == last.number + 1
    assert most < MOST


@pytest.mark.parametrize(
    ("value", "read"),
    [(12, 12), (True, True), (1.5, 1.5), ("Anna", "Anna"), (None, None), ([1], None), ({}, None),
     ("x" * LONGEST_TEXT, "x" * LONGEST_TEXT), ("x" * (LONGEST_TEXT + 1), None)],
)  # fmt: skip
def test_only_numbers_and_short_texts_are_read(hanchan, value, read):
    write_log(hanchan, "player.added", {"number": value})

    rows = logged_values(hanchan.log.all(), ("number", "name"), "kind")

    assert list(rows) == [(read, None, "player.added")]
