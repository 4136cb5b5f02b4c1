"""A phone asks for messages, and takes that back, on a player's page and on a table's."""

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, TableFactory
from tests.push.service import SleepingPhone
from tests.table.phones import HTMX, phone_at
from tests.whole_site.test_rates import use_up
from tournament.core.views.rates import PHONES, PHONES_OF_LINK
from tournament.models import EntryStatus, PushSubscription, Tournament
from tournament.models.round import new_nonce
from tournament.push import keys
from tournament.push.actions.subscriptions import MOST_PHONES

pytestmark = pytest.mark.django_db

ON, OFF = "This phone gets messages.", "Send messages to this phone"


@pytest.fixture
def entry():
    return EntryFactory(number=1)


@pytest.fixture
def phone(service):
    return SleepingPhone(service)


def send(client, entry, fields, **changes):
    return client.post(entry.get_push_link(), fields | changes, headers=HTMX)


def test_a_phone_subscribes_and_takes_it_back(client, entry, phone):
    answers = [send(client, entry, phone.fields, wish=wish) for wish in ("ask", "on", "on", "ask", "off", "ask")]

    assert [answer.status_code for answer in answers] == [200] * 6
    assert [ON in answer.text for answer in answers] == [False, True, True, True, False, False]
    assert [OFF in answer.text for answer in answers] == [True, False, False, False, True, True]
    assert PushSubscription.objects.count() == 0


def test_without_htmx_it_leads_back_to_the_page(client, entry, phone):
    response = client.post(entry.get_push_link(), phone.fields)

    assert (response.status_code, response.url) == (302, entry.get_link())
    bad = client.post(entry.get_push_link(), phone.fields | {"endpoint": "https://10.0.0.1/x"})
    assert (bad.status_code, "cannot send notifications to this browser" in bad.text) == (422, True)


def test_what_is_kept_of_a_phone(client, entry, phone):
    client.post(entry.get_push_link(), phone.fields, headers=HTMX | {"accept-language": "cs"})

    subscription = PushSubscription.objects.get()
    assert (subscription.entry, subscription.table, subscription.language) == (entry, None, "cs")
    assert subscription.server_key == keys.server_key()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"endpoint": "https://127.0.0.1/x"}, "cannot send notifications to this browser"),
        ({"endpoint": "https://push.example.org/x"}, "cannot send notifications to this browser"),
        ({"endpoint": ""}, "required"),
        ({"endpoint": "https://fcm.googleapis.com/" + "x" * 1000}, "at most 1000"),
        ({"p256dh": ""}, "incomplete"),
        ({"p256dh": "AAAA"}, "incomplete"),
        ({"p256dh": "ž"}, "incomplete"),
        ({"auth": "AAAA"}, "incomplete"),
        ({"auth": "=="}, "incomplete"),
        ({"wish": "all"}, "not one of the available choices"),
    ],
)
def test_bad_input_is_said(client, entry, phone, changes, problem):
    response = send(client, entry, phone.fields, **changes)

    assert response.status_code == 422
    assert problem in response.text
    assert PushSubscription.objects.count() == 0


def test_only_who_has_the_link(client, entry, phone):
    old = entry.get_push_link()
    entry.link_nonce = new_nonce()
    entry.save()

    assert client.post(old, phone.fields, headers=HTMX).status_code == 404
    entry.status = EntryStatus.WAITING
    entry.save()
    assert send(client, entry, phone.fields).status_code == 404
    assert client.get(entry.get_push_link()).status_code == 405


@pytest.mark.parametrize(("change", "status"), [({"is_public": False}, 409), ({"is_club_night": True}, 409)])
def test_nobody_subscribes_where_nothing_is_sent(client, entry, phone, change, status):
    Tournament.objects.update(**change)

    response = send(client, entry, phone.fields)

    assert response.status_code == status
    assert "This event sends no notifications" in response.text


def test_a_table_is_subscribed_by_who_may_enter_its_hands(client, phone):
    table = TableFactory()
    address = reverse("table-push", args=[table.tournament.slug, table.number])

    assert client.post(address, phone.fields, headers=HTMX).status_code == 404
    assert ON in phone_at(table).post(address, phone.fields, headers=HTMX).text
    assert PushSubscription.objects.get().table == table


