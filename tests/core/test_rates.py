"""Rates: a burst, then what the period gives back; counted for all together before the work."""

from datetime import UTC, datetime, timedelta

import pytest

from tournament.core.actions.rates import forget_old_uses, give_back, take
from tournament.core.errors import TooOften
from tournament.core.rates import Rate
from tournament.models import RateUse

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
THREE = Rate("test", 3, timedelta(minutes=30))
ONE = Rate("test of one", 1, timedelta(minutes=1))


def test_a_burst_and_then_one_each_interval():
    used = NOON
    for _ in range(3):
        assert THREE.wait(used, NOON) == timedelta()
        used = THREE.used_until(used, NOON)

    assert THREE.wait(used, NOON) == timedelta(minutes=10)
    assert THREE.wait(used, NOON + timedelta(minutes=10)) == timedelta()
    assert THREE.wait(used, NOON + timedelta(minutes=9)) == timedelta(minutes=1)


def test_a_key_tells_no_name():
    assert "ada" not in THREE.key("ada")
    assert THREE.key("ada") != ONE.key("ada") != ONE.key("eve")


def takes(*uses):
    try:
        take(*uses)
    except TooOften:
        return False
    return True


@pytest.mark.django_db
def test_what_one_uses_up_another_still_has(noon):
    assert [takes((THREE, "ada")) for _ in range(4)] == [True, True, True, False]
    assert takes((THREE, "eve"))


@pytest.mark.django_db
def test_a_refused_use_counts_nowhere(noon):
    take((ONE, "ada"))

    for _ in range(5):
        assert not takes((THREE, "ada"), (ONE, "ada"))

    assert [takes((THREE, "ada")) for _ in range(4)] == [True, True, True, False]


@pytest.mark.django_db
def test_what_is_given_back_is_free_again(noon):
    take((ONE, "ada"))
    give_back((ONE, "ada"))

    assert takes((ONE, "ada"))
    assert not takes((ONE, "ada"))


@pytest.mark.django_db
def test_old_uses_are_forgotten(noon):
    take((ONE, "ada"), (THREE, "ada"))
    RateUse.objects.filter(key=ONE.key("ada")).update(used_until=NOON - timedelta(days=2))

    forget_old_uses()

    assert RateUse.objects.get().key == THREE.key("ada")


@pytest.mark.django_db
def test_a_clock_that_was_ahead_locks_nobody_out(noon, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + timedelta(days=365))
    for _ in range(3):
        take((THREE, "ada"))

    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    assert not takes((THREE, "ada"))
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + timedelta(minutes=10))
    assert [takes((THREE, "ada")), takes((THREE, "ada"))] == [True, False]
