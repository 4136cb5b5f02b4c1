"""An account gets another mail address: with the password, and told to the old address; nobody's mailbox is filled."""

import json
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from tests.factories import PASSWORD, UserFactory
from tests.forms_on_page import as_sent, pressed
from tests.site.accounts import ADA, SOMEBODY
from tournament.core.forms.edit import SHOWN
from tournament.core.queries.new_accounts import NEW
from tournament.core.rates import Rate
from tournament.models import AccountEvent, ChangeMail, User
from tournament.site.actions.accounts import edit_account
from tournament.site.actions.change_mails import ENTERED, TO_UNPROVEN, send_change_mails
from tournament.site.actions.reset_mails import send_reset_mails
from tournament.site.views import accounts

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("password", [{}, {"password": "wrong"}])
@pytest.mark.parametrize("before", ["", "ada@example.org"])
def test_a_browser_left_logged_in_moves_no_mail(client, before, password):
    user = UserFactory(email=before)
    client.force_login(user)

    moved = client.post(reverse("account"), {"name": "Ada", "email": "mallory@example.org"} | password)
    renamed = client.post(reverse("account"), {"name": "Ada", "email": before})

    user.refresh_from_db()
    assert (moved.status_code, renamed.status_code) == (422, 302)
    assert "enter your current password" in moved.text
    assert (user.get_full_name(), user.email) == ("Ada", before)


def change_before_saving(monkeypatch, user):
    """Let the owner change the address after a form was checked and before it is saved."""

    def save(**edit):
        User.objects.filter(pk=user.pk).update(email="new@example.org")
        edit_account(**edit)

    monkeypatch.setattr(accounts, "edit_account", save)


def test_a_name_that_is_saved_meanwhile_brings_the_old_address_not_back(client, monkeypatch):
    user = UserFactory(email="old@example.org")
    client.force_login(user)
    change_before_saving(monkeypatch, user)

    answer = client.post(reverse("account"), {"name": "Ada", "email": "old@example.org"})

    user.refresh_from_db()
    assert answer.status_code == 302
    assert (user.get_full_name(), user.email) == ("Ada", "new@example.org")


def test_of_two_new_addresses_the_second_is_refused(client, monkeypatch):
    user = UserFactory(email="old@example.org")
    client.force_login(user)
    change_before_saving(monkeypatch, user)

    answer = client.post(reverse("account"), {"name": "Ada", "email": "eve@example.org", "password": PASSWORD})

    user.refresh_from_db()
    assert answer.status_code == 409
    assert "was changed meanwhile" in answer.text
    assert (user.get_full_name(), user.email) == ("", "new@example.org")


def test_an_old_page_changes_the_name_and_keeps_the_new_address(client):
    user = UserFactory(email="old@example.org")
    client.force_login(user)
    page = client.get(reverse("account")).text
    User.objects.filter(pk=user.pk).update(email="new@example.org")
    sent = {"name": "Ada", "email": "old@example.org", SHOWN: json.dumps({"name": "", "email": "old@example.org"})}

    answer = client.post(reverse("account"), sent)

    user.refresh_from_db()
    assert f'name="{SHOWN}"' in page
    assert answer.status_code == 302
    assert (user.get_full_name(), user.email) == ("Ada", "new@example.org")


def test_a_name_that_nobody_edited_is_neither_written_nor_logged(client):
    user = UserFactory(first_name="Ada  L", email="old@example.org")
    client.force_login(user)
    fields = as_sent(pressed(client.get(reverse("account")).text, ""))

    answer = client.post(reverse("account"), fields | {"email": "new@example.org", "password": PASSWORD})

    user.refresh_from_db()
    assert answer.status_code == 302
    assert (user.first_name, user.email) == ("Ada  L", "new@example.org")
    assert list(AccountEvent.objects.filter(user=user).values_list("kind", flat=True)) == [AccountEvent.Kind.MAIL]


@pytest.mark.parametrize("after", ["ada@example.com", ""])
def test_the_old_address_is_told_of_another(client, settings, after):
    settings.EMAIL_HOST = "mail.example.org"
    user = UserFactory(email="ada@example.org")
    client.force_login(user)

    client.post(reverse("account"), {"name": "Ada", "email": "ada@example.org"})
    send_change_mails()
    assert mail.outbox == []
    client.post(reverse("account"), {"name": "Ada", "email": after, "password": PASSWORD})

    send_change_mails()
    [letter] = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert "tell the people who run this site" in letter.body