def test_one_browser_may_be_told_of_two_players(client, entry, phone):
    other = EntryFactory(tournament=entry.tournament, number=2)
    send(client, entry, phone.fields)
    send(client, other, phone.fields)

    send(client, entry, phone.fields, wish="off")

    assert PushSubscription.objects.get().entry == other


def test_the_oldest_phones_of_a_player_are_dropped(client, entry, service):
    for number in range(MOST_PHONES + 1):
        send(client, entry, SleepingPhone(service, f"p{number}").fields)

    endpoints = list(PushSubscription.objects.values_list("endpoint", flat=True))
    assert endpoints == [f"{service.origin}/p{number}" for number in range(1, MOST_PHONES + 1)]


def test_an_event_has_only_so_many_phones(client, entry, service, monkeypatch):
    monkeypatch.setattr("tournament.push.actions.subscriptions.MOST_PHONES_OF_EVENT", 2)
    other = EntryFactory(tournament=entry.tournament, number=entry.number + 1)
    phones = [SleepingPhone(service, f"phone{n}") for n in range(3)]

    answers = [client.post(entry.get_push_link(), phone.fields).status_code for phone in phones]
    refused = client.post(other.get_push_link(), SleepingPhone(service, "late").fields)

    assert answers == [302, 302, 302]
    assert [row.endpoint for row in PushSubscription.objects.all()] == [phone.browser.endpoint for phone in phones[1:]]
    assert (refused.status_code, "Too many phones" in refused.text) == (409, True)


def test_a_network_subscribes_so_often(client, entry, phone):
    use_up(PHONES, f"network 127.0.0.1 {entry.tournament_id}")

    assert client.post(entry.get_push_link(), phone.fields).status_code == 409
    assert not PushSubscription.objects.exists()


def of_link(entry, *, is_at_desk=False):
    return f"entry {entry.pk} {entry.link_nonce} {is_at_desk}"


def test_neither_a_link_nor_another_event_uses_up_the_phones_of_a_hall(client, entry, phone):
    use_up(PHONES_OF_LINK, of_link(EntryFactory(tournament=entry.tournament, number=9)))
    use_up(PHONES_OF_LINK, of_link(entry, is_at_desk=True))
    use_up(PHONES, f"network 127.0.0.1 {entry.tournament_id + 1}")
    assert client.post(entry.get_push_link(), phone.fields).status_code == 302


def test_a_link_subscribes_so_often(client, entry, phone):
    use_up(PHONES_OF_LINK, of_link(entry))
    assert client.post(entry.get_push_link(), phone.fields).status_code == 409


def test_after_the_sites_key_was_lost_the_page_offers_it_anew(client, entry, phone):
    send(client, entry, phone.fields)
    PushSubscription.objects.update(server_key="the lost one")

    assert OFF in send(client, entry, phone.fields, wish="ask").text
    assert ON in send(client, entry, phone.fields).text
    assert PushSubscription.objects.get().server_key == keys.server_key()


def test_pages_offer_it_and_never_ask_by_themselves(client, entry):
    page = client.get(entry.get_link()).text

    assert f'data-push="{entry.get_push_link()}"' in page
    assert f'data-key="{keys.server_key()}"' in page
    assert f'href="{entry.get_manifest_link()}"' in page
    table = TableFactory(tournament=entry.tournament)
    assert "data-push=" in phone_at(table).get(table.get_absolute_url()).text


@pytest.mark.parametrize("change", [{"is_club_night": True}, {"archived_at": "2026-05-02T12:00:00Z"}])
def test_pages_of_events_without_messages_offer_none(client, entry, change):
    Tournament.objects.update(**change)

    assert "data-push=" not in client.get(entry.get_link()).text


def test_a_private_tournament_says_that_nothing_is_sent(client, entry):
    Tournament.objects.update(is_public=False)

    page = client.get(entry.get_link()).text

    assert "This tournament is private, so nothing is sent to phones." in page
    assert OFF not in page


def test_the_players_page_can_be_installed(client, entry):
    manifest = client.get(entry.get_manifest_link())

    assert manifest["Content-Type"] == "application/manifest+json"
    assert manifest.json()["start_url"] == entry.get_link()
    assert client.get(entry.get_manifest_link().replace("app.", "x/app.")).status_code == 404
