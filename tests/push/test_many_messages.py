"""The messages of many phones are written and sent in parts, in turns of the events; without news nothing is read."""

from datetime import timedelta
from time import monotonic

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import EntryFactory, UserFactory, visitor
from tests.push.conftest import look_and_send, start
from tests.standings.results import show, tournament_with
from tournament.core.actions.journal import log
from tournament.core.fading_sums import SendingTimes
from tournament.core.queries.visibility import FIELDS
from tournament.models import Membership, PushMessage, PushSubscription, Role, Tournament
from tournament.models.shown import Shown
from tournament.push.actions import write_messages as write
from tournament.push.actions.send_messages import send_messages
from tournament.push.actions.write_messages import write_messages
from tournament.push.delivery import deliver
from tournament.push.queries.round_news import NEWS, is_any_held_back, known_news, news_of, tournaments_with_news

pytestmark = pytest.mark.django_db


def test_the_queries_do_not_grow_with_the_phones(event, phone_of, clock, django_assert_num_queries):
    tournament, entries = event
    clock_starts = clock.now
    start(tournament, entries[:4], entries[4:])
    EntryFactory(tournament=tournament, number=99)
    for entry in entries:
        phone_of(entry, name=f"p{entry.number}")
    PushSubscription.objects.update(created_at=clock_starts - timedelta(minutes=1))

    with django_assert_num_queries(23):
        write_messages()
    assert PushMessage.objects.count() == 8


@pytest.mark.slow
def test_no_transaction_writes_the_messages_of_many_phones(event, phone_of, clock, monkeypatch):
    """On SQLite nobody records a hand meanwhile."""
    monkeypatch.setattr("tournament.push.actions.write_messages.PART", 3)
    tournament, entries = event
    for entry in entries:
        phone_of(entry, name=f"p{entry.number}")
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    written = []
    monkeypatch.setattr(
        PushMessage.objects, "bulk_create", lambda rows: written.append(len(rows)) or [row.save() for row in rows]
    )

    write_messages()
    write_messages()

    assert written == [3, 3, 2]


def test_a_log_of_the_future_is_no_news(event, phone_of, clock):
    tournament, entries = event
    phone_of(entries[0])
    start(tournament, entries[:4])
    assert tournaments_with_news(clock.now).exists()

    tournament.log.update(at=clock.now + timedelta(minutes=3))  # a laptop's clock is fast
    assert tournaments_with_news(clock.now).exists()

    tournament.log.update(at=clock.now + timedelta(days=1))

    assert not tournaments_with_news(clock.now).exists()


def test_the_news_of_an_event_count_with_their_bytes(event):
    tournament, entries = event
    start(tournament, entries[:4])
    tournament.refresh_from_db()

    assert known_news(tournament) is known_news(tournament)
    assert NEWS.size > 1_000


def test_phones_are_not_even_read_while_there_is_no_news(event, phone_of, clock):
    tournament, entries = event
    phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4])
    look_and_send()
    clock.go_on(minutes=11)
    show(tournament, number=1)  # the log goes on

    with CaptureQueriesContext(connection) as queries:
        write_messages()

    assert not [query for query in queries if "pushmessage" in query["sql"]]


@pytest.mark.slow
def test_messages_of_one_event_do_not_wait_behind_those_of_another(event, phone_of, clock, monkeypatch):
    monkeypatch.setattr("tournament.push.actions.send_messages.AT_ONCE", 2)
    large, small = event, tournament_with(["A", "B", "C", "D"], rounds=0)[:2]
    phones = [phone_of(entry, name=f"p{entry.number}") for entry in large[1]]
    other = phone_of(small[1][0], name="other")
    clock.go_on(minutes=1)
    start(large[0], large[1][:4], large[1][4:])
    write_messages()
    clock.go_on(seconds=1)
    start(small[0], small[1])

    look_and_send()

    assert (sum(len(phone.messages) for phone in phones), len(other.messages)) == (1, 1)