def test_a_first_address_tells_nobody(client, settings):
    settings.EMAIL_HOST = "mail.example.org"
    client.force_login(UserFactory())

    client.post(reverse("account"), {"name": "Ada", "email": "ada@example.org", "password": PASSWORD})

    send_change_mails()
    assert mail.outbox == []


def send_all():
    while ChangeMail.objects.exists():
        send_change_mails()


def enter(client, address):
    return client.post(reverse("account"), {"name": "", "email": address, "password": PASSWORD})


@pytest.mark.slow
def test_nobodys_mailbox_is_filled_by_accounts_that_enter_their_address(client):
    users = [UserFactory(username=f"Your prize waits at evil.example {n}") for n in range(ENTERED.burst + 2)]
    answers = []
    for user in users:
        client.force_login(user)
        answers.append(enter(client, SOMEBODY).status_code)
        enter(client, "")

    send_change_mails()
    assert answers == [302] * ENTERED.burst + [409] * 2
    assert [letter.to for letter in mail.outbox] == [[SOMEBODY]] * ENTERED.burst
    assert not any("evil" in letter.subject + letter.body for letter in mail.outbox)
    assert "the account with this mail address" in mail.outbox[0].body
    client.logout()
    refused = client.post(reverse("signup"), ADA | {"email": SOMEBODY})
    assert refused.status_code == 409
    assert not User.objects.filter(username="ada").exists()


def test_one_account_writes_little_to_an_address_that_was_not_proven(client):
    user = UserFactory(email=SOMEBODY)
    client.force_login(user)

    for new in range(TO_UNPROVEN.burst + 2):
        User.objects.filter(pk=user.pk).update(email=SOMEBODY)
        enter(client, f"other{new}@example.org")

    send_all()
    assert [letter.to for letter in mail.outbox] == [[SOMEBODY]] * TO_UNPROVEN.burst


def test_an_account_that_moves_from_address_to_address_writes_to_few_of_them(client):
    client.force_login(UserFactory(email="somebody+0@example.org"))

    answers = [enter(client, f"somebody+{n}@example.org").status_code for n in range(1, TO_UNPROVEN.burst + 4)]

    send_all()
    assert answers == [302] * (TO_UNPROVEN.burst + 3)
    assert len(mail.outbox) == TO_UNPROVEN.burst


def test_new_accounts_share_the_notices_to_addresses_that_were_not_proven(client, monkeypatch):
    monkeypatch.setattr("tournament.site.actions.change_mails.OF_NEW", Rate("x", 2, timedelta(days=1)))
    users = [UserFactory(email=f"{n}@example.org") for n in range(4)]
    old = UserFactory(email="old@example.org", date_joined=timezone.now() - 2 * NEW)
    proven = UserFactory(email="proven@example.org", proven_mail="proven@example.org")
    for user in (*users, old, proven):
        client.force_login(user)
        enter(client, "")

    send_all()

    told = [letter.to[0] for letter in mail.outbox]
    assert sorted(told) == ["0@example.org", "1@example.org", "old@example.org", "proven@example.org"]


def test_no_account_uses_up_the_notices_of_another(client):
    for _time in range(20):
        client.force_login(UserFactory(email="ada@example.org"))
        enter(client, "")
    ada = UserFactory(username="ada", email="ada@example.org")
    client.force_login(ada)
    send_all()
    mail.outbox.clear()

    enter(client, "thief@example.org")

    send_change_mails()
    assert [letter.to for letter in mail.outbox] == [["ada@example.org"]]


def test_who_used_a_mailed_link_is_told_which_account_it_was_and_may_enter_the_address_again(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    ada = UserFactory(username="ada", email=SOMEBODY)
    client.post(reverse("password_reset"), {"email": SOMEBODY})
    send_reset_mails()
    form = client.get(re.search(r"https://tenbo.example.org(/\S+)", mail.outbox[0].body)[1], follow=True)
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    client.post(form.redirect_chain[-1][0], new)
    send_change_mails()
    assert mail.outbox[1].body.startswith("The password of this Tenbo account was changed: ada")

    client.force_login(User.objects.get(pk=ada.pk))
    answers = [enter(client, address).status_code for address in ("thief@example.org", SOMEBODY) * 2]

    send_change_mails()
    assert answers == [302] * 4
    assert "removed: ada" in mail.outbox[2].body
    assert "removed: the account with this mail address" in mail.outbox[3].body
