"""A mailed link sets a new password; asking for it fills no mailbox and tells nobody who has an account."""

import re
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.conftest import NOON
from tests.factories import UserFactory
from tests.site.accounts import SOMEBODY
from tournament.models import Passkey, RateUse, ResetMail, User
from tournament.site.actions import reset_mails
from tournament.site.actions.reset_mails import request_reset, send_reset_mails

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("server", "address"), [("", "https://tenbo.example.org"), ("mail.example.org", "")], ids=["server", "address"]
)
def test_without_a_mail_server_or_an_address_of_the_site_the_page_says_who_can_help(client, settings, server, address):
    """The host and port of a request are no address for a link: whoever makes the request chooses them."""
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = server, address
    UserFactory(email="ada@example.org")

    page = client.get(reverse("password_reset"))
    answer = client.post(reverse("password_reset"), {"email": "ada@example.org"})

    assert "manage.py changepassword NAME" in page.text
    assert "manage.py changepassword NAME" in answer.text
    assert not ResetMail.objects.exists()


def passkey_of(user):
    Passkey.objects.create(user=user, name="phone", credential_id="x", credential=b"x", added_at=timezone.now())


def test_a_mailed_link_sets_a_new_password(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    user = UserFactory(email="ada@example.org", proven_mail="ada@example.org")
    passkey_of(user)

    client.post(reverse("password_reset"), {"email": "ada@example.org"})
    assert mail.outbox == []
    send_reset_mails()
    [letter] = mail.outbox
    link = re.search(r"https://tenbo\.example\.org(/\S+)", letter.body)[1]
    form = client.get(link, follow=True)
    wrong = client.post(form.request["PATH_INFO"], {"new_password1": "a", "new_password2": "b"})
    new = {"new_password1": "four-winds-77", "new_password2": "four-winds-77"}
    done = client.post(form.request["PATH_INFO"], new, follow=True)

    user.refresh_from_db()
    assert user.get_username() in letter.body
    assert wrong.status_code == 422
    assert user.check_password("four-winds-77")
    assert "Passkeys still open this account." in done.text
    assert "already been used" in client.get(link, follow=True).text
    assert Passkey.objects.exists()


def mailed(client, settings):
    """The newest mail, after somebody has asked for a new password."""
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    client.post(reverse("password_reset"), {"email": "ada@example.org"})
    send_reset_mails()
    return mail.outbox[-1].body


def link_in(body):
    return re.search(r"https://tenbo\.example\.org(/\S+)", body)[1]


@pytest.mark.parametrize("proven", ["", "former@example.org"])
def test_who_entered_the_address_of_another_keeps_no_passkey(client, settings, proven):
    """The first mailed link gives the account to whoever reads the mails of its address."""
    user = UserFactory(email="ada@example.org", proven_mail=proven)
    passkey_of(user)

    form = client.get(link_in(mailed(client, settings)), follow=True)
    new = {"new_password1": "four-winds-77", "new_password2": "four-winds-77"}
    done = client.post(form.request["PATH_INFO"], new, follow=True)

    user.refresh_from_db()
    assert user.proven_mail == "ada@example.org"
    assert not Passkey.objects.exists()
    assert "passkeys were removed" in done.text


def test_an_account_that_needs_a_passkey_gets_a_link_only_to_a_proven_address(client, settings):
    user = UserFactory(email="ada@example.org", needs_passkey=True)
    passkey_of(user)
    assert "https://" not in mailed(client, settings)
    assert "so no link can be mailed" in mail.outbox[-1].body

    User.objects.update(proven_mail="ada@example.org")
    link = link_in(mailed(client, settings))
    assert client.get(link).status_code == 302

    User.objects.update(proven_mail="")  # it was mailed before somebody changed the account
    assert "already been used" in client.get(link, follow=True).text


def test_however_many_accounts_have_an_address_a_request_fills_no_mailbox_with_their_names(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    ada = UserFactory(username="ada.lovelace", email=SOMEBODY)
    for number in range(30):
        UserFactory(username=f"Win at evil.example {number}", email=SOMEBODY)
    for capital in range(5):
        UserFactory(email=SOMEBODY[:capital] + SOMEBODY[capital].upper() + SOMEBODY[capital + 1 :])

    client.post(reverse("password_reset"), {"email": SOMEBODY})
    send_reset_mails()

    assert len(mail.outbox) == reset_mails.MOST_SPELLINGS
    [letter, _other] = mail.outbox
    links = re.findall(r"https://tenbo.example.org(/\S+)", letter.body)
    assert letter.to == [SOMEBODY]
    assert len(links) == reset_mails.MOST_ACCOUNTS
    assert "evil.example" not in letter.body
    assert ada.get_username() not in letter.body  # it could be a web address; its page names the account
    assert ada.get_username() in client.get(links[0], follow=True).text


def test_the_account_that_proved_the_address_comes_first_in_the_mail_by_its_name(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    UserFactory(username="mallory", email=SOMEBODY)
    UserFactory(username="ada.lovelace", email=SOMEBODY, proven_mail=SOMEBODY)

    client.post(reverse("password_reset"), {"email": SOMEBODY})
    send_reset_mails()

    [letter] = mail.outbox
    assert letter.body.index("account: ada.lovelace") < letter.body.index("account: mallory")


def test_the_spelling_that_was_asked_for_gets_its_mail_whoever_entered_others_before(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    for older in ("SOMEBODY@example.org", "sOMEbody@example.org", "soMEbody@example.org"):
        UserFactory(email=older, proven_mail=older)
    UserFactory(email="Somebody@Example.org")

    client.post(reverse("password_reset"), {"email": SOMEBODY})
    send_reset_mails()

    assert len(mail.outbox) == reset_mails.MOST_SPELLINGS
    assert mail.outbox[0].to == ["Somebody@Example.org"]


def test_other_capitals_of_the_domain_are_no_other_spelling(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    for address in ("Somebody@EXAMPLE.org", "Somebody@eXample.org", SOMEBODY):
        UserFactory(email=address)

    client.post(reverse("password_reset"), {"email": SOMEBODY})
    send_reset_mails()

    [letter] = mail.outbox
    assert letter.body.count("https://tenbo.example.org/") == 3


def test_no_number_of_older_accounts_keeps_a_link_away_for_good(settings):
    """Each request draws other accounts: of 25, this one is missing in each third mail, and 20 in a row by a chance of
    less than one in a thousand million."""
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    oldest, *_others = [UserFactory(username=f"mallory{number}", email=SOMEBODY) for number in range(24)]
    newest = UserFactory(username="ada", email=SOMEBODY)
    for _ in range(20):
        RateUse.objects.all().delete()  # an hour later
        request_reset(email=SOMEBODY, language="en", site="https://tenbo.example.org")
        send_reset_mails()

    letters = [letter.body for letter in mail.outbox]
    assert {body.count("https://tenbo.example.org/") for body in letters} == {reset_mails.MOST_ACCOUNTS}
    assert all(f"account: {oldest}\n" in body for body in letters)
    assert any(f"account: {newest}\n" in body for body in letters)


def test_who_asks_for_other_spellings_of_an_address_keeps_no_mail_from_its_owner(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    UserFactory(email=SOMEBODY)
    others = ["SOMEBODY@example.org", "sOMEbody@example.org", "soMEbody@example.org"]
    for other in others:
        UserFactory(email=other, proven_mail=other)
    for other in others * 3:
        client.post(reverse("password_reset"), {"email": other})
    send_reset_mails()
    assert [SOMEBODY] not in [letter.to for letter in mail.outbox]

    client.post(reverse("password_reset"), {"email": SOMEBODY})
    send_reset_mails()

    assert [SOMEBODY] in [letter.to for letter in mail.outbox]


def test_all_spellings_of_an_address_together_get_nine_mails_an_hour(settings, monkeypatch):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    hours = [0]
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(hours=hours[0]))
    spellings = [SOMEBODY[:number] + SOMEBODY[number].upper() + SOMEBODY[number + 1 :] for number in range(6)]
    for spelling in spellings:
        UserFactory(email=spelling)
    sent = []
    for hours[0] in range(5):
        for spelling in spellings * 4:
            request_reset(email=spelling, language="en", site="https://tenbo.example.org")
        while ResetMail.objects.exists():
            send_reset_mails()
        sent.append(len(mail.outbox))
        mail.outbox.clear()

    first, *later = sent
    assert first == 3 * len(spellings)
    assert sum(later) <= 9 * len(later)


def test_each_try_of_a_request_mails_the_same_spellings(client, settings, monkeypatch):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    for number in range(8):
        UserFactory(email=SOMEBODY[:number] + SOMEBODY[number:].upper())
    client.post(reverse("password_reset"), {"email": SOMEBODY})
    tried = set()

    def send(_subject, _body, _sender, to, **_named):
        tried.update(to)
        raise SMTPRecipientsRefused({to[0]: (450, b"not now")})

    monkeypatch.setattr(reset_mails, "send_mail", send)
    for _ in range(4):
        send_reset_mails()
        ResetMail.objects.update(next_try_at=timezone.now())

    assert len(tried) == reset_mails.MOST_SPELLINGS


def test_who_asks_for_a_reset_learns_nothing_by_the_work_that_it_takes(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    UserFactory(email="ada@example.org")
    client.post(reverse("password_reset"), {"email": "somebody@example.org"})  # makes the row of the network's limit
    queries = []

    for address in ("ada@example.org", "nobody@example.org"):
        with CaptureQueriesContext(connection) as captured:
            client.post(reverse("password_reset"), {"email": address})
        queries.append([re.sub(r"'.*?'|\d+", "…", query["sql"]) for query in captured])

    assert queries[0] == queries[1]
    send_reset_mails()
    assert [letter.to for letter in mail.outbox] == [["ada@example.org"]]
    assert not ResetMail.objects.exists()


@pytest.mark.parametrize("typed", ["ſk@example.org", "s\u212a@example.org"])
def test_an_address_of_letters_that_only_look_the_same_uses_up_nobodys_mails(client, settings, typed):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    UserFactory(email="sk@example.org")
    for _ in range(3):
        refused = client.post(reverse("password_reset"), {"email": typed})
        assert refused.status_code == 422
    assert not ResetMail.objects.exists()

    client.post(reverse("password_reset"), {"email": "sk@example.org"})
    send_reset_mails()

    assert [letter.to for letter in mail.outbox] == [["sk@example.org"]]


@pytest.mark.parametrize("typed", ["ADA@PŘÍKLAD.cz", "ada@xn--pklad-zsa96e.cz"])
def test_an_address_is_found_by_the_text_that_its_requests_are_counted_by(client, settings, typed):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    UserFactory(email="ada@příklad.cz")
    UserFactory(email="a_a@příklad.cz")

    for _ in range(4):
        client.post(reverse("password_reset"), {"email": typed})
    send_reset_mails()

    assert [letter.to for letter in mail.outbox] == [["ada@příklad.cz"]] * 3


def test_a_mail_that_resets_a_password_waits_for_the_mail_server_for_an_hour(client, settings, monkeypatch):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    UserFactory(email="ada@example.org")
    client.post(reverse("password_reset"), {"email": "ada@example.org"}, headers={"Accept-Language": "fr"})
    with monkeypatch.context() as away:
        away.setattr(reset_mails, "send_mail", refuse)
        send_reset_mails()
        assert ResetMail.objects.get().result == "ConnectionRefusedError"

    ResetMail.objects.update(next_try_at=timezone.now())
    send_reset_mails()

    assert mail.outbox[0].subject == "Nouveau mot de passe pour Tenbo"
    client.post(reverse("password_reset"), {"email": "ada@example.org"})
    ResetMail.objects.update(expires_at=timezone.now())
    monkeypatch.setattr(reset_mails, "send_mail", refuse)
    send_reset_mails()
    assert not ResetMail.objects.exists()


def test_two_processes_with_a_slow_mail_server_send_each_mail_once(settings, monkeypatch):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    seconds, sent = [0], []
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(seconds=seconds[0]))
    for name in ("ada", "ben", "cleo"):
        UserFactory(email=f"{name}@example.org")
        request_reset(email=f"{name}@example.org", language="en", site="https://tenbo.example.org")

    def send_for_45_seconds(subject, body, sender, to, **named):
        sent.extend(to)
        seconds[0] += 45
        if len(sent) == 2:
            send_reset_mails()  # another process looks while the first sends its second mail

    monkeypatch.setattr(reset_mails, "send_mail", send_for_45_seconds)
    send_reset_mails()

    assert sent == ["ada@example.org", "ben@example.org", "cleo@example.org"]
    assert not ResetMail.objects.exists()


def refuse(*arguments, **named):
    raise ConnectionRefusedError


@pytest.mark.parametrize(("code", "waits"), [(450, True), (550, False)])
def test_a_refused_spelling_of_an_address_sends_the_other_no_second_mail(client, settings, monkeypatch, code, waits):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    UserFactory(email=SOMEBODY, proven_mail=SOMEBODY)
    UserFactory(email=SOMEBODY.upper())
    client.post(reverse("password_reset"), {"email": SOMEBODY})
    tried = []

    def send(_subject, _body, _sender, to, **_named):
        tried.extend(to)
        if to == [SOMEBODY.upper()]:
            raise SMTPRecipientsRefused({to[0]: (code, b"not now")})

    monkeypatch.setattr(reset_mails, "send_mail", send)
    send_reset_mails()
    ResetMail.objects.update(next_try_at=timezone.now())
    send_reset_mails()

    assert tried == [SOMEBODY, *[SOMEBODY.upper()] * (1 + waits)]
    assert ResetMail.objects.exists() == waits


@pytest.mark.parametrize("name", ["password_reset_done", "password_reset_complete"])
def test_the_steps_between_have_pages(client, name):
    assert client.get(reverse(name)).status_code == 200
