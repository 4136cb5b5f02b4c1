"""How much the forms of one account may write to the database."""

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory
from tests.table.entering import record
from tests.table.phones import phone_at
from tournament.core.actions.rates import spend
from tournament.core.actions.write_budget import (
    NEARLY_FULL,
    OF_ALL_NEARLY_FULL,
    OF_NEW,
    OF_NEW_IN_NETWORK,
    OF_YOUNG_IN_NETWORK,
    WRITTEN,
    WRITTEN_NEARLY_FULL,
    counted,
)
from tournament.core.queries import disk
from tournament.models import EntryStatus, EntryTerms, LogEntry, Passkey, RateUse, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


def use_up(subject, rate=WRITTEN):
    spend(rate.burst + 10_000, (rate, subject))


def prepare(client, event, count):
    return client.post(reverse("tables-prepare", args=[event.slug]), {"count": count})


def used(subject, rate=WRITTEN):
    row = RateUse.objects.filter(key=rate.key(subject)).first()
    return 0 if row is None else (row.used_until - row.changed_at) / rate.interval


def test_each_form_is_charged_with_what_it_stores(client, owner):
    event = TournamentFactory(owner=owner)
    client.force_login(owner)

    prepare(client, event, 1)
    few = used(f"account {owner.pk}")
    prepare(client, event, 200)

    assert 0.3 < few < 5
    assert used(f"account {owner.pk}") > few + 20


def test_a_form_says_when_it_may_be_sent_again_and_changes_nothing(client, owner):
    event, other = TournamentFactory(owner=owner), TournamentFactory(owner=UserFactory())
    client.force_login(owner)
    spend(2 * WRITTEN.burst, (WRITTEN, f"account {owner.pk}"))

    answer = prepare(client, event, 3)
    client.force_login(other.memberships.get().user)

    assert (answer.status_code, event.tables.count()) == (429, 0)
    assert "More was stored in one day than one account may store." in answer.text
    assert re.search(r"Try again in (24|25) hours\.", answer.text)
    assert 86_390 < int(answer["Retry-After"]) < 86_460
    assert prepare(client, other, 3).status_code == 302


def aged(days=2):
    return UserFactory(date_joined=timezone.now() - timedelta(days=days))


def may_store(client, user, network="192.0.2.1"):
    client.force_login(user)
    answer = client.post(
        reverse("tables-prepare", args=[TournamentFactory(owner=user).slug]), {"count": 1}, REMOTE_ADDR=network
    )
    return answer.status_code == 302


def test_new_accounts_of_one_network_have_one_budget(client):
    spend(OF_NEW_IN_NETWORK.burst + 10, (OF_NEW_IN_NETWORK, "192.0.2.1"))

    assert not may_store(client, UserFactory())
    assert may_store(client, UserFactory(), network="192.0.2.2")
    assert may_store(client, aged())
    assert may_store(client, UserFactory(is_staff=True))


def test_all_new_accounts_have_one_budget(client):
    new = UserFactory()
    client.force_login(new)
    spend(OF_NEW.burst + 10_000, (OF_NEW, ""))

    answer = prepare(client, TournamentFactory(owner=new), 1)

    assert answer.status_code == 429
    assert "More was stored in one day than new accounts, or the accounts of one network, may store" in answer.text
    assert may_store(client, aged())


def test_young_accounts_of_one_network_have_another(client):
    spend(OF_YOUNG_IN_NETWORK.burst + 10, (OF_YOUNG_IN_NETWORK, "192.0.2.1"))

    assert not may_store(client, aged())
    assert may_store(client, aged(), network="192.0.2.2")
    assert may_store(client, aged(days=31))
    assert may_store(client, UserFactory())


@pytest.mark.parametrize(("make", "limit"), [(UserFactory, OF_NEW_IN_NETWORK), (aged, OF_YOUNG_IN_NETWORK)])
def test_accounts_together_use_up_little_of_a_nearly_full_disk(client, make, limit, monkeypatch):
    monkeypatch.setattr(disk, "free_bytes", lambda: 1_000)
    before = may_store(client, make())
    spend(100_000, (NEARLY_FULL[limit], "192.0.2.1"))

    assert before
    assert not may_store(client, make())
    assert may_store(client, make(), network="192.0.2.2")
    monkeypatch.undo()
    assert may_store(client, make())


def test_all_accounts_together_leave_room_for_hands_on_a_nearly_full_disk(client, owner, monkeypatch):
    monkeypatch.setattr(disk, "free_bytes", lambda: 1_000)
    hanchan = HanchanFactory(round__tournament__owner=owner)
    address = reverse("correction", args=[hanchan.tournament.slug, hanchan.pk])
    before = may_store(client, aged(days=31))

    spend(OF_ALL_NEARLY_FULL.burst + 10_000, (OF_ALL_NEARLY_FULL, ""))

    assert before
    assert not may_store(client, aged(days=31))
    assert phone_at(hanchan.table).post(address).status_code == 429
    assert record(phone_at(hanchan.table), hanchan).status_code == 302


def test_tables_of_new_accounts_share_their_limits(client, owner):
    hanchan = HanchanFactory(round__tournament__owner=owner)
    address = reverse("correction", args=[hanchan.tournament.slug, hanchan.pk])

    spend(OF_NEW.burst + 10_000, (OF_NEW, ""))

    assert phone_at(hanchan.table).post(address).status_code == 429
    owner.date_joined -= timedelta(days=2)
    owner.save()
    assert phone_at(hanchan.table).post(address).status_code != 429


