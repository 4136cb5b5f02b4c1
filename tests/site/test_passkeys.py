"""Passkeys instead of the password and beside it, recovery codes, and addresses by which there can be none."""

import re
import time
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core import mail, signing
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from fido2.cose import CoseKey
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestedCredentialData

from tests.factories import PASSWORD, UserFactory
from tests.sessions import force_login
from tests.site.soft_passkey import SoftPasskey
from tournament.core.logins.passkeys import LONGEST_ANSWER
from tournament.core.requests import SESSION_CONFIRMED
from tournament.models import AccountEvent, Passkey, RecoveryCode
from tournament.site.actions.change_mails import send_change_mails
from tournament.site.views.onward import SESSION_WAITING

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return UserFactory(username="ada", email="ada@example.org")


def browser_of(user=None):
    """A browser on the computer that Tenbo runs on, where passkeys are possible by http."""
    browser = Client(SERVER_NAME="localhost")
    if user:
        force_login(browser, user)
    return browser


def options_on(browser, name):
    import html
    import json

    text = browser.get(reverse(name)).text
    return json.loads(html.unescape(re.search(r'data-options="([^"]+)"', text)[1]))


def add(user, passkey, name="phone"):
    browser = browser_of(user)
    answer = passkey.make(options_on(browser, "passkey-new"))
    return browser.post(reverse("passkey-new"), {"name": name, "answer": answer})


def use(browser, passkey, **more):
    answer = passkey.use(options_on(browser, "login"))
    return browser.post(reverse("login-passkey"), {"answer": answer} | more)


class OfUnknownAlgorithm(SoftPasskey):
    """A passkey whose key says that it has an algorithm that the site does not know."""

    @property
    def credential(self):
        known = super().credential
        return AttestedCredentialData.create(Aaguid.NONE, self.id, CoseKey(dict(known.public_key) | {3: -999}))


def is_in(browser):
    return browser.get(reverse("account")).status_code == 200


def with_password(browser, **more):
    return browser.post(reverse("login"), {"username": "ada", "password": PASSWORD} | more)


