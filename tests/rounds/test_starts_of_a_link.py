"""The hanchans that one link of a table may start: only those that start are counted, and a new link has its own."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import EntryFactory, TableFactory, TournamentFactory, UserFactory
from tests.rounds.test_start_hanchan import begin, entries, form_of, seats_at
from tests.standings.results import cancel
from tests.table.phones import phone_at
from tests.whole_site.test_rates import use_up
from tournament.core.views.rates import HANCHAN_FORMS, HANCHANS, HANCHANS_OF_A_DAY
from tournament.models import Hanchan, RateUse

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee():
    return UserFactory()


@pytest.fixture
def evening(referee):
    night = TournamentFactory(is_club_night=True, referees=[referee])
    TableFactory(tournament=night, number=1)
    for number in range(1, 9):
        EntryFactory(tournament=night, number=number)
    return night


def link_of(table):
    return f"{table.pk} {table.link_nonce}"


def start(phone, night):
    return phone.post(seats_at(night), form_of(*entries(night)[:4]))


def has_counted(table):
    keys = [rate.key(link_of(table)) for rate in (HANCHANS, HANCHANS_OF_A_DAY)]
    return RateUse.objects.filter(key__in=keys).exists()


@pytest.mark.parametrize("rate", [HANCHANS, HANCHANS_OF_A_DAY])
def test_a_new_link_starts_hanchans_when_the_old_one_is_used_up(evening, rate):
    table = evening.tables.get()
    use_up(rate, link_of(table))
    assert start(phone_at(table), evening).status_code == 409

    table.renew_link()
    table.save()

    assert start(phone_at(table), evening).status_code == 302


def test_the_team_starts_hanchans_when_the_link_is_used_up(client, evening, referee):
    table = evening.tables.get()
    for rate in (HANCHANS, HANCHANS_OF_A_DAY):
        use_up(rate, link_of(table))
    client.force_login(referee)

    assert start(client, evening).status_code == 302


def test_what_the_team_starts_does_not_count(client, evening, referee):
    client.force_login(referee)

    assert start(client, evening).status_code == 302
    assert not has_counted(evening.tables.get())


def test_refused_starts_use_up_no_hanchans(evening):
    table = evening.tables.get()
    first = begin(evening, *entries(evening)[:4])
    phone = phone_at(table)
    refused = {phone.post(seats_at(evening), form_of(*entries(evening)[4:])).status_code for _time in range(31)}
    cancel(first)

    assert (refused, has_counted(table)) == ({409}, False)
    assert start(phone, evening).status_code == 302
    assert has_counted(table)


def test_a_form_that_is_sent_again_counts_one_hanchan(evening):
    table = evening.tables.get()
    form = form_of(*entries(evening)[:4])
    phone = phone_at(table)

    sent = {phone.post(seats_at(evening), form).status_code for _time in range(31)}

    assert (sent, Hanchan.objects.count()) == ({302}, 1)


def test_a_network_sends_so_many_forms_by_one_link(evening):
    table = evening.tables.get()
    use_up(HANCHAN_FORMS, f"network 127.0.0.1 {link_of(table)}")
    elsewhere = phone_at(table)
    elsewhere.defaults["REMOTE_ADDR"] = "198.51.100.7"

    refused = start(phone_at(table), evening)

    assert (refused.status_code, "Try again in" in refused.text) == (409, True)
    assert start(elsewhere, evening).status_code == 302


@pytest.mark.parametrize(("days", "answer"), [(3, 302), (4, 409)])
def test_a_phone_starts_no_hanchans_of_a_night_that_was_days_ago(client, evening, referee, days, answer):
    """They would count in the league on the night's day, when its period may have ended."""
    evening.starts_on = timezone.localdate() - timedelta(days=days)
    evening.save()

    response = start(phone_at(evening.tables.get()), evening)

    assert response.status_code == answer
    assert ("only the team can start a hanchan" in response.text) == (answer == 409)
    client.force_login(referee)
    assert answer == 302 or start(client, evening).status_code == 302
    assert Hanchan.objects.count() == 1


def test_a_link_starts_at_most_sixty_hanchans_in_any_24_hours():
    opened = now = used_until = timezone.now()
    started = 0
    while now < opened + timedelta(days=1):
        if HANCHANS_OF_A_DAY.wait(used_until, now):
            now += timedelta(minutes=1)
        else:
            used_until = HANCHANS_OF_A_DAY.used_until(used_until, now)
            started += 1

    assert started <= 60
