"""Wrong passwords lock out whoever guesses, and not the owner of the account."""

import re

import pytest
from django.contrib.auth.backends import ModelBackend
from django.core import mail
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory
from tournament.core.threads.interruption import Computation, Interrupted, current
from tournament.core.threads.turns import Turns
from tournament.models import User
from tournament.site.actions.reset_mails import send_reset_mails

pytestmark = pytest.mark.django_db


def test_wrong_passwords_are_answered_and_then_locked_out_in_words(client):
    UserFactory(username="ada")
    wrong = {"username": "ada", "password": "wrong"}
    first = client.post(reverse("login"), wrong)
    for _ in range(4):
        client.post(reverse("login"), wrong)

    sixth = client.post(reverse("login"), wrong)
    right = client.post(reverse("login"), {"username": "ada", "password": PASSWORD})

    assert first.status_code == 422
    assert (sixth.status_code, right.status_code) == (429, 429)
    assert "Try again in 3 minutes" in right.text


def test_another_spelling_or_a_made_up_address_is_no_way_around_the_lockout(client):
    UserFactory(username="ada")
    for n, name in enumerate(["ada", " ada", "ada ", "\uff41da", "ada\u2003"]):
        headers = {"x-forwarded-for": f"10.0.0.{n}", "user-agent": f"browser {n}"}
        client.post(reverse("login"), {"username": name, "password": "wrong"}, headers=headers)

    right = client.post(
        reverse("login"), {"username": " ada", "password": PASSWORD}, headers={"x-forwarded-for": "10.9.9.9"}
    )

    assert right.status_code == 429


def test_names_that_differ_by_more_than_capitals_have_guesses_of_their_own(client):
    UserFactory(username="Weiss")
    UserFactory(username="Weiß")
    for _ in range(6):
        client.post(reverse("login"), {"username": "Weiß", "password": "wrong"})

    assert client.post(reverse("login"), {"username": "Weiß", "password": PASSWORD}).status_code == 429
    assert client.post(reverse("login"), {"username": "Weiss", "password": PASSWORD}).status_code == 302


def test_nobody_locks_the_owner_out_of_a_browser_that_was_logged_in_before(client):
    UserFactory(username="ada")
    right = {"username": "ada", "password": PASSWORD}
    client.post(reverse("login"), right)
    client.post(reverse("logout"))
    stranger = Client()
    for _ in range(6):
        stranger.post(reverse("login"), {"username": "ada", "password": "wrong"})

    assert stranger.post(reverse("login"), right).status_code == 429
    assert client.post(reverse("login"), right).status_code == 302


def test_who_knew_the_former_password_guesses_no_more_than_a_stranger(client):
    """Each browser that has logged in has a limit of its own, and a former co-owner may have made many."""
    UserFactory(username="ada")
    new = {"username": "ada", "password": "four-winds-77"}
    former, stranger = Client(), Client()
    for browser in (client, former):
        browser.post(reverse("login"), {"username": "ada", "password": PASSWORD})
    former.post(reverse("logout"))

    change = {"old_password": PASSWORD, "new_password1": "four-winds-77", "new_password2": "four-winds-77"}
    client.post(reverse("password_change"), change)
    client.post(reverse("logout"))
    for _ in range(5):
        stranger.post(reverse("login"), {"username": "ada", "password": "wrong"})

    assert former.post(reverse("login"), new).status_code == 429
    assert client.post(reverse("login"), new).status_code == 302


def test_a_mailed_link_lets_the_owner_in_whatever_others_guess(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    UserFactory(username="ada", email="ada@example.org")
    stranger = Client()
    for _ in range(6):
        stranger.post(reverse("login"), {"username": "ada", "password": "wrong"})

    client.post(reverse("password_reset"), {"email": "ada@example.org"})
    send_reset_mails()
    form = client.get(re.search(r"https://tenbo.example.org(/\S+)", mail.outbox[0].body)[1], follow=True)
    client.post(form.request["PATH_INFO"], {"new_password1": "four-winds-77", "new_password2": "four-winds-77"})

    assert client.post(reverse("login"), {"username": "ada", "password": "four-winds-77"}).status_code == 302


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("account", {"name": "", "email": "mallory@example.org", "password": "wrong"}),
        ("password_change", {"old_password": "wrong", "new_password1": "x", "new_password2": "x"}),
    ],
)
def test_a_wrong_password_on_the_account_s_pages_is_a_guess(client, name, wrong):
    client.force_login(UserFactory())

    answers = [client.post(reverse(name), wrong).status_code for _ in range(6)]

    assert answers == [422] * 5 + [429]


def test_a_server_that_hashes_too_many_passwords_says_so_and_counts_no_guess(client, monkeypatch):
    UserFactory(username="ada")
    full = Turns(at_once=0, waiting=0, patience=0)
    monkeypatch.setattr(User, "check_password", lambda user, password: full.turn().__enter__())

    answers = {client.post(reverse("login"), {"username": "ada", "password": PASSWORD}).status_code for _ in range(6)}

    assert answers == {503}


@pytest.mark.parametrize("error", [Interrupted, OperationalError])
def test_a_login_that_is_interrupted_counts_no_guess(client, monkeypatch, error):
    """A statement that was stopped raises another error than the code around it. The request may be interrupted again
    until it has ended."""
    UserFactory(username="ada")
    right = {"username": "ada", "password": PASSWORD}
    client.raise_request_exception = False
    computation = Computation()
    token = current.set(computation)

    def interrupted(*_args, **_more):
        raise error

    with monkeypatch.context() as patch, computation.run():
        patch.setattr(ModelBackend, "authenticate", interrupted)
        answers = {client.post(reverse("login"), right).status_code for _ in range(6)}
    current.reset(token)

    assert answers == {503}
    assert client.post(reverse("login"), right).status_code == 302