@pytest.mark.slow
def test_what_failed_before_comes_after_the_rest_of_its_event(event, phone_of, clock, monkeypatch):
    monkeypatch.setattr("tournament.push.actions.send_messages.AT_ONCE", 2)
    tournament, entries = event
    phones = [phone_of(entry, name=f"p{entry.number}") for entry in entries[:4]]
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    write_messages()
    PushMessage.objects.filter(pk__in=[message.pk for message in PushMessage.objects.all()[:2]]).update(attempts=5)

    look_and_send()

    assert [len(phone.messages) for phone in phones] == [0, 0, 1, 1]


def test_batches_share_the_news_of_an_event(event, phone_of, clock, monkeypatch):
    monkeypatch.setattr("tournament.push.actions.send_messages.AT_ONCE", 1)
    tournament, entries = event
    for entry in entries[:3]:
        phone_of(entry, name=f"p{entry.number}")
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    write_messages()
    asked = []
    NEWS.clear()
    monkeypatch.setattr(
        "tournament.push.queries.round_news.news_of", lambda about: asked.append(about.pk) or news_of(about)
    )

    def sent():
        return send_messages(lambda requests: [deliver(request) for request in requests])

    assert [sent(), sent()] == [1, 1]
    assert asked == [tournament.pk]
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
    assert sent() == 1
    assert asked == [tournament.pk] * 2


def test_an_event_in_which_nothing_was_due_is_not_read_again(event, phone_of, clock):
    tournament, entries = event
    phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    looks = {}
    write_messages(looks)
    write_messages(looks)

    def reads_messages():
        with CaptureQueriesContext(connection) as queries:
            write_messages(looks)
        return any("pushmessage" in query["sql"] for query in queries)

    assert not reads_messages()
    clock.go_on(seconds=5)
    phone_of(entries[1], name="new")
    assert reads_messages()
    assert not reads_messages()
    PushSubscription.objects.earliest("pk").delete()
    assert reads_messages()
    assert not reads_messages()
    show(tournament, number=1)
    assert reads_messages()


def test_accounts_share_the_time_and_messages_are_sent_between(event, phone_of, clock, monkeypatch):
    """Dear events of one account kept the messages of all others back."""
    tournament, entries = event
    owner = UserFactory()
    Membership.objects.create(tournament=tournament, user=owner, role=Role.OWNER)
    other, (first, *_others), _hanchans = tournament_with(["E", "F", "G", "H"], slug="other")
    phone_of(entries[0])
    phone_of(first)
    clock.go_on(minutes=1)
    start(tournament, entries[:4])
    log(other, "round.started", by=visitor(owner))
    looked = []
    monkeypatch.setattr(write, "_write", lambda tournament, *_others: looked.append(tournament.pk))
    monkeypatch.setattr(write, "WRITES_FOR", -1)
    times = SendingTimes()
    times.add(owner.pk, began=monotonic() - 5)

    assert write_messages({}, times)
    assert looked == []
    monkeypatch.setattr(write, "WRITES_FOR", 60)
    assert not write_messages({}, times)

    assert looked == [other.pk, tournament.pk]


def test_a_start_that_was_planned_for_a_round_of_before_is_no_news(event, phone_of, clock):
    tournament, entries = event
    phone_of(entries[0])
    for _round in range(2):
        start(tournament, entries[:4])
    clock.go_on(hours=2)
    tournament.planned_starts.create(number=1, starts_at=clock.now + timedelta(minutes=2))
    assert not tournaments_with_news(clock.now).exists()

    tournament.planned_starts.create(number=3, starts_at=clock.now + timedelta(minutes=2))
    assert tournaments_with_news(clock.now).exists()


def test_whether_an_earlier_round_is_held_back_takes_two_queries(event, django_assert_num_queries):
    tournament, entries = event
    for _round in range(3):
        start(tournament, entries[:4])
    tournament.round_visibilities.create(number=2, **dict.fromkeys(FIELDS.values(), Shown.HELD))

    for before, is_held in ((2, False), (3, True), (4, True)):
        with django_assert_num_queries(2):
            assert is_any_held_back(tournament, before=before) is is_held
