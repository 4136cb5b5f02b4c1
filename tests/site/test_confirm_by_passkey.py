"""A passkey instead of the password, where it is asked for again: deleting, exporting, changing the team."""

import html
import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory
from tests.sessions import force_login
from tests.site.soft_passkey import SoftPasskey
from tests.site.test_passkeys import add
from tournament.core.requests import SESSION_CONFIRMED
from tournament.models import Passkey, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return UserFactory(username="ada")


@pytest.fixture
def passkey(ada):
    """A passkey of Ada's."""
    passkey = SoftPasskey()
    add(ada, passkey)
    return passkey


@pytest.fixture
def browser(ada, passkey):
    """A browser that Ada left open: confirmed too long ago."""
    TournamentFactory(name="Open", slug="open", owner=ada)
    browser = Client(SERVER_NAME="localhost")
    force_login(browser, ada)
    session = browser.session
    session[SESSION_CONFIRMED] = 0
    session.save()
    return browser


def options_of(page):
    return json.loads(html.unescape(re.search(r'data-options="([^"]+)"', page.text)[1]))


def test_a_passkey_lets_an_export_go_on(browser, passkey):
    address = reverse("tournament-json", args=["open"])
    page = browser.get(browser.get(address).url)

    onward = browser.post(reverse("confirm"), {"next": address, "own_passkey": passkey.use(options_of(page))})

    assert "Enter your password or use a passkey" in page.text
    assert onward.url == address
    assert "attachment" in browser.get(address).headers["Content-Disposition"]


def test_what_a_form_sent_goes_along_with_the_passkey(browser, passkey):
    address = reverse("tournament-delete", args=["open"])
    page = browser.post(address, {"name": "Open"})
    assert page.status_code == 422

    answer = browser.post(address, {"name": "Open", "own_passkey": passkey.use(options_of(page))})

    assert answer.status_code == 302
    assert not Tournament.objects.exists()


def test_an_answer_is_good_once(browser, passkey):
    address = reverse("tournament-json", args=["open"])
    answer = passkey.use(options_of(browser.get(reverse("confirm"), {"next": address})))
    cookies = browser.cookies.output()
    assert browser.post(reverse("confirm"), {"own_passkey": answer}).status_code == 302
    session = browser.session
    session[SESSION_CONFIRMED] = 0
    session.save()

    again = browser.post(reverse("confirm"), {"own_passkey": answer})

    assert again.status_code == 422
    assert "This is not one of your passkeys, or the page was open too long." in again.text
    assert "passkey" in cookies


@pytest.mark.parametrize("answer", ["", "{}", "no JSON", '{"id": "\\u0000"}'])
def test_what_is_no_answer_confirms_nothing(browser, answer):
    page = browser.post(reverse("confirm"), {"own_passkey": answer})

    assert page.status_code == 422
    assert browser.get(reverse("tournament-json", args=["open"])).status_code == 302


def test_another_persons_passkey_confirms_nothing(browser):
    other = SoftPasskey(b"other")
    add(UserFactory(username="bob"), other)

    page = browser.post(reverse("confirm"), {"own_passkey": other.use(options_of(browser.get(reverse("confirm"))))})

    assert page.status_code == 422


def test_who_has_no_passkey_is_asked_for_the_password_alone(browser):
    Passkey.objects.all().delete()

    page = browser.get(reverse("confirm"))

    assert "Enter your password to go on." in page.text
    assert "data-passkey" not in page.text
    assert "passkey" not in page.cookies


def test_at_an_address_without_passkeys_the_password_is_asked_for_alone(browser):
    page = browser.get(reverse("confirm"), headers={"Host": "testserver"})

    assert "data-passkey" not in page.text
