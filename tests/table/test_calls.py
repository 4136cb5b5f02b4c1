"""Calls for a referee: one open at a table, seen by the team, answered or taken back, and found again."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import HanchanFactory, TableFactory, TournamentFactory, UserFactory, at_table
from tests.queries import queries_of
from tests.table.phones import HTMX, phone_at
from tournament.models import Call, LogEntry
from tournament.table.actions.calls import CallClosed, answer_call, call_referee, take_call
from tournament.table.queries import calls as queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(client):
    referee = UserFactory(first_name="Ada", last_name="Lovelace")
    client.force_login(referee)
    return HanchanFactory(round__tournament=TournamentFactory(referees=[referee])).table


@pytest.fixture
def phone(table):
    return phone_at(table)


def at(name, table, *arguments):
    return reverse(name, args=[table.tournament.slug, *arguments])


def call_address(table):
    return at("call", table, table.number)


def calls_page(client, table, query=""):
    return client.get(at("calls", table) + query).text


def test_one_touch_calls_and_the_table_sees_it(client, phone, table):
    response = phone.post(call_address(table), {"word": ""})

    assert response.url == table.get_absolute_url()
    assert "The referees can see your call." in phone.get(response.url).text
    assert "Table 1" in calls_page(client, table)
    assert Call.objects.get().called_by.actor_number == 1


def test_with_htmx_only_that_part_of_the_screen_is_answered(phone, table):
    response = phone.post(call_address(table), {"word": "Furiten?"}, headers=HTMX)

    assert response.text.strip().startswith('<div class="call" id="call"')
    assert "Furiten?" in response.text
    assert "Call a referee" in phone.post(call_address(table), {"withdraw": "1"}, headers=HTMX).text


def test_a_second_touch_is_the_same_call(phone, table):
    for word in ("Furiten?", "Hurry"):
        phone.post(call_address(table), {"word": word})

    assert [call.word for call in Call.objects.all()] == ["Furiten?"]


def test_the_database_holds_one_open_call_at_a_table(table):
    call = call_referee(table_id=table.pk, word="", by=at_table(table))

    with pytest.raises(IntegrityError):
        table.calls.create(called_by=call.called_by)


def test_taken_back_it_is_gone_and_can_be_called_again(client, phone, table):
    phone.post(call_address(table), {"word": "Furiten?"})
    for _ in range(2):
        phone.post(call_address(table), {"withdraw": "1"})

    assert "No table is waiting" in calls_page(client, table)
    phone.post(call_address(table), {"word": "Again"})
    assert "Again" in calls_page(client, table)
    assert list(LogEntry.objects.values_list("kind", flat=True)) == ["call.made", "call.withdrawn", "call.made"]


def test_too_long_a_word_is_refused(phone, table):
    for headers in ({}, HTMX):
        response = phone.post(call_address(table), {"word": "x" * 81}, headers=headers)
        assert response.status_code == 422
        assert "Shorten this to 80" in response.text
    assert not Call.objects.exists()


def test_a_referee_goes_there_and_the_table_sees_who(client, phone, table):
    call = call_referee(table_id=table.pk, word="", by=at_table(table))

    assert client.post(at("call-take", table, call.pk)).status_code == 302

    assert "Ada Lovelace is coming." in phone.get(table.get_absolute_url()).text
    assert "Ada Lovelace is on the way." in calls_page(client, table)


def test_the_ruling_is_kept_and_found_by_any_word(client, phone, table):
    call = call_referee(table_id=table.pk, word="Dora", by=at_table(table))
    ruling = {"situation": "Součet nesedí", "decision": "Count again", "rule": "R14.5"}

    assert client.post(at("call-answer", table, call.pk), ruling).status_code == 302
    assert client.post(at("call-answer", table, call.pk), ruling).status_code == 302  # the same again
    assert client.post(at("call-answer", table, call.pk), ruling | {"rule": "R1"}).status_code == 409

    assert "Call a referee" in phone.get(table.get_absolute_url()).text
    for search in ("?q=soucet", "?q=again dora", "?q=r14.5", ""):
        assert "Count again" in calls_page(client, table, search)
    assert "No ruling contains these words" in calls_page(client, table, "?q=chombo")


def test_many_rulings_take_pages(client, table):
    for number in range(41):
        call = call_referee(table_id=table.pk, word="", by=at_table(table))
        answer_call(call_id=call.pk, situation=f"situation {number}.", decision="", rule="", by=at_table(table))

    first, second = calls_page(client, table), calls_page(client, table, "?page=2")

    assert "situation 40." in first
    assert "situation 0." not in first
    assert "situation 0." in second
    assert "Page 2 of 2" in " ".join(second.split())


def test_only_the_rulings_of_a_page_are_loaded_and_the_newest_are_searched(client, table, monkeypatch):
    monkeypatch.setattr(queries, "RULINGS_ON_A_PAGE", 2)
    monkeypatch.setattr(queries, "MOST_SEARCHED", 3)
    for number in range(4):
        call = call_referee(table_id=table.pk, word="", by=at_table(table))
        answer_call(call_id=call.pk, situation=f"situation {number}.", decision="", rule="", by=at_table(table))

    with CaptureQueriesContext(connection) as captured:
        assert "situation 3." in calls_page(client, table)
    rulings = [query["sql"] for query in captured if '"tournament_call"."situation"' in query["sql"]]
    assert any("LIMIT 2" in sql for sql in rulings)
    assert not any('was_answered" AND' in sql and "LIMIT" not in sql for sql in rulings)
    assert "situation 1." in calls_page(client, table, "?q=1.")
    assert "No ruling contains these words" in calls_page(client, table, "?q=0.")


def test_nothing_has_to_be_noted(client, table):
    call = call_referee(table_id=table.pk, word="", by=at_table(table))

    assert client.get(at("call-answer", table, call.pk)).status_code == 200
    assert client.post(at("call-answer", table, call.pk), {"rule": "x" * 61}).status_code == 422
    assert client.post(at("call-answer", table, call.pk)).status_code == 302
    assert "without notes" in calls_page(client, table)


def test_what_is_closed_is_not_taken_or_answered(client, phone, table):
    by = at_table(table)
    call = call_referee(table_id=table.pk, word="", by=by)
    phone.post(call_address(table), {"withdraw": "1"})

    with pytest.raises(CallClosed):
        take_call(call_id=call.pk, by=by)
    with pytest.raises(CallClosed):
        answer_call(call_id=call.pk, situation="", decision="", rule="", by=by)
    assert "meanwhile" in client.post(at("call-take", table, call.pk), follow=True).text


def test_the_teams_pages_say_how_many_wait_and_for_how_long(client, table):
    second = TableFactory(tournament=table.tournament, number=2)
    pages = [at("round", table, 1), at("desk", table)]
    for asking in (table, second):
        call_referee(table_id=asking.pk, word="", by=at_table(asking))
    first = LogEntry.objects.order_by("pk").first()
    first.at -= timedelta(minutes=7)
    first.save()

    assert "2 tables call a referee" in client.get(pages[0]).text
    assert client.get(pages[1]).text.count("I am on my way") == 2
    assert "call a referee" not in Client().get(pages[0]).text
    text = calls_page(client, table)
    assert text.index("waiting for 7 minutes") < text.index("waiting for 0 minutes")


def test_htmx_fetches_the_open_calls_alone(client, table):
    assert (
        client.get(at("calls", table), headers=HTMX)
        .text.strip()
        .startswith('<ul class="plain-list stack" id="open-calls"')
    )


def test_another_tables_phone_calls_for_itself_only(table):
    other = TableFactory(tournament=table.tournament, number=2)

    assert phone_at(other).post(call_address(table), {"word": ""}).status_code == 404


def test_more_calls_take_no_more_queries(client, table):
    ruled = call_referee(table_id=table.pk, word="", by=at_table(table))
    answer_call(call_id=ruled.pk, situation="A", decision="B", rule="C", by=at_table(table))
    call_referee(table_id=table.pk, word="", by=at_table(table))
    addresses = [at("calls", table), at("round", table, 1), at("desk", table)]
    few = [queries_of(client, address) for address in addresses]
    for number in (2, 3):
        other = TableFactory(tournament=table.tournament, number=number)
        call = call_referee(table_id=other.pk, word="", by=at_table(other))
    answer_call(call_id=call.pk, situation="A", decision="B", rule="C", by=at_table(table))

    assert [queries_of(client, address) for address in addresses] == few
