"""What phones are told about a tournament, in which words, and what nobody is told."""

from uuid import uuid4

import pytest

from tests.factories import STRANGER, keep_plan
from tests.push.conftest import look_and_send, plan_start, start
from tests.push.service import SleepingPhone
from tests.standings.results import show
from tournament.models import Cut, PushMessage, Tournament
from tournament.rounds.actions.exchange_players import exchange_players
from tournament.rounds.actions.take_back_round import take_back_round
from tournament.rounds.queries.exchange import round_to_change

pytestmark = pytest.mark.django_db


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
