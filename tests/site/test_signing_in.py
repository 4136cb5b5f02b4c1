"""The settings of Django and argon2 for accounts, and how many passwords are checked."""

from contextlib import suppress

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import make_password

from tournament.core.addresses import client_network
from tournament.core.errors import TooOften
from tournament.models import User

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
