"""A passkey instead of the password, where it is asked for again: deleting, exporting, changing the team."""

import html
import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, TournamentFactory, UserFactory
from tests.sessions import force_login
from tests.site.soft_passkey import SoftPasskey
from tests.site.test_passkeys import add, kinds
from tournament.core.requests import SESSION_CONFIRMED
from tournament.models import Passkey, RecoveryCode, Tournament, User
from tournament.site.actions.change_mails import send_change_mails
from tournament.site.actions.passkeys import new_recovery_codes

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


@pytest.fixture
def careful(browser, ada):
    """The browser of an account that always needs a passkey."""
    User.objects.filter(pk=ada.pk).update(needs_passkey=True, email="ada@example.org")
    return browser


def test_the_password_alone_confirms_nothing_where_it_does_not_log_in(careful, passkey):
    address = reverse("tournament-delete", args=["open"])

    elsewhere = careful.post(reverse("confirm"), {"next": "/rules/", "own_password": PASSWORD})
    page = careful.post(address, {"name": "Open", "own_password": PASSWORD})

    assert (page.status_code, elsewhere.status_code) == (422, 422)
    assert "Your account requires a passkey" in page.text
    assert Tournament.objects.exists()
    assert careful.post(address, {"name": "Open", "own_passkey": passkey.use(options_of(page))}).status_code == 302
    assert not Tournament.objects.exists()


def test_password_and_recovery_code_confirm_once_and_lead_back(careful, ada, mailoutbox):
    code, address = new_recovery_codes(user=ada)[0], reverse("tournament-delete", args=["open"])
    page = careful.post(address, {"name": "Open"}, headers={"Referer": f"http://localhost{address}"})
    form = {"next": address, "own_password": PASSWORD, "own_code": code.upper()}

    wrong = careful.post(reverse("confirm"), form | {"own_code": "wrong"})
    no_password = careful.post(reverse("confirm"), form | {"own_password": "wrong"})
    right = careful.post(reverse("confirm"), form)

    assert f'name="next" value="{address}"' in page.text
    assert (wrong.status_code, no_password.status_code) == (422, 422)
    assert "The password or the code is wrong" in wrong.text
    assert right.url == address
    assert {"wrong-code", "code-used"} <= set(kinds(ada))
    send_change_mails()
    assert "recovery code was used to confirm" in mailoutbox[-1].body
    assert RecoveryCode.objects.count() == 7
    assert careful.post(address, {"name": "Open"}).status_code == 302


def test_codes_that_confirm_are_guesses(careful):
    wrong = {"own_password": PASSWORD, "own_code": "wrong"}

    assert [careful.post(reverse("confirm"), wrong).status_code for _ in range(6)] == [422] * 5 + [429]


def test_a_code_confirms_nothing_for_an_account_without_a_second_factor(browser, ada):
    code = new_recovery_codes(user=ada)[0]

    browser.post(reverse("confirm"), {"own_password": "wrong", "own_code": code})

    assert RecoveryCode.objects.count() == 8
    assert browser.get(reverse("tournament-json", args=["open"])).status_code == 302


def test_at_an_address_without_passkeys_a_careful_account_is_asked_for_a_code(careful):
    page = careful.get(reverse("confirm"), headers={"Host": "testserver"})

    assert "Passkeys do not work at this site’s address" in page.text
    assert "Recovery code" in page.text
