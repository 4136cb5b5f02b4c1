"""Wrong answers of passkeys lock out whoever sends them, and not the owner of the account."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory
from tests.site.soft_passkey import SoftPasskey
from tests.site.test_passkeys import add, browser_of, is_in, options_on, use, with_password
from tests.whole_site.test_rates import use_up
from tournament.core.authentication import PASSKEY_OF_NAME, UNKNOWN_PASSKEY_AT_ADDRESS
from tournament.core.logins.passkeys import LONGEST_ANSWER
from tournament.core.requests import SESSION_CONFIRMED
from tournament.core.views.passkeys import ANSWERS
from tournament.models import RateUse

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return UserFactory(username="ada")


@pytest.fixture
def passkey(ada):
    """Ada's passkey; its id is known to others, who have another key."""
    passkey = SoftPasskey()
    add(ada, passkey)
    return passkey


def statuses(times, passkey=None):
    """How a new browser is answered each time, in the same hall."""
    return [use(browser_of(), passkey or SoftPasskey()).status_code for _ in range(times)]


def test_wrong_answers_are_answered_and_then_refused_in_words(passkey):
    assert statuses(6) == [302] * 5 + [429]
    assert "Try again in 3 minutes" in use(browser_of(), SoftPasskey()).text


def test_nobody_in_the_hall_locks_the_owner_out_of_a_browser_that_was_logged_in_before(passkey):
    browser = browser_of()
    use(browser, passkey)
    browser.post(reverse("logout"))

    statuses(6)
    use(browser, passkey)

    assert is_in(browser)


def test_who_knows_no_id_of_a_passkey_locks_nobody_out(passkey):
    use_up(UNKNOWN_PASSKEY_AT_ADDRESS, "127.0.0.1")
    browser = browser_of()

    assert statuses(1, SoftPasskey(b"unknown")) == [429]
    use(browser, passkey)
    assert is_in(browser)


@pytest.mark.parametrize("answer", ["", "{" * 100, '{"id": "unknown"}', " " * (LONGEST_ANSWER + 1)])
def test_what_is_no_answer_is_counted_for_the_network(answer):
    use_up(UNKNOWN_PASSKEY_AT_ADDRESS, "127.0.0.1")

    assert browser_of().post(reverse("login-passkey"), {"answer": answer}).status_code == 429


def test_wrong_passwords_lock_out_no_passkey(passkey):
    stranger, browser = Client(), browser_of()
    for _ in range(6):
        stranger.post(reverse("login"), {"username": "ada", "password": "wrong"})

    use(browser, passkey)

    assert is_in(browser)


def test_wrong_passkeys_lock_out_no_password(passkey):
    statuses(6)

    assert with_password(browser_of()).url == "/"


def test_right_answers_are_no_guesses(passkey):
    assert statuses(7, passkey) == [302] * 7


def test_right_answers_have_a_daily_limit_and_the_password_none(ada, passkey):
    use_up(ANSWERS, str(ada.pk))
    challenges = RateUse.objects.count()

    assert statuses(1, passkey) == [429]
    assert RateUse.objects.count() == challenges
    assert with_password(browser_of()).url == "/"


def test_no_wrong_answers_of_others_use_up_the_limit_of_right_ones():
    assert ANSWERS.burst > PASSKEY_OF_NAME.burst + ANSWERS.period / PASSKEY_OF_NAME.interval


def test_many_networks_have_ten_guesses_together(passkey):
    answers = []
    for number in range(12):
        browser = Client(SERVER_NAME="localhost", REMOTE_ADDR=f"192.0.2.{number}")
        answer = SoftPasskey().use(options_on(browser, "login"))
        answers.append(browser.post(reverse("login-passkey"), {"answer": answer}).status_code)

    assert answers == [302] * 10 + [429] * 2


def test_wrong_answers_that_are_to_confirm_are_guesses(ada, passkey):
    browser = browser_of(ada)
    session = browser.session
    session[SESSION_CONFIRMED] = 0
    session.save()

    answers = [browser.post(reverse("confirm"), {"own_passkey": "{}"}).status_code for _ in range(6)]

    assert answers == [422] * 5 + [429]
