"""What phones are told about a tournament, in which words, and what nobody is told."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import STRANGER, EntryFactory, UserFactory, keep_plan, visitor
from tests.push.conftest import look_and_send
from tests.push.service import SleepingPhone
from tests.standings.results import show, tournament_with
from tournament.archive.actions.archive_tournament import archive_tournament
from tournament.models import Cut, PlannedStart, PushMessage, PushSubscription, Tournament
from tournament.models.round import new_nonce
from tournament.people.actions.remove_person import remove_person
from tournament.push import keys
from tournament.push.actions.send_messages import send_messages
from tournament.push.actions.write_messages import Looked, write_messages
from tournament.push.delivery import deliver
from tournament.push.queries.round_news import news_of
from tournament.rounds.actions.exchange_players import exchange_players
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.actions.take_back_round import take_back_round
from tournament.rounds.queries.exchange import round_to_change

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {n}" for n in range(1, 9)]


@pytest.fixture
def event(clock):
    """Eight players, and the seats of no round known; the clock goes on a minute before each test acts."""
    tournament, entries, _none = tournament_with(EIGHT, rounds=0, name="Spring Open")
    return tournament, entries


def start(tournament, *tables):
    start_round(
        tournament_id=tournament.pk,
        number=tournament.rounds.count() + 1,
        tables=[[entry.pk for entry in four] for four in tables],
        seed=None,
        by=STRANGER,
    )
    tournament.refresh_from_db()


def plan_start(tournament, clock, number=1, **ahead):
    PlannedStart.objects.update_or_create(
        tournament=tournament, number=number, defaults={"starts_at": clock.now + timedelta(**ahead)}
    )


def test_a_started_round_tells_each_phone_its_seat_once(event, phone_of, clock):
    tournament, entries = event
    plays, rests = phone_of(entries[5]), phone_of(entries[0], name="other")
    clock.go_on(minutes=1)
    start(tournament, entries[4:])

    look_and_send()
    look_and_send()

    [message] = plays.messages
    assert (message["title"], message["body"]) == (
        "Your table: 1, South",
        "The seats of round 1 are known. · Spring Open",
    )
    assert message["address"] == entries[5].get_link()
    assert rests.titles == ["You sit out round 1"]
    assert rests.messages[0]["tag"] != message["tag"]


def test_a_phone_that_knows_the_link_of_the_desk_alone_is_told_no_other(client, event, service, clock):
    tournament, entries = event
    phone, entries[5].is_at_desk = SleepingPhone(service), True
    client.post(entries[5].get_push_link(), phone.fields)
    clock.go_on(minutes=1)
    start(tournament, entries[4:])

    look_and_send()

    assert [message["address"] for message in phone.messages] == [entries[5].get_link()]
    assert entries[5].get_link() != tournament.entries.get(number=6).get_link()


@pytest.mark.slow
def test_the_start_is_called_five_minutes_before(event, phone_of, clock):
    tournament, entries = event
    phone = phone_of(entries[1])
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], [[5, 6, 7, 8], [1, 3, 2, 4]])
    plan_start(tournament, clock, minutes=90)

    look_and_send()
    clock.go_on(minutes=84)
    look_and_send()
    assert [message["body"] for message in phone.messages] == ["Round 1 starts at 13:30. · Spring Open"]
    clock.go_on(minutes=1)
    look_and_send()
    clock.go_on(minutes=1)
    look_and_send()

    message = phone.messages[-1]
    assert (message["title"], message["body"]) == (
        "Your table: 1, South", "Round 1 starts in 5 minutes. · Spring Open",
    )  # fmt: skip
    assert len(phone.messages) == 2
    clock.go_on(minutes=3)
    start(tournament, entries[:4], entries[4:])
    look_and_send()
    assert len(phone.messages) == 2  # the same seat, a moment ago


def test_words_and_times_are_those_of_the_reader(event, phone_of, clock):
    tournament, entries = event
    czech, french = phone_of(entries[0], language="cs"), phone_of(entries[1], language="fr", name="other")
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]])
    plan_start(tournament, clock, days=1)

    look_and_send()

    [message] = czech.messages
    assert message["lang"] == "cs"
    assert message["title"] == "Váš stůl: 1, Východ"
    assert message["body"].replace("\xa0", " ") == "Kolo 1 začíná 3. 5. 2026 v 12:00. · Spring Open"
    assert french.titles == ["Votre table\xa0: 1, Sud"]


def test_a_start_without_known_seats_is_called_too(event, phone_of, clock):
    tournament, entries = event
    phone = phone_of(entries[0])
    plan_start(tournament, clock, minutes=1)

    look_and_send()

    [message] = phone.messages
    assert (message["title"], message["body"]) == ("Round 1", "Round 1 starts in 1 minute. · Spring Open")


def test_a_table_is_told_of_its_four(event, phone_of, clock):
    tournament, entries = event
    one, two = (phone_of(table, name=f"table{table.number}") for table in tournament.tables.all())
    clock.go_on(minutes=1)
    start(tournament, entries[:4])

    look_and_send()

    assert one.titles == ["Table 1: round 1"]
    assert one.messages[0]["address"] == tournament.tables.first().get_absolute_url()
    assert two.messages == []


def test_all_are_told_that_the_final_is_seated(event, phone_of, clock):
    tournament, entries = event
    start(tournament, entries[:4], entries[4:])
    cut = Cut.objects.create(
        tournament=tournament, after_round=1, carried="full", decided_by=tournament.log.latest("number")
    )
    cut.finalists.set(entries[:4])
    finalist, watcher = phone_of(entries[3]), phone_of(entries[7], name="other")
    clock.go_on(minutes=30)
    start(tournament, entries[:4])

    look_and_send()

    assert finalist.titles == ["The seats of the final are known. Your table: 1, North"]
    assert watcher.titles == ["The seats of the final are known"]


@pytest.mark.parametrize("is_held", [True, False])
def test_nobody_is_told_of_a_cut_before_its_round_is_shown(event, phone_of, clock, is_held):
    """The title would say who is in the final, while every page hides that."""
    tournament, entries = event
    start(tournament, entries[:4], entries[4:])
    show(tournament, everyone="held" if is_held else "live", number=1)
    cut = Cut.objects.create(
        tournament=tournament, after_round=1, carried="full", decided_by=tournament.log.latest("number")
    )
    cut.finalists.set(entries[:4])
    finalist, watcher = phone_of(entries[3]), phone_of(entries[7], name="other")
    clock.go_on(minutes=30)
    plan_start(tournament, clock, number=2, minutes=4)

    look_and_send()

    assert (finalist.titles, watcher.titles) == (["Round 2"], ["Round 2" if is_held else "The final"])


@pytest.mark.slow
def test_two_who_change_places_are_told_and_nobody_else(event, phone_of, clock):
    tournament, entries = event
    phones = [phone_of(entry, name=f"p{entry.number}") for entry in entries]
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    look_and_send()
    clock.go_on(minutes=2)

    def exchange():
        base = round_to_change(tournament, 1).base
        facts = {"first": 1, "second": 8, "key": uuid4(), "by": STRANGER}
        exchange_players(tournament_id=tournament.pk, number=1, base=base, **facts)
        look_and_send()

    exchange()
    assert [phone.titles[1:] for phone in phones] == [
        ["Your table: 2, North"], [], [], [], [], [], [], ["Your table: 1, East"],
    ]  # fmt: skip
    exchange()
    assert phones[0].titles[2:] == ["Your table: 1, East"]


def test_a_round_that_is_started_again_with_the_same_seats_is_not_told_again(event, phone_of, clock):
    tournament, entries = event
    phone = phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    look_and_send()
    take_back_round(tournament_id=tournament.pk, number=1, by=STRANGER)

    start(tournament, entries[:4], entries[4:])
    look_and_send()

    assert len(phone.messages) == 1


def test_nothing_is_sent_while_a_round_is_held_back(event, phone_of, clock):
    tournament, entries = event
    phone = phone_of(entries[0])
    clock.go_on(minutes=1)
    show(tournament, everyone="held", number=1)
    plan_start(tournament, clock, minutes=4)
    start(tournament, entries[:4], entries[4:])

    look_and_send()

    assert phone.messages == []
    assert PushMessage.objects.count() == 0


@pytest.mark.parametrize("change", [{"is_public": False}, {"is_club_night": True}])
def test_nothing_is_sent_about_a_private_tournament(event, phone_of, clock, change):
    tournament, entries = event
    phone = phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    Tournament.objects.update(**change)

    look_and_send()

    assert phone.messages == []


def test_what_became_private_or_untrue_after_it_was_written_is_not_sent(event, phone_of, clock):
    tournament, entries = event
    phone = phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    write_messages()
    Tournament.objects.update(is_public=False)

    send_messages(lambda requests: pytest.fail(str(list(requests))) if list(requests) else [])

    assert phone.messages == []
    assert [message.result for message in PushMessage.objects.all()] == ["outdated"]


def test_a_phone_is_asked_no_more_once_its_push_service_has_forgotten_it(event, phone_of, clock, service):
    tournament, entries = event
    phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    service.status = 410

    look_and_send()

    assert len(service.got) == 1
    assert PushSubscription.objects.count() == PushMessage.objects.count() == 0


@pytest.mark.slow
def test_a_busy_service_is_tried_again_until_it_is_too_late(event, phone_of, clock, service):
    tournament, entries = event
    phone = phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    service.status = 503
    look_and_send()
    look_and_send()
    assert len(service.got) == 1

    clock.go_on(seconds=5)
    service.status, service.retry_after = 429, "300"
    look_and_send()
    clock.go_on(seconds=299)
    look_and_send()
    assert len(service.got) == 2
    clock.go_on(seconds=1)
    service.status = 201
    look_and_send()

    assert phone.titles == ["Your table: 1, East"] * 3
    message = PushMessage.objects.get()
    assert (message.attempts, message.result) == (3, "sent 201")
    clock.go_on(hours=1)
    look_and_send()
    assert len(service.got) == 3


def test_a_message_that_comes_too_late_is_given_up(event, phone_of, clock, service):
    tournament, entries = event
    phone_of(entries[0])
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])
    write_messages()
    clock.go_on(minutes=31)

    look_and_send()

    assert service.got == []
    assert PushMessage.objects.get().done_at is not None


def test_a_changed_link_or_key_ends_a_subscription(event, phone_of, clock, service, monkeypatch):
    tournament, entries = event
    phone_of(entries[0])
    entries[0].link_nonce = new_nonce()
    entries[0].save()
    phone_of(entries[1], name="other")
    monkeypatch.setattr("tournament.push.actions.write_messages.server_key", lambda: "another")
    assert keys.server_key() != "another"
    clock.go_on(minutes=1)
    start(tournament, entries[:4], entries[4:])

    look_and_send()

    assert service.got == []


def test_a_removed_person_and_an_archived_tournament_leave_no_phone(event, phone_of):
    tournament, entries = event
    phone_of(entries[0])
    phone_of(entries[1], name="other")
    tournament.memberships.all().delete()

    remove_person(player_id=entries[0].player_id, by=visitor(UserFactory(is_staff=True)))
    assert [subscription.entry for subscription in PushSubscription.objects.all()] == [entries[1]]
    archive_tournament(tournament_id=tournament.pk, by=STRANGER)

    assert PushSubscription.objects.count() == 0


def test_the_queries_do_not_grow_with_the_phones(event, phone_of, clock, django_assert_num_queries):
    tournament, entries = event
    clock_starts = clock.now
    start(tournament, entries[:4], entries[4:])
    EntryFactory(tournament=tournament, number=99)
    for entry in entries:
        phone_of(entry, name=f"p{entry.number}")
    PushSubscription.objects.update(created_at=clock_starts - timedelta(minutes=1))

    with django_assert_num_queries(22):
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
    asked, known = [], {}
    monkeypatch.setattr(
        "tournament.push.queries.round_news.news_of", lambda about: asked.append(about.pk) or news_of(about)
    )

    def sent():
        return send_messages(lambda requests: [deliver(request) for request in requests], known)

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
    looked = Looked()
    write_messages(looked)
    write_messages(looked)

    def reads_messages():
        with CaptureQueriesContext(connection) as queries:
            write_messages(looked)
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