def kinds(user):
    return list(AccountEvent.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def test_a_long_answer_of_a_passkey_is_not_read(ada):
    """Reading two megabytes of it would take a minute."""
    passkey, browser = SoftPasskey(), browser_of()
    add(ada, passkey)
    answer = passkey.use(options_on(browser, "login"))

    assert browser.post(reverse("login-passkey"), {"answer": answer + " " * LONGEST_ANSWER}).status_code == 302
    assert not is_in(browser)
    assert browser.post(reverse("login-passkey"), {"answer": answer}).status_code == 302
    assert is_in(browser)


def test_a_passkey_is_added_and_logs_in_without_a_password(ada):
    passkey, browser = SoftPasskey(), browser_of()

    codes = add(ada, passkey)
    answer = use(browser, passkey, next="/rules/")

    assert "Your recovery codes" in codes.text
    assert answer.url == "/rules/"
    assert is_in(browser)
    assert Passkey.objects.get().used_at is not None
    assert kinds(ada) == ["passkey-added", "codes", "passkey-login"]
    send_change_mails()
    assert "A passkey was added to this Tenbo account: the account with this mail address" in mail.outbox[0].body


def test_a_second_passkey_leaves_the_codes_as_they_are(ada):
    add(ada, SoftPasskey())
    before = set(RecoveryCode.objects.values_list("code_hash", flat=True))

    answer = add(ada, SoftPasskey(b"another"), name="")

    assert answer.url == reverse("security")
    assert set(RecoveryCode.objects.values_list("code_hash", flat=True)) == before
    assert [passkey.name for passkey in Passkey.objects.order_by("pk")] == ["phone", "Passkey"]


@pytest.mark.parametrize(
    "wrong",
    [
        SoftPasskey(origin="http://evil.localhost"),
        SoftPasskey(origin="https://localhost"),
        SoftPasskey(verifies=False),
    ],
    ids=["site", "scheme", "owner"],
)
def test_a_passkey_for_another_site_or_without_its_owner_is_neither_added_nor_used(ada, wrong):
    assert add(ada, wrong).status_code == 422
    assert not Passkey.objects.exists()

    right, browser = SoftPasskey(), browser_of()
    right.key = wrong.key
    add(ada, right)

    assert use(browser, wrong).url == reverse("login")
    assert not is_in(browser)


def test_another_key_under_the_same_id_lets_nobody_in(ada):
    add(ada, SoftPasskey())
    browser = browser_of()

    use(browser, SoftPasskey())

    assert not is_in(browser)
    assert kinds(ada).count("wrong-passkey") == 1


def test_a_wrong_passkey_after_the_right_password_is_told_to_the_owner(ada, careful):
    browser = browser_of()
    with_password(browser)

    use(browser, SoftPasskey(credential_id=b"unknown"))

    assert not is_in(browser)
    assert kinds(ada).count("wrong-passkey") == 1


def test_a_wrong_passkey_is_told_to_its_owner_and_not_to_whose_password_was_entered(ada, careful):
    """Mallory logs in to an account of their own that needs a passkey too, and names Ada's at the second step."""
    mallory, browser = UserFactory(username="mallory"), browser_of()
    add(mallory, SoftPasskey(b"mallory's"))
    browser_of(mallory).post(reverse("second-factor"), {"on": "1"})
    browser.post(reverse("login"), {"username": "mallory", "password": PASSWORD})

    answers = [use(browser, SoftPasskey()).status_code for _ in range(6)]

    assert answers == [302] * 5 + [429]
    assert (kinds(ada).count("wrong-passkey"), kinds(mallory).count("wrong-passkey")) == (5, 0)


def test_a_passkey_of_an_unknown_algorithm_is_neither_added_nor_used(ada):
    passkey, browser = OfUnknownAlgorithm(), browser_of()

    assert add(ada, passkey).status_code == 422
    assert not Passkey.objects.exists()

    fields = {"name": "phone", "credential_id": websafe_encode(passkey.id), "credential": bytes(passkey.credential)}
    Passkey.objects.create(user=ada, added_at=timezone.now(), **fields)
    use(browser, passkey)
    assert not is_in(browser)


@pytest.mark.parametrize("minutes", [29, 31])
def test_an_answer_to_an_old_page_is_no_wrong_passkey(ada, minutes, monkeypatch):
    add(ada, SoftPasskey())
    browser = browser_of()
    answer = SoftPasskey().use(options_on(browser, "login"))
    later = time.time() + 60 * minutes
    monkeypatch.setattr(signing, "time", SimpleNamespace(time=lambda: later))

    browser.post(reverse("login-passkey"), {"answer": answer})

    assert kinds(ada).count("wrong-passkey") == (minutes < 30)


def test_an_answer_that_is_sent_twice_is_no_wrong_passkey(ada):
    passkey, browser = SoftPasskey(), browser_of()
    add(ada, passkey)
    answer = passkey.use(options_on(browser, "login"))
    again = browser_of()
    again.cookies["passkey"] = browser.cookies["passkey"].value

    for tab in (browser, again):
        tab.post(reverse("login-passkey"), {"answer": answer})

    assert not is_in(again)
    assert kinds(ada) == ["passkey-added", "codes", "passkey-login"]


def test_an_answer_is_good_once_and_for_the_browser_that_asked(ada):
    passkey, thief = SoftPasskey(), browser_of()
    add(ada, passkey)
    browser = browser_of()
    answer = passkey.use(options_on(browser, "login"))
    options_on(thief, "login")

    stolen = thief.post(reverse("login-passkey"), {"answer": answer})
    first = browser.post(reverse("login-passkey"), {"answer": answer})
    browser.post(reverse("logout"))
    again = browser.post(reverse("login-passkey"), {"answer": answer})

    assert [response.url for response in (stolen, first, again)] == [reverse("login"), "/", reverse("login")]


def test_an_answer_over_no_challenge_is_none(ada):
    passkey = SoftPasskey()
    add(ada, passkey)
    browser = browser_of()
    answer = passkey.use(options_on(browser, "login") | {"challenge": ""})

    browser.cookies.pop("passkey")
    browser.post(reverse("login-passkey"), {"answer": answer})

    assert not is_in(browser)


def test_a_challenge_is_used_up_also_for_who_kept_its_cookie(ada):
    passkey, browser = SoftPasskey(), browser_of()
    add(ada, passkey)
    answer = passkey.use(options_on(browser, "login"))
    cookie = browser.cookies["passkey"].value
    browser.post(reverse("login-passkey"), {"answer": answer})
    again = browser_of()
    again.cookies["passkey"] = cookie

    again.post(reverse("login-passkey"), {"answer": answer})

    assert is_in(browser)
    assert not is_in(again)


def test_after_a_wrong_password_the_passkey_is_still_offered(ada):
    page = browser_of().post(reverse("login"), {"username": "ada", "password": "wrong"})

    assert page.status_code == 422
    assert "data-options" in page.text
    assert page.cookies["passkey"]["httponly"]


@pytest.mark.parametrize(
    "nonsense",
    ["", "[]", "null", '{"id": 7}', "{" * 5000, '{"id": "c29mdA"}', r'{"id": "\ud800"}', r'{"id": "\u0000"}'],
)
def test_nonsense_is_answered_in_words(ada, nonsense):
    add(ada, SoftPasskey())
    browser = browser_of()
    browser.get(reverse("login"))

    page = browser.post(reverse("login-passkey"), {"answer": nonsense}, follow=True)

    assert "No account of this site has this passkey" in page.text
    assert browser_of(ada).post(reverse("passkey-new"), {"name": "x", "answer": nonsense}).status_code == 422


def test_an_account_that_was_closed_stays_closed(ada):
    passkey, browser = SoftPasskey(), browser_of()
    add(ada, passkey)
    ada.is_active = False
    ada.save()

    assert use(browser, passkey).url == reverse("login")


@pytest.fixture
def careful(ada):
    """Ada's account always asks for a passkey. Gives the passkey and her recovery codes."""
    passkey = SoftPasskey()
    codes = re.findall(r"<code>([a-z2-9-]{19})</code>", add(ada, passkey).text)
    browser_of(ada).post(reverse("second-factor"), {"on": "1"})
    return passkey, codes


def test_the_password_alone_is_then_not_enough(ada, careful):
    browser = browser_of()

    answer = with_password(browser, next="/rules/")
    page = browser.get(answer.url).text

    assert answer.url == f"{reverse('login-second')}?next=%2Frules%2F"
    assert "Now your passkey" in page
    assert 'name="next" value="/rules/"' in page
    assert not is_in(browser)
    assert use(browser, careful[0]).url == "/"


def test_a_recovery_code_works_once(ada, careful):
    code = careful[1][0].replace("-", " ").upper()
    first, second = browser_of(), browser_of()

    with_password(first)
    right = first.post(reverse("login-second"), {"code": code, "next": "/rules/"})
    with_password(second)
    used = second.post(reverse("login-second"), {"code": code})

    assert len(careful[1]) == 8
    assert (right.url, used.status_code) == ("/rules/", 422)
    assert (is_in(first), is_in(second)) == (True, False)
    assert {"code-login", "wrong-code"} <= set(kinds(ada))
    send_change_mails()
    assert "recovery code was used" in mail.outbox[-1].body
    assert SESSION_WAITING not in first.session


def test_codes_are_guesses(ada, careful):
    browser = browser_of()
    with_password(browser)

    answers = [browser.post(reverse("login-second"), {"code": "wrong"}).status_code for _ in range(6)]

    assert answers == [422] * 5 + [429]


def test_the_second_step_is_for_who_has_just_taken_the_first(ada, careful):
    browser, code = browser_of(), careful[1][0]
    assert browser.get(reverse("login-second")).url == reverse("login")
    with_password(browser)
    session = browser.session
    session[SESSION_WAITING] = [ada.pk, int(time.time() - timedelta(minutes=11).total_seconds()), "x"]
    session.save()

    assert browser.post(reverse("login-second"), {"code": code}).url == reverse("login")


def test_a_new_password_ends_the_first_step_of_the_old_one(ada, careful):
    browser = browser_of()
    with_password(browser)
    ada.set_password("four-winds-77")
    ada.save()

    assert browser.post(reverse("login-second"), {"code": careful[1][0]}).url == reverse("login")


def test_without_a_passkey_the_password_is_always_enough(ada):
    browser_of(ada).post(reverse("second-factor"), {"on": "1"})
    ada.refresh_from_db()

    assert not ada.needs_passkey
    assert with_password(browser_of()).url == "/"


def test_after_the_last_passkey_the_password_is_enough_again(ada, careful):
    browser_of(ada).post(reverse("passkey-remove", args=[Passkey.objects.get().pk]))

    assert with_password(browser_of()).url == "/"
    send_change_mails()
    assert "A passkey of this Tenbo account was removed" in mail.outbox[-1].body


def test_the_owner_is_told_that_less_is_enough_again(ada, careful):
    """Somebody at an open browser needs nothing more for it in the first minutes."""
    browser = browser_of(ada)
    send_change_mails()
    mail.outbox.clear()

    browser.post(reverse("recovery-codes-new"))
    for wanted in ({"on": "1"}, {}, {}):
        browser.post(reverse("second-factor"), wanted)

    send_change_mails()
    assert [letter.to for letter in mail.outbox] == [["ada@example.org"]] * 2
    told = [letter.body.partition(" ")[0] for letter in mail.outbox]
    assert told == ["The", "This"]
    assert "no longer requires a passkey" in mail.outbox[1].body


def test_nobody_removes_another_s_passkey(careful):
    browser_of(UserFactory()).post(reverse("passkey-remove", args=[Passkey.objects.get().pk]))

    assert Passkey.objects.exists()


@pytest.mark.parametrize("name", ["second-factor", "recovery-codes-new", "passkey-new"])
def test_a_browser_left_open_changes_none_of_it(ada, careful, name):
    browser = browser_of(ada)
    session = browser.session
    session[SESSION_CONFIRMED] = 0
    session.save()

    assert "Confirm that it is you" in browser.post(reverse(name), {"answer": "{}"}).text
    ada.refresh_from_db()
    assert ada.needs_passkey


def test_new_codes_end_the_old_ones(ada, careful):
    browser_of(ada).post(reverse("recovery-codes-new"))
    browser = browser_of()
    with_password(browser)

    assert browser.post(reverse("login-second"), {"code": careful[1][0]}).status_code == 422


def test_by_plain_http_or_a_number_the_pages_say_that_there_are_no_passkeys(ada, careful):
    browser = Client(SERVER_NAME="testserver")
    second = browser.get(with_password(browser).url).text
    force_login(browser, ada)

    for text in (second, browser.get(reverse("security")).text, browser.get(reverse("passkey-new")).text):
        assert "the address needs https, and a name instead of a number" in " ".join(text.split())
    assert "data-passkey" not in Client(SERVER_NAME="testserver").get(reverse("login")).text


def test_who_runs_the_site_helps_who_has_lost_all(ada, careful):
    call_command("forget_passkeys", "ada")

    assert with_password(browser_of()).url == "/"
    assert not Passkey.objects.exists()
    assert not RecoveryCode.objects.exists()
    with pytest.raises(CommandError, match="no account adda"):
        call_command("forget_passkeys", "adda")
