"""The settings of Django and argon2 for accounts, and how many passwords are checked."""

from contextlib import suppress

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import make_password
from django.urls import reverse
from django.utils import timezone

from tournament.core.addresses import client_network
from tournament.core.authentication import AT_ADDRESS, FIRST_AT_ADDRESS, UNKNOWN_AT_ADDRESS
from tournament.core.errors import TooOften
from tournament.models import RateUse, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee(django_user_model):
    return django_user_model.objects.create_user("referee", password="riichi-riichi")


@pytest.fixture
def log_in(rf):
    def log_in(password, *, username="referee", address="192.0.2.10"):
        return authenticate(rf.post("/", REMOTE_ADDR=address), username=username, password=password)

    return log_in


def test_passwords_are_kept_by_argon2(referee):
    assert referee.password.startswith("argon2$")


@pytest.mark.slow
def test_names_are_guessed_ten_times_from_all_addresses_together(referee, log_in, monkeypatch):
    checked = []
    monkeypatch.setattr(User, "check_password", lambda user, password: checked.append(password))

    for n in range(80):
        with suppress(TooOften):
            log_in("wrong", address=f"192.0.2.{n // 4}")

    assert len(checked) == 10


@pytest.mark.slow
def test_a_hall_mistypes_sixty_passwords_and_everybody_gets_in(log_in, django_user_model):
    people = [django_user_model(username=f"referee{n}", password=make_password("riichi")) for n in range(60)]
    django_user_model.objects.bulk_create(people)

    for person in people:
        log_in("wrong", username=person.username)

    assert all(log_in("riichi", username=person.username) for person in people)


@pytest.mark.parametrize("address", ["2001:db8::1", "2001:db8::2:1", "2001:db8:0:0:ffff::"])
def test_a_network_of_ipv6_is_one_address(rf, address):
    assert client_network(rf.get("/", REMOTE_ADDR=address)) == "2001:db8::/48"


def test_an_address_of_ipv4_written_as_ipv6_is_no_network(rf):
    assert client_network(rf.get("/", REMOTE_ADDR="::ffff:192.0.2.1")) == "192.0.2.1"


def test_five_wrong_passwords_lock_out_the_name_at_that_address_alone(referee, log_in, django_user_model):
    colleague = django_user_model.objects.create_user("colleague", password="riichi-riichi")
    for _ in range(5):
        log_in("wrong")

    with pytest.raises(TooOften):
        log_in("riichi-riichi")
    assert log_in("riichi-riichi", username="colleague") == colleague
    assert log_in("riichi-riichi", address="192.0.2.11") == referee


def test_a_session_is_recognized(client, referee):
    client.force_login(referee)

    assert client.get("/rules/").wsgi_request.user == referee


@pytest.fixture
def used_up(django_user_model):
    """Somebody at 192.0.2.10 has tried 200 names that they invented, and then five passwords for each of 45 accounts
    of their own, from this network and others."""
    now = timezone.now()
    for rate in (UNKNOWN_AT_ADDRESS, AT_ADDRESS):
        RateUse.objects.create(key=rate.key("192.0.2.10"), used_until=now + rate.period, changed_at=now)


@pytest.mark.usefixtures("used_up")
def test_wrong_names_of_a_network_keep_nobody_there_from_logging_in(referee, log_in):
    assert [log_in("wrong"), log_in("wronger"), log_in("riichi-riichi")] == [None, None, referee]


@pytest.mark.usefixtures("used_up")
def test_the_first_passwords_for_an_account_from_a_network_are_three(referee, log_in):
    for _ in range(3):
        log_in("wrong")

    with pytest.raises(TooOften):
        log_in("riichi-riichi")


@pytest.mark.usefixtures("used_up")
def test_all_first_passwords_from_a_network_have_a_limit(referee, log_in):
    now = timezone.now()
    key = FIRST_AT_ADDRESS.key("192.0.2.10")
    RateUse.objects.create(key=key, used_until=now + FIRST_AT_ADDRESS.period, changed_at=now)

    with pytest.raises(TooOften):
        log_in("riichi-riichi")
    assert log_in("riichi-riichi", address="192.0.2.11") == referee


@pytest.mark.usefixtures("used_up")
def test_a_name_of_no_account_is_wrong_without_work_once_a_network_has_tried_many(log_in, monkeypatch):
    monkeypatch.setattr(User, "set_password", lambda *_: pytest.fail("a password was hashed"))
    rows = RateUse.objects.count()

    assert [log_in("wrong", username=f"nobody{n % 2}") for n in range(20)] == [None] * 20
    assert RateUse.objects.count() == rows


def test_a_name_of_no_account_is_answered_like_an_account(client, referee):
    def answers(name):
        pages = [client.post(reverse("login"), {"username": name, "password": "wrong"}) for _ in range(6)]
        return [(page.status_code, "enter a correct" in page.text) for page in pages]

    assert answers("nobody") == answers("referee") == [(422, True)] * 5 + [(429, False)]
