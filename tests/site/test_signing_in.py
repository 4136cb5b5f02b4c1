"""The settings of Django, argon2 and axes for accounts."""

import pytest
from django.contrib.auth import authenticate

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


def test_five_wrong_passwords_lock_out_the_name_at_that_address_alone(referee, log_in, django_user_model):
    colleague = django_user_model.objects.create_user("colleague", password="riichi-riichi")
    for _ in range(5):
        log_in("wrong")

    assert log_in("riichi-riichi") is None
    assert log_in("riichi-riichi", username="colleague") == colleague
    assert log_in("riichi-riichi", address="192.0.2.11") == referee


def test_a_session_is_recognized(client, referee):
    client.force_login(referee)

    assert client.get("/healthz").wsgi_request.user == referee