def test_what_a_form_stores_is_charged_to_all_its_limits(client):
    new, other = UserFactory(), aged()
    for user in (new, other):
        may_store(client, user)

    charged = [
        used(subject, rate)
        for rate, subject in ((OF_NEW, ""), (OF_NEW_IN_NETWORK, "192.0.2.1"), (OF_YOUNG_IN_NETWORK, "192.0.2.1"))
    ]
    assert all(0.3 < each < 5 for each in charged)


def test_rights_end_all_the_same(client, owner):
    event = TournamentFactory(owner=owner, organizers=[UserFactory()])
    client.force_login(owner)
    use_up(f"account {owner.pk}")
    helper = event.memberships.exclude(user=owner).get()

    client.post(reverse("member-remove", args=[event.slug, helper.pk]), follow=True)

    assert not event.memberships.filter(pk=helper.pk).exists()


def test_less_is_stored_while_the_disk_is_nearly_full(client, owner, monkeypatch):
    event = TournamentFactory(owner=owner)
    client.force_login(owner)
    spend(WRITTEN_NEARLY_FULL.burst + 10_000, (WRITTEN, f"account {owner.pk}"))
    monkeypatch.setattr(disk, "free_bytes", lambda: 1_000)

    assert prepare(client, event, 3).status_code == 302  # what was stored before does not count
    use_up(f"account {owner.pk}", WRITTEN_NEARLY_FULL)
    assert prepare(client, event, 4).status_code == 429
    monkeypatch.undo()
    assert prepare(client, event, 4).status_code == 302


def test_tables_without_an_account_have_a_budget_of_the_events_account(client, owner):
    hanchan = HanchanFactory(round__tournament__owner=owner)
    phone = phone_at(hanchan.table)
    address = reverse("correction", args=[hanchan.tournament.slug, hanchan.pk])

    use_up(f"tables of account {owner.pk}")

    assert phone.post(address).status_code == 429
    assert phone.post(reverse("call", args=[hanchan.tournament.slug, hanchan.table.number])).status_code == 302
    client.force_login(owner)
    assert client.post(address).status_code != 429


def test_what_refused_strangers_send_stores_nothing_not_even_a_charge(client, owner):
    hanchan = HanchanFactory(round__tournament__owner=owner)
    for slug in (hanchan.tournament.slug, "invented"):
        assert client.post(reverse("paper", args=[slug, hanchan.pk])).status_code == 404

    assert not RateUse.objects.exists()


def test_strangers_are_never_refused_but_get_no_mail_that_is_only_shown(client, owner):
    event = TournamentFactory(owner=owner)
    EntryTerms.objects.create(tournament=event)
    entry, other = EntryFactory.create_batch(2, tournament=event, player__mail="")

    client.post(entry.get_link() + "cancellation/", {"cancel": "1"})
    charged = used(f"strangers of account {owner.pk}")
    use_up(f"strangers of account {owner.pk}")
    client.post(other.get_link() + "cancellation/", {"cancel": "1"})

    assert charged > 0.3
    assert {each.status for each in event.entries.all()} == {EntryStatus.CANCELLED}
    assert (entry.mails.count(), other.mails.count()) == (1, 0)


def test_hands_are_recorded_all_the_same(client, owner):
    hanchan = HanchanFactory(round__tournament__owner=owner)
    phone = phone_at(hanchan.table)
    use_up(f"tables of account {owner.pk}")

    answer = record(phone, hanchan)

    assert answer.status_code == 302
    assert LogEntry.objects.get().kind == "hand.recorded"


def test_a_form_whose_charge_fails_is_done_all_the_same(client, owner, monkeypatch):
    event = TournamentFactory(owner=owner)
    client.force_login(owner)
    monkeypatch.setattr("tournament.core.actions.write_budget.spend_own", lambda *uses, **_how: fail())

    assert prepare(client, event, 3).status_code == 302
    assert event.tables.count() == 3


def fail():
    raise OperationalError("database is locked")


def test_what_is_stored_is_added_up():
    with counted() as written, connection.cursor() as cursor:
        cursor.execute("SELECT %s", ["x" * 5_000])
        reading = written.size
        Session.objects.create(session_key="x", session_data="x" * 2_000, expire_date=timezone.now())
        text = written.size
        TournamentFactory(announced_cuts=["x" * 3_000])
        json = written.size - text
        user, now = UserFactory(), timezone.now()
        before = written.size
        Passkey.objects.create(user=user, name="x", credential_id="x", credential=b"x" * 1_000, added_at=now)
        binary = written.size - before
        UserFactory(first_name="🀄" * 100, last_name="")
        letters = written.size - before - binary

    assert reading == 0
    assert 2_000 < text < 2_100
    assert 3_000 < json < 4_500
    assert 1_000 < binary < 1_200
    assert 400 < letters < 1_000


def test_numbers_that_replace_numbers_are_not_counted():
    events = TournamentFactory.create_batch(50)
    for event in events:
        event.lots_number = 75
    with counted() as written:
        Tournament.objects.bulk_update(events, ["lots_number"])
        numbers = written.size
        Tournament.objects.filter(pk=events[0].pk).update(name="x" * 100)

    assert numbers == 0
    assert 100 <= written.size < 120
